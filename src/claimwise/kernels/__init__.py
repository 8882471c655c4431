"""Arrays in, arrays out: the numerical work, with leading batch axes and no validation."""
