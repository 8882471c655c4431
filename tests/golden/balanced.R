# Reference values for complete crossed rating studies, y ~ x + (x || rater) + (x || item), REML.
# Run: Rscript balanced.R path/to/sim_r3_i100.csv > balanced.json
#
# Base R only; lme4 and lmerTest are NOT used. What lmerTest does is written out with dense
# matrices and numerical derivatives, for any data: it knows nothing of mean squares. The study
# named on the command line is not balanced; lmerTest's own values for it are known, and
# test_strata.py compares the two, so that the route written out here is checked as well.
rows <- function(frame) {
  level <- function(f) 1 * outer(f, unique(f), "==")
  z <- list(level(frame$rater), level(frame$item))
  z <- list(z[[1]], z[[1]] * frame$x, z[[2]], z[[2]] * frame$x)
  list(y = frame$y, x = cbind(1, frame$x), zz = lapply(z, tcrossprod))
}

# Parts of the restricted likelihood at theta, the four standard deviations over sigma.
parts <- function(d, theta) {
  v <- diag(length(d$y))
  for (k in 1:4) v <- v + theta[k]^2 * d$zz[[k]]
  root <- chol(v)
  white <- backsolve(root, cbind(d$x, d$y), transpose = TRUE)
  xvx <- crossprod(white[, 1:2])
  beta <- solve(xvx, crossprod(white[, 1:2], white[, 3]))
  list(logs = 2 * sum(log(diag(root))) + log(det(xvx)), beta = as.vector(beta),
       rss = sum((white[, 3] - white[, 1:2] %*% beta)^2), covariance = solve(xvx))
}
profiled <- function(d, theta) {
  p <- parts(d, theta)
  free <- length(d$y) - 2
  p$logs + free * (1 + log(2 * pi * p$rss / free))
}
unprofiled <- function(d, all) { # by theta and sigma, as lmerTest differentiates it
  p <- parts(d, all[1:4])
  p$logs + p$rss / all[5]^2 + (length(d$y) - 2) * log(2 * pi * all[5]^2)
}
variance <- function(d, all) parts(d, all[1:4])$covariance[2, 2] * all[5]^2

STEPS <- c(-2, -1, 1, 2); WEIGHTS <- c(1, -8, 8, -1) / 12
unit <- function(k, n) replace(numeric(n), k, 1)
slope <- function(f, at, h = 1e-3) vapply(seq_along(at), function(k)
  sum(WEIGHTS * vapply(STEPS, function(s) f(at + s * h * unit(k, length(at))), 0)) / h, 0)
curvature <- function(f, at, h = 2e-3) {
  out <- sapply(seq_along(at), function(k) rowSums(sapply(1:4, function(j)
    WEIGHTS[j] * slope(f, at + STEPS[j] * h * unit(k, length(at)), h))) / h)
  (out + t(out)) / 2
}

optimum <- function(d) {
  best <- NULL
  for (start in c(0.2, 0.7)) {
    found <- nlminb(rep(start, 4), function(t) profiled(d, t), lower = 0,
                    control = list(rel.tol = 1e-13, x.tol = 1e-10))
    if (is.null(best) || found$objective < best$objective) best <- found
  }
  theta <- ifelse(best$par < 1e-4, 0, best$par)
  free <- which(theta > 0)
  for (round in 1:3) if (length(free)) { # Newton, to the last digits
    f <- function(t) profiled(d, replace(theta, free, t))
    theta[free] <- theta[free] - solve(curvature(f, theta[free]), slope(f, theta[free]))
  }
  stopifnot(profiled(d, theta) <= best$objective + 1e-7)
  theta
}

analyse <- function(frame) {
  d <- rows(frame)
  theta <- optimum(d)
  p <- parts(d, theta)
  sigma <- sqrt(p$rss / (length(d$y) - 2))
  all <- c(theta, sigma)
  e <- eigen(curvature(function(a) unprofiled(d, a), all), symmetric = TRUE)
  keep <- e$values > 1e-8
  inverse <- e$vectors[, keep] %*% (t(e$vectors[, keep]) / e$values[keep])
  g <- slope(function(a) variance(d, a), all)
  v <- variance(d, all)
  df <- v^2 / sum(g * (inverse %*% g)) # 2 v^2 / (g' A g), A = 2 times the inverse
  list(intercept = p$beta[1], difference = p$beta[2], error = sqrt(v), df = df,
       pvalue = 2 * pt(-abs(p$beta[2]) / sqrt(v), df), sigma = sigma, sds = theta * sigma,
       deviance = profiled(d, theta))
}

draw <- function(seed, raters, items, difference, sds, sigma, digits) {
  set.seed(seed)
  frame <- expand.grid(x = c(-0.5, 0.5), item = seq_len(items), rater = seq_len(raters))
  effect <- function(n, sd) rnorm(n, 0, sd)
  w0 <- effect(raters, sds[1]); w1 <- effect(raters, sds[2])
  i0 <- effect(items, sds[3]); i1 <- effect(items, sds[4])
  frame$y <- round(3 + w0[frame$rater] + i0[frame$item] + rnorm(nrow(frame), 0, sigma) +
    frame$x * (difference + w1[frame$rater] + i1[frame$item]), digits)
  frame
}

studies <- list(
  draw(1, 4, 12, 0.5, c(0.6, 0.8, 0.9, 1.1), 0.7, 2),
  draw(2, 6, 8, 0.4, c(0.6, 0.5, 0.5, 0.9), 0.6, 2),
  draw(3, 3, 15, 0.8, c(0.4, 0.0, 0.4, 1.0), 1.0, 2),
  draw(4, 5, 10, 0.3, c(0.0, 0.9, 0.7, 0.0), 1.0, 2),
  draw(5, 4, 10, 0.2, c(0.0, 0.0, 0.0, 0.0), 1.0, 2),
  draw(6, 3, 12, 0.6, c(0.5, 0.4, 0.5, 0.5), 0.8, 0),
  draw(7, 2, 9, 0.5, c(0.3, 0.3, 0.3, 0.3), 1.0, 2),
  draw(8, 3, 12, 0.5, c(0.5, 0.0, 0.6, 0.0), 1.0, 2)
)
vector <- function(v) paste0("[", paste(sprintf("%.12g", v), collapse = ", "), "]")
shown <- function(values) paste0('"', names(values), '": ', vapply(values, function(v)
  if (length(v) > 1) vector(v) else sprintf("%.12g", v), ""), collapse = ", ")
balanced <- vapply(studies, function(frame) paste0(
  '    {"raters": ', max(frame$rater), ', "items": ', max(frame$item),
  ', ', shown(analyse(frame)), ',\n     "y": ', vector(frame$y), "}"), "")
csv <- read.csv(commandArgs(trailingOnly = TRUE)[1])
other <- analyse(data.frame(rater = csv$participant, item = csv$item, x = csv$x, y = csv$y))
cat('{\n  "made by": "', R.version.string, ', base packages, dense matrices; not lmerTest",\n',
    '  "sim_r3_i100": {', shown(other), '},\n  "balanced": [\n',
    paste(balanced, collapse = ",\n"), "\n  ]\n}\n", sep = "")
