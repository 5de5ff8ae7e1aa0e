"""The times that are offered at a glance: a spread of days."""

import pytest
from node_script import run

SCRIPT = """
import { soonest } from "./ui/src/components/soonest";
const times = (...dates) => dates.map((date) => ({ date }));
const days = (slots) => soonest(slots, 4, (iso) => iso.slice(0, 2)).map(({ date }) => date);
console.log(JSON.stringify([
  days(times("01 09", "01 10", "01 11", "01 12", "02 09", "03 09", "04 09", "05 09")),
  days(times("01 09", "01 10", "01 11", "02 09")),
  days(times("01 09", "01 10", "01 11", "01 12", "01 13")),
  days([]),
]));
"""


@pytest.mark.spec("O-05")
def test_each_of_the_next_days_shows_its_first_time_and_few_days_show_more(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    assert run(SCRIPT, tmp_path_factory.mktemp("soonest")) == [
        ["01 09", "02 09", "03 09", "04 09"],
        ["01 09", "01 10", "01 11", "02 09"],
        ["01 09", "01 10", "01 11", "01 12"],
        [],
    ]
