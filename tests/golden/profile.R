# Profile-likelihood intervals of the fixed effects of linear mixed models fitted by ML.
# Run: Rscript profile.R path/to/folder/of/ratings > profile.json
#
# lme4 interpolates the signed root of the likelihood ratio by splines. With a small `delta` it
# has many points near the limits; `refined` solves for them by root finding on refits with an
# offset, and the two must agree.
suppressPackageStartupMessages(library(lme4))
folder <- commandArgs(trailingOnly = TRUE)[1]
control <- lmerControl(optimizer = "bobyqa", optCtrl = list(rhoend = 1e-9),
                       calc.derivs = FALSE, check.conv.singular = "ignore")

refined <- function(formula, frame, name, level, around) {
  full <- lmer(formula, frame, REML = FALSE, control = control)
  column <- model.matrix(full)[, name]
  # The column is taken out by its name; the rest of x is handed over as a matrix.
  frame$rest <- model.matrix(full)[, setdiff(colnames(model.matrix(full)), name), drop = FALSE]
  smaller <- as.formula(paste(all.vars(formula)[1], "~ 0 + rest +",
    paste0("(", sapply(findbars(formula), deparse), ")", collapse = " + ")))
  statistic <- function(b) {
    frame$shift <- b * column
    -2 * as.numeric(logLik(lmer(smaller, frame, REML = FALSE, offset = shift,
                                control = control)) - logLik(full))
  }
  q <- qchisq(level, 1); at <- fixef(full)[[name]]
  reach <- c(around[1] - at, around[2] - at)
  vapply(reach, function(r) uniroot(function(b) statistic(b) - q,
    sort(at + c(0.8, 1.2) * r), tol = 1e-8)$root, 0)
}

one <- function(data, formula, frame, names, level) {
  full <- lmer(formula, frame, REML = FALSE, control = control)
  quick <- confint(full, parm = names, level = level, method = "profile", quiet = TRUE,
                   delta = 0.1)
  text <- vapply(names, function(name) {
    limits <- refined(formula, frame, name, level, quick[name, ])
    sprintf('    {"data": "%s", "formula": "%s", "name": "%s", "level": %g,\n     "confint": [%s], "refined": [%s]}',
            data, paste(deparse(formula, width.cutoff = 200), collapse = ""), name, level,
            paste(sprintf("%.10g", quick[name, ]), collapse = ", "),
            paste(sprintf("%.10g", limits), collapse = ", "))
  }, "")
  paste(text, collapse = ",\n")
}

wine <- read.csv(file.path(folder, "wine.csv"))
sim <- read.csv(file.path(folder, "sim_r3_i100.csv"))
rows <- c(
  one("wine", rating ~ temp + contact + (1 | judge), wine,
      c("tempwarm", "contactyes"), 0.95),
  one("wine", rating ~ temp + contact + (1 | judge), wine, "contactyes", 0.5),
  one("sim_r3_i100", y ~ x + (1 | participant) + (1 | item), sim, c("(Intercept)", "x"), 0.95),
  one("sim_r3_i100", y ~ x + (x | participant) + (x | item), sim, "x", 0.9)
)
cat('{\n  "made by": "', R.version.string, ', lme4 ', as.character(packageVersion("lme4")),
    '",\n  "intervals": [\n', paste(rows, collapse = ",\n"), "\n  ]\n}\n", sep = "")
