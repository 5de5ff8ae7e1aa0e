"""Helios: website, paid booking, client portal and back office in one process."""

import os

__version__ = "0.1.0"

# No package of the machine has a say in how requests are checked, and none is looked for at the start.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
