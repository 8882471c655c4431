# Reference values from R for tests/intervals. Run: Rscript intervals.R > intervals.json
# Score intervals come from the definition: the root of the score statistic, whose standard
# error is taken at the most likely world with the supposed difference. No closed form is used.
options(digits = 15)
rows <- character()
add <- function(method, data, level, ends) {
  rows <<- c(rows, sprintf('  {"method": "%s", "data": [%s], "level": %s, "low": %.15g, "high": %.15g}',
                           method, paste(data, collapse = ", "), format(level), ends[1], ends[2]))
}
z_of <- function(level) qnorm(1 - (1 - level) / 2)

# The zero of a falling slope inside (low, high), or the end at which it stays one-signed.
most_likely <- function(slope, low, high) {
  edge <- 1e-14 * (high - low)
  if (slope(low + edge) <= 0) return(low)
  if (slope(high - edge) >= 0) return(high)
  uniroot(slope, c(low + edge, high - edge), tol = 1e-16, maxiter = 10000)$root
}
term <- function(count, share) if (count > 0) count / share else 0

tango_score <- function(w, l, n, d) {
  low <- max(0, -d); high <- (1 - d) / 2
  slope <- function(q) term(w, q + d) + term(l, q) - 2 * term(n - w - l, 1 - 2 * q - d)
  q <- most_likely(slope, low, high)
  loglik <- function(q) {
    part <- function(k, p) if (k > 0) k * log(p) else 0
    part(w, q + d) + part(l, q) + part(n - w - l, 1 - 2 * q - d)
  }
  if (high - low > 1e-6) {  # brute force agrees
    found <- optimize(loglik, c(low, high), maximum = TRUE, tol = 1e-10)$maximum
    stopifnot(abs(found - q) < 1e-5)
  }
  ((w - l) / n - d) / sqrt((2 * q + d - d^2) / n)
}
independent_score <- function(a, na, b, nb, d) {
  low <- max(0, -d); high <- min(1, 1 - d)
  slope <- function(p) term(a, p) - term(na - a, 1 - p) + term(b, p + d) - term(nb - b, 1 - p - d)
  p <- most_likely(slope, low, high)
  (b / nb - a / na - d) / sqrt(p * (1 - p) / na + (p + d) * (1 - p - d) / nb)
}
invert <- function(score, estimate, z) {
  c(if (estimate <= -1) -1
    else uniroot(function(d) score(d) - z, c(-1 + 1e-9, estimate - 1e-9), tol = 1e-14)$root,
    if (estimate >= 1) 1
    else uniroot(function(d) score(d) + z, c(estimate + 1e-9, 1 - 1e-9), tol = 1e-14)$root)
}

wilson <- function(x, n, level) {
  as.numeric(suppressWarnings(prop.test(x, n, conf.level = level, correct = FALSE))$conf.int)
}
for (level in c(0.9, 0.95, 0.99)) {
  for (case in list(c(0, 10), c(1, 10), c(5, 10), c(10, 10), c(81, 263), c(1721, 2376), c(3, 4))) {
    x <- case[1]; n <- case[2]; tail <- (1 - level) / 2
    add("wilson", case, level, wilson(x, n, level))
    add("clopper-pearson", case, level, binom.test(x, n, conf.level = level)$conf.int)
    add("jeffreys", case, level, c(if (x == 0) 0 else qbeta(tail, x + 0.5, n - x + 0.5),
                                   if (x == n) 1 else qbeta(1 - tail, x + 0.5, n - x + 0.5)))
  }
  # Paired: wins, losses, both, n.
  z <- z_of(level)
  for (case in list(c(12, 2, 36, 50), c(2, 12, 18, 50), c(0, 0, 53, 54), c(30, 0, 0, 30),
                    c(0, 1, 43, 44), c(6, 16, 59, 161), c(1, 7, 1, 21), c(3, 3, 4, 10),
                    c(40, 20, 70, 160), c(5, 4, 0, 9), c(2, 0, 3, 5), c(1, 0, 0, 1),
                    c(80, 61, 1500, 2376))) {
    w <- case[1]; l <- case[2]; e <- case[3]; n <- case[4]
    estimate <- (w - l) / n
    add("tango", case, level, invert(function(d) tango_score(w, l, n, d), estimate, z))
    d <- c(rep(1, w), rep(-1, l), rep(0, n - w - l))
    around <- function(d) mean(d) + c(-1, 1) * z * sqrt(mean((d - mean(d))^2) / length(d))
    if (w + l > 0 && abs(estimate) < 1) add("wald-paired", case, level, around(d))
    add("bonett-price", case, level, pmax(-1, pmin(1, around(c(d, 1, -1)))))
    h <- n - w - l - e
    pb <- (e + w) / n; pa <- (e + l) / n
    wb <- wilson(e + w, n, level); wa <- wilson(e + l, n, level)
    margins <- c(e + w, l + h, e + l, w + h)
    top <- e * h - w * l
    if (top > 0) top <- max(top - n / 2, 0)
    phi <- if (all(margins > 0)) top / sqrt(prod(margins)) else 0
    add("newcombe-paired", case, level, c(
      estimate - sqrt((pb - wb[1])^2 - 2 * phi * (pb - wb[1]) * (wa[2] - pa) + (wa[2] - pa)^2),
      estimate + sqrt((wb[2] - pb)^2 - 2 * phi * (wb[2] - pb) * (pa - wa[1]) + (pa - wa[1])^2)))
  }
  # Unpaired: a, n_a, b, n_b.
  for (case in list(c(1637, 2376, 1721, 2376), c(48, 80, 56, 70), c(3, 10, 9, 10), c(1, 34, 7, 34),
                    c(15, 72, 0, 16), c(0, 10, 0, 20), c(10, 10, 20, 20), c(0, 10, 20, 20),
                    c(5, 56, 0, 29), c(7, 9, 2, 30), c(1, 1, 0, 3))) {
    a <- case[1]; na <- case[2]; b <- case[3]; nb <- case[4]
    estimate <- b / nb - a / na
    score <- function(d) independent_score(a, na, b, nb, d)
    add("score", case, level, invert(score, estimate, z))
    N <- na + nb
    add("miettinen-nurminen", case, level, invert(score, estimate, z * sqrt(N / (N - 1))))
    plain <- function(x, n) as.numeric(suppressWarnings(
      prop.test(x, n, conf.level = level, correct = FALSE))$conf.int)
    if (a * (na - a) + b * (nb - b) > 0) {
      p <- c(b / nb, a / na)
      ends <- plain(c(b, a), c(nb, na))
      if (min(ends) > -1 && max(ends) < 1)  # prop.test cuts at -1 and 1
        add("wald", case, level, ends)
    }
    add("agresti-caffo", case, level, plain(c(b + 1, a + 1), c(nb + 2, na + 2)))
    wb <- wilson(b, nb, level); wa <- wilson(a, na, level)
    add("newcombe", case, level, c(
      estimate - sqrt((b / nb - wb[1])^2 + (wa[2] - a / na)^2),
      estimate + sqrt((wb[2] - b / nb)^2 + (a / na - wa[1])^2)))
  }
}

# Score tests with a margin: data are counts and the margin; ends are p (greater) and p (less).
for (case in list(c(12, 2, 50, 0.05), c(2, 12, 50, -0.1), c(0, 0, 54, 0.02), c(6, 16, 161, -0.15),
                  c(80, 61, 2376, 0.01), c(80, 61, 2376, 0))) {
  s <- tango_score(case[1], case[2], case[3], case[4])
  add("test tango", case, 0, c(pnorm(-s), pnorm(s)))
}
for (case in list(c(48, 80, 56, 70, 0.1), c(1637, 2376, 1721, 2376, 0.01), c(0, 10, 0, 20, -0.1),
                  c(7, 9, 2, 30, -0.2), c(1, 34, 7, 34, 0))) {
  s <- independent_score(case[1], case[2], case[3], case[4], case[5])
  add("test farrington-manning", case, 0, c(pnorm(-s), pnorm(s)))
}

# Means. `data` is the sample; groups and clusters are the same as in the Python test.
d <- c(0.31, -0.12, 0.05, 0.44, 0.27, -0.33, 0.18, 0.02, 0.61, -0.08, 0.15, 0.09)
x <- c(0.52, 0.61, 0.47, 0.58, 0.39)
y <- c(0.71, 0.44, 0.93, 0.66, 0.81, 0.35, 0.77)
g <- c(1, 1, 1, 2, 2, 3, 3, 3, 3, 4, 5, 5)
for (level in c(0.8, 0.95)) {
  add("t", d, level, t.test(d, conf.level = level)$conf.int)
  add("welch", c(x, y), level, t.test(y, x, conf.level = level)$conf.int)
  add("pooled-t", c(x, y), level, t.test(y, x, var.equal = TRUE, conf.level = level)$conf.int)
  total <- 0
  for (k in unique(g)) total <- total + sum(d[g == k] - mean(d))^2
  G <- length(unique(g))
  error <- sqrt(total / length(d)^2 * G / (G - 1))
  add("cluster-t", d, level, mean(d) + c(-1, 1) * qt(1 - (1 - level) / 2, G - 1) * error)
  # CR2 with the degrees of freedom of Bell and McCaffrey, by matrices.
  n <- length(d)
  X <- matrix(1, n, 1)
  H <- X %*% solve(t(X) %*% X) %*% t(X)
  M <- diag(n) - H
  e <- M %*% d
  V <- 0
  P <- matrix(0, n, G)
  for (k in seq_len(G)) {
    inside <- which(g == unique(g)[k])
    parts <- eigen(M[inside, inside, drop = FALSE], symmetric = TRUE)
    root <- parts$vectors %*% diag(1 / sqrt(parts$values), length(inside)) %*% t(parts$vectors)
    adjusted <- t(X[inside, , drop = FALSE]) %*% root / n
    V <- V + (adjusted %*% e[inside])^2
    P[, k] <- M[, inside, drop = FALSE] %*% t(adjusted)
  }
  lambda <- eigen(t(P) %*% P, symmetric = TRUE)$values
  df <- sum(lambda)^2 / sum(lambda^2)
  add("cluster-cr2", d, level, mean(d) + c(-1, 1) * qt(1 - (1 - level) / 2, df) * sqrt(c(V)))
}
cat("[\n", paste(rows, collapse = ",\n"), "\n]\n", sep = "")
