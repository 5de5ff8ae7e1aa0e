"""The queue of an upload area: what did not reach the server goes again by itself, under the same key."""

from typing import Any

import pytest
from node_script import run

pytestmark = pytest.mark.spec("B-04")

SCRIPT = """
import { ApiError } from "./ui/src/api/client";
import { UploadQueue } from "./ui/src/components/uploads";

const calls = [];
const states = [];
let answers = [];
const queue = new UploadQueue([1, 1, 1]);
queue.subscribe(() => {
  const now = queue.items.map(({ state }) => state).join(" ");
  if (states.at(-1) !== now) states.push(now);
});
queue.sendWith(async (file, { key, onProgress }) => {
  calls.push(key);
  const answer = answers.shift();
  if (answer === "lost") throw new TypeError("The connection was lost");
  if (answer) throw new ApiError(answer, JSON.stringify({ message: `refused with ${answer}`, fields: {} }));
  onProgress(1);
  return { id: calls.length, fileName: file.name, fileSize: file.size };
});

const quiet = async () => {
  while (queue.items.some(({ state }) => ["waiting", "sending", "paused"].includes(state))) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
};

async function played(...given) {
  answers = given;
  calls.length = states.length = 0;
  queue.add(new File(["plan"], "Plan.pdf"));
  await quiet();
  const { key, state, message, hopeless } = queue.items[0];
  const sent = { calls: calls.length, keys: new Set(calls).size };
  return { key, end: { ...sent, states: [...states], state, message, hopeless } };
}

async function ended(...given) {
  const { key, end } = await played(...given);
  queue.drop(key);
  return end;
}

const cut = await ended("lost", "lost");
const away = await ended("lost", "lost", "lost", "lost");
const proxy = await ended(502);
const type = await ended(415);
const broken = await ended(500);

await played("lost", "lost", "lost", "lost");
answers = [];
queue.resume();
await quiet();
const resumed = queue.items[0].state;
queue.drop(queue.items[0].key);

await played(500);
answers = [];
const settled = [await queue.settle()];
queue.drop(queue.items[0].key);
await played(415);
calls.length = 0;
settled.push(await queue.settle(), calls.length);
queue.drop(queue.items[0].key);

const both = await (async () => {
  answers = [];
  calls.length = 0;
  for (const name of ["A.pdf", "B.pdf"]) queue.add(new File(["x"], name));
  await quiet();
  return new Set(calls).size;
})();

console.log(JSON.stringify({ cut, away, proxy, type, broken, resumed, settled, both }));
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What came of each file, by what the server answered to it."""
    return dict(run(SCRIPT, tmp_path_factory.mktemp("queue")))


def test_a_file_that_was_cut_off_goes_again_under_its_key_until_it_is_there(told: dict[str, Any]) -> None:
    assert told["cut"]["states"] == ["waiting", "sending", "paused", "sending", "paused", "sending", "stored"]
    assert (told["cut"]["calls"], told["cut"]["keys"]) == (3, 1)
    assert (told["proxy"]["state"], told["proxy"]["keys"]) == ("stored", 1)


def test_after_a_few_tries_it_says_so_and_the_line_s_return_sends_it_again(told: dict[str, Any]) -> None:
    away = told["away"]
    assert (away["state"], away["calls"], away["hopeless"]) == ("failed", 4, False)
    assert away["message"] == "There was an error connecting to the server."
    assert told["resumed"] == "stored"


def test_what_is_refused_for_what_it_is_is_never_sent_again(told: dict[str, Any]) -> None:
    assert (told["type"]["state"], told["type"]["hopeless"], told["type"]["calls"]) == ("failed", True, 1)
    assert told["type"]["message"] == "refused with 415"
    assert (told["broken"]["hopeless"], told["broken"]["calls"]) == (False, 1)


def test_settling_tries_what_may_arrive_and_leaves_what_cannot(told: dict[str, Any]) -> None:
    assert told["settled"] == [True, False, 0]


def test_each_file_of_a_choice_has_its_own_key(told: dict[str, Any]) -> None:
    assert told["both"] == 2
