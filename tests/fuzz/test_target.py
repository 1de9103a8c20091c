"""The fuzzer detects crashes, slow inputs and superlinear growth."""

from random import Random
from typing import NoReturn

import pytest
from fuzz import mutation
from fuzz.target import Target, fuzz, growth, input_of, of_texts

from webproctor.core.errors import UserError


def _endless(given: str) -> NoReturn:
    while True:
        pass


def test_a_crash_is_reported_with_its_first_input_and_a_refusal_is_not_a_crash() -> None:
    def read(given: str) -> str:
        if len(given) > 3:
            raise UserError("too long")
        return given + chr(ord(given[0]))

    count = fuzz(Target("texts", of_texts("ab"), read), 300)
    assert set(count.kinds) == {"read", "refused", "crashed"}
    [(place, (number, message))] = count.faults.items()
    assert place.startswith("IndexError at ")
    assert "string index out of range" in message
    assert input_of(Target("texts", of_texts("ab"), read), 0, number) == ""


def test_endless_inputs_are_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fuzz.target.LIMIT", 0.05)
    assert fuzz(Target("endless", of_texts("ab"), _endless), 1).kinds == {"slow": 1}


@pytest.mark.exhaustive
def test_quadratic_time_is_detected_and_linear_time_is_not() -> None:
    def quadratic(given: str) -> int:
        return sum(given.count("b") for _ in given)

    units = ("a", "xy")
    assert len(growth(Target("quadratic", of_texts(""), quadratic, units=units))) == 2
    assert growth(Target("linear", of_texts(""), lambda given: given.count("b"), units=units)) == []


def test_an_input_can_be_reproduced() -> None:
    target = Target("texts", of_texts("some text", "other words"), str)
    assert [input_of(target, 7, n) for n in range(50)] == [
        input_of(target, 7, n) for n in range(50)
    ]
    assert input_of(target, 7, 1) != input_of(target, 8, 1)


def test_mutating_a_tree_does_not_change_the_original() -> None:
    given = {"a": [1, {"b": "c"}], "d": None}
    mutated = [mutation.json_text(Random(seed), given) for seed in range(200)]
    assert given == {"a": [1, {"b": "c"}], "d": None}
    assert len(set(mutated)) > 100
