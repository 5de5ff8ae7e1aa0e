"""What libraries would load at every start though nothing here calls it: a quarter of a second in all.

Spared here and not where a library is used, for the first to import it decides, and that may be any module.
"""

import os
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any


def _as_it_is(**_: object) -> Callable[[Any], Any]:
    return lambda told: told


# No package of the machine has a say in how requests are checked, and none is looked for.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
# flask-limiter's library brings its twin for asyncio, and to mark in its manual since when it has what, all of asyncio.
_notes = ModuleType("deprecated.sphinx")
_notes.__dict__.update(versionadded=_as_it_is, versionchanged=_as_it_is)
for _unused in (ModuleType("limits.aio"), _notes):
    sys.modules.setdefault(_unused.__name__, _unused)
