# Mean difference over raters and items that are both a sample: lme4's standard error.
# Rscript tests/golden/crossed.R > tests/golden/crossed.json
suppressMessages({library(lme4); library(jsonlite)})
set.seed(7)
cases <- lapply(list(c(3, 12), c(5, 20), c(2, 30)), function(size) {
  r <- size[1]; n <- size[2]
  d <- outer(rnorm(r, 0.3, 0.6), rnorm(n, 0, 0.8), `+`) + matrix(rnorm(r * n), r)
  d <- round(d, 4)
  long <- data.frame(d = c(d), rater = factor(rep(1:r, n)), item = factor(rep(1:n, each = r)))
  fit <- lmer(d ~ 1 + (1 | rater) + (1 | item), long, REML = TRUE,
              control = lmerControl(optimizer = "bobyqa", optCtrl = list(rhoend = 1e-10)))
  list(d = d, mean = unname(fixef(fit)), se = sqrt(as.matrix(vcov(fit))[1, 1]),
       singular = isSingular(fit))
})
cat(toJSON(cases, digits = 12, auto_unbox = TRUE, pretty = FALSE))
