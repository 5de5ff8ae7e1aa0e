"""The owner's configuration: read once, checked as a whole, frozen and put in force for the process.

Anything wrong stops the start with the key's name.
"""

from app.config.current import in_force, put_in_force
from app.config.reading import STEERING, build, data_folder, load
from app.config.section import FORMS, ConfigError, Section
from app.config.values import Catalogue, Config, Mail, Mode, Offer, PackageOffer

__all__ = [
    "FORMS",
    "STEERING",
    "Catalogue",
    "Config",
    "ConfigError",
    "Mail",
    "Mode",
    "Offer",
    "PackageOffer",
    "Section",
    "build",
    "data_folder",
    "in_force",
    "load",
    "put_in_force",
]
