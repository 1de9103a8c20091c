"""Text views within token budgets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webproctor.core.actions import ActionResult
from webproctor.core.observations import Element, Observation, View
from webproctor.core.text_views import (
    CONTENT,
    TextView,
    default_picture,
    default_views,
    elements_text,
    page_text,
    result_text,
    shown_views,
    tokens,
    truncate,
    view_text,
    views_in,
)
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


@pytest.mark.parametrize(
    ("element", "line"),
    [
        (Element(index=0, tag="a", label="Home"), "[0] link 'Home'"),
        (Element(index=3, tag="textarea", type="textarea"), "[3] text area"),
        (Element(index=1, tag="input", label="Name", value="a"), "[1] text input 'Name' value='a'"),
        (Element(index=2, tag="input", type="checkbox", value="on"), "[2] checkbox input checked"),
        (Element(index=7, tag="input", type="text", value="on"), "[7] text input value='on'"),
        (
            Element(index=4, tag="select", type="select", value="b", options=("a", "b")),
            "[4] list value='b' options: 'a', 'b'",
        ),
        (Element(index=5, tag="div", type="tab", label="More"), "[5] tab 'More'"),
        (Element(index=6, tag="li", view=False), "[6] li (outside the viewport)"),
    ],
)
def test_an_element_is_a_line_with_kind_label_value_and_options(
    element: Element, line: str
) -> None:
    assert elements_text([element], 100) == line


@pytest.mark.parametrize(("count", "end"), [(30, "'29'"), (31, "'29' and 1 more")])
def test_at_most_thirty_options_of_an_element_are_shown(count: int, end: str) -> None:
    options = tuple(str(number) for number in range(count))
    shown = elements_text([Element(index=0, tag="select", options=options)], 1000)
    assert shown.endswith(f", {end}")


@pytest.mark.parametrize(("length", "end"), [(300, "xx'"), (1301, "xx'... (1,301 characters)")])
def test_the_length_of_a_truncated_value_is_shown(length: int, end: str) -> None:
    shown = elements_text([Element(index=0, tag="input", value="x" * length)], 1000)
    assert shown == f"[0] text input value='{'x' * 298}{end}"


def test_all_elements_within_the_budget_are_shown_without_a_note() -> None:
    lines = elements_text(buttons(4, in_sight=2), 1000)
    budget = sum(tokens(f"{line}\n") for line in lines.splitlines())
    assert elements_text(buttons(4, in_sight=2), budget) == lines
    assert elements_text(buttons(4, in_sight=2), budget - 1).endswith("3 of 4 elements are shown]")


def test_a_page_without_content_is_shown_by_its_elements_and_text() -> None:
    views = ("elements", "text")
    assert shown_views(Observation(elements=(), text="x"), CONTENT) == list(views)
    assert shown_views(Observation(text="x"), CONTENT) == ["text"]
    assert shown_views(Observation(content="x", text="x"), CONTENT) == CONTENT
    assert shown_views(Observation(text="x"), ("html",)) == ("html",)
    assert default_views({"content"}) == views
    assert default_views({"content", "elements"}) == ("text",)
    assert default_views(set()) == CONTENT


@pytest.mark.parametrize(
    ("lacks", "picture"),
    [
        (set(), "marked_screenshot"),
        ({"marked_screenshot"}, "screenshot"),
        ({"marked_screenshot", "screenshot"}, None),
    ],
)
def test_the_screenshot_for_a_model_has_marks_if_possible(
    lacks: set[View], picture: View | None
) -> None:
    assert default_picture(lacks) == picture


def test_a_page_is_its_title_its_tabs_if_there_are_several_and_its_views() -> None:
    page = Observation(
        title="Shop", url="http://shop/", text="two\n", elements=(), truncated=("10 are left out",)
    )
    views: tuple[TextView, ...] = ("elements", "text")
    views_text = "Elements\n[10 are left out]\n\nText\ntwo"
    assert page_text(page, views, 100) == f"Page: Shop at http://shop/\n\n{views_text}"
    tabs = page.model_copy(update={"title": "", "tabs": ("Shop", "Help")})
    assert page_text(tabs, views, 100) == (
        f"Page: (no title) at http://shop/\n\nTabs\n0: Shop\n1: Help\n\n{views_text}"
    )
    assert page_text(page.model_copy(update={"tabs": ("Shop",)}), views, 100) == page_text(
        page, views, 100
    )
    assert view_text(Observation(text=" "), "text", 10) == "Text\n(none)"


def test_the_views_share_the_budget_of_a_page() -> None:
    page = Observation(html="word\n" * 1000, text="word\n" * 1000)
    both = page_text(page, ("html", "text"), 200)
    assert both.endswith("\n\n".join(view_text(page, view, 100) for view in ("html", "text")))
    assert page_text(page, ("text",), 200).endswith(view_text(page, "text", 200))


def test_the_views_in_a_text_are_known_by_their_headings() -> None:
    text = page_text(Observation(html="<p>", axtree="button"), ("html", "axtree"), 100)
    assert views_in(text) == {"html", "axtree"}
    assert views_in("Some HTML in a line") == frozenset()


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
