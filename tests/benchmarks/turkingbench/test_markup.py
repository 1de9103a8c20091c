"""Tests of reading the form fields in a template's HTML."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webproctor.benchmarks.turkingbench.markup import Control, controls, has_submit


def kinds(html):
    return [(control.name, control.type) for control in controls(html)]


def test_controls_are_in_document_order():
    html = "<textarea name=a></textarea><p><input name=b><select name=c></select>"
    assert kinds(html) == [("a", "textarea"), ("b", "text"), ("c", "select")]


@pytest.mark.parametrize(
    ("declared", "kind"),
    [("radio", "radio"), ("RADIO", "radio"), ("", "text"), ("colour", "text"), ("date", "date")],
)
def test_an_unknown_input_type_is_text(declared, kind):
    [control] = controls(f'<input name=a type="{declared}">')
    assert (control.type, control.declared_type) == (kind, declared.lower())


def test_a_missing_value_is_none():
    [with_value, without] = controls("<input name=a value='x &amp; y'><input name=a>")
    assert (with_value.value, without.value) == ("x & y", None)


def test_the_first_of_two_equal_attributes_counts():
    assert kinds("<input name=a name=b type=radio type=text>") == [("a", "radio")]


def test_options_of_a_list_are_their_values_or_text():
    [control] = controls(
        "<select name=a><option value='1'>One<option>  Two \n words</option>"
        "<optgroup><option value=''>None</option></optgroup></select><option value=9>"
    )
    assert control.options == ["1", "Two words", ""]


def test_named_custom_elements_are_controls_of_their_own_type():
    assert kinds("<crowd-checkbox name=a></crowd-checkbox><crowd-form>") == [
        ("a", "crowd-checkbox")
    ]


@pytest.mark.parametrize("html", ["<!-- <input name=a> -->", "<script>'<input name=a>'</script>"])
def test_controls_in_comments_and_scripts_are_ignored(html):
    assert controls(html) == []


def test_only_an_input_can_be_a_submit_button():
    assert has_submit("<INPUT TYPE=Submit>")
    assert not has_submit("<button type=submit>")


@given(st.text(alphabet="<>/= \"'abinputselecoh-!&;"))
def test_any_text_can_be_parsed(text):
    assert all(isinstance(control, Control) for control in controls("<select name=a>" + text))


@pytest.mark.parametrize("html", ["", "<![<![", "\ud800<input name=a>", "<a " * 30, "\0"])
def test_malformed_markup_is_parsed_like_in_a_browser(html: str) -> None:
    assert [one.name for one in controls(html)] == (["a"] if "input" in html else [])
