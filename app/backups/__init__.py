"""Backups: whole copies of the data folder, one each night, each proved by opening it, and the way back from one."""
