"""An agent of one's own: it chooses the first option of every choice, and leaves the rest."""

import asyncio

from webproctor import Observation, Turn, View, load_benchmark, run_episode
from webproctor.actions import form


class FirstOption:
    reads: frozenset[View] = frozenset({"elements"})

    async def act(self, observation: Observation) -> Turn:
        choices = [one for one in observation.read("elements") if one.type == "radio"]
        return Turn(
            actions=[
                form.ModifyRadio(input_name=one.name, input_value=one.options[0]) for one in choices
            ],
            done=True,
        )


async def main() -> None:
    async with load_benchmark("turkingbench", instances=1) as benchmark:
        results = []
        for task in benchmark.tasks():
            async with benchmark.session(task) as session:
                episode = await run_episode(task, session, FirstOption())
            results.append((task, benchmark.score(task, episode)))
        print(benchmark.summarise(results).figures)


asyncio.run(main())
