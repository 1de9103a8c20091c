"""Steps of agents; the type checker also checks the calls."""

from webproctor import Step
from webproctor.core.actions import web


def test_the_actions_of_a_step_can_be_a_list_of_one_kind_of_action() -> None:
    clicks = [web.Click(element=0)]
    assert Step(actions=clicks).actions == clicks
