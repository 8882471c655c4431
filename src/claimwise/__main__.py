"""Run the command line with ``python -m claimwise``."""

from claimwise.cli.main import main

main()
