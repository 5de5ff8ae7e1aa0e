"""The accessibility checker."""

from functools import cache
from pathlib import Path

from playwright.sync_api import Page

# Only what is wrong travels: a whole report holds every element that passed, and costs three times the check itself.
FIND = """axe.run({ resultTypes: ["violations"] }).then(({ violations }) =>
  violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`)))"""


@cache
def _script() -> str:
    return (Path(__file__).parents[1] / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")


def faults(page: Page) -> list[str]:
    """What axe finds on a page as it stands: the rule and the element, for each."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_script())
    found: list[str] = page.evaluate(FIND)
    return found
