"""The observation models: what is observed, what was believed, and the log density of both."""
