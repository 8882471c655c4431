"""From a study to its chances: simulate, solve for sizes and effects, average over beliefs.

A kind of study says what it assumes (`claimwise.engine.planned`); the rest is here, for all kinds.
"""
