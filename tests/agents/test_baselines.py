"""The do-nothing, oracle and replay agents."""

import json
from pathlib import Path

import pytest

from webproctor.agents import make_agent
from webproctor.agents.nothing import DoNothing
from webproctor.benchmarks import load_benchmark
from webproctor.benchmarks.turkingbench import turkingbench
from webproctor.benchmarks.turkingbench.dataset import Dataset
from webproctor.benchmarks.turkingbench.oracle import Oracle
from webproctor.benchmarks.turkingbench.replay import Replay
from webproctor.core.episodes import Step
from webproctor.core.errors import UserError
from webproctor.core.observations import Observation

# Scores of the do-nothing agent in real tasks: the number of instances (None: all) and their mean.
NOTHING = {
    "Text Game Eval": (None, 0.2222),
    "Ethical rule-of-thumb quality": (None, 0.1763),
    "Associate countries and languages with Ethnologue": (2, 0.0),
    "Radiology Report Sentence Classification": (2, 0.0),
    "Scalar Adjectives Identification": (2, 0.0),
    "Story Relations": (2, 0.0),
    "Event effect": (2, 0.0),
    "Missing Adjective": (2, 0.0),
    "Simplicity rating": (2, 0.0),
    "Word Formality Annotation": (2, 0.0),
}


async def test_do_nothing_reads_no_view_and_finishes_at_once():
    agent = DoNothing()
    assert agent.reads == frozenset()
    assert await agent.act(Observation()) == Step(done=True)


def test_agents_are_created_by_name(tmp_path: Path):
    benchmark = load_benchmark("turkingbench")
    (tmp_path / "answers.json").write_text("[]")
    assert isinstance(make_agent("do-nothing", benchmark), DoNothing)
    assert isinstance(make_agent("oracle", benchmark), Oracle)
    assert isinstance(
        make_agent("replay", benchmark, predictions=tmp_path / "answers.json"), Replay
    )


def test_an_agent_requires_a_benchmark_not_its_name():
    with pytest.raises(UserError, match="agent 'do-nothing'"):
        make_agent("do-nothing", "turkingbench")  # pyright: ignore[reportArgumentType]


async def test_do_nothing_leaves_the_page_unchanged(work, write_task):
    template = "<input name=a value=x><select name=b><option>1<option>2</select>"
    folder = write_task("T", template, [{"i": "1", "Answer.a": "x", "Answer.b": "1"}])
    [worked] = await work(turkingbench(data=folder, split="all"), "do-nothing")
    assert [step.actions for step in worked.episode.steps] == [[]]
    assert worked.score.value == 1.0


@pytest.mark.exhaustive
async def test_do_nothing_gets_the_expected_scores_on_real_tasks(work, data: Path, tmp_path: Path):
    there = Dataset(data / "turkingbench")
    rows = {
        name: list(range(len(there.task(name).instances)))[:instances]
        for name, (instances, _) in NOTHING.items()
    }
    (tmp_path / "rows.json").write_text(json.dumps(rows))
    benchmark = turkingbench(data=data / "turkingbench", rows=tmp_path / "rows.json")
    worked = await work(benchmark, "do-nothing")
    tables = benchmark.summarise([(one.task, one.score) for one in worked]).tables
    [per_task] = [table for table in tables if table.title == "Per task"]
    means = {row[0]: row[3] for row in per_task.rows}
    assert means == {name: pytest.approx(mean, abs=5e-5) for name, (_, mean) in NOTHING.items()}
