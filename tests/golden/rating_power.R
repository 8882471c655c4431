# p-values of simulated rating studies: Rscript rating_power.R ratings.csv > rating_power.json
# ratings.csv comes from rating_power.py; it is kept in the JSON, so that generators may change.
suppressMessages({library(lmerTest); library(ordinal); library(jsonlite)})
d <- read.csv(commandArgs(TRUE)[1])
d$x <- d$system - 0.5
d$rater <- factor(d$rater)
d$item <- factor(d$item)
studies <- grep("^y", names(d), value = TRUE)
p <- lapply(studies, function(name) {
  d$y <- d[[name]]
  d$o <- factor(d$y, ordered = TRUE)
  reml <- suppressMessages(lmer(y ~ x + (x | rater) + (x | item), d))
  ml <- suppressMessages(lmer(y ~ x + (x | rater) + (x | item), d, REML = FALSE))
  flat <- suppressMessages(lmer(y ~ x + (x || rater) + (x || item), d, REML = FALSE))
  full <- suppressWarnings(clmm(o ~ x + (x | rater) + (x | item), d, link = "probit"))
  null <- suppressWarnings(clmm(o ~ 1 + (x | rater) + (x | item), d, link = "probit"))
  z <- coef(summary(flat))["x", "Estimate"] / coef(summary(flat))["x", "Std. Error"]
  list(linear = coef(summary(reml))["x", "Pr(>|t|)"],
       `linear-ml` = coef(summary(ml))["x", "Pr(>|t|)"],
       `linear-z` = 2 * pnorm(-abs(z)),
       ordinal = coef(summary(full))["x", "Pr(>|z|)"],
       `ordinal-lrt` = pchisq(2 * as.numeric(logLik(full) - logLik(null)), 1, lower.tail = FALSE),
       singular = isSingular(reml) || isSingular(ml) || isSingular(flat))
})
cat(toJSON(list(rater = as.integer(as.character(d$rater)), item = as.integer(as.character(d$item)),
                system = d$system, ratings = lapply(studies, function(n) d[[n]]), p = p),
           digits = 10, auto_unbox = TRUE), "\n")
