# Reference values of linear mixed models with two fixed factors: lmerTest.
# Run: Rscript factors.R > factors.json
suppressMessages({library(lmerTest); library(jsonlite)})
k <- 0:287
d <- data.frame(rater = k %% 8, item = (k %/% 8) %% 12, system = c("A", "B", "C")[1 + k %/% 96])
d$length <- ifelse((d$rater + 2 * d$item) %% 3 == 0, "long", "short")
noise <- function(x) sin(12.9898 * x) * 1.3
d$y <- 3 + noise(d$rater + 1) + 0.8 * noise(3 * d$item + 2) + (d$system == "B") * (0.3 +
  noise(d$rater + 40)) + (d$system == "C") * (0.9 * noise(5 * d$rater + 7) -
  0.2 * (d$length == "long")) + noise(k + 100)
d <- d[k %% 7 != 3, ]
for (name in c("rater", "item", "system", "length")) d[[name]] <- factor(d[[name]])
control <- lmerControl(optimizer = "bobyqa", optCtrl = list(rhoend = 1e-10, maxfun = 1e5))
tests <- function(formula) {
  a <- anova(lmer(formula, d, control = control))
  out <- lapply(seq_len(nrow(a)), function(i) list(
    f = a[i, "F value"], numerator = a[i, "NumDF"], denominator = a[i, "DenDF"], p = a[i, "Pr(>F)"]))
  names(out) <- rownames(a)
  out
}
average <- function(formula) {
  rows <- rbind(c(0, 1, 0, 0, 0.5, 0), c(0, 0, 1, 0, 0, 0.5), c(0, -1, 1, 0, -0.5, 0.5),
                c(0, 0, 0, 1, 1 / 3, 1 / 3))
  found <- contest(lmer(formula, d, control = control), rows, joint = FALSE)
  out <- lapply(seq_len(nrow(found)), function(i) list(
    estimate = found[i, "Estimate"], low = found[i, "lower"], high = found[i, "upper"],
    p = found[i, "Pr(>|t|)"]))
  names(out) <- c("B vs A", "C vs A", "C vs B", "short vs long")
  out
}
cat(toJSON(list(
  additive = tests(y ~ system + length + (1 | rater) + (1 | item)),
  slopes = tests(y ~ system + length + (system | rater) + (1 | item)),
  product = tests(y ~ system * length + (1 | rater) + (1 | item)),
  averages = average(y ~ system * length + (1 | rater) + (1 | item))
), auto_unbox = TRUE, digits = 12, pretty = TRUE), "\n")
