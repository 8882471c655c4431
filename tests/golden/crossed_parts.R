# Raters who did not score every item: lme4's components and standard error, and the fitting
# constants (Henderson's third method) from the sums of squares of lm.
# Rscript tests/golden/crossed_parts.R > tests/golden/crossed_parts.json
suppressMessages({library(lme4); library(jsonlite)})
set.seed(11)
cases <- lapply(list(c(4, 40, 0.25), c(6, 60, 0.4), c(12, 80, 0.7)), function(size) {
  r <- size[1]; n <- size[2]
  d <- outer(rnorm(r, 0.2, 0.7), rnorm(n, 0, 0.8), `+`) + matrix(rnorm(r * n), r)
  away <- matrix(runif(r * n) < size[3], r)
  for (i in 1:n) away[sample(r, 2), i] <- FALSE
  d[away] <- NA
  d <- round(d, 4)
  long <- data.frame(d = c(d), rater = factor(rep(1:r, n)), item = factor(rep(1:n, each = r)))
  long <- long[!is.na(long$d), ]
  table <- anova(lm(d ~ item + rater, long))
  rest <- table["Residuals", "Mean Sq"]
  of_rater <- (table["rater", "Sum Sq"] - table["rater", "Df"] * rest) / (nrow(long) - n)
  fit <- lmer(d ~ 1 + (1 | rater) + (1 | item), long, REML = TRUE,
              control = lmerControl(optimizer = "bobyqa", optCtrl = list(rhoend = 1e-10)))
  sd <- as.data.frame(VarCorr(fit)); rownames(sd) <- sd$grp
  list(d = d, rest = rest, of_rater = of_rater, lme4 = sd[c("rater", "item", "Residual"), "vcov"],
       mean = unname(fixef(fit)), se = sqrt(as.matrix(vcov(fit))[1, 1]))
})
cat(toJSON(cases, digits = 12, auto_unbox = TRUE, pretty = FALSE, na = "null"))
