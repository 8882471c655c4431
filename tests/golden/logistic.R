# Reference values of logistic mixed models: glmer (lme4), Laplace's approximation.
# Run: Rscript logistic.R path/to/ratings > logistic.json
suppressMessages({library(lme4); library(jsonlite)})
folder <- commandArgs(TRUE)[1]
# By default glmer stops the search for the random effects early: fourth decimal of logLik.
control <- glmerControl(optimizer = "bobyqa", tolPwrss = 1e-13, optCtrl = list(maxfun = 1e5, rhoend = 1e-8))
one <- function(formula, data) {
  m <- glmer(formula, data, family = binomial, control = control)
  list(loglik = as.numeric(logLik(m)), estimate = as.list(fixef(m)),
       se = as.list(coef(summary(m))[, 2]),
       sd = lapply(VarCorr(m), function(v) as.list(attr(v, "stddev"))))
}
wine <- read.csv(file.path(folder, "wine.csv"))
wine$high <- 1 * (wine$rating >= 3)
sim <- read.csv(file.path(folder, "sim_r3_i100.csv"))
sim$high <- 1 * (sim$y >= 5)
cat(toJSON(list(
  wine = one(high ~ temp + contact + (1 | judge), wine),
  sim = one(high ~ x + (1 | participant) + (1 | item), sim),
  slopes = one(high ~ x + (x | participant) + (1 | item), sim)
), auto_unbox = TRUE, digits = 12, pretty = TRUE), "\n")
