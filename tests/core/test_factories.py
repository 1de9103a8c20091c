"""Settings of factories, and the errors for wrong ones."""

from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

import pytest
from pydantic import PositiveInt

from webproctor.core.errors import UserError
from webproctor.core.factories import (
    OnlyIf,
    SettingsGroup,
    arguments,
    call,
    check_values,
    settings,
)


def brew(
    water: str,
    *,
    cups: Annotated[int, "How many cups."],
    sugar: Annotated[bool, "Whether it is sweet."] = False,
    milk: float = 0.5,
) -> dict[str, Any]:
    """Make an agent; one setting is required."""
    return {"water": water, "cups": cups, "sugar": sugar, "milk": milk}


def coffee(**values: Any) -> dict[str, Any]:
    return call(brew, "agent 'coffee'", ("hot",), values)


def test_settings_are_the_keyword_parameters_in_their_order():
    assert [(one.name, one.type) for one in settings(brew)] == [
        ("cups", int),
        ("sugar", bool),
        ("milk", float),
    ]


def test_a_setting_has_the_help_and_the_default_of_its_parameter():
    cups, sugar, milk = settings(brew)
    assert (cups.help, cups.required) == ("How many cups.", True)
    assert (sugar.help, sugar.required, sugar.default) == ("Whether it is sweet.", False, False)
    assert (milk.help, milk.default) == ("", 0.5)


def test_settings_that_are_not_given_have_their_defaults():
    assert coffee(cups=2) == {"water": "hot", "cups": 2, "sugar": False, "milk": 0.5}


def test_strings_are_converted_to_the_type_of_the_setting():
    cup = coffee(cups="2", sugar="true", milk="0.25")
    assert cup == {"water": "hot", "cups": 2, "sugar": True, "milk": 0.25}


def test_a_number_below_the_bound_of_its_setting_is_a_user_error():
    def pour(*, cups: Annotated[PositiveInt, "How many cups."] = 1) -> int:
        return cups

    assert [one.help for one in settings(pour)] == ["How many cups."]
    with pytest.raises(UserError, match=r"'cups': Input should be greater than 0\.$"):
        call(pour, "agent 'pot'", (), {"cups": 0})


@dataclass(frozen=True, kw_only=True)
class Beans(SettingsGroup):
    grams: Annotated[int, "How many grams."] = 18
    roast: str = "dark"


def grind(*, coarse: bool = False, beans: Beans) -> tuple[bool, Beans]:
    return coarse, beans


def test_the_fields_of_a_group_are_settings():
    assert [(one.name, one.help, one.default) for one in settings(grind)] == [
        ("coarse", "", False),
        ("grams", "How many grams.", 18),
        ("roast", "", "dark"),
    ]
    assert call(grind, "agent 'mill'", (), {"grams": "20"}) == (False, Beans(grams=20))


def test_a_wrong_setting_of_a_group_is_named_in_the_error():
    with pytest.raises(UserError, match=r"^agent 'mill', setting 'grams': Input should be a valid"):
        call(grind, "agent 'mill'", (), {"grams": "many"})


class Kettle:
    def __init__(self, *, cups: int = 1) -> None:
        self.cups = cups


class Cook:
    def __call__(self, *, cups: int = 1) -> int:
        return cups


def test_a_factory_can_be_a_partial_function_or_class():
    [*_, milk] = settings(partial(brew, milk=0.1))
    assert milk.default == 0.1
    assert call(partial(brew, "cold", milk=0.1), "agent 'brew'", (), {"cups": 1})["milk"] == 0.1
    assert call(partial(Kettle, cups=2), "agent 'kettle'", (), {}).cups == 2


def test_a_factory_can_be_an_object_that_is_called():
    assert [one.name for one in settings(Cook())] == ["cups"]
    assert call(Cook(), "agent 'cook'", (), {"cups": 3}) == 3


def test_the_error_for_a_required_argument_names_the_factory():
    with pytest.raises(UserError, match=r"^brew requires the argument 'water'"):
        arguments(partial(brew, cups=1), {})


def test_the_error_for_an_unknown_setting_lists_the_available_ones():
    message = (
        r"^agent 'coffee' has no setting 'cup'\. Did you mean 'cups'\? "
        r"Available: cups, sugar, milk\.$"
    )
    with pytest.raises(UserError, match=message):
        coffee(cup=2)


def test_a_missing_required_setting_is_named_in_the_error():
    with pytest.raises(UserError, match=r"^agent 'coffee', setting 'cups': Missing required"):
        coffee()


def test_a_value_of_the_wrong_type_is_named_in_the_error():
    with pytest.raises(UserError, match=r"^agent 'coffee', setting 'cups': .*valid integer"):
        coffee(cups="several")


def serve(
    *,
    sweet: Annotated[bool, "Whether it is sweet."] = False,
    spoons: Annotated[
        int, "Of sugar.", OnlyIf("without --sweet", lambda its: bool(its["sweet"]))
    ] = 1,
) -> int:
    return spoons


def test_a_setting_without_effect_is_a_user_error() -> None:
    message = (
        r"(?m)^agent 'tea': setting 'spoons' has no effect without --sweet: add --sweet, or remove "
        r"setting 'spoons'\.$"
    )
    with pytest.raises(UserError, match=message):
        call(serve, "agent 'tea'", (), {"spoons": 2})


@pytest.mark.parametrize("values", [{"spoons": 1}, {"sweet": True, "spoons": 2}])
def test_a_setting_with_its_default_or_with_an_effect_is_accepted(values: dict[str, Any]) -> None:
    assert call(serve, "agent 'tea'", (), values) == values["spoons"]


def test_settings_can_be_checked_without_calling_the_factory():
    check_values(brew, "agent 'coffee'", {"cups": 2})
    with pytest.raises(UserError, match=r"agent 'coffee', setting 'cups': .* valid integer"):
        check_values(brew, "agent 'coffee'", {"cups": "two"})


def test_several_values_in_one_text_are_checked_one_by_one():
    def tea(*, times: tuple[PositiveInt, ...] = ()) -> None: ...

    check_values(tea, "agent 'tea'", {"times": "1, 2"})
    with pytest.raises(UserError, match=r"setting 'times\.1': Input should be greater than 0"):
        check_values(tea, "agent 'tea'", {"times": "1,0"})
