"""Making a thumbnail of a stranger's picture: the work of a process that may fail alone and can take up little.

Nothing is imported before the limits stand but what sets them.
"""

import os
import resource
import sys
from typing import BinaryIO

MOST_BYTES = 640 * 1024 * 1024  # of memory, the program's own included
MOST_SECONDS = 10  # of a processor
MOST_PIXELS = 50_000_000  # the largest of telephones' photographs
EDGE_PIXELS = 320


def hold_back() -> None:
    """Limit this process's memory and time for good, and let others go first."""
    os.nice(10)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024 * 1024, 1024 * 1024))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run() -> None:
    """Shrink standard input to standard output, held back."""
    hold_back()
    shrink(sys.stdin.buffer, sys.stdout.buffer)


def shrink(source: BinaryIO, target: BinaryIO) -> None:
    """Write the JPEG or PNG as a JPEG of at most 320 x 320 pixels: upright, on white, without what it tells of itself.

    Raises ValueError for one of too many pixels, and what Pillow raises for one that it cannot read.
    """
    from PIL import Image, ImageOps

    with Image.open(source, formats=("JPEG", "PNG")) as opened:
        if opened.width * opened.height > MOST_PIXELS:
            raise ValueError("too many pixels")
        picture: Image.Image = opened
        if picture.mode.startswith("I"):  # 16 bits of grey, of which Pillow would cut off the brighter ones
            picture = picture.convert("I").point(lambda value: value / 256).convert("L")
        elif picture.mode in ("1", "P"):
            picture = picture.convert("RGBA" if picture.has_transparency_data else "RGB")
        picture.thumbnail((EDGE_PIXELS, EDGE_PIXELS))  # a JPEG is unpacked at a fraction of its size
        upright = ImageOps.exif_transpose(picture)
        # A new one: what is written along with pixels (place, device, comment) stays behind.
        plain = Image.new("RGB", upright.size, "white")
        see_through = upright.convert("RGBA") if upright.has_transparency_data else None
        plain.paste(see_through or upright.convert("RGB"), mask=see_through)
        plain.save(target, "JPEG", quality=80, optimize=True)
