"""Which agents run on which benchmarks: an episode of each pair, or the reason for refusing it."""

import contextlib
import io
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from benchmarks.mind2web.conftest import TASKS
from per_change import only
from PIL import Image

from webproctor.agents import make_agent, surface_of, task_for
from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.core.errors import UserError
from webproctor.core.llm import Call, Message, Reply, Tool
from webproctor.core.loop import run_episode
from webproctor.testing.page import ScriptedModel

BENCHMARKS: Mapping[str, Mapping[str, Any]] = {
    "webgames": {"task": ("buttons",)},
    "turkingbench": {"instances": 1},
    "miniwob": {"environment": ("click-button",)},
    "mind2web": {},
    "realwebassist": {},
    "grounding": {},
}
LIVE = ("webgames", "turkingbench", "miniwob")
PICTURES = ("realwebassist", "grounding")
# A program that presses a key.
PRESSES = "call('press', keys='a'); call('done', answer='a'); end()"
RUNS = [
    *[("claude-code", {"program_model": "some", "pass_env": ("PLAY",)}, name) for name in LIVE],
    *[("web", {}, name) for name in BENCHMARKS],
    *[("web", {"vision": False}, name) for name in (*LIVE, "mind2web")],
    *[("computer", {}, name) for name in (*LIVE, *PICTURES)],
    *[("mindact", {"max_steps": 1}, name) for name in (*LIVE, "mind2web")],
    *[("random", {}, name) for name in BENCHMARKS],
    *[("grounder", {}, name) for name in PICTURES],
    *[("external", {"command": "true", "devtools": "input"}, name) for name in LIVE],
    ("form", {}, "turkingbench"),
]
# Every agent on one benchmark.
SOME = list({str(run[:2]): run for run in RUNS}.values())
REFUSED = [
    *[("form", {}, name, "no forms") for name in BENCHMARKS if name != "turkingbench"],
    ("web", {"vision": False}, "grounding", "remove --text-only"),
    ("computer", {}, "mind2web", "or add --text-only if the agent has this setting."),
    *[
        ("mindact", {}, name, "reads dom, .*: use another agent or other data.$")
        for name in PICTURES
    ],
    *[
        ("external", {"command": "true"}, name, "supports only: page")
        for name in BENCHMARKS
        if name != "webgames"
    ],
]


def benchmark(name: str) -> Benchmark:
    if name == "miniwob":
        pytest.importorskip("miniwob", reason="the pages of MiniWoB++ are not installed")
    return load_benchmark(name, **BENCHMARKS[name])


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def started(executable: Path) -> AsyncIterator[Callable[[str], Awaitable[Benchmark]]]:
    """`await started(name)`: a started benchmark, which the tests share."""
    async with contextlib.AsyncExitStack() as stack:
        started_benchmarks: dict[str, Benchmark] = {}

        async def start(name: str) -> Benchmark:
            if name not in started_benchmarks:
                started_benchmarks[name] = await stack.enter_async_context(benchmark(name))
            return started_benchmarks[name]

        yield start


@pytest.mark.parametrize(("agent", "settings", "name"), only(SOME, RUNS))
async def test_an_agent_runs_an_episode(
    started: Callable[[str], Awaitable[Benchmark]],
    scripted_claude: None,
    monkeypatch: pytest.MonkeyPatch,
    agent: str,
    settings: dict[str, Any],
    name: str,
) -> None:
    monkeypatch.setenv("PLAY", PRESSES)
    benchmark = await started(name)
    acting = make_agent(agent, benchmark, ScriptedModel(), **settings)
    task = task_for(acting, benchmark.tasks()[0], benchmark)
    async with benchmark.session(task, surface_of(acting)) as session:
        episode = await run_episode(task, session, acting)
    assert episode.error is None
    assert 0 <= benchmark.score(task, episode).value <= 1


@pytest.mark.parametrize(("agent", "settings", "name", "why"), REFUSED)
def test_an_incompatible_agent_is_a_user_error_with_the_reason(
    monkeypatch: pytest.MonkeyPatch, agent: str, settings: dict[str, Any], name: str, why: str
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    with pytest.raises(UserError, match=why):
        make_agent(agent, benchmark(name), ScriptedModel(), **settings)


def write_rows(folder: Path) -> Path:
    """Write a task of Mind2Web with screenshots, as one row for each step; return the folder."""
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra `data` is not installed")
    picture = io.BytesIO()
    Image.new("RGB", (1280, 720), "white").save(picture, "PNG")
    task = TASKS[0]
    rows = [
        {name: value for name, value in task.items() if name != "actions"}
        | action
        | {"operation": json.dumps(action["operation"])}
        | {name: [*map(json.dumps, action[name])] for name in ("pos_candidates", "neg_candidates")}
        | {"target_action_index": str(number)}
        | {"screenshot": {"bytes": picture.getvalue(), "path": None}}
        for number, action in enumerate(task["actions"])
    ]
    arrow = pytest.importorskip("pyarrow")
    parquet.write_table(arrow.Table.from_pylist(rows), folder / "train-00000-of-00001.parquet")
    return folder


class MouseUser:
    """Answers with the next of some lists of calls of the computer-use tool."""

    def __init__(self, *answers: Sequence[Mapping[str, Any]]) -> None:
        self._answers = [list(answer) for answer in answers]

    async def generate(
        self, messages: Sequence[Message], tools: Sequence[Tool] = (), *, tool_choice: str = "auto"
    ) -> Reply:
        calls = self._answers.pop(0)
        return Reply("", tuple(Call(f"{one}", "computer", {**one}) for one in calls))


async def test_the_computer_agent_clicks_types_and_selects_on_recorded_pages(
    tmp_path: Path,
) -> None:
    benchmark = load_benchmark("mind2web", data=write_rows(tmp_path), colons="restored")

    def click(y: int) -> dict[str, Any]:
        return {"action": "left_click", "coordinate": [10, y]}

    model = MouseUser(
        # The field in one step, with what a user does there; the list in two.
        [click(85), {"action": "key", "text": "ctrl+a"}, {"action": "type", "text": "new york"}],
        [click(105)],
        [{"action": "type", "text": "9"}, {"action": "key", "text": "Enter"}],
        [click(165)],
    )
    task = benchmark.tasks()[0]
    async with benchmark, benchmark.session(task) as session:
        episode = await run_episode(task, session, make_agent("computer", benchmark, model))
    assert episode.error is None
    assert benchmark.score(task, episode).value == 1.0
