"""The policy bench: which stages of a training are run."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed: extra `models`")

from webproctor.training.policy import Round
from webproctor.training.policy_run import FIGURES, Figures


def test_both_policies_are_run_before_during_and_after_training(bench, tmp_path: Path) -> None:
    for name, rounds in (("few", 9), ("many", 2)):
        (tmp_path / name).mkdir()
        figures = Figures({}, {}, {}, "a processor", rounds=[Round()] * rounds)
        (tmp_path / name / FIGURES).write_text(json.dumps(asdict(figures)))
    found = bench("policy").agents(tmp_path)
    stages = {"few-imitation", "few-4", "few-8", "few", "many-imitation", "many"}
    assert found.keys() == {"do-nothing", "random"} | stages
    assert found["few-8"] == ["policy", "--policy", str(tmp_path / "few/round-8")]
    assert found["many"] == ["policy", "--policy", str(tmp_path / "many")]
