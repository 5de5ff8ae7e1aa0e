"""Measures stand-ins for the two typefaces, so that nothing moves when ours arrive after the words.

A stand-in is a font that the visitor's machine has, drawn at such sizes that a line of the site's own texts is as long
as in ours. Every font has widths of its own, so each gets faces of its own; and no font is narrow or wide in all its
letters alike, so its letters are parted into a few groups of like proportion, each with a size. Reads the fonts (those
of other systems by their twins of the same widths: Liberation Sans is Arial's) and the built pages' words, and writes
ui/src/styles/standins.css, which is committed. Run it where fonts are kept after the texts or the fonts have changed:

    .venv/bin/python build_scripts/standins.py /usr/share/fonts
"""

import html
import re
import sys
from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from fonts import CHARACTERS, ROOT, SOURCES
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

TARGET = ROOT / "ui/src/styles/standins.css"
GROUPS = 4
# How much of the advances' sum a line of Inter is long in a browser: its pairs stand closer, and those of a stand-in do
# not where they come from two groups.
KERNED = 0.9976
HEAD = "/* Measured by build_scripts/standins.py. Of two faces for a letter the later one counts. */\n"
MARCELLUS = SOURCES / "@fontsource/marcellus/files/marcellus-latin-400-normal.woff2"
INTER = SOURCES / "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"

Widths = dict[str, float]


@dataclass(frozen=True)
class Standin:
    """A font of visitors' machines: the file that tells its widths, and the names of all fonts with these widths."""

    name: str
    file: str
    locals: tuple[str, ...]


SANS = (
    Standin("Arial", "LiberationSans-Regular.ttf", ("Arial", "Liberation Sans", "Arimo")),
    Standin("Roboto", "Roboto-Regular.ttf", ("Roboto",)),
    Standin("Noto", "NotoSans-Regular.ttf", ("Noto Sans",)),
    Standin("DejaVu", "DejaVuSans.ttf", ("DejaVu Sans", "Bitstream Vera Sans")),
)
SERIF = (
    Standin("Times", "LiberationSerif-Regular.ttf", ("Times New Roman", "Liberation Serif", "Tinos")),
    Standin("Noto", "NotoSerif-Regular.ttf", ("Noto Serif",)),
    Standin("DejaVu", "DejaVuSerif.ttf", ("DejaVu Serif", "Bitstream Vera Serif")),
)


def widths(font: TTFont) -> Widths:
    """The advance of each character that the site's fonts are cut to, in ems."""
    glyphs, advances, em = font.getBestCmap(), font["hmtx"], font["head"].unitsPerEm
    return {chr(code): advances[glyphs[code]][0] / em for code in _codes(CHARACTERS) if code in glyphs}


def _codes(ranges: str) -> list[int]:
    bounds = [part.split("-") for part in ranges.split(",")]
    return [code for ends in bounds for code in range(int(ends[0], 16), int(ends[-1], 16) + 1)]


def words(headlines: bool) -> Counter[str]:
    """How often each character stands on the public pages, in their headlines or everywhere."""
    counted: Counter[str] = Counter()
    for page in sorted((ROOT / "ui/dist/pages").glob("*.html")):
        text = re.sub(r"<(script|style)\b.*?</\1>", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        if headlines:
            text = " ".join(re.findall(r"<h[1-3]\b.*?</h[1-3]>", text, re.DOTALL))
        counted.update(html.unescape(re.sub(r"<[^>]*>|\{\{.*?\}\}", " ", text)))
    return counted


def grouped(ours: Widths, theirs: Widths, often: Counter[str]) -> list[tuple[float, list[str]]]:
    """GROUPS sizes with the characters drawn at each: those that leave the widths least apart (Fisher's partition)."""
    shared = sorted((c for c in ours if theirs.get(c)), key=lambda c: (ours[c] / theirs[c], c))
    weights = [(often[c] + 0.1) * theirs[c] for c in shared]
    ratios = [ours[c] / theirs[c] for c in shared]

    @cache
    def mean(first: int, end: int) -> float:
        return sum(w * r for w, r in zip(weights[first:end], ratios[first:end], strict=True)) / sum(weights[first:end])

    @cache
    def spread(first: int, end: int) -> float:
        middle = mean(first, end)
        return sum(weights[at] * (ratios[at] - middle) ** 2 for at in range(first, end))

    @cache
    def best(end: int, groups: int) -> tuple[float, tuple[int, ...]]:
        if groups == 1:
            return spread(0, end), (0,)
        tried = ((best(cut, groups - 1), cut) for cut in range(groups - 1, end))
        return min((cost + spread(cut, end), (*cuts, cut)) for (cost, cuts), cut in tried)

    cuts = (*best(len(shared), GROUPS)[1], len(shared))
    return [(mean(first, end), shared[first:end]) for first, end in pairwise(cuts)]


def ranges(characters: list[str]) -> str:
    """As `unicode-range` has them: 'U+61-63,U+7A'."""
    spans: list[list[int]] = []
    for code in sorted(map(ord, characters)):
        if spans and spans[-1][1] == code - 1:
            spans[-1][1] = code
        else:
            spans.append([code, code])
    return ", ".join(f"U+{first:X}" + (f"-{last:X}" if last > first else "") for first, last in spans)


def faces(family: str, standin: Standin, weight: str, ours: TTFont, theirs: TTFont, often: Counter[str]) -> str:
    """The faces of a stand-in for a range of weights, as tall as ours; the commonest group takes what is left over."""
    kerned = KERNED if family == "Inter" else 1
    groups = [(size * kerned, characters) for size, characters in grouped(widths(ours), widths(theirs), often)]
    groups.sort(key=lambda group: -sum(often[c] for c in group[1]))
    named = ", ".join(f'local("{name}")' for name in standin.locals)
    hhea, em = ours["hhea"], ours["head"].unitsPerEm
    made = ""
    for number, (size, characters) in enumerate(groups):
        made += (
            f'@font-face {{\n  font-family: "{family} as {standin.name}";\n  font-weight: {weight};\n  src: {named};\n'
        )
        if number:
            made += f"  unicode-range: {ranges(characters)};\n"
        made += (
            f"  ascent-override: {100 * hhea.ascent / em / size:.2f}%;\n"
            f"  descent-override: {-100 * hhea.descent / em / size:.2f}%;\n"
            f"  line-gap-override: 0%;\n  size-adjust: {100 * size:.2f}%;\n}}\n\n"
        )
    return made


def main() -> None:
    """Measure every stand-in."""
    kept = {path.name: path for path in Path(sys.argv[1]).rglob("*.ttf")}
    made = HEAD
    for standin in SERIF:
        made += faces("Marcellus", standin, "400", TTFont(MARCELLUS), TTFont(kept[standin.file]), words(headlines=True))
    for standin in SANS:
        # Regular letters stand in for all weights: which bold ones a machine has is not known.
        for weight, named in ((400, "400"), (500, "500 600")):
            ours = instantiateVariableFont(TTFont(INTER), {"wght": weight})
            made += faces("Inter", standin, named, ours, TTFont(kept[standin.file]), words(headlines=False))
    TARGET.write_text(made.rstrip() + "\n", encoding="utf-8")
    print(f"{TARGET.name}: {made.count('@font-face')} faces")


if __name__ == "__main__":
    main()
