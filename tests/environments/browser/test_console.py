"""Console messages: errors are recorded, and endless output blocks nothing."""

from webproctor.environments.browser.console import MOST_LINES


async def test_errors_are_noted_with_the_place_of_their_line(open_page):
    page = await open_page("<script>console.error('broken'); console.log('fine')</script>")
    await page.catch_up()
    [error] = page.errors
    assert error == f"broken ({page.url})"


async def test_uncaught_exceptions_are_noted(open_page):
    page = await open_page("<script>throw new Error('broken')</script>")
    await page.catch_up()
    assert page.errors == ["uncaught: broken"]


async def test_a_document_writes_no_more_lines_than_its_limit(open_page):
    page = await open_page("<p>")
    lines = []
    page.tab.context.on("line", lambda line: lines.append(line.text))
    await page.run("for (let n = 0; n < 50000; n++) console.log('x'.repeat(1000) + n)")
    assert len(lines) <= MOST_LINES
    assert page.errors == [f"console messages after line {MOST_LINES:,} are ignored"]


async def test_a_worker_that_never_stops_writing_holds_nobody_up(open_page):
    flood = "for (let n = 0; n < 4000; n++) console.log(n); postMessage(1)"
    page = await open_page("<p>")
    await page.run(
        f"""new Promise((resolve) => {{
            const it = new Worker(URL.createObjectURL(new Blob([`{flood}`])));
            it.onmessage = resolve }})"""
    )
    assert page.errors == [f"console messages after line {MOST_LINES:,} are ignored"]


async def test_methods_of_the_console_can_be_replaced_by_the_page(open_page):
    page = await open_page("<script>console.log = () => 'mine'</script>")
    assert await page.run("console.log('x')") == "mine"
    assert await page.run("console.warn.toString()") == "function warn() { [native code] }"
