"""Mixed models with crossed random effects, compiled: import these files only when needed."""
