"""Run one agent on one task and print its score."""

import asyncio

from webproctor import load_benchmark, make_agent, run_episode


async def main() -> None:
    async with load_benchmark("turkingbench", split="test") as benchmark:
        task = benchmark.tasks()[0]
        async with benchmark.session(task) as session:
            episode = await run_episode(task, session, make_agent("random", benchmark, seed=1))
        print(task.id, benchmark.score_episode(task, episode).value)


asyncio.run(main())
