"""Posteriors and Bayes factors: data in, Result out."""
