"""Howcroft and Rieser (2021): What happens if you treat ordinal ratings as interval data?"""
