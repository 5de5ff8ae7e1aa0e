"""The trial that `make package` gives what it has built: a whole program passes, one that lost something does not."""

import sys

import package_trial
import pytest
from package_trial import try_out
from running import ROOT

DEMO = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from app.__main__ import main"
# What a build can lose: how the program behaves then -> what the trial says of it.
LOSSES = {
    "the owner's facts": (
        "from app import bundle; bundle.fill = lambda page, filling: page",
        "/ is not the finished page",
    ),
    "a font or another file of a page": (
        "from app import bundle; find = bundle.Bundle.find;"
        " bundle.Bundle.find = lambda self, path: None if path.endswith('.woff2') else find(self, path)",
        "woff2 is not the file that was built",
    ),
    "the sandbox's script": (
        "from app.sandbox import routes; routes.files = None",
        "sandbox's script is missing",
    ),
    "what draws the invoices": (
        "import sys; sys.modules['fontTools.varLib'] = None",
        "/api/client/invoices/",
    ),
    "the pictures": (
        "from app.documents import thumbnails; thumbnails.COMMAND = 'lost'",
        "Site.png has no thumbnail",
    ),
    "the calendar files": (
        "from app.consultations import letterhead; letterhead.invitation = None",
        "in calendar",
    ),
}


def run(loss: str = "pass") -> float:
    """The trial of the source's demo, after that statement."""
    return try_out([sys.executable, "-c", f"{DEMO}\n{loss}\nmain(['demo'])"])


def test_a_whole_program_passes() -> None:
    assert run() > 0


@pytest.mark.parametrize("lost", LOSSES)
def test_a_program_that_lost_something_does_not(lost: str, monkeypatch: pytest.MonkeyPatch) -> None:
    loss, said = LOSSES[lost]
    monkeypatch.setattr(package_trial, "PICTURES_SECONDS", 20.0)
    with pytest.raises(RuntimeError, match=said):
        run(loss)


def test_a_program_that_does_not_start_is_shown_with_its_log() -> None:
    with pytest.raises(RuntimeError, match="No module named 'lost'"):
        run("import lost")
