"""Cuts the two typefaces down to what the site's own texts need, so that less stands before the first paint; and joins
their scripts to whole files for invoices, which name people.

Reads the files of single scripts from node_modules and writes ui/src/styles/fonts/*.woff2 and app/invoices/fonts/*.ttf,
which are committed: the build needs no font tools. Characters left out of the first (names with accents, say) come from
the whole files, which browsers fetch when a page shows one (`unicode-range` in fonts.css). Run it after an update of
the @fontsource packages:

    .venv/bin/python build_scripts/fonts.py
"""

import tempfile
from pathlib import Path

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter, parse_unicodes
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "node_modules"
TARGET = ROOT / "ui/src/styles/fonts"
INVOICES = ROOT / "app/invoices/fonts"
INTER, MARCELLUS = "@fontsource-variable/inter/files/inter", "@fontsource/marcellus/files/marcellus"
SCRIPTS = ("latin", "latin-ext", "cyrillic", "cyrillic-ext", "greek", "greek-ext", "vietnamese")

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


def join(sources: list[Path], weight: int, target: Path) -> None:
    """Write to `target` one font of that weight with the characters of all of `sources`, which are of one family."""
    parts = []
    with tempfile.TemporaryDirectory() as folder:
        for source in sources:
            font = TTFont(source)
            if "fvar" in font:
                font = instantiateVariableFont(font, {"wght": weight})
            # Nothing sets type with these but one line after the other: what shapes it would not be read.
            left_out = ["GSUB", "GPOS", "GDEF", "STAT"]
            subsetter = Subsetter(Options(name_IDs=["*"], notdef_outline=True, drop_tables=left_out))
            subsetter.populate(unicodes=font.getBestCmap())
            subsetter.subset(font)
            font.flavor = None
            parts.append(str(Path(folder) / f"{source.stem}.ttf"))
            font.save(parts[-1])
        Merger().merge(parts).save(target)
    print(f"{target.name}: {target.stat().st_size:,} bytes")


def main() -> None:
    """Cut both typefaces, and join them."""
    for folder in (TARGET, INVOICES):
        folder.mkdir(parents=True, exist_ok=True)
    cut(SOURCES / f"{MARCELLUS}-latin-400-normal.woff2", TARGET / "marcellus-plain.woff2")
    cut(SOURCES / f"{INTER}-latin-wght-normal.woff2", TARGET / "inter-plain.woff2")
    for weight in WEIGHTS:
        join(
            [SOURCES / f"{INTER}-{script}-wght-normal.woff2" for script in SCRIPTS],
            weight,
            INVOICES / f"inter-{weight}.ttf",
        )
    join(
        [SOURCES / f"{MARCELLUS}-{script}-400-normal.woff2" for script in SCRIPTS[:2]], 400, INVOICES / "marcellus.ttf"
    )


if __name__ == "__main__":
    main()
