"""Stops with a clear message on a Python that is too old."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - this is the check itself
    sys.exit(f"Helios needs Python 3.11 or newer; this is {sys.version.split()[0]}. Try: make PYTHON=python3.11")
