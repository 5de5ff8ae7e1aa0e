"""How the browser loads data and what it makes of a refusal: its own modules against a server that counts."""

from pathlib import Path
from typing import Any

import pytest
from node_script import run

# A server that answers as its path says, "/401/text" with 401 and "text", and what came of each load.
LOADER = """
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { ApiError, errorText, makeFetcher, nullOn401, request } from "./ui/src/api/client";
const asked = [], sent = [];
const server = createServer((call, answer) => {
  asked.push(`${call.method} ${call.url}`);
  const [, status, ...text] = decodeURIComponent(call.url).split("/");
  answer.writeHead(Number(status)).end(text.join("/"));
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
const real = fetch;
globalThis.fetch = (path, options = {}) => {
  sent.push(options.credentials);
  return real(`http://127.0.0.1:${server.address().port}${path}`, options);
};
const loaders = {
  plain: makeFetcher({ on401: "throw" }), lenient: nullOn401,
  listed: (path) => makeFetcher({ on401: "throw" })([path, 7]), post: (path) => request("POST", path, { a: 1 }),
};
const outcomes = [];
for (const [loader, path] of JSON.parse(readFileSync(0, "utf8"))) {
  try {
    outcomes.push({ value: (await loaders[loader](path)) ?? null });
  } catch (error) {
    const { message, status } = error;
    outcomes.push({ message, status, known: error instanceof ApiError, shown: errorText(error, "(fallback)") });
  }
}
server.close();
process.stdout.write(JSON.stringify({ asked, sent, outcomes }));
"""
REFUSED = '{"message":"Please sign in to continue.","fields":{}}'


def refusal(status: int, text: str, shown: str = "(fallback)") -> dict[str, Any]:
    return {"message": f"{status}: {text}", "status": status, "known": True, "shown": shown}


LOADS: list[tuple[str, str, dict[str, Any]]] = [
    ("plain", '/200/{"a":[1]}', {"value": {"a": [1]}}),
    ("listed", "/200/[7]", {"value": [7]}),
    ("plain", "/200/", {"value": None}),
    ("plain", "/500/The roof leaks", refusal(500, "The roof leaks")),
    ("plain", "/404/", refusal(404, "Not Found")),
    ("plain", "/503/", refusal(503, "Service Unavailable")),
    ("plain", f"/401/{REFUSED}", refusal(401, REFUSED, "Please sign in to continue.")),
    ("plain", "/401/", refusal(401, "Unauthorized")),
    ("listed", "/401/", refusal(401, "Unauthorized")),
    ("lenient", f"/401/{REFUSED}", {"value": None}),
    ("lenient", "/401/", {"value": None}),
    ("lenient", "/403/", refusal(403, "Forbidden")),
    ("lenient", "/500/", refusal(500, "Internal Server Error")),
    ("lenient", '/200/{"name":"Ann"}', {"value": {"name": "Ann"}}),
    ("post", f"/422/{REFUSED}", refusal(422, REFUSED, "Please sign in to continue.")),
    ("post", "/401/", refusal(401, "Unauthorized")),
]


@pytest.mark.spec("S-09")
def test_each_load_asks_once_with_cookies_and_a_refusal_is_status_and_text(tmp_path: Path) -> None:
    told = [(loader, path) for loader, path, _ in LOADS]
    found = run(LOADER, tmp_path, told)
    assert list(zip(told, found["outcomes"], strict=True)) == [((loader, path), end) for loader, path, end in LOADS]
    methods = [asked.partition(" ")[0] for asked in found["asked"]]
    assert methods == ["POST" if loader == "post" else "GET" for loader, _ in told]
    assert found["sent"] == ["include"] * len(LOADS)


# Who is signed in leaves a cookie that scripts see; a refusal then says that the session has ended.
ENDED = """
import { readFileSync } from "node:fs";
import { nullOn401, request } from "./ui/src/api/client";
const [cookie, status] = JSON.parse(readFileSync(0, "utf8"));
const kept = new Map(["latestBooking", "paymentProcessed", "transactionId", "other"].map((name) => [name, "1"]));
globalThis.localStorage = { removeItem: (name) => kept.delete(name) };
globalThis.document = { cookie };
globalThis.fetch = async () => new Response("{}", { status });
const left = [];
for (const load of [() => nullOn401("/api/user"), () => request("GET", "/api/client/projects")]) {
  await load().catch(() => {});
  left.push([...kept.keys()]);
}
process.stdout.write(JSON.stringify(left));
"""
ALL = ["latestBooking", "paymentProcessed", "transactionId", "other"]


@pytest.mark.spec("L-03")
@pytest.mark.parametrize(
    ("cookie", "status", "left"),
    [
        ("helios_signed_in=1", 401, ["other"]),
        ("a=b; __Host-helios_signed_in=1", 401, ["other"]),
        ("helios_signed_in=1", 200, ALL),
        ("", 401, ALL),
    ],
)
def test_a_browser_whose_sign_in_has_ended_forgets_who_booked_there(
    tmp_path: Path, cookie: str, status: int, left: list[str]
) -> None:
    assert run(ENDED, tmp_path, [cookie, status]) == [left, left]
