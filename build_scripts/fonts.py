"""Cuts the two typefaces down to what the site's own texts need, so that less stands before the first paint.

Reads the whole Latin files from node_modules and writes ui/src/styles/fonts/*.woff2, which are committed: the build
needs no font tools. Characters left out here (names with accents, say) come from the whole files, which browsers fetch
when a page shows one (`unicode-range` in fonts.css). Run it after an update of the @fontsource packages:

    .venv/bin/python build_scripts/fonts.py
"""

from pathlib import Path

from fontTools.subset import Options, Subsetter, parse_unicodes
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "node_modules"
TARGET = ROOT / "ui/src/styles/fonts"

# Plain English, prices and dates; fonts.css states the same ranges.
CHARACTERS = (
    "20-7E,A0,A7,A9,AB,AE,B0-B3,B7,B9,BB-BE,D7,"
    "2010-2015,2018-201E,2020-2022,2026,2032-2033,2039-203A,2122,2190-2193,2212"
)
# Kerning, composed characters, arrows in texts as typed, and the figures that keep columns straight.
FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl", "tnum"]
WEIGHTS = (400, 600)


def cut(source: Path, target: Path) -> None:
    """Write to `target` the font in `source` with CHARACTERS, FEATURES and, where it varies, WEIGHTS only."""
    font = TTFont(source)
    subsetter = Subsetter(Options(flavor="woff2", layout_features=FEATURES, name_IDs=["*"], notdef_outline=True))
    subsetter.populate(unicodes=parse_unicodes(CHARACTERS))
    subsetter.subset(font)
    if "fvar" in font:
        font = instantiateVariableFont(font, {"wght": WEIGHTS})
    font.flavor = "woff2"
    font.save(target)
    print(f"{target.name}: {source.stat().st_size:,} -> {target.stat().st_size:,} bytes")


def main() -> None:
    """Cut both typefaces."""
    TARGET.mkdir(parents=True, exist_ok=True)
    cut(SOURCES / "@fontsource/marcellus/files/marcellus-latin-400-normal.woff2", TARGET / "marcellus-plain.woff2")
    cut(SOURCES / "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2", TARGET / "inter-plain.woff2")


if __name__ == "__main__":
    main()
