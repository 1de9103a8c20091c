"""Export of the oracle's actions on live pages as recorded tasks."""

import json
from pathlib import Path

import pytest

from webproctor.agents import make_agent
from webproctor.benchmarks import load_benchmark
from webproctor.benchmarks.mind2web.benchmark import Mind2Web, mind2web
from webproctor.core.actions import web
from webproctor.core.episodes import Step
from webproctor.core.errors import UserError
from webproctor.core.loop import run_episode
from webproctor.core.observations import Observation, View
from webproctor.core.tasks import CANARY
from webproctor.export import records
from webproctor.export.records import export


async def _exported(name: str, folder: Path, **settings: object) -> Mind2Web:
    benchmark = load_benchmark(name, **settings)
    exported = await export(benchmark, lambda: make_agent("oracle", benchmark), folder, parallel=2)
    assert exported.tasks == len(benchmark.tasks()) - len(exported.left_out)
    return mind2web(data=folder)


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


async def _scores_of_the_oracle(benchmark: Mind2Web) -> list[float]:
    scores = []
    for task in benchmark.tasks():
        async with benchmark.session(task) as session:
            episode = await run_episode(task, session, make_agent("oracle", benchmark))
        scores.append(benchmark.score(task, episode).value)
    return scores


async def test_form_episodes_become_recorded_tasks_that_the_oracle_solves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "TASKS_PER_SHARD", 1)
    named = ("Colours in a scene", "Product picture category")
    recorded = await _exported("turkingbench", tmp_path / "out", task=named, instances=1)
    assert [demo.website for demo in recorded.demonstrations] == list(named)
    assert recorded.demonstrations[0].reprs == (
        "[checkbox]  colours: blue -> CLICK",
        "[textbox]  count -> TYPE: 5",
        "[radio]  time: Day -> CLICK",
    )
    assert await _scores_of_the_oracle(recorded) == [1.0, 1.0]


async def test_game_episodes_become_recorded_tasks_with_frames_and_hovers(
    tmp_path: Path,
) -> None:
    recorded = await _exported(
        "webgames",
        tmp_path / "out",
        clock="virtual",
        family=("menu-navigator", "iframe-nest"),
        difficulty=("base",),
    )
    frames, menus = recorded.demonstrations
    assert frames.reprs[0].startswith("[button]  Press me")
    step = next(recorded.dataset.steps(menus))
    assert (step.operation.op, step.operation.original_op) == ("CLICK", "HOVER")
    assert await _scores_of_the_oracle(recorded) == [1.0, 1.0]


async def test_pages_have_the_values_entered_in_earlier_steps(tmp_path: Path) -> None:
    recorded = await _exported(
        "turkingbench", tmp_path / "out", task=("Colours in a scene",), instances=1
    )
    [demo] = recorded.demonstrations
    pages = [step.cleaned_html for step in recorded.dataset.steps(demo)]
    assert 'input_value="5"' not in pages[1]
    assert 'input_value="5"' in pages[2]


async def test_exported_test_tasks_are_in_a_test_split(tmp_path: Path) -> None:
    recorded = await _exported(
        "turkingbench", tmp_path / "out", task=("Colours in a scene",), instances=1
    )
    assert recorded.dataset.splits[0].startswith("test")
    assert recorded.demonstrations[0].more == {"canary": CANARY}


class Inserting:
    """Inserts a text into the form's text box."""

    takes = frozenset({"web"})
    reads: frozenset[View] = frozenset({"elements"})

    async def act(self, observation: Observation) -> Step:
        [box] = [one for one in observation.read("elements") if one.type == "text"]
        if box.value:
            return Step(done=True)
        return Step(actions=[web.InsertText(element=box.index, text="5")])


async def test_inserted_text_is_recorded_as_typed_text(tmp_path: Path) -> None:
    benchmark = load_benchmark("turkingbench", task=("Colours in a scene",), instances=1)
    exported = await export(benchmark, Inserting, tmp_path / "out", solved_only=False)
    assert not exported.left_out
    [demo] = mind2web(data=tmp_path / "out").demonstrations
    assert demo.reprs == ("[textbox]  count -> TYPE: 5",)


async def test_an_export_does_not_overwrite_files(tmp_path: Path) -> None:
    (tmp_path / "test_0.json").write_text("[]")
    benchmark = load_benchmark("webgames")
    with pytest.raises(UserError, match="choose a new folder"):
        await export(benchmark, lambda: make_agent("oracle", benchmark), tmp_path)
    assert json.loads((tmp_path / "test_0.json").read_text()) == []


async def test_a_benchmark_without_live_pages_is_refused(tmp_path: Path) -> None:
    benchmark = load_benchmark("mind2web")
    with pytest.raises(UserError, match="mind2web has no live pages to export"):
        await export(benchmark, lambda: make_agent("oracle", benchmark), tmp_path / "out")
    assert not (tmp_path / "out").exists()


async def test_an_export_that_fails_leaves_no_shards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "TASKS_PER_SHARD", 1)
    benchmark = load_benchmark("turkingbench", task=("Colours in a scene",), instances=2)
    agents = iter([make_agent("oracle", benchmark)])  # For the first shard only.
    with pytest.raises(RuntimeError, match="StopIteration"):
        await export(benchmark, lambda: next(agents), tmp_path / "out")
    assert not (tmp_path / "out").exists()
