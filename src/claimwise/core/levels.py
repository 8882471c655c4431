"""How are the raters and the runs of the data taken: as a sample, or as all there are?"""

NO_CLUSTERS = "none"  # in place of a column: leave out those that were recognised
RATERS = ("random", "fixed")
# A sample, of which those of the same name are compared one by one, or each system's for itself;
# independent answers of one model; these alone.
RUNS = ("crossed", "separate", "samples", "fixed")
