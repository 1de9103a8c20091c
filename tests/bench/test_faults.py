"""Faults that are injected into services of rollouts."""

from typing import Any

import pytest


@pytest.mark.exhaustive
@pytest.mark.usefixtures("executable")
def test_no_fault_becomes_a_zero_or_leaves_anything_behind(
    bench: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    assert bench("faults").main(["--faults", "12", "--json"]) == 0
    rows = bench("run").Printed.model_validate_json(capfd.readouterr().out).results
    counted = {row.name: row.ours.rounds[0] for row in rows}
    faults = bench("faults_service").FAULTS
    assert [counted[name] for name in faults] == [2] * len(faults)
    assert counted["scored"] > 0
    assert counted["void"] > 0
