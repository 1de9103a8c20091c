"""Tests of the text encodings of a page."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webproctor.benchmarks.turkingbench.encodings import (
    BASELINE,
    PAPER,
    encode,
    narrowed,
    relevant,
)
from webproctor.core.errors import UserError

OpenForm = Callable[..., Awaitable[Any]]

OWN = '<input name="q">'
markup = st.lists(st.sampled_from([OWN, "<b>", "</b>", "text", " ", ">", "<br"])).map("".join)
counts = st.integers(1, 40)

PAGE = """<form><p>One <b>of these</b></p>
<div><label><b>Name</b><input name="name"></label><input name="age" value="7"></div>
<div><select name="unit"><option>days<option>years</select></div></form>"""


def test_windows_are_those_of_the_paper_and_of_the_model_runs():
    assert PAPER == (15, 30)
    assert BASELINE == (5, 10)


def test_lines_end_at_each_closing_bracket_and_one_is_appended():
    assert relevant(OWN, f"<p><b>x</b>{OWN}</p>", 9, 9) == ["<p>", "<b>", "x</b>", OWN, "</p>", ">"]


def test_the_window_is_centred_on_the_line_of_the_field():
    lines = [f"<i{n}>" for n in range(9)]
    assert relevant("<i4>", "".join(lines), 2, 3) == ["<i2>", "<i3>", "<i4>", "<i5>", "<i6>"]


def test_the_last_of_several_equal_lines_is_that_of_the_field():
    assert relevant(OWN, f"{OWN}<a>{OWN}<b>", 0, 2) == [OWN, "<b>"]


@pytest.mark.parametrize(
    ("own", "grandparent"),
    [
        ("<select><option></select>", "<p><i><select><option></select></i></p>"),
        (OWN, f"<p><i> {OWN}</i></p>"),
        (OWN, f"<p><i>Name: {OWN}</i></p>"),
    ],
    ids=["a list", "after a blank", "after a word"],
)
def test_a_field_without_its_own_line_gets_the_first_lines(own: str, grandparent: str):
    assert relevant(own, grandparent, 15, 3) == ["<p>", "<i>"]


@given(markup)
def test_a_window_can_be_narrowed_later(around: str):
    # The field is the first of its name.
    wide = relevant(OWN, around, *PAPER)
    assert narrowed(wide, "q", BASELINE) == relevant(OWN, around, *BASELINE)


def test_a_window_without_a_line_of_the_field_is_narrowed_to_the_first_lines():
    around = "<a> " + OWN + "".join(f"<b{n}>" for n in range(50))
    wide = relevant(OWN, around, *PAPER)
    assert narrowed(wide, "q", BASELINE) == relevant(OWN, around, *BASELINE) == wide[:9]


@pytest.mark.parametrize("name", ['say "yes"', "a&b", "it's", "x[0].y"])
def test_a_window_is_narrowed_around_any_name(name: str):
    quoted = name.replace("&", "&amp;").replace('"', "&quot;")
    own = f'<input type="text" name="{quoted}">'
    around = "".join(f"<a{n}>" for n in range(20)) + own + "".join(f"<b{n}>" for n in range(40))
    assert narrowed(relevant(own, around, *PAPER), name, BASELINE) == relevant(
        own, around, *BASELINE
    )


@given(markup)
def test_a_large_window_contains_all_lines(grandparent: str):
    assert "".join(relevant(OWN, grandparent, 1000, 1000)) == grandparent + ">"


@given(markup, counts, counts)
def test_a_window_is_never_longer_than_requested(grandparent: str, upper: int, lower: int):
    assert len(relevant(OWN, grandparent, upper, lower)) <= upper + lower


@given(markup, markup, counts, counts)
def test_the_line_of_the_field_follows_the_lines_before_it(
    before: str, after: str, upper: int, lower: int
):
    above = f"<p>{before}<i>"
    lines = relevant(OWN, above + OWN + after.replace(OWN, ""), upper, lower)
    assert lines[min(upper, above.count(">"))] == OWN


@given(markup, counts, counts)
def test_without_a_line_of_the_field_the_window_is_one_line_shorter(
    grandparent: str, upper: int, lower: int
):
    whole = relevant("<nowhere>", grandparent, 0, 1000)
    assert relevant("<nowhere>", grandparent, upper, lower) == whole[: lower - 1]


# On a live page


async def test_relevant_html_is_the_current_markup_around_the_field(open_form: OpenForm):
    page = await open_form(PAGE, "name", "age")
    await page.do("text", "age", "8")
    text = await encode(page.session, "relevant", "age", (2, 2))
    assert text == '<input name="name">\n</label>\n<input name="age" value="8">\n</div>'


async def test_the_default_window_is_that_of_the_paper(open_form: OpenForm):
    page = await open_form(f"<form>{'<i></i>' * 40}<p>{OWN}</p></form>", "q")
    assert len((await encode(page.session, "relevant", "q")).split("\n")) == 15 + 4


async def test_full_html_is_the_original_source(open_form: OpenForm):
    page = await open_form(PAGE, "name")
    await page.do("text", "name", "Ada")
    assert await encode(page.session, "full") == PAGE


async def test_text_is_the_visible_text(open_form: OpenForm):
    page = await open_form(PAGE + "<script>1</script><p hidden>never</p>", "name")
    assert (await encode(page.session, "text")).splitlines()[0] == "One of these"
    assert "never" not in await encode(page.session, "text")


async def test_a_missing_field_is_a_user_error(open_form: OpenForm):
    page = await open_form(PAGE, "name")
    with pytest.raises(UserError, match="'colour'"):
        await encode(page.session, "relevant", "colour")
