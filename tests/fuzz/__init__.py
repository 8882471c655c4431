"""Mutated files of every reader: refused in a sentence or read right, quickly and in little memory."""
