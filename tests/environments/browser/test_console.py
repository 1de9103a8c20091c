"""Console messages: errors are recorded, and endless output blocks nothing."""

import pytest
from conftest import Eventually, OpenPage
from per_change import every, first

from webproctor.core.evidence import EntryList
from webproctor.environments.browser.console import MAX_LINES, ConsoleErrors
from webproctor.environments.browser.notices import ConsoleLine


async def test_errors_are_recorded_with_their_source_line(open_page):
    page = await open_page("<script>console.error('broken'); console.log('fine')</script>")
    await page.catch_up()
    [error] = page.errors
    assert error == f"broken ({page.url})"


def test_a_missing_favicon_requested_by_the_browser_is_not_recorded():
    errors = EntryList()
    reports = ConsoleErrors(errors, lambda _: None)
    text = "Failed to load resource: the server responded with a status of 404 (Not Found)"
    for by_script, path in ((False, "favicon.ico"), (False, "icon.png"), (True, "favicon.ico")):
        reports.on_line(ConsoleLine("error", text, f"http://pages.test/{path}", by_script))
    assert errors == [
        f"{text} (http://pages.test/icon.png)",
        f"{text} (http://pages.test/favicon.ico)",
    ]


async def test_uncaught_exceptions_are_recorded(open_page):
    page = await open_page("<script>throw new Error('broken')</script>")
    await page.catch_up()
    assert page.errors == ["uncaught: broken"]


async def test_console_lines_of_a_document_are_limited(open_page):
    page = await open_page("<p>")
    lines = []
    page.tab.context.on("line", lambda line: lines.append(line.text))
    await page.run("for (let n = 0; n < 50000; n++) console.log('x'.repeat(1000) + n)")
    assert len(lines) <= MAX_LINES
    assert page.errors == [f"console messages after line {MAX_LINES:,} are ignored"]


@pytest.mark.parametrize("log", first("console.context('other').log", "saved"))
async def test_other_references_to_the_console_have_the_same_limit(
    open_page: OpenPage, log: str
) -> None:
    page = await open_page("<script>const saved = console.log</script>")
    lines: list[object] = []
    page.tab.context.on("line", lines.append)
    await page.run(f"for (let n = 0; n < 5000; n++) {log}(n)")
    assert len(lines) <= MAX_LINES


async def test_a_worker_that_floods_the_console_does_not_block_its_page(open_page):
    flood = "for (let n = 0; n < 4000; n++) console.log(n); postMessage(1)"
    page = await open_page("<p>")
    await page.run(
        f"""new Promise((resolve) => {{
            const it = new Worker(URL.createObjectURL(new Blob([`{flood}`])));
            it.onmessage = resolve }})"""
    )
    assert page.errors == [f"console messages after line {MAX_LINES:,} are ignored"]


THROWING = "for (let n = 0; n < 50; n++) setInterval(() => { throw 1 })"
REJECTING = "setInterval(() => { for (let n = 0; n < 500; n++) Promise.reject(1) })"


@pytest.mark.parametrize(
    ("flood", "messages"),
    every(
        2,
        [
            ("for (;;) console.log(1)", "line"),
            ("setInterval(() => { for (let n = 0; n < 500; n++) reportError(1) })", "exception"),
            (THROWING, "exception"),
            (REJECTING, "exception"),
        ],
    ),
)
async def test_endless_messages_and_exceptions_of_a_worker_are_limited(
    open_page: OpenPage, eventually: Eventually, flood: str, messages: str
) -> None:
    page = await open_page("<p>")
    events: list[object] = []
    page.tab.context.on(messages, events.append)
    address = f"URL.createObjectURL(new Blob([{flood!r}]))"
    # The worker is kept: it would end otherwise.
    await page.run(f"void (window.worker = new Worker({address}))")
    await eventually(lambda: len(events) >= MAX_LINES)
    assert await page.run("1 + 1") == 2
    assert len(events) <= 2 * MAX_LINES  # An exception of a worker may be reported by its page too.


async def test_endless_errors_of_a_worker_do_not_block_its_page(
    open_page: OpenPage,
) -> None:
    page = await open_page("<p>")
    flood = "postMessage(1); for (;;) reportError(1)"
    await page.run(
        f"""new Promise((resolve) => {{
            window.worker = new Worker(URL.createObjectURL(new Blob([{flood!r}])));
            worker.onmessage = resolve }})"""
    )
    assert await page.run("new Promise((resolve) => setTimeout(resolve, 1000, 2))") == 2


@pytest.mark.parametrize("flood", first(THROWING, REJECTING))
async def test_endless_exceptions_of_a_page_are_limited(
    open_page: OpenPage, eventually: Eventually, flood: str
) -> None:
    page = await open_page("<p>")
    events: list[object] = []
    page.tab.context.on("exception", events.append)
    await page.run(flood)
    await eventually(lambda: len(events) >= MAX_LINES)
    assert await page.run("1 + 1") == 2
    assert len(events) == MAX_LINES


async def test_a_page_cannot_exclude_its_exceptions_from_the_limit(open_page: OpenPage) -> None:
    page = await open_page(
        """<script>
          Event.prototype.preventDefault = Reflect.apply = () => {}
          addEventListener('error', (event) => event.stopImmediatePropagation(), true)
        </script>"""
    )
    events: list[object] = []
    page.tab.context.on("exception", events.append)
    await page.run("for (let n = 0; n < 4000; n++) reportError(n)")
    assert len(events) == MAX_LINES


async def test_a_page_can_replace_console_methods(open_page):
    page = await open_page("<script>console.log = () => 'mine'</script>")
    assert await page.run("console.log('x')") == "mine"
    assert "[native code]" in await page.run("console.warn.toString()")
    assert await page.run("console.warn.name") == "warn"
