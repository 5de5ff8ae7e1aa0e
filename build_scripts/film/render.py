"""Renders the hero film and its posters into ui/src/features/film, which is committed: the build needs no ffmpeg.

Run: .venv/bin/python build_scripts/film/render.py   (needs Chromium and ffmpeg with libsvtav1, libaom-av1, libx264)
"""

import base64
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

HERE = Path(__file__).parent
OUT = HERE.parent.parent / "ui" / "src" / "features" / "film"
VIEWS = ("wide", "tall")
SECONDS = 10
RATE = 24
VIDEO_LIMIT, POSTER_LIMIT = 400_000, 40_000
COLOUR = ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"]
ACCURATE = "flags=accurate_rnd+full_chroma_int+full_chroma_inp"
TO_YUV = f"scale={ACCURATE}:in_color_matrix=bt709:out_color_matrix=bt709:in_range=full:out_range=tv,format=yuv420p"
# A key picture in the middle too, so that seeking (and looping) costs little.
ENCODERS = {
    "webm": ["-c:v", "libsvtav1", "-preset", "4", "-crf", "32", "-g", "120", "-svtav1-params", "tune=0"],
    "mp4": ["-c:v", "libx264", "-preset", "veryslow", "-crf", "23", "-tune", "animation", "-g", "120",
            "-profile:v", "high", "-movflags", "+faststart"],
}  # fmt: skip

OPEN = """async () => {
  const scene = await import("http://film.invalid/scene.mjs");
  globalThis.draw = (canvas, name, time) => {
    const view = scene.views[name];
    if (canvas.width !== view.width) [canvas.width, canvas.height] = [view.width, view.height];
    scene.drawFrame(canvas.getContext("2d"), view, time);
  };
  globalThis.show = (name, time, type, quality) => {
    const canvas = document.createElement("canvas");
    draw(canvas, name, time);
    return canvas.toDataURL(type, quality).split(",")[1];
  };
}"""


def open_studio(page: Page) -> None:
    """Give a page the scene's modules, from the files beside this one."""
    page.route(
        "http://film.invalid/**",
        lambda route: (
            route.fulfill(body=(HERE / name).read_text(), content_type="text/javascript")
            if (name := route.request.url.rsplit("/", 1)[1]).endswith(".mjs")
            else route.fulfill(body="<!doctype html>", content_type="text/html")
        ),
    )
    page.goto("http://film.invalid/")
    page.evaluate(OPEN)


def picture(page: Page, view: str, time: float, kind: str = "image/png", quality: float = 1) -> bytes:
    """One moment (0 to 1) of a view as a picture file."""
    return base64.b64decode(page.evaluate("([...all]) => show(...all)", [view, time, kind, quality]))


def frames(page: Page, view: str) -> Iterator[bytes]:
    """Every frame of a view as PNG."""
    count = SECONDS * RATE
    for number in range(count):
        yield picture(page, view, number / count)


def run(*command: str | Path) -> None:
    """Run ffmpeg quietly; its complaint goes to the terminal."""
    subprocess.run(["ffmpeg", "-y", "-loglevel", "error", *map(str, command)], check=True)


def film(page: Page, view: str, folder: Path) -> None:
    """Both videos of a view."""
    for number, frame in enumerate(frames(page, view)):
        (folder / f"{view}-{number:03}.png").write_bytes(frame)
    for ending, encoder in ENCODERS.items():
        source = folder / f"{view}-%03d.png"
        run(
            "-framerate",
            str(RATE),
            "-i",
            source,
            "-vf",
            TO_YUV,
            *encoder,
            *COLOUR,
            "-an",
            OUT / f"hero-{view}.{ending}",
        )


def poster(page: Page, view: str, folder: Path) -> None:
    """The first frame as AVIF and JPEG."""
    # At this quality the paper comes out as that of the page.
    (OUT / f"hero-{view}.jpg").write_bytes(picture(page, view, 0, "image/jpeg", 0.6))
    still = folder / f"{view}-poster.png"
    still.write_bytes(picture(page, view, 0))
    run("-i", still, "-vf", TO_YUV, "-c:v", "libaom-av1", "-still-picture", "1", "-crf", "19", "-cpu-used", "1",
        *COLOUR, OUT / f"hero-{view}.avif")  # fmt: skip


def check() -> None:
    """Stop when a file is over its limit."""
    for file in sorted(OUT.glob("hero-*.*")):
        size = file.stat().st_size
        print(f"{file.name:16} {size:8,}")
        if size > (VIDEO_LIMIT if file.suffix in (".webm", ".mp4") else POSTER_LIMIT):
            raise SystemExit(f"{file.name} is over its limit")


def main() -> None:
    """Render everything, or with `--poster` only the posters."""
    with sync_playwright() as play, tempfile.TemporaryDirectory() as folder:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        open_studio(page)
        for view in VIEWS:
            poster(page, view, Path(folder))
            if "--poster" not in sys.argv:
                film(page, view, Path(folder))
    check()


if __name__ == "__main__":
    main()
