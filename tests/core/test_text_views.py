"""Text views within token budgets."""

from hypothesis import given
from hypothesis import strategies as st

from webproctor.core.actions import ActionResult
from webproctor.core.observations import Element
from webproctor.core.text_views import elements_text, result_text, tokens, truncate
from webproctor.core.tokens import Side


def buttons(count: int, in_sight: int) -> list[Element]:
    return [
        Element(index=n, tag="button", label=f"Button {n}", view=n >= count - in_sight)
        for n in range(count)
    ]


def test_a_token_is_four_latin_characters_or_one_other_character() -> None:
    assert tokens("word" * 10) == 10
    assert tokens("日本語") == 3


def test_text_within_the_budget_is_unchanged() -> None:
    assert truncate("one\ntwo", 100) == "one\ntwo"


def test_truncated_text_ends_with_a_note() -> None:
    shown = truncate("\n".join(f"line {n}" for n in range(1000)), 20).splitlines()
    assert shown[0] == "line 0"
    assert shown[-1].startswith("[truncated: ")


def test_the_end_of_a_text_can_be_kept_instead() -> None:
    shown = truncate("\n".join(f"line {n}" for n in range(1000)), 20, keep="end").splitlines()
    assert shown[-1] == "line 999"
    assert shown[0].startswith("[truncated: ")


def test_a_single_long_line_is_truncated() -> None:
    shown = truncate("x" * 10_000, 10)
    assert shown.startswith("x" * 40 + "\n[truncated")


def test_elements_outside_the_viewport_are_left_out_first() -> None:
    shown = elements_text(buttons(100, in_sight=3), 40)
    assert "[99] button" in shown
    assert "[0] button 'Button 0' (outside the viewport)" in shown
    assert "[96] button" not in shown
    assert shown.endswith("of 100 elements are shown]")


def test_a_long_value_is_truncated() -> None:
    long = Element(index=0, tag="textarea", label="Essay", value="word " * 10_000)
    assert tokens(elements_text([long], 4000)) < 200


@given(st.text(), st.integers(1, 500), st.sampled_from(["start", "end"]))
def test_truncated_text_stays_within_the_budget(text: str, budget: int, keep: Side) -> None:
    shown = truncate(text, budget, keep)
    assert tokens(shown) <= budget + 20 or shown == text


def test_a_line_that_does_not_fit_before_the_kept_end_is_left_out() -> None:
    # The last line takes the whole budget, so nothing is left for the wide characters before it.
    assert truncate("\u3042\u3042\nabc", 1, keep="end").endswith("\nabc")


def test_data_that_an_action_fetched_is_truncated_to_its_budget() -> None:
    fetched = ActionResult(ok=True, message="read a.txt", data="word\n" * 20_000)
    text = result_text(fetched)
    assert text.startswith("read a.txt:\nword\n")
    assert tokens(text) < 4100
    assert "tokens are shown]" in text
    assert result_text(ActionResult(ok=True, message="clicked")) == "clicked"
