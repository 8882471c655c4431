"""Wein et al. (2023): Follow the leader(board) with confidence."""
