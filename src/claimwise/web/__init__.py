"""The local page: parse, call, render. The same functions as the command line; no statistics."""
