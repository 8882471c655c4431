"""Azer et al. (2020): Not All Claims are Created Equal."""
