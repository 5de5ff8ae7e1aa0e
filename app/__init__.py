"""Helios: website, paid booking, client portal and back office in one process."""

__version__ = "0.1.0"

# After the version, which scripts read, and before any other module of the program asks for a library.
from app import spared as spared
