"""Intervals: data in, low and high out. Each file of this room registers its own."""
