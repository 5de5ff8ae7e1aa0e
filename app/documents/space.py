"""Room on the disk: files stop before it is full, and staff are told before that."""

from datetime import datetime
from pathlib import Path

from app.alerts.actions import raise_alert, withdraw
from app.documents import disk, rules
from app.documents.disk import refusal

LOW = "disk.low"
FULL = (
    "We cannot take files at the moment, because our storage is nearly full. Please try again later, or email us the "
    "file; nothing else you entered is lost."
)
DISK = "We cannot save files right now. Please try again later; nothing else you entered is lost."


def require_space(folder: Path) -> None:
    """Refuse a file while the disk is nearly full: AppError 507."""
    try:
        free, total = disk.space(folder)
    except OSError as error:
        raise refusal("disk", 507, DISK) from error
    if rules.is_full(free, total):
        raise refusal("disk_full", 507, FULL)


def watch_disk(folder: Path, now: datetime) -> bool:
    """Tell staff while the data folder's disk is nearly full; withdrawn by itself. Returns whether it is."""
    free, total = disk.space(folder)
    if not rules.is_low(free, total):
        withdraw(LOW)
        return False
    stopped = " No files are taken until there is room." if rules.is_full(free, total) else ""
    text = (
        f"The disk of the data folder is nearly full ({free / 1024**3:,.1f} of {total / 1024**3:,.1f} GiB were free "
        f"when this was noticed): please make room.{stopped}"
    )
    raise_alert(LOW, LOW, text, now=now)
    return True
