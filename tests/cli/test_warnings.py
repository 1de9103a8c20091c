"""Warnings of the command line."""

import pytest

from webproctor import cli
from webproctor.core.errors import DataIncomplete


def test_a_warning_is_printed_once(capsys: pytest.CaptureFixture[str]) -> None:
    for text in ("the data is incomplete: a", "the data is incomplete: b") * 2:
        cli._warn(DataIncomplete(text), DataIncomplete)
    assert capsys.readouterr().err.splitlines() == [
        "webproctor: the data is incomplete: a",
        "webproctor: the data is incomplete: b",
    ]
