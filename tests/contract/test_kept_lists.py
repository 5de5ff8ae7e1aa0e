"""What a tab keeps of a client's lists: the browser's own module against a session storage and a cookie."""

from pathlib import Path
from typing import Any

import pytest
from node_script import run

KEEPER = """
import { readFileSync } from "node:fs";
import { noteRead, readAt } from "./ui/src/api/client";
import { isFromBefore, keep, restore } from "./ui/src/api/kept";
const told = JSON.parse(readFileSync(0, "utf8"));
const stored = new Map();
globalThis.document = { cookie: "helios_signed_in=1" };
globalThis.sessionStorage = {
  getItem: (name) => stored.get(name) ?? null,
  setItem: (name, text) => stored.set(name, text), removeItem: (name) => stored.delete(name),
};
const at = new Date("2026-05-12T09:14:00Z"), cache = new Map();
for (const [key, data] of Object.entries(told.loaded)) {
  if (data) noteRead(data, at);
  cache.set(key, { data });
}
keep(cache);
globalThis.document.cookie = told.cookie;
const next = new Map(Object.entries(told.known).map(([key, data]) => [key, { data }]));
restore(next);
const found = [...next].map(([key, { data }]) => [key, data, isFromBefore(data), readAt(data)?.toISOString() ?? null]);
process.stdout.write(JSON.stringify({ found, left: stored.has("helios.portal") }));
"""
SIGNED_IN, AT = "helios_signed_in=1", "2026-05-12T09:14:00.000Z"


def kept(folder: Path, loaded: Any, cookie: str = SIGNED_IN, known: Any = None) -> Any:
    return run(KEEPER, folder, {"loaded": loaded, "cookie": cookie, "known": known or {}})


def test_lists_come_back_with_the_moment_at_which_they_were_read(tmp_path: Path) -> None:
    came = kept(tmp_path, {"/api/client/projects": [{"id": 1}]})
    assert came == {"found": [["/api/client/projects", [{"id": 1}], True, AT]], "left": True}


def test_what_this_page_has_loaded_itself_stays(tmp_path: Path) -> None:
    came = kept(tmp_path, {"/api/client/projects": [{"id": 1}]}, known={"/api/client/projects": [{"id": 2}]})
    assert came["found"] == [["/api/client/projects", [{"id": 2}], False, None]]


@pytest.mark.parametrize(
    "key",
    ["/api/user", "/api/admin/dashboard", '@"/api/client/email-change/look","token",', "/api/client/x?token=a"],
)
def test_nothing_else_is_kept(tmp_path: Path, key: str) -> None:
    assert kept(tmp_path, {key: {"id": 1}})["found"] == []


def test_nothing_shows_and_nothing_stays_once_nobody_is_signed_in(tmp_path: Path) -> None:
    came = kept(tmp_path, {"/api/client/projects": [{"id": 1}]}, cookie="")
    assert came == {"found": [], "left": False}


def test_what_is_too_large_is_not_kept(tmp_path: Path) -> None:
    came = kept(tmp_path, {"/api/client/documents": ["x" * 1_000_001]})
    assert came == {"found": [], "left": False}
