"""The floor: the DevTools commands of the oracle's episodes, sent again without webproctor.

One browser, a new context for each page, and the commands that the recorded episode sent after its
page had loaded, with the same waits in between. No driver, no sandbox, no checks of the results.
"""

import asyncio
import json
from pathlib import Path

from replay import Connection, Opening, ReplayFault, page, started
from work import READ, BenchFault, Job, Outcome, Work

from webproctor.benchmarks.turkingbench import pages
from webproctor.benchmarks.turkingbench.benchmark import HOST
from webproctor.environments.serving import serve


def run(work: Work, browser: Path, lanes: int, *, check: bool = False) -> Outcome:
    """Run all jobs in `lanes` parallel contexts.

    Args:
        browser: The browser's executable.
        check: Read the fields at the end.

    Raises:
        BenchFault: If the browser does not start, or rejects a command.
    """
    try:
        return asyncio.run(_run(work, browser, lanes, check))
    except ReplayFault as fault:
        raise BenchFault(str(fault)) from fault


async def _run(work: Work, program: Path, lanes: int, check: bool) -> Outcome:
    outcome, left = Outcome(work), iter(work.jobs)
    async with (
        serve(pages.application(work.dataset)) as port,
        started(program, {HOST: port}) as browser,
    ):

        async def lane() -> None:
            for job in left:
                await _do(browser, job, outcome, check)

        await asyncio.gather(*(lane() for _ in range(lanes)))
    return outcome


async def _do(browser: Connection, job: Job, outcome: Outcome, check: bool) -> None:
    async with page(browser, Opening(job.address)) as shown:
        for commands in job.commands:
            await shown.send(commands)
        if check:
            read = {"expression": f"({READ})({json.dumps(job.fields)})", "returnByValue": True}
            [values] = await shown.send([("Runtime.evaluate", read)])
            outcome.values[job.task.id] = values["result"]["value"]
    outcome.finish()
