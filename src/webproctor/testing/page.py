"""A benchmark of one page, and a scripted model, to check agents."""

from collections.abc import Mapping, Sequence
from typing import Any

from webproctor.benchmarks.pages import PageBenchmark
from webproctor.core.actions import web
from webproctor.core.episodes import Episode
from webproctor.core.llm import Call, Message, Reply, Tool, ToolChoice
from webproctor.core.recorder import EpisodeRecorder
from webproctor.core.scores import Score
from webproctor.core.tasks import Limits, Task
from webproctor.environments.browser import Page

PAGE = """<!doctype html><title>Order</title>
<h1>Order</h1><p>The code of this order is <b>lamp</b>.</p>
<form onsubmit="document.title = 'Sent ' + code.value; return false">
<label>Code <input id="code"></label>
<label>Colour <select><option>red<option>green</select></label>
<label><input type="checkbox"> Gift</label>
<button>Send</button> <a href="#top">Back to the top</a>
</form>"""


class OnePage(PageBenchmark):
    """One task: enter a word and press a button."""

    pages = {"/order": PAGE}  # noqa: RUF012

    def tasks(self) -> list[Task]:
        instruction = "Enter the code of the order into the form and send it."
        limits = Limits(steps=5, actions_per_step=15, seconds=60.0)
        return [Task(id="order", benchmark=self.name, instruction=instruction, limits=limits)]

    async def evidence(self, task: Task, page: Page) -> Mapping[str, Any]:
        return {"title": await page.run("document.title")}

    def score(self, task: Task, episode: Episode) -> Score:
        return Score(value=float(episode.evidence.get("title") == "Sent lamp"))

    def oracle(self) -> "Oracle":
        return Oracle()


class Oracle:
    """Types the code and presses Enter."""

    async def run(self, task: Task, session: EpisodeRecorder) -> None:
        observation = await session.observe(frozenset({"elements"}))
        box = next(element for element in observation.read("elements") if element.type == "text")
        await session.act(web.Type(element=box.index, text="lamp"))
        await session.act(web.Press(keys="Enter"))


class ScriptedModel:
    """Answers without a language model: first calls a tool that does not exist, then finishes."""

    def __init__(self) -> None:
        self._call_count = 0

    async def generate(
        self,
        messages: Sequence[Message],
        tools: Sequence[Tool] = (),
        *,
        tool_choice: ToolChoice = "auto",
    ) -> Reply:
        usage = {"input_tokens": 100.0, "output_tokens": 10.0}
        if not tools or tool_choice == "none":
            return Reply("(500, 500)", usage=usage)
        self._call_count += 1
        names = [tool.name for tool in tools]
        name = "done" if "done" in names else names[0]
        call = Call(str(self._call_count), "no_such_tool" if self._call_count == 1 else name, {})
        return Reply("", (call,), usage=usage)
