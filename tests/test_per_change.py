"""The choice of parameters of a test at every change."""

from typing import Any

import pytest
from per_change import every, first, only


def chosen(parameters: list[Any]) -> list[Any]:
    return [one.values[0] for one in parameters if "exhaustive" not in names(one)]


def names(parameter: Any) -> set[str]:
    return {mark.name for mark in parameter.marks}


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        (first("a", "b", "c"), ["a"]),
        (first("a", "b", "c", count=2), ["a", "b"]),
        (every(2, ["a", "b", "c"]), ["a", "c"]),
        (only(["b"], ["a", "b", "c"]), ["b"]),
    ],
)
def test_all_values_are_parameters_and_some_are_selected(
    parameters: list[Any], expected: list[str]
) -> None:
    assert [one.values for one in parameters] == [("a",), ("b",), ("c",)]
    assert chosen(parameters) == expected


def test_a_tuple_is_a_value_for_each_name() -> None:
    [one] = first(("game", 3))
    assert one.values == ("game", 3)


def test_a_value_keeps_its_marks_and_id() -> None:
    skipped = pytest.param("b", marks=pytest.mark.skip, id="name")
    one = first("a", skipped)[1]
    assert one.id == "name"
    assert names(one) == {"skip", "exhaustive"}


def test_a_selected_value_that_is_not_a_parameter_is_an_error() -> None:
    with pytest.raises(ValueError, match="not among the parameters: \\['d'\\]"):
        only(["d"], ["a", "b"])
