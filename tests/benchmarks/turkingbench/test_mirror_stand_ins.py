"""Tests of the mirror's stand-ins for scripts that must not be copied, in a browser."""

from collections.abc import Awaitable, Callable
from typing import Any

from playwright.async_api import Page, Route

from webproctor.benchmarks.turkingbench import mirror

PAGE = "http://page.test/"


Use = Callable[[Page], Awaitable[object]]


async def nothing(page: Page) -> None:
    pass


async def evaluate(page: Page, page_text: str, script: str, use: Use = nothing) -> Any:
    """Return the result of `script` in a page with this HTML that loads only from the mirror.

    `use` acts on the loaded page first.
    """

    async def answer(route: Route) -> None:
        if route.request.url == PAGE:
            await route.fulfill(body=page_text, content_type="text/html; charset=utf-8")
        elif copy := mirror.find(route.request.url):
            headers = {"Content-Type": copy.content_type, "Access-Control-Allow-Origin": "*"}
            await route.fulfill(body=copy.body, headers=headers)
        else:
            await route.abort()

    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    await page.route("**/*", answer)
    await page.goto(PAGE)
    await use(page)
    result = await page.evaluate(script)
    assert not errors
    return result


CROWD = """<form><script src="https://assets.crowd.aws/crowd-html-elements.js"></script>
<crowd-form><input name="a" value="1"><crowd-tabs><crowd-tab>
<select name="b"><option>2</select></crowd-tab></crowd-tabs><crowd-checkbox name="c" checked>
<textarea name="d">4</textarea></crowd-checkbox><crowd-input name="e" value="5"></crowd-input>
<crowd-radio-group><crowd-radio-button name="f" value="6" checked>six</crowd-radio-button>
<crowd-radio-button name="f" value="7">seven</crowd-radio-button></crowd-radio-group>
<crowd-slider name="g" min="0" max="10" value="8"></crowd-slider></crowd-form></form>"""


async def test_crowd_elements_do_not_change_native_fields(reader: Page):
    script = """[...document.querySelectorAll("input, select, textarea")]
        .filter((field) => field.checkVisibility() && field.offsetWidth && field.form)
        .map((field) => field.name).join("")"""
    assert await evaluate(reader, CROWD, script) == "abd"


async def test_crowd_elements_are_submitted_with_the_form(reader: Page):
    script = "Object.fromEntries(new FormData(document.forms[0]))"
    answers = {"a": "1", "b": "2", "c": "on", "d": "4", "e": "5", "f": "6", "g": "8"}
    assert await evaluate(reader, CROWD, script) == answers


async def test_crowd_elements_do_not_change_the_markup_of_the_page(reader: Page):
    script = "document.querySelector('crowd-form').outerHTML"
    markup = await evaluate(reader, CROWD, script)
    assert markup == await evaluate(
        reader, CROWD.replace("assets.crowd.aws", "refused.test"), script
    )


async def test_the_mturk_script_fills_in_the_assignment_but_not_the_action(reader: Page):
    page = """<form id="mturk_form" action="/here"><input id="assignmentId" value="old"></form>
        <script src="https://s3.amazonaws.com/mturk-public/externalHIT_v1.js"></script>
        <script>turkSetAssignmentID()</script>"""
    script = "[assignmentId.value, mturk_form.getAttribute('action'), turkGetParam('x', 'y')]"
    assert await evaluate(reader, page, script) == ["", "/here", "y"]


async def test_the_location_service_returns_empty_values(reader: Page):
    page = '<script src="http://gd.geobytes.com/gd?after=-1&variables=GeobytesCity"></script>'
    assert await evaluate(reader, page, "sGeobytesCity + sGeobytesCountry + sGeobytesRegion") == ""


async def test_icon_kits_include_the_icon_font(reader: Page):
    page = """<script src="https://kit.fontawesome.com/0123456789.js"></script>
        <i class="far fa-square"></i>"""
    script = """document.fonts.load("400 16px 'Font Awesome 5 Free'", "\\uf0c8")
        .then((fonts) => fonts.length)"""
    assert await evaluate(reader, page, script) == 1


async def test_charts_show_one_bar_per_number(reader: Page):
    page = """<script src="https://cdn.anychart.com/releases/8.9.0/js/anychart-base.min.js"></script>
        <div id="box" style="width: 400px"></div>
        <script>anychart.bar().data([["days", "1"], ["years", "4"]]).container("box").draw()
        </script>"""
    script = "[...box.querySelectorAll('div')].map((bar) => bar.style.width)"
    assert await evaluate(reader, page, script) == ["25%", "100%"]


FLOW_CHART = """<script src="https://cdn.jsdelivr.net/npm/gojs/release/go.js"></script>
<script src="https://cdn.jsdelivr.net/npm/gojs/extensions/ZoomSlider.js"></script>
<link rel="stylesheet" href="https://cdn.jsdelivr.net/npm/gojs/extensions/ZoomSlider.css">
<div id="chart" style="width: 600px; height: 400px"></div><script>
const make = go.GraphObject.make;
const chart = make(go.Diagram, "chart", {layout: make(go.LayeredDigraphLayout, {direction: 90})});
chart.nodeTemplate = make(go.Node, "Auto", {fromLinkable: true}, make(go.Shape, "Rectangle"),
    make(go.TextBlock, {margin: 8}, new go.Binding("text")));
chart.linkTemplate = make(go.Link, make(go.Shape, {toArrow: "Standard"}));
chart.model = new go.GraphLinksModel([{key: "S", text: "start"}, {key: "0", text: "<walk>"},
    {key: "G", text: "goal", color: "lightblue"}], []);
new ZoomSlider(chart, {alignment: go.Spot.TopRight});
</script>"""
LINKS = "chart.model.linkDataArray.map((link) => `${link.from}->${link.to}`)"


async def draw_links(page: Page) -> None:
    for start, end in (("start", "<walk>"), ("<walk>", "goal"), ("<walk>", "goal")):
        await page.get_by_text(start).drag_to(page.get_by_text(end))


async def test_dragging_between_boxes_of_a_flow_chart_links_them_once(reader: Page):
    assert await evaluate(reader, FLOW_CHART, LINKS, draw_links) == ["S->0", "0->G"]


async def test_a_link_of_a_flow_chart_is_selected_by_click_and_deleted_by_key(reader: Page):
    async def delete_the_first(page: Page) -> None:
        await draw_links(page)
        await page.locator("line[stroke=transparent]").first.click()
        await page.keyboard.press("Delete")

    assert await evaluate(reader, FLOW_CHART, LINKS, delete_the_first) == ["0->G"]


async def test_boxes_of_a_flow_chart_are_below_their_predecessors(reader: Page):
    script = """["S", "0", "G"].map((key) =>
        document.querySelector(`[data-key="${key}"]`).getBoundingClientRect().top)"""
    first, second, third = await evaluate(reader, FLOW_CHART, script, draw_links)
    assert first < second < third
