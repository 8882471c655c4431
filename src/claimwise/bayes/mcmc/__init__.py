"""Sampling by NUTS, for models that quadrature cannot do and as a check of those it can.

Nothing is imported here: NumPyro is an extra, and slow to load.
"""
