"""An observation has the requested views; reading another one raises an error."""

from typing import get_args

import pytest
from pydantic import ValidationError

from webproctor.core.actions import ActionResult
from webproctor.core.errors import UserError
from webproctor.core.observations import Box, Element, Observation, View

VIEWS = get_args(View)


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_that_was_not_requested_is_none(view: View):
    assert getattr(Observation(), view) is None


@pytest.mark.parametrize("view", VIEWS)
def test_reading_such_a_view_is_an_error_that_says_what_to_do(view: View):
    with pytest.raises(UserError, match=f"{view!r}.*Add {view!r} to the agent's `reads`"):
        Observation().read(view)


def test_the_error_about_a_view_names_the_attribute_of_benchmarks_without_it():
    with pytest.raises(UserError, match=r"the benchmark does not provide .* `lacks`"):
        Observation().read("text")


def test_reading_a_view_returns_it():
    assert Observation(html="<p>").read("html") == "<p>"


def test_a_view_can_be_empty():
    assert Observation(elements=(), text="").read("elements") == ()
    assert Observation(elements=(), text="").read("text") == ""


def test_every_view_is_a_field_of_an_observation():
    assert set(VIEWS) <= set(Observation.model_fields)


def test_elements_are_immutable():
    element = Element(index=0, tag="input", box=Box(x=1, y=2, width=3, height=4))
    with pytest.raises(ValidationError, match="frozen"):
        element.value = "x"


def test_an_observation_survives_json():
    element = Element(index=0, tag="select", type="select", options=("a", "b"), value="b")
    seen = Observation(
        url="http://x/",
        results=(ActionResult(ok=True, message="done"),),
        elements=(element,),
        tabs=("one",),
    )
    assert Observation.model_validate_json(seen.model_dump_json()) == seen
