"""Mixed models for ratings: linear and ordinal, with crossed random effects."""
