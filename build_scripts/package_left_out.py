"""What the package leaves out of Python and of the libraries, which is never called here."""

import encodings
from pathlib import Path

import PIL
import stripe

# A telephone's JPEG may hold several, and says as a TIFF does which way is up.
PICTURES = {"JpegImagePlugin", "MpoImagePlugin", "PngImagePlugin", "TiffImagePlugin"}
OTHER_PICTURES = {path.stem for path in Path(PIL.__file__).parent.glob("*ImagePlugin.py")} - PICTURES
# Every text is UTF-8. These are what a machine may be set to, and what names, archives, fonts and letters use.
CODECS = {
    *("aliases", "ascii", "base64_codec", "charmap", "cp1252", "cp437", "hex_codec", "idna", "iso8859_1", "iso8859_15"),
    *("latin_1", "mac_roman", "punycode", "quopri_codec", "raw_unicode_escape", "undefined", "unicode_escape"),
    *("utf_16", "utf_16_be", "utf_16_le", "utf_32", "utf_32_be", "utf_32_le", "utf_7", "utf_8", "utf_8_sig"),
}
OTHER_CODECS = {path.stem for path in Path(encodings.__file__).parent.glob("[a-z]*.py")} - CODECS
# Compiled by their makers for a speed that nobody here waits for; they give the same in Python along.
IN_PYTHON_TOO = (
    "charset_normalizer/cd",
    "charset_normalizer/md",
    "fontTools/misc/bezierTools",
    "fontTools/varLib/iup",
)
# What the card provider is asked by; its library loads the others by name, for who calls them.
SERVICES = {"_event_service", "_payment_intent_service", "_refund_service", "_webhook_endpoint_service"}
ITS_OWN = {"_stripe_service", "_oauth_service"}  # what all of them are made of, and what each client loads
LIBRARY = Path(stripe.__file__).parent
OTHER_SERVICES = {
    ".".join(path.relative_to(LIBRARY.parent).with_suffix("").parts)
    for path in LIBRARY.rglob("*_service.py")
    if path.stem not in SERVICES | ITS_OWN
}
# What dependencies bring along and this program never calls.
LEFT_OUT = (
    "tkinter",
    "pytest",
    "IPython",
    "_pytest",
    "setuptools",
    "pip",
    "lib2to3",
    "pydoc_data",
    "mypy",
    "hypothesis",
    "holidays",  # its table is there
    "lxml",
    "rich",
    "pygments",
    "markdown_it",
    "anyio",
    "readline",
    "_sqlite3",  # older than what pysqlite3 brings
    "doctest",
    "pydoc",
    "multiprocessing",
    "_pydecimal",  # _decimal is there
    "_codecs_cn",  # every text is UTF-8
    "_codecs_hk",
    "_codecs_iso2022",
    "_codecs_jp",
    "_codecs_kr",
    "_codecs_tw",
    "_multibytecodec",
    *(f"encodings.{name}" for name in sorted(OTHER_CODECS)),
    "ftplib",
    "webbrowser",
    "xmlrpc",
    # Pictures are JPEG or PNG.
    "PIL._avif",
    "PIL._imagingcms",
    "PIL._imagingft",
    "PIL._imagingtk",
    "PIL._webp",
    "PIL.ImageQt",
    "PIL.ImageTk",
    *(f"PIL.{kind}" for kind in sorted(OTHER_PICTURES)),
    "pydantic.mypy",
    "pydantic.v1",
    # Asked for by nothing but types, and by the provider's other kind of events (tests/packaging/test_left_out.py).
    "stripe.events",
    "stripe.params",
    *sorted(OTHER_SERVICES),
)
