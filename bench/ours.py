"""webproctor with the harness, as in `webproctor run`, and with the episode loop alone."""

import asyncio
import os
import tempfile
from pathlib import Path

from work import BenchFault, Job, Outcome, Work, read_values

from webproctor.agents import make_agent
from webproctor.benchmarks import load_benchmark
from webproctor.core.loop import run_episode
from webproctor.environments.browser.finding import SETTING
from webproctor.harness import runs
from webproctor.run.episode_results import Result


def harness(work: Work, browser: Path, lanes: int, *, agent: str = "oracle") -> Outcome:
    """Run the jobs like `webproctor run`: with Inspect's tool calls, log files and scores.

    A job is finished when its result is scored and passed to the log. The scores must equal those
    of the recorded episodes, which shows that the fields are correct.
    """
    outcome, results = Outcome(work), dict[str, Result]()

    def note(result: Result) -> None:
        results[result.task] = result
        outcome.finish()

    os.environ[SETTING] = str(browser)
    with tempfile.TemporaryDirectory(prefix="webproctor-bench-") as folder:
        runs.run(
            "turkingbench",
            agent,
            settings=work.settings,
            folder=Path(folder) / "run",
            parallel=lanes,
            on_result=note,
        )
    for job in work.jobs:
        result = results[job.task.id]
        if result.cause:
            raise BenchFault(f"{job.task.id} errored: {result.message}")
        done = (result.actions, result.score.value)
        if agent == "oracle" and done != (len(job.actions), job.score):
            raise BenchFault(f"{job.task.id}: {done} actions and score differ from the recording")
    return outcome


def core(
    work: Work, browser: Path, lanes: int, *, agent: str = "oracle", check: bool = False
) -> Outcome:
    """Run the same episodes with `run_episode`, without the harness, logs and scores."""
    os.environ[SETTING] = str(browser)
    return asyncio.run(_core(work, lanes, agent, check))


async def _core(work: Work, lanes: int, agent: str, check: bool) -> Outcome:
    outcome, left = Outcome(work), iter(work.jobs)
    async with load_benchmark("turkingbench", **work.settings) as benchmark:
        acting = make_agent(agent, benchmark)

        async def do(job: Job) -> None:
            async with benchmark.session(job.task) as session:
                episode = await run_episode(job.task, session, acting)
                if episode.error:
                    raise BenchFault(f"{job.task.id} errored: {episode.error.message}")
                if check:
                    outcome.values[job.task.id] = await read_values(session, job.fields)
            outcome.finish()

        async def lane() -> None:
            for job in left:
                await do(job)

        await asyncio.gather(*(lane() for _ in range(lanes)))
    return outcome
