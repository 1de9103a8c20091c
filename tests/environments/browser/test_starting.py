"""Start a browser's process: its end is detected, and nothing is left behind."""

import asyncio
import subprocess
import sys
import textwrap
import uuid
from pathlib import Path

import processes
import pytest

from webproctor.environments.browser.devtools import DevToolsError
from webproctor.environments.browser.starting import Program
from webproctor.environments.isolation import Sandbox, isolation

# A browser that fails, and a process of it that stays and keeps all files open.
FAILING = "sleep 600 & echo $! cannot start >&2; exit 1"


async def test_the_end_of_a_browser_is_detected_while_a_child_process_is_running(
    eventually,
) -> None:
    program = await Program.start(["/bin/sh", "-c", FAILING], None)
    with pytest.raises(DevToolsError):
        await program.devtools.send(None, [("Browser.getVersion", {})])
    line = await program.last_line()
    left = int(line.split()[0])
    assert line == f"{left} cannot start"
    assert processes.running({left})
    await program.end()
    await eventually(lambda: not processes.running({left}))


@pytest.mark.skipif(isolation() == "none", reason="bubblewrap is not installed or cannot start")
async def test_a_cancelled_start_leaves_nothing_behind(eventually) -> None:
    mark = uuid.uuid4().hex
    command = [*Sandbox().options(), "--", "/bin/sh", "-c", f"read line <&3 # {mark}"]
    for delay in range(40):
        starting = asyncio.create_task(Program.start(command, None))
        await asyncio.sleep(delay / 10_000)
        starting.cancel()
        await asyncio.wait({starting})
        if not starting.cancelled():
            await starting.result().end()
    await eventually(lambda: not processes.named(mark))


UVLOOP = """
    import uvloop
    from starlette.responses import HTMLResponse
    from webproctor.environments.browser import Browser
    from webproctor.environments.serving import serve

    async def main():
        async with serve(HTMLResponse("<title>shown</title>")) as port:
            async with Browser({"pages.test": port}) as browser, browser.page() as page:
                await page.open("http://pages.test/")
                print(await page.run("document.title"))

    uvloop.run(main())
"""


@pytest.mark.exhaustive
def test_pages_can_be_opened_in_another_kind_of_event_loop(executable: Path) -> None:
    pytest.importorskip("uvloop")
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(UVLOOP)], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.returncode) == ("shown\n", 0), done.stderr
