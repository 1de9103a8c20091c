"""Tests of reading stored answers."""

import json
from pathlib import Path

import pytest

from webproctor.benchmarks.realwebassist.answers import read_answers
from webproctor.benchmarks.realwebassist.dataset import SAMPLE, Dataset
from webproctor.core.errors import DataIncomplete, UserError


def test_two_answers_to_a_step_are_a_user_error(tmp_path: Path) -> None:
    path = tmp_path / "answers.json"
    path.write_text('{"1/1": [1, 2], "1/1": [3, 4]}')
    with pytest.raises(UserError, match=r"answers\.json: has several values of '1/1'"):
        read_answers(path, Dataset(SAMPLE))


def test_answers_in_thousandths_are_a_warning(tmp_path: Path) -> None:
    dataset, path = Dataset(SAMPLE), tmp_path / "answers.json"
    centres = {step.key: step.boxes[0].centre for step in dataset.steps if step.boxes}
    path.write_text(json.dumps({key: (x / 1.28, y / 0.72) for key, (x, y) in centres.items()}))
    with pytest.warns(DataIncomplete, match="all are between 0 and 1000, but 8 of their targets"):
        read_answers(path, dataset)


def test_answers_that_are_not_an_object_are_a_user_error(tmp_path: Path) -> None:
    path = tmp_path / "answers.json"
    path.write_text("[[1, 2]]")
    with pytest.raises(UserError, match=r'must be a JSON object from "participant/image"'):
        read_answers(path, Dataset(SAMPLE))
