"""The plug-in is imported where it is installed, and nowhere else: it would be known to all tests."""

collect_ignore = ["latency.py"]
