"""The prompt of MindAct's predictor `llm`: the paper's, and examples and system message of one's
own."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from webproctor.agents import make_agent
from webproctor.agents.mindact import PRESETS, mindact
from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.benchmarks.mind2web.benchmark import mind2web
from webproctor.core import factories
from webproctor.core.errors import UserError
from webproctor.core.llm import Message, Reply, Tool
from webproctor.core.loop import run_episode

LI = '<li backend_node_id="{}" role="tab" aria_label="heading level 3" title="search and">{}</li>'
UNITED = (
    LI.format(2, '<span backend_node_id="12"><text backend_node_id="13">Hotel</text></span>')
    + '<div backend_node_id="3"><div backend_node_id="14" title="none"><span backend_node_id="15">'
    '<text backend_node_id="16">Dates*</text></span><button backend_node_id="17" type="button" '
    'title="clear dates"/></div></div>'
    '<ul backend_node_id="4"><a backend_node_id="18" title="mobile tools"> </a>'
    '<a backend_node_id="19" title="open united\'s tiktok page"> </a></ul>'
)
ENTERPRISE = (
    '<div backend_node_id="2"><div backend_node_id="11"><div backend_node_id="12">'
    '<div backend_node_id="13"><text backend_node_id="14">Buy A Car</text></div>'
    '<div backend_node_id="15"><text backend_node_id="16">More</text></div></div>'
    '<p backend_node_id="17"><text backend_node_id="18">x</text></p></div>'
    '<text backend_node_id="19">y</text></div>'
    '<div backend_node_id="3"><text backend_node_id="20">Enterprise Fleet Management</text></div>'
    '<button backend_node_id="4" title="selected pick-up date 03/19/2023"><span '
    'backend_node_id="21"><span backend_node_id="22"><text backend_node_id="23">19</text></span>'
    '<text backend_node_id="24">Sun</text></span></button>'
)
TASKS = {
    "9e035a36-1c77-4014-98ec-4d48ee41d904": (UNITED, 4),
    "ce34bc61-e3d2-40c8-b02b-b149efc4b115": (ENTERPRISE, 2),
}


def record(name: str, inside: str, before: int) -> dict[str, Any]:
    """Return a task whose pages are all the same."""
    action = {
        "raw_html": "",
        "cleaned_html": f'<html backend_node_id="1">{inside}</html>'.replace("li><", "li>\n<"),
        "operation": {"original_op": "CLICK", "value": "", "op": "CLICK"},
        "pos_candidates": [],
        "neg_candidates": [
            {"tag": "x", "attributes": "{}", "backend_node_id": one} for one in "234"
        ],
    }
    return {
        "website": "w",
        "domain": "d",
        "subdomain": "s",
        "annotation_id": name,
        "confirmed_task": f"Task {name[:2]}",
        "action_reprs": [f"[x]  {number} -> CLICK" for number in range(before + 1)],
        "actions": [{"action_uid": f"{name}{number}", **action} for number in range(before + 1)],
    }


class Listener:
    """Chooses nothing; keeps the request of the first step."""

    shown: Sequence[Message] = ()

    async def generate(
        self, messages: Sequence[Message], tools: Sequence[Tool] = (), *, tool_choice: str = "auto"
    ) -> Reply:
        self.shown = self.shown or list(messages)
        return Reply(text="Answer: A.", usage={})


async def prompt(benchmark: Benchmark, **settings: Any) -> list[tuple[str, str]]:
    """Return role and text of the messages before the question."""
    model = Listener()
    agent = make_agent("mindact", benchmark, model, predictor="llm", **settings)
    task = benchmark.tasks()[0]
    async with benchmark, benchmark.session(task) as session:
        await run_episode(task, session, agent)
    return [(one.role, one.text) for one in model.shown[:-1]]


@pytest.fixture
def train(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the paper's examples: the first one's page is real, the others are like it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    real = data / "mind2web" / "reconstructed_train_record_7bda9645_step0.json"
    tasks = json.loads(real.read_bytes())
    tasks += [record(name, *how) for name, how in TASKS.items()]
    (tmp_path / "train_0.json").write_text(json.dumps(tasks))
    return tmp_path


async def test_the_papers_prompt_has_its_system_message_and_the_examples_of_table_8(
    train: Path,
) -> None:
    data = load_benchmark("mind2web", data=train, website="w")
    shown = await prompt(data, prompt_variant="paper")
    assert [role for role, _ in shown] == ["system", *["user", "assistant"] * 3]
    texts = [text for _, text in shown]
    assert texts[0].startswith("You are a helpful assistant that is great at website design")
    assert texts[2::2] == [
        "Answer: C.\nAction: SELECT\nValue: Pickup",
        "Answer: A.",
        "Answer: D.\nAction: CLICK",
    ]
    # What the table prints of the first example.
    assert texts[1].startswith(
        "'''\n<html> <div> <div> <a tock home page /> <button id=0 book a reservation. toggle "
        "open> <span> Book a reservation </span> </button> <button book a reservation. toggle "
        "open> </button> </div> <div> <select id=1 type> <option reservations true> Dine in "
    )
    assert texts[1].endswith(
        "just one guest\nPrevious actions:\nNone\nWhat should be the next action? Please select "
        "from the following choices (If the correct action is not in the page above, please "
        "select A. 'None of the above'):\n\nA. None of the above\n"
        "B. <button id=0 book a reservation. toggle open> <span> Book a\n"
        "C. <select id=1 type> <option reservations true> Dine in </option> <option\n"
        "D. <div id=2> <p> Celebrating and supporting leading women shaking up\n"
    )
    assert texts[3].count(" -> CLICK\n") == 4
    assert texts[5].count(" -> CLICK\n") == 2


async def test_the_papers_examples_must_be_in_the_data(train: Path) -> None:
    with pytest.raises(UserError, match="train split to this folder"):
        await prompt(load_benchmark("mind2web"), prompt_variant="paper")
    with pytest.raises(UserError, match="available only for mind2web"):
        await prompt(load_benchmark("turkingbench", instances=1), prompt_variant="paper")
    text = (train / "train_0.json").read_text()
    (train / "train_0.json").write_text(text.replace("Enterprise Fleet", "Fleet"))
    with pytest.raises(UserError, match="does not have the options of the paper's prompt"):
        await prompt(load_benchmark("mind2web", data=train, website="w"), prompt_variant="paper")


ENTRY: dict[str, Any] = {
    "task": "Go",
    "previous": ["[a]  x -> CLICK"],
    "html": '<html backend_node_id="1"><a backend_node_id="2" title="two"/></html>',
    "group": ["2"],
    "right": "2",
    "op": "CLICK",
}


async def test_examples_and_system_message_can_be_replaced(tmp_path: Path) -> None:
    path = tmp_path / "examples.json"
    path.write_text(json.dumps([ENTRY, ENTRY]))
    benchmark = load_benchmark("mind2web", website="click-cubed")
    shown = await prompt(benchmark, examples=path, system_message="Act.", shots=2)
    assert shown[0] == ("system", "Act.")
    assert [text for _, text in shown[2::2]] == ["Answer: B.\nAction: CLICK"] * 2
    assert "[a]  x -> CLICK\nWhat" in shown[1][1]
    with pytest.raises(UserError, match="shots 3: must be 0 to 2"):
        await prompt(benchmark, examples=path, shots=3)


@pytest.mark.parametrize(
    ("entries", "what"),
    [
        ({}, "list"),
        ([ENTRY | {"task": 1}], r"0.task: Input should be a valid string"),
        ([ENTRY | {"html": "<a>"}], "entry 0: html is not valid XML"),
        ([ENTRY | {"group": []}], "0.group"),
        ([ENTRY, ENTRY | {"group": ["9"]}], "entry 1: html has no element with the id '9'"),
        ([ENTRY | {"group": ["2", "2"]}], "an id occurs twice"),
        ([ENTRY | {"right": "1"}], "right is '1', which is not in the group"),
        ([ENTRY | {"right": ""}], "give both right and op"),
        ([ENTRY | {"op": "HOVER"}], "0.op"),
        ([ENTRY | {"more": 1}], "0.more"),
    ],
)
async def test_the_error_for_an_invalid_example_file_gives_the_entry(
    tmp_path: Path, entries: object, what: str
) -> None:
    path = tmp_path / "examples.json"
    path.write_text(json.dumps(entries))
    with pytest.raises(UserError, match=what):
        await prompt(load_benchmark("mind2web"), examples=path)


def test_the_presets_set_only_existing_settings() -> None:
    agents = {one.name for one in factories.settings(mindact)}
    benchmarks = {one.name for one in factories.settings(mind2web)}
    for preset in PRESETS.values():
        assert set(preset.agent) <= agents
        assert set(preset.benchmark) <= benchmarks
