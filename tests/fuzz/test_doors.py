"""Every door handles faulty input without a crash, in at most linear time.

With a few hundred inputs each; `make fuzz` runs many more.
"""

import pytest
from fuzz.door import fuzz, growth
from fuzz.doors import DOORS, MISSING

INPUTS = 200
# A whole run is read, or a model is loaded, for each input.
FEWER = {"runs": 25, "parquet rows": 20, "lora weights": 20}


@pytest.mark.parametrize("name", DOORS)
def test_an_input_is_read_or_refused(name: str) -> None:
    if name in MISSING:
        pytest.skip(MISSING[name])
    count = fuzz(DOORS[name], FEWER.get(name, INPUTS))
    assert count.faults == {}
    assert count.kinds["read"] > 0, "no input was accepted"


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", [name for name, door in DOORS.items() if door.units])
def test_time_grows_no_faster_than_the_input(name: str) -> None:
    assert growth(DOORS[name]) == []
