"""The forms of a Document: terminal, HTML, Markdown, LaTeX, notebook, JSON, frames, pictures."""
