"""Every target handles faulty input without a crash, in at most linear time.

With a hundred inputs each, two hundred in `make test-all`; `make fuzz` runs many more.
"""

import pytest
from fuzz.target import fuzz, growth
from fuzz.targets import MISSING, TARGETS
from per_change import first, only

# A whole run is read, or a model is loaded, for each input: a fraction of the others' inputs.
FEWER = {"runs": 8, "parquet rows": 10, "lora weights": 25}


@pytest.mark.parametrize("inputs", first(100, 200))
@pytest.mark.parametrize("name", only(set(TARGETS) - {"lora weights"}, TARGETS))
def test_an_input_is_read_or_refused(name: str, inputs: int) -> None:
    if name in MISSING:
        pytest.skip(MISSING[name])
    count = fuzz(TARGETS[name], inputs // FEWER.get(name, 1))
    assert count.faults == {}
    assert count.kinds["read"] > 0, "no input was accepted"


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", [name for name, target in TARGETS.items() if target.units])
def test_time_is_at_most_linear_in_the_input(name: str) -> None:
    assert growth(TARGETS[name]) == []
