"""Damaged files of every reader: refused in a sentence, or read right."""
