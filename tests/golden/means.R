# Reference values from R for tests of graded scores. Run: Rscript means.R > means.json
# Base R only; sums over all signs, splits and cluster products are written out here.
out <- list()
add <- function(name, value) out[[name]] <<- value
sides <- c("two.sided", "less", "greater")

a <- c(3.1, 2.4, 5.8, 4.4, 4.9, 2.2, 6.1, 3.7, 4.05, 5.3, 2.95, 4.6)
b <- c(3.9, 2.9, 5.5, 5.6, 5.25, 3.35, 6.15, 3.3, 5.1, 5.75, 3.6, 4.45)
d <- b - a
likert <- c(0, 1, -1, 2, 0, 1, 1, -2, 3, 0, 1, 2, -1, 1, 2, 0, 1, -1, 1, 2)
x <- c(0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46)
y <- c(1.15, 0.88, 0.90, 0.74, 1.21)
xt <- c(1, 2, 2, 3, 3, 3, 4, 5, 5, 5, 2, 1, 4, 3)
yt <- c(2, 3, 3, 4, 4, 5, 5, 5, 5, 4, 2, 3, 5)
cluster <- c(1, 1, 1, 2, 2, 3, 4, 4, 4, 4, 5, 6)
add("data a", a); add("data b", b); add("data likert", likert)
add("data x", x); add("data y", y); add("data xt", xt); add("data yt", yt)
add("data cluster", cluster)

for (side in sides) {
  add(paste("paired-t", side), t.test(d, alternative = side)$p.value)
  add(paste("paired-t margin 0.3", side), t.test(d, mu = 0.3, alternative = side)$p.value)
  # y is system A, x is system B: greater means B higher
  add(paste("t", side), t.test(x, y, var.equal = TRUE, alternative = side)$p.value)
  add(paste("welch", side), t.test(x, y, alternative = side)$p.value)
  add(paste("welch margin 0.1", side), t.test(x, y, mu = 0.1, alternative = side)$p.value)
  add(paste("wilcoxon exact", side), wilcox.test(d, alternative = side, exact = TRUE)$p.value)
  add(paste("wilcoxon margin 0.3", side),
      wilcox.test(d, mu = 0.3, alternative = side, exact = TRUE)$p.value)
  add(paste("wilcoxon ties", side), suppressWarnings(
      wilcox.test(likert, alternative = side, exact = FALSE, correct = FALSE)$p.value))
  add(paste("mann-whitney exact", side), wilcox.test(x, y, alternative = side)$p.value)
  add(paste("mann-whitney ties", side), suppressWarnings(
      wilcox.test(yt, xt, alternative = side, exact = FALSE, correct = TRUE)$p.value))
  add(paste("sign", side),
      binom.test(sum(likert > 0), sum(likert != 0), alternative = side)$p.value)
}
add("psignrank 0:1275 of 50 every 97th", psignrank(seq(0, 1275, by = 97), 50))
add("pwilcox 0:300 of 12 25 every 13th", pwilcox(seq(0, 300, by = 13), 12, 25))

# Every sign of every value.
enumerate <- function(v) {
  s <- as.matrix(expand.grid(rep(list(c(-1, 1)), length(v)))) %*% v
  t <- sum(v); e <- 1e-9
  list(two.sided = mean(abs(s) >= abs(t) - e), less = mean(s <= t + e), greater = mean(s >= t - e))
}
for (side in sides) {
  add(paste("permutation", side), enumerate(d)[[side]])
  add(paste("permutation margin 0.3", side), enumerate(d - 0.3)[[side]])
  add(paste("permutation likert", side), enumerate(likert[likert != 0])[[side]])
}
# Every split of 15 items into 5 and 10 (y is system A, x system B).
pool <- c(y, x)
every <- combn(15, 5)
gap <- apply(every, 2, function(i) mean(pool[-i]) - mean(pool[i]))
seen <- mean(x) - mean(y)
add("unpaired-permutation two.sided", mean(abs(gap) >= abs(seen) - 1e-9))
add("unpaired-permutation less", mean(gap <= seen + 1e-9))
add("unpaired-permutation greater", mean(gap >= seen - 1e-9))
# Clusters: all cross products within, written out; and signs of whole clusters.
e <- d - mean(d)
products <- 0
for (i in seq_along(d)) for (j in seq_along(d))
  if (cluster[i] == cluster[j]) products <- products + e[i] * e[j]
groups <- length(unique(cluster))
se <- sqrt(groups / (groups - 1) * products) / length(d)
t <- mean(d) / se
add("cluster-t se", se)
add("cluster-t two.sided", 2 * pt(-abs(t), groups - 1))
add("cluster-t less", pt(t, groups - 1))
add("cluster-t greater", pt(-t, groups - 1))
sums <- as.vector(tapply(d, cluster, sum))
for (side in sides) add(paste("cluster-permutation", side), enumerate(sums)[[side]])
# Runs: 6 items, 3 runs of A and 2 of B, by the mean squares of two analyses of variance.
runs_a <- matrix(c(1, 0, 1, 0, 0, 1, 1, 1, 1, 0, 1, 0, 1, 1, 0, 0, 0, 0), 6, byrow = TRUE)
runs_b <- matrix(c(1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 0, 0), 6, byrow = TRUE)
within <- function(m) {
  frame <- data.frame(y = as.vector(t(m)), item = factor(rep(seq_len(nrow(m)), each = ncol(m))))
  anova(lm(y ~ item, frame))["Residuals", "Mean Sq"]
}
noise <- c(within(runs_a) / 3, within(runs_b) / 2)
add("data runs_a", as.vector(t(runs_a))); add("data runs_b", as.vector(t(runs_b)))
add("runs terms", c(var(rowMeans(runs_b) - rowMeans(runs_a)) - sum(noise), noise))

shown <- vapply(out, function(v) {
  text <- paste(sprintf("%.17g", v), collapse = ", ")
  if (length(v) > 1) paste0("[", text, "]") else text
}, "")
cat("{\n", paste0('  "', names(out), '": ', shown, collapse = ",\n"), "\n}\n", sep = "")
