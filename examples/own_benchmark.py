"""A benchmark of three pages, and an agent that solves two of them.

python examples/own_benchmark.py
webproctor run examples/own_benchmark.py:ThreePages --agent web --model openai/gpt-5-mini
"""

from webproctor import Episode, Observation, PageBenchmark, Score, Step, Task, View, evaluate
from webproctor.core.actions import web

TASKS = {
    "sum": ("Answer the question on the page.", "<p>What is 17 + 25?</p>"),
    "colour": ("Which colour is the sky on this page?", "<p>The sky is <b>green</b>.</p>"),
    "door": (
        "Open the door, and give the word behind it.",
        "<details><summary>Door</summary>lamp</details>",
    ),
}
ANSWERS = {"sum": "42", "colour": "green", "door": "lamp"}


class ThreePages(PageBenchmark):
    pages = {f"/{id}": html for id, (_, html) in TASKS.items()}  # noqa: RUF012

    def tasks(self) -> list[Task]:
        return [Task(id, self.name, instruction) for id, (instruction, _) in TASKS.items()]

    def score(self, task: Task, episode: Episode) -> Score:
        return Score(value=float(episode.answer == ANSWERS[task.id]))


class LastWord:
    """Clicks what can be clicked, and answers with the last word on the page."""

    reads: frozenset[View] = frozenset({"elements", "text"})

    async def act(self, observation: Observation) -> Step:
        if observation.step == 0:
            elements = observation.read("elements")
            return Step(actions=[web.Click(element=one.index) for one in elements])
        word = observation.read("text").split()[-1].strip(".?")
        return Step(actions=[], done=True, answer=word)


if __name__ == "__main__":
    print(evaluate(ThreePages, LastWord).scores)
