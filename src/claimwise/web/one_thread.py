"""Importing this gives linear algebra one thread: in a worker, before anything else is loaded.

There are several workers, so more threads would only be in each other's way. The environment of
the server stays as it is: other threads may be reading it.
"""

import os

NAMES = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
os.environ.update(dict.fromkeys(NAMES, "1"))
