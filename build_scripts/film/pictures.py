"""Draws what stands for the site elsewhere into ui/public: icons, and one picture (1200x630) per page for sharing.

The results are committed; the build only copies them. They carry no name and no price, since those are the owner's.
Run: .venv/bin/python build_scripts/film/pictures.py   (needs Chromium and ffmpeg)
"""

import base64
import shutil
import struct
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from render import HERE, open_studio, picture, run

ROOT = HERE.parent.parent
OUT = ROOT / "ui" / "public"
DRAWINGS = ROOT / "ui" / "src" / "drawings"
FONT = ROOT / "node_modules/@fontsource/marcellus/files/marcellus-latin-400-normal.woff2"
LIMIT = 60_000
PAPER, INK, SUN = "#fbf8f3", "#14212b", "#e0a33a"

# Page -> words (as its headline has them) and drawing; the home page shows a moment of the film.
SHARED = {
    "home": ("Boutique insight for smarter project outcomes", ""),
    "services": ("Six services, from first sketch to final certificate", "planning"),
    "about": ("Clarity, light and an adviser on your side", "philosophy"),
    "contact": ("Book a service", "project-management"),
    "contract-review": ("Know what you sign. Contract and tender review", "review"),
    "onboarding": ("Tell us about your project", "scope"),
    "privacy-policy": ("Privacy policy", "why-transparent"),
    "terms-conditions": ("Terms and conditions", "contract"),
}


def mark(size: int, inset: float, ground: str) -> str:
    """The logo's mark, the sun over a datum line, in a square with `inset` (a part of its size) of air."""
    room = size * (1 - 2 * inset)
    unit = room / 44
    x, y = size * inset, size * inset + (room - 40 * unit) / 2
    # Hatching would fill up below this size.
    hatch = "M4 34.25 8 39M14 34.25l4 4.75M24 34.25l4 4.75M34 34.25l4 4.75" if size > 64 else ""
    pen = 2 if size > 64 else 4
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" width="{size}" height="{size}">'
        f'<path d="M0 0h{size}v{size}H0z" fill="{ground}"/>'
        f'<g transform="translate({x:g} {y:g}) scale({unit:g})">'
        f'<circle cx="22" cy="17" r="{13 if hatch else 14}" fill="{SUN}"/>'
        f'<path d="M0 34.25h44{hatch}" fill="none" stroke="{INK}" stroke-width="{pen}"/></g></svg>\n'
    )


def shot(page: Page, html: str, width: int, height: int) -> bytes:
    """A PNG of a small document."""
    page.set_viewport_size({"width": width, "height": height})
    page.set_content(f"<!doctype html><style>*{{margin:0}}svg{{display:block}}</style>{html}")
    page.evaluate("document.fonts.ready")
    return page.screenshot()


def icon_file(pictures: dict[int, bytes]) -> bytes:
    """PNG pictures by edge length as one .ico file."""
    offset = 6 + 16 * len(pictures)
    entries, bodies = b"", b""
    for size, body in pictures.items():
        entries += struct.pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(body), offset + len(bodies))
        bodies += body
    return struct.pack("<HHH", 0, 1, len(pictures)) + entries + bodies


def draw_icons(page: Page) -> None:
    """Favicons, the touch icon and the icons of the manifest."""
    (OUT / "favicon.svg").write_text(mark(32, 0.08, PAPER), encoding="utf-8")
    small = {size: shot(page, mark(size, 0.06, PAPER), size, size) for size in (16, 32, 48)}
    (OUT / "favicon.ico").write_bytes(icon_file(small))
    for name, size, inset in (
        ("apple-touch-icon", 180, 0.14),
        ("icon-192", 192, 0.14),
        ("icon-512", 512, 0.14),
        ("icon-maskable-512", 512, 0.24),
    ):
        (OUT / f"{name}.png").write_bytes(shot(page, mark(size, inset, PAPER), size, size))


def sheet(words: str, drawing: str) -> str:
    """A drawing sheet: frame, words, and a drawing on the datum line."""
    font = base64.b64encode(FONT.read_bytes()).decode()
    return f"""<style>
      @font-face {{ font-family: M; src: url(data:font/woff2;base64,{font}) }}
      body {{ background: {PAPER}; color: {INK}; font: 68px/1.08 M; width: 1200px; height: 630px; overflow: hidden }}
      .frame {{ position: absolute; inset: 28px; border: 1.5px solid {INK} }}
      h1 {{ position: absolute; left: 80px; top: 84px; width: 560px; font: inherit; text-wrap: balance }}
      .drawing {{ position: absolute; right: 76px; bottom: 112px; width: 430px; height: 440px;
        background: center bottom / contain no-repeat }}
      .line {{ position: absolute; left: 28px; right: 28px; bottom: 112px; border-top: 1.5px solid {INK} }}
      .line::after {{ content: ""; position: absolute; inset: 6px 0 auto; height: 16px;
        background: repeating-linear-gradient(125deg, {INK}66 0 1.5px, transparent 1.5px 40px) }}
      img {{ position: absolute; right: 29px; bottom: 29px; width: 1142px; height: 572px; object-fit: cover;
        object-position: 100% 70% }}
      img ~ .line {{ display: none }}
    </style>{drawing}<h1>{words}</h1><div class="line"></div><div class="frame"></div>"""


def draw_shared(page: Page, moment: bytes, folder: Path) -> None:
    """The pictures for sharing, in few colours so that they stay small."""
    for name, (words, drawing) in SHARED.items():
        if drawing:
            data = base64.b64encode((DRAWINGS / f"{drawing}.svg").read_bytes()).decode()
            art = f'<div class="drawing" style="background-image:url(data:image/svg+xml;base64,{data})"></div>'
        else:
            art = f'<img alt="" src="data:image/png;base64,{base64.b64encode(moment).decode()}">'
        raw, target = folder / f"{name}.png", OUT / f"og-{name}.png"
        raw.write_bytes(shot(page, sheet(words, art), 1200, 630))
        colours = "palettegen=max_colors=96:reserve_transparent=0[p];[b][p]paletteuse=dither=none"
        run("-i", raw, "-vf", f"split[a][b];[a]{colours}", target)
        print(f"{target.name:26} {target.stat().st_size:7,}")
        if target.stat().st_size > LIMIT:
            raise SystemExit(f"{target.name} is over its limit")


def main() -> None:
    """Draw everything."""
    with sync_playwright() as play, tempfile.TemporaryDirectory() as folder:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
        studio = browser.new_page()
        open_studio(studio)
        moment = picture(studio, "wide", 0)
        page = browser.new_page()
        draw_icons(page)
        draw_shared(page, moment, Path(folder))


if __name__ == "__main__":
    main()
