"""What libraries would look for at every start though nothing here asks for it."""

import os

# No package of the machine has a say in how requests are checked, and none is looked for.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
