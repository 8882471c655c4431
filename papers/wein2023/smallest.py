"""Tables 1 to 4 of Wein et al. (2023) as published; 0 stands for less than 0.00001."""

from __future__ import annotations

# What the paper counts as one metric.
WITH = {
    "cosine": ("cosine",),
    "emd-means-published": ("emd-means-published",),
    "emd-responses-published": ("emd-responses-published",),
    "inverse-mse": ("inverse-mse",),
    "mae": ("mae",),
    "wins": ("wins", "wins-vectorised"),
    "mean-emd-published": ("mean-emd-published",),
    "spearman": ("spearman",),
}
# By table, then sampler or metric; epsilon 0, 0.05, 0.1, 0.3 and 0.7 across.
TABLES = {
    "1": {
        "all,sample(1)": (0.04261, 0.02185, 0.00285, 0.0, 0.0),
        "all,sample(5)": (0.02152, 0.00289, 0.0, 0.0, 0.0),
        "bootstrap,all": (0.00621, 0.00166, 0.0, 0.0, 0.0),
        "bootstrap,first": (0.04243, 0.06268, 0.00462, 0.0, 0.0),
        "bootstrap,sample(1)": (0.05317, 0.00171, 0.00184, 0.0, 0.0),
        "bootstrap,sample(5)": (0.02094, 0.00680, 0.0, 0.0, 0.0),
    },
    "2": {
        "cosine": (0.13246, 0.02128, 0.00184, 0.0, 0.0),
        "emd-means-published": (0.02094, 0.00444, 0.00342, 0.03633, 0.0),
        "emd-responses-published": (0.01807, 0.00415, 0.00478, 0.00808, 0.0),
        "inverse-mse": (0.00621, 0.03206, 0.01349, 0.0, 0.0),
        "mae": (0.01071, 0.02929, 0.00020, 0.0, 0.0),
        "wins": (0.08724, 0.00166, 0.0, 0.0, 0.0),
        "mean-emd-published": (0.02152, 0.02721, 0.03219, 0.00022, 0.0),
        "spearman": (0.07934, 0.02114, 0.01110, 0.0, 0.0),
    },
    "3": {
        "all,sample(1)": (0.00108, 0.00545, 0.02909, 0.01037, 0.0),
        "all,sample(5)": (0.02020, 0.00390, 0.00585, 0.0, 0.0),
        "bootstrap,all": (0.00014, 0.00120, 0.00604, 0.0, 0.0),
        "bootstrap,first": (0.10096, 0.03511, 0.02359, 0.01801, 0.0),
        "bootstrap,sample(1)": (0.00193, 0.00893, 0.02965, 0.00958, 0.0),
        "bootstrap,sample(5)": (0.00406, 0.00265, 0.03939, 0.0, 0.0),
    },
    "4": {
        "cosine": (0.00108, 0.00120, 0.02909, 0.12034, 0.0),
        "emd-means-published": (0.11932, 0.01835, 0.00585, 0.01801, 0.0),
        "emd-responses-published": (0.29085, 0.05877, 0.04086, 0.16090, 0.27378),
        "inverse-mse": (0.01866, 0.00545, 0.04629, 0.0, 0.0),
        "mae": (0.02020, 0.02973, 0.13357, 0.0, 0.0),
        "wins": (0.01942, 0.03391, 0.131146, 0.0, 0.0),
        "mean-emd-published": (0.01382, 0.00390, 0.14331, 0.04434, 0.0),
        "spearman": (0.00014, 0.03511, 0.02359, 0.0, 0.0),
    },
}
