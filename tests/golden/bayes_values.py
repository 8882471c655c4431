"""Reference values for tests/bayes and tests/kernels, by mpmath at 30 digits.

Run: python bayes_values.py > bayes_values.json   (needs mpmath; takes some minutes)

Nothing here is shared with the library: plain double integrals of the densities, cut into
panels about the mass, by mpmath's own quadrature.
"""

import json
import sys

mp = mpf = None  # of mpmath, which only this script needs: imported by main


def beta_pdf(a, b):
    constant = mp.loggamma(a + b) - mp.loggamma(a) - mp.loggamma(b)

    def pdf(v):
        if v <= 0 or v >= 1:
            return mpf(0)
        return mp.exp((a - 1) * mp.log(v) + (b - 1) * mp.log1p(-v) + constant)

    return pdf


def moments(a, b):
    mean = mpf(a) / (a + b)
    return mean, mp.sqrt(mpf(a) * b / (mpf(a + b) ** 2 * (a + b + 1)))


def panels(low, high, middle, sd, wide=16):
    """Break points of a range: steps of two standard deviations about the middle."""
    marks = [middle + k * sd for k in range(-wide, wide + 1, 2)]
    return [low, *[m for m in marks if low < m < high], high]


def upper(t, a, b):
    """P(V > t), by integration for large parameters, by the incomplete beta for small ones."""
    t = mpf(t)
    if t <= 0:
        return mpf(1)
    if t >= 1:
        return mpf(0)
    if a + b < 3000:
        return mp.betainc(a, b, t, 1, regularized=True)
    mean, sd = moments(a, b)
    pdf = beta_pdf(a, b)
    if t > mean:
        return mp.quad(pdf, panels(t, min(mpf(1), t + 40 * sd), mean, sd, 40))
    return 1 - mp.quad(pdf, panels(max(mpf(0), t - 40 * sd), t, mean, sd, 40))


def independent_sf(x, b1, b2, a1, a2):
    """P(B - A > x) as an integral over A."""
    x, b1, b2, a1, a2 = (mpf(str(v)) for v in (x, b1, b2, a1, a2))
    mean, sd = moments(a1, a2)
    low, high = max(mpf(0), -x), min(mpf(1), 1 - x)
    sure = mp.betainc(a1, a2, 0, low, regularized=True) if low > 0 else mpf(0)
    pdf = beta_pdf(a1, a2)
    if a1 + a2 > 3000:
        low, high = max(low, mean - 50 * sd), min(high, mean + 50 * sd)
        marks = panels(low, high, mean, sd, 16)
    else:
        marks = panels(low, high, mean, sd, 8)
    return sure + mp.quad(lambda y: pdf(y) * upper(y + x, b1, b2), marks)


def independent_density(x, b1, b2, a1, a2):
    x, b1, b2, a1, a2 = (mpf(str(v)) for v in (x, b1, b2, a1, a2))
    low, high = max(mpf(0), -x), min(mpf(1), 1 - x)
    mean, sd = moments(a1, a2)
    other, _ = moments(b1, b2)
    pdf_a, pdf_b = beta_pdf(a1, a2), beta_pdf(b1, b2)
    marks = sorted({*panels(low, high, mean, sd), *panels(low, high, other - x, sd)})
    return mp.quad(lambda y: pdf_a(y) * pdf_b(y + x), marks)


def paired_sf(x, win, lose, rest):
    """P(won - lost > x) for x > 0, as an integral over the share of decided items."""
    x, win, lose, rest = (mpf(str(v)) for v in (x, win, lose, rest))
    mean, sd = moments(win + lose, rest)
    pdf = beta_pdf(win + lose, rest)
    if win + lose + rest > 3000:
        low, high = max(x, mean - 50 * sd), min(mpf(1), mean + 50 * sd)
        marks = panels(low, high, mean, sd, 16)
    else:
        marks = panels(x, mpf(1), mean, sd, 8)
    return mp.quad(lambda s: pdf(s) * upper((1 + x / s) / 2, win, lose), marks)


def paired_density(x, win, lose, rest):
    """Density of won - lost at x > 0, as an integral over the share lost."""
    x, win, lose, rest = (mpf(str(v)) for v in (x, win, lose, rest))
    total = win + lose + rest
    constant = mp.loggamma(total) - sum(mp.loggamma(v) for v in (win, lose, rest))

    def pdf(y):
        if y <= 0 or 1 - x - 2 * y <= 0:
            return mpf(0)
        logs = (win - 1) * mp.log(y + x) + (lose - 1) * mp.log(y)
        return mp.exp(constant + logs + (rest - 1) * mp.log(1 - x - 2 * y))

    mean, sd = lose / total, mp.sqrt(lose * (total - lose) / total**3)
    other = (1 - x) * (lose + win) / (2 * total)
    top = (1 - x) / 2
    return mp.quad(pdf, sorted({*panels(mpf(0), top, mean, sd), *panels(mpf(0), top, other, sd)}))


INDEPENDENT = [  # x, then the parameters of B and of A
    (0, 1722, 656, 1638, 740),
    (0.01, 1722, 656, 1638, 740),
    (-0.01, 1722, 656, 1638, 740),
    (0.1, 1, 1, 1, 1),
    (0.01, 0.5, 0.5, 0.5, 0.5),
    (-0.01, 0.5, 0.5, 0.5, 0.5),
    (0.3, 0.25, 0.25, 0.25, 0.25),
    (0.01, 2, 2, 2, 2),
    (0.01, 3, 1.5, 3, 1.5),
    (0.01, 9, 3, 9, 3),
    (0.0, 13, 14, 21, 9),
    (0.2, 0.5, 7.5, 3.5, 0.5),
    (-0.6, 1, 11, 11, 1),
    (0.7, 11, 1, 1, 11),
    (0.002, 1, 1001, 1, 301),
    (0.05, 6, 6, 400001, 600001),
    (0.0001, 5000001, 5000001, 4999001, 5001001),
    (0.0, 9999991, 11, 9999996, 6),
    (1e-07, 11, 9999991, 4, 9999998),
    (0.2, 7000001, 3000001, 5, 5),
]
PAIRED = [  # x, then the parameters of won, lost and even
    (0.01, 301, 217, 1860),
    (0.1, 1, 1, 2),
    (0.1, 0.5, 0.5, 1),
    (0.3, 0.25, 0.25, 0.5),
    (0.2, 6, 1, 5),
    (0.5, 11, 1, 2),
    (0.02, 1, 1, 102),
    (0.1, 100001, 11, 900002),
    (0.0001, 2500001, 2499001, 5001002),
    (1e-06, 21, 6, 9999977),
    (0.9998, 9999001, 1001, 2),
]
TAILS = [  # log of P(d < x) far below the mean: the density integrated
    ("independent", 0.01, 900, 102, 602, 400),
    ("independent", 0.0, 90001, 10001, 60001, 40001),
    ("paired", 0.01, 300, 12, 700),
]


def log_tail(kind, x, *parameters):
    """Log of P(d < x), by integrating the density downwards until it is negligible."""
    x = mpf(str(x))
    spread = mp.sqrt(mpf(1) / sum(parameters))
    steps = (0, 0.005, 0.01, 0.02, 0.03, 0.05, 0.08, 0.12, 0.2, 0.3, 0.5, 0.8, 1.2, 2, 3, 5)
    where = sorted(x - mpf(str(k)) * spread for k in steps)
    if kind == "independent":
        b1, b2, a1, a2 = (mpf(v) for v in parameters)
        low, high = moments(a1, a2)[0] - 8 * spread, moments(b1, b2)[0] + 8 * spread
        marks = [low + (high - low) * k / 200 for k in range(201)]
        pdf_a, pdf_b = beta_pdf(a1, a2), beta_pdf(b1, b2)

        def density(d):
            return gauss(lambda y: pdf_a(y) * pdf_b(y + d), [m for m in marks if 0 < m < 1])

    else:
        win, lose, rest = parameters

        def density(d):
            won, lost = (win, lose) if d > 0 else (lose, win)
            return paired_density(abs(d), won, lost, rest)

        where = sorted({*where, mpf(0)})
    return mp.log(gauss(density, where))


def gauss(f, marks):
    """Gauss-Legendre in panels, with enough nodes that one more doubling changes nothing."""
    return mp.quad(f, marks, method="gauss-legendre", maxdegree=4)


def main():
    global mp, mpf
    from mpmath import mp, mpf

    out = {"independent": [], "paired": [], "tails": []}
    for case in INDEPENDENT:
        print(case, file=sys.stderr)
        mp.dps = 120 if min(case[1:]) < 0.4 else 30  # a quarter power needs four times the digits
        row = {"x": case[0], "parameters": case[1:], "sf": mp.nstr(independent_sf(*case), 20)}
        if case[0]:
            row["density"] = mp.nstr(independent_density(*case), 20)
        out["independent"].append(row)
    for case in PAIRED:
        print(case, file=sys.stderr)
        mp.dps = 120 if min(case[1:]) < 0.4 else 30
        row = {"x": case[0], "parameters": case[1:], "sf": mp.nstr(paired_sf(*case), 20)}
        row["density"] = mp.nstr(paired_density(*case), 20)
        out["paired"].append(row)
    mp.dps = 25
    for kind, x, *parameters in TAILS:
        print(kind, x, parameters, file=sys.stderr)
        value = mp.nstr(log_tail(kind, x, *parameters), 15)
        out["tails"].append({"kind": kind, "x": x, "parameters": parameters, "log": value})
    print(json.dumps(out, indent=1))


if __name__ == "__main__":
    main()
