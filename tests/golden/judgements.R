# Reference values for judgements head to head: Rscript judgements.R FOLDER > judgements.json
# FOLDER holds judgements.csv (rater, item, first, winner), the bundled example.
suppressMessages({library(lmerTest); library(ordinal); library(lme4); library(jsonlite)})
d <- read.csv(file.path(commandArgs(TRUE)[1], "judgements.csv"))
d$rater <- factor(d$rater)
d$item <- factor(d$item)
d$o <- factor(d$winner, levels = c("base", "tie", "new"), ordered = TRUE)
d$score <- c(base = -1, tie = 0, new = 1)[d$winner]
m <- clmm(o ~ 1 + (1 | rater) + (1 | item), d, link = "logit",
          control = clmm.control(gradTol = 1e-6))
th <- c("base|tie", "tie|new")
g <- c(0.5, 0.5)
l <- lmer(score ~ 1 + (1 | rater) + (1 | item), d)
s <- coef(summary(l))
two <- d[d$winner != "tie", ]
b <- glmer(I(winner == "new") ~ 1 + (1 | rater) + (1 | item), two, family = binomial,
           control = glmerControl(optimizer = "bobyqa", tolPwrss = 1e-13,
                                  optCtrl = list(maxfun = 1e5, rhoend = 1e-8)))
cat(toJSON(list(
  loglik = as.numeric(logLik(m)),
  effect = -sum(g * m$alpha[th]),
  error = sqrt(drop(t(g) %*% vcov(m)[th, th] %*% g)),
  sd = sapply(VarCorr(m)[c("rater", "item")], function(v) sqrt(v[1, 1])),
  difference = s[1, "Estimate"], difference_error = s[1, "Std. Error"], df = s[1, "df"],
  p = s[1, "Pr(>|t|)"],
  without_ties = list(effect = fixef(b)[[1]], error = sqrt(vcov(b)[1, 1]),
                      sd = sapply(VarCorr(b)[c("rater", "item")], function(v) sqrt(v[1, 1])),
                      loglik = as.numeric(logLik(b))),
  sign = binom.test(sum(d$score > 0), sum(d$score != 0))$p.value
), digits = 12, auto_unbox = TRUE, pretty = TRUE), "\n")
