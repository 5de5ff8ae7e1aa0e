"""What the server puts into the built pages: the owner's facts in place of markers."""

import html
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

MARKER = re.compile(r"\{\{([A-Za-z0-9_.]+)\}\}")
FACTS_MARKER = "{{siteFacts}}"
DATA_START = '<script type="application/ld+json">'
# Everything that a page leaves to the server: a marker, a comment that keeps a place, a block of structured data.
PLACE = re.compile(
    rf"\{{\{{(?P<key>[A-Za-z0-9_.]+)\}}\}}|<!--[a-z-]+-->|{re.escape(DATA_START)}(?P<data>.*?)</script>", re.DOTALL
)


@dataclass(frozen=True)
class Filling:
    """What the server puts into the built pages.

    facts: marker -> text, for the pages and their `site-facts` block; data: further ones for structured data only;
    places: comment -> HTML in its place.
    """

    facts: Mapping[str, str]
    data: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, str] = field(default_factory=dict)


def fill(page: str, filling: Filling) -> str:
    """A built page with the owner's facts in place of its markers; raises KeyError for a marker without a fact."""

    def filled(match: re.Match[str]) -> str:
        text = match.group()
        if text == FACTS_MARKER:
            return _script_json(dict(filling.facts))
        if text.startswith("<!--"):
            return filling.places.get(text, text)
        if text.startswith("<script"):
            known = {**filling.facts, **filling.data}
            return f"{DATA_START}{_script_json(_filled_data(json.loads(match['data']), known))}</script>"
        return html.escape(filling.facts[match["key"]], quote=True)

    # One pass over the template: what a fact contains is never read as a marker again.
    return PLACE.sub(filled, page)


def _script_json(value: Any) -> str:
    # '<' cannot stand in a JSON block: it would end the script element.
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _filled_data(value: Any, facts: Mapping[str, str]) -> Any:
    """Structured data with facts for its markers, without the properties that have nothing to say."""
    if isinstance(value, str):
        return MARKER.sub(lambda match: facts[match.group(1)], value)
    if isinstance(value, list):
        return [_filled_data(each, facts) for each in value]
    if isinstance(value, dict):
        filled = {name: _filled_data(each, facts) for name, each in value.items()}
        return {name: each for name, each in filled.items() if each != ""}
    return value
