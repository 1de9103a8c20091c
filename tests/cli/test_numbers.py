"""Tests of options that are numbers."""

import pytest
from click.testing import CliRunner

from webproctor.cli import command

RANKER = "train ranker --data unread --out unmade"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (f"{RANKER} --learning-rate nan", "'nan' is not a valid number."),
        (f"{RANKER} --learning-rate inf", "'inf' is not a valid number."),
        (f"{RANKER} --learning-rate high", "'high' is not a valid number."),
        (f"{RANKER} --learning-rate -1", "-1.0 is not in the range x>=0."),
        (f"{RANKER} --epochs 1.5", "'1.5' is not a valid integer."),
        (f"{RANKER} --seed -1", "-1 is not in the range 0<=x<=4294967295."),
        ("run realwebassist --agent noisy-oracle --error-rate nan", "'nan' is not a valid number."),
        ("run webgames --timeout inf", "'inf' is not a valid number."),
    ],
)
def test_a_value_that_is_not_a_number_is_a_user_error(line: str, message: str) -> None:
    done = CliRunner().invoke(command, line.split())
    assert done.exit_code == 2
    assert message in done.output
