"""Helios: website, paid booking, client portal and back office in one process."""

__version__ = "0.1.0"
