"""Tests of the form actions on checkboxes and radio buttons."""

import pytest
from benchmarks.turkingbench.controls import BOXES, RADIOS, WATCH, attribute

# Checkboxes


async def test_boxes_with_the_given_values_are_checked(open_form):
    form = await open_form(BOXES, "q")
    boxes = {"a": ["a"], "b|a": ["a", "b"], "a|nan|b": ["a", "b"], "a|zebra": ["a"]}
    for value, ticked in boxes.items():
        for after in (ticked, []):
            assert (await form.do("checkbox", "q", value)).ok
            assert await form.read() == after


async def test_given_boxes_are_toggled_and_others_are_unchanged(open_form):
    form = await open_form(BOXES, "q")
    await form.do("checkbox", "q", "a|b")
    await form.do("checkbox", "q", "b|4")
    assert await form.read() == ["a", "4"]


async def test_decimal_values_match_boxes_with_whole_numbers(open_form):
    form = await open_form(BOXES, "q")
    for value in (4, 4.0, "4.0", "4.0|7.0"):
        for after in (["4"], []):
            assert (await form.do("checkbox", "q", value)).ok
            assert await form.read() == after


async def test_missing_boxes_are_an_error_result(open_form):
    form = await open_form(BOXES, "q")
    result = await form.do("checkbox", "q", "y|z")
    assert not result.ok
    assert result.message == "'q' has no checkbox 'y|z': its values are a, b, 4, nan"
    assert await form.read() == []


async def test_a_box_without_a_value_has_the_value_on(open_form):
    form = await open_form("<input type=checkbox name=q>", "q")
    await form.do("checkbox", "q", "on")
    assert await form.read() == ["on"]


async def test_checking_a_box_fires_one_trusted_change(open_form):
    form = await open_form(WATCH + BOXES, "q")
    await form.do("checkbox", "q", "a")
    assert await form.ask("seen") == ["input true a", "change true a"]


async def test_a_box_hidden_behind_its_label_is_checked(open_form):
    form = await open_form("<label><input type=checkbox name=q value=a hidden>A</label>", "q")
    assert (await form.do("checkbox", "q", "a")).ok
    assert await form.read() == ["a"]


async def test_a_covered_box_is_checked_by_keyboard(open_form):
    form = await open_form(f"{BOXES}<div style='position: fixed; inset: 0'></div>", "q")
    await form.do("checkbox", "q", "a|b")
    assert await form.read() == ["a", "b"]


async def test_a_box_that_is_not_displayed_is_an_error_result(open_form):
    form = await open_form("<input type=checkbox name=q value=a hidden>", "q")
    result = await form.do("checkbox", "q", "a")
    assert (result.ok, result.message) == (False, "the checkbox 'a' of 'q' is not displayed")


async def test_boxes_that_move_are_all_checked(open_form):
    form = await open_form(
        """<div id=space style='height: 0'></div><div><input type=checkbox name=q value=a></div>
        <div><input type=checkbox name=q value=b></div><script>
        const grow = (left) => { space.style.height = 40 * (6 - left) + 'px';
            if (left) requestAnimationFrame(() => grow(left - 1)) };
        document.querySelector('input').onchange = () => grow(5);</script>""",
        "q",
    )
    await form.do("checkbox", "q", "a|b")
    assert await form.read() == ["a", "b"]


async def test_a_box_that_the_page_unchecks_is_a_failure(open_form):
    form = await open_form(
        "<input type=checkbox name=q value=a onchange='this.checked = false'>", "q"
    )
    result = await form.do("checkbox", "q", "a")
    assert (result.ok, result.message) == (
        False,
        "clicked the checkbox 'a' of 'q': it is still unchecked",
    )


async def test_a_disabled_box_is_a_failure(open_form):
    form = await open_form("<input type=checkbox name=q value=a disabled>", "q")
    assert not (await form.do("checkbox", "q", "a")).ok
    assert await form.read() == []


async def test_a_box_removed_by_its_click_counts_as_clicked(open_form):
    form = await open_form("<input type=checkbox name=q value=a onclick='this.remove()'>", "q")
    assert (await form.do("checkbox", "q", "a")).ok


# Radio buttons


async def test_a_radio_button_is_selected_by_value(open_form):
    form = await open_form(RADIOS, "q")
    for value in ("2", 2, 2.0, 2.9, "2.0", " 1"):
        for chosen in (value, "yes"):
            assert (await form.do("radio", "q", chosen)).ok
            assert await form.read() == [str(chosen).strip()[:1] if chosen != "yes" else "yes"]


async def test_an_empty_value_leaves_the_radio_buttons_unchanged(open_form):
    form = await open_form(RADIOS, "q")
    await form.do("radio", "q", "yes")
    for value in (None, "None", ""):
        assert (await form.do("radio", "q", value)).ok
        assert await form.read() == ["yes"]


async def test_an_empty_value_selects_a_radio_button_with_that_value(open_form):
    form = await open_form(RADIOS + "<input type=radio name=q value=''>", "q")
    assert (await form.do("radio", "q", "")).ok
    assert await form.read() == [""]


async def test_a_missing_radio_button_is_an_error_result(open_form):
    form = await open_form(RADIOS, "q")
    for value in ("no", "3", "YES", 3.0):
        result = await form.do("radio", "q", value)
        assert not result.ok
        assert result.message.endswith("its values are 1, 2, yes")
        assert await form.read() == []


async def test_selecting_a_radio_button_fires_one_trusted_change(open_form):
    form = await open_form(WATCH + RADIOS, "q")
    await form.do("radio", "q", "yes")
    assert await form.ask("seen") == ["input true yes", "change true yes"]


async def test_a_hidden_radio_button_gets_the_checked_attribute(open_form):
    form = await open_form(WATCH + "<p hidden><input type=radio name=q value=1></p>", "q")
    assert (await form.do("radio", "q", 1)).ok
    assert await attribute(form, "checked") == ""
    assert await form.read() == ["1"]
    assert await form.ask("seen") == []


@pytest.mark.parametrize("style", ["position: absolute; opacity: 0", "display: none"])
async def test_a_radio_button_behind_its_label_is_selected_with_trusted_input(
    open_form, style: str
):
    form = await open_form(
        f"{WATCH}<label><input type=radio name=q value=1 style='{style}'><b>One</b></label>", "q"
    )
    assert (await form.do("radio", "q", 1)).ok
    assert await form.ask("seen") == ["input true 1", "change true 1"]


async def test_a_covered_radio_button_is_selected_by_keyboard(open_form):
    form = await open_form(f"{WATCH}{RADIOS}<div style='position: fixed; inset: 0'></div>", "q")
    assert (await form.do("radio", "q", 2)).ok
    assert await form.ask("seen") == ["input true 2", "change true 2"]


async def test_a_radio_button_is_found_among_controls_of_other_types(open_form):
    form = await open_form(f"<input type=hidden name=q value=1>{RADIOS}", "q")
    assert (await form.do("radio", "q", 1)).ok
    assert await form.ask("document.querySelectorAll('[name=q]')[1].checked") is True


EXAMPLE = """<label style='pointer-events: none'><input type=radio name=q value=1>Example</label>
    <fieldset disabled><input type=radio name=q value=1></fieldset>"""


async def test_the_first_clickable_of_several_radio_buttons_with_one_value_is_selected(open_form):
    form = await open_form(f"{WATCH}{EXAMPLE}<input type=radio name=q value=1 id=own>", "q")
    assert (await form.do("radio", "q", 1)).ok
    assert await form.ask("own.checked") is True
    assert await form.ask("seen") == ["input true 1", "change true 1"]


async def test_a_radio_button_that_the_page_does_not_select_is_a_failure(open_form):
    form = await open_form("<input type=radio name=q value=1 onclick='return false'>", "q")
    result = await form.do("radio", "q", 1)
    assert (result.ok, result.message) == (False, "clicked '1' of 'q', but it is not selected")
    assert await form.read() == []


async def test_a_disabled_radio_button_is_a_failure(open_form):
    form = await open_form("<input type=radio name=q value=1 disabled>", "q")
    assert not (await form.do("radio", "q", 1)).ok
