"""The plug-in is imported where it is installed: else all tests would know its kind and test."""

collect_ignore = ["latency.py"]
