"""The types of options for the settings of benchmarks and agents."""

from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from typing import Any, Literal

import click
import pytest

from webproctor.cli.options import option
from webproctor.core.errors import UserError
from webproctor.core.factories import Setting


class Colour(Enum):
    RED = "red"


def parsed(hint: Any, *texts: str) -> Any:
    """Return the value of the option `--one`, given for each of the texts."""
    command = click.Command("run", params=[option(Setting("one", hint, None, "", ""))])
    arguments = [part for text in texts for part in ("--one", text)]
    return command.make_context("run", arguments).params["one"]


@pytest.mark.parametrize(
    ("hint", "texts", "value"),
    [
        (str, ["a"], "a"),
        (int | None, ["2"], 2),
        (float, ["0.5"], 0.5),
        (Path | None, ["a/b"], Path("a/b")),
        (Literal["a", "b"], ["b"], "b"),
        (tuple[str, ...], ["a", "b"], ("a", "b")),
        (tuple[int, ...], ["1"], (1,)),
        (Colour, ["red"], Colour.RED),
    ],
    ids=str,
)
def test_an_option_has_the_type_of_its_setting(hint: Any, texts: list[str], value: Any) -> None:
    assert parsed(hint, *texts) == value


@pytest.mark.parametrize(
    "hint",
    [int | str, int | str | None, list[str], list, dict[str, int], Sequence[str], set, tuple],
    ids=str,
)
def test_a_setting_whose_type_no_option_can_have_is_a_user_error(hint: Any) -> None:
    with pytest.raises(UserError, match=r"^setting 'one' .of agent a.: it has the type .* Use str"):
        option(Setting("one", hint, None, "", ""), "of agent a")


def test_the_help_of_a_number_without_limits_shows_none() -> None:
    number = Setting("one", float, 0.5, "", "")
    command = click.Command("run", params=[option(number)])
    help = command.get_help(click.Context(command))
    assert "[default: 0.5]" in help
