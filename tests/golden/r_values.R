# Reference values from R for tests/power/test_exact.py. Run: Rscript r_values.R > r_values.json
options(digits = 15)
out <- list()
add <- function(name, value) out[[name]] <<- value

add("power.prop.test power n=1725 .92 .944",
    power.prop.test(n = 1725, p1 = 0.92, p2 = 0.944)$power)
add("power.prop.test n .5 .55 power .8",
    power.prop.test(p1 = 0.5, p2 = 0.55, power = 0.8, tol = 1e-12)$n)
add("power.prop.test p2 n=1725 .92 power .8",
    power.prop.test(n = 1725, p1 = 0.92, power = 0.8, tol = 1e-12)$p2)
add("power.prop.test power n=200 .7 .8 one.sided",
    power.prop.test(n = 200, p1 = 0.7, p2 = 0.8, alternative = "one.sided")$power)
add("mcnemar.test 61 39", mcnemar.test(matrix(c(300, 39, 61, 100), 2))$p.value)
add("mcnemar.test 61 39 uncorrected",
    mcnemar.test(matrix(c(300, 39, 61, 100), 2), correct = FALSE)$p.value)
add("mcnemar.test 5 5", mcnemar.test(matrix(c(30, 5, 5, 10), 2))$p.value)
add("binom.test 61 100", binom.test(61, 100)$p.value)
add("binom.test 61 100 greater", binom.test(61, 100, alternative = "greater")$p.value)
add("fisher.test 12/40 23/55",
    fisher.test(matrix(c(23, 32, 12, 28), 2))$p.value)
add("fisher.test 1587/1725 1628/1725",
    fisher.test(matrix(c(1628, 97, 1587, 138), 2))$p.value)
add("prop.test 12/40 23/55 uncorrected",
    prop.test(c(23, 12), c(55, 40), correct = FALSE)$p.value)
# Exact power of the exact conditional test by plain sums, written out in R.
conditional <- function(n, d, rate, midp = FALSE) {
  total <- 0
  for (N in 0:n) {
    k <- 0:N
    p <- pmin(1, 2 * pbinom(pmin(k, N - k), N, 0.5) -
                if (midp) ifelse(2 * k == N, 0, dbinom(k, N, 0.5)) else 0)
    reject <- p <= 0.05 & 2 * k > N
    total <- total + dbinom(N, n, rate) *
      sum(dbinom(k[reject], N, (rate + d) / 2 / rate))
  }
  total
}
add("power conditional n=500 d=.02 rate=.1", conditional(500, 0.02, 0.1))
add("power midp n=500 d=.02 rate=.1", conditional(500, 0.02, 0.1, TRUE))
add("power midp n=147 d=.05 rate=.05921741", conditional(147, 0.05, 0.05921741, TRUE))
cat("{\n", paste(sprintf('  "%s": %.15g', names(out), unlist(out)), collapse = ",\n"), "\n}\n", sep = "")
