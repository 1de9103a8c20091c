"""Tests of stored steps, and of the data sets that are made of them."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio
from collect.demonstration.conftest import visit
from conftest import Site

from webproctor.benchmarks.mind2web.dataset import Dataset
from webproctor.collect.demonstration import dump
from webproctor.collect.demonstration.dump import Demonstration
from webproctor.core.errors import UserError
from webproctor.environments.browser import Browser

ID, SESSION = "8a1c5cf0-94b5-4b4a-9d3d-0c3f6ad3c001", "c4b3f1aa-3d1c-4f86-a0ff-3f4f6f7a2002"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def stored_steps(
    site: Site, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The files of four steps over three pages."""
    folder = tmp_path_factory.mktemp("demonstration") / "steps"
    async with visit(site, browser) as do:
        steps = [
            await do("Búsqueda", "TYPE", "té: verde"),
            await do("Entrega", "SELECT", "mañana, 9:30 AM"),
            await do("Buscar"),
            await do("Té verde"),
        ]
    for number, performed in enumerate(steps):
        dump.store(folder, number, performed)
    return folder


@pytest.fixture
def demonstration(stored_steps: Path, tmp_path: Path) -> Demonstration:
    """A demonstration of these steps, which the test may change."""
    folder = Path(shutil.copytree(stored_steps, tmp_path / "steps"))
    return Demonstration(folder, ID, SESSION, "Compra té: mañana.", "tienda", "Shopping", "Tea")


async def test_steps_are_read_as_stored(demonstration: Demonstration):
    stored = dump.steps(demonstration.folder)
    assert [step.repr for step in stored] == [
        "[textbox]  Búsqueda -> TYPE: té: verde",
        "[combobox]  Entrega -> SELECT: mañana, 9:30 AM",
        "[button]  Buscar -> CLICK",
        "[link]  Té verde: 100 g -> CLICK",
    ]


async def test_the_raw_dump_is_loaded_with_every_target_accepted(
    demonstration: Demonstration, tmp_path: Path
):
    dump.write_dump(tmp_path / "raw", [demonstration])
    dataset = Dataset(tmp_path / "raw")
    (demo,) = dataset.demonstrations
    assert demo.task == "Compra té: mañana."
    steps = list(dataset.steps(demo))
    assert [step.operation.value for step in steps] == ["té: verde", "mañana, 9:30 AM", "", ""]
    assert all(step.positives for step in steps)
    assert all(step.screenshot for step in steps)


async def test_a_shard_is_loaded_with_every_target_accepted(
    demonstration: Demonstration, tmp_path: Path
):
    shard = tmp_path / "shards" / "train_0.json"
    shard.parent.mkdir()
    shard.write_text(json.dumps(dump.records([demonstration])), encoding="utf-8")
    dataset = Dataset(shard.parent)
    (demo,) = dataset.demonstrations
    steps = list(dataset.steps(demo))
    assert [step.operation.op for step in steps] == ["TYPE", "SELECT", "CLICK", "CLICK"]
    assert all(step.positives for step in steps)
    assert "Búsqueda" in steps[0].raw_html
    assert demo.reprs[1] == "[combobox]  Entrega -> SELECT: mañana, 9:30 AM"


async def test_only_chosen_steps_are_exported(demonstration: Demonstration):
    (record,) = dump.records([replace(demonstration, steps=[0, 2])])
    assert len(record["actions"]) == len(record["action_reprs"]) == 2


async def test_the_dump_contains_mhtml_archives_and_accessibility_trees(
    demonstration: Demonstration, tmp_path: Path
):
    dump.write_dump(tmp_path / "raw", [demonstration])
    processed = tmp_path / "raw/task" / ID / "processed"
    assert len(list((processed / "snapshots").glob("*_before.mhtml"))) == 4
    assert len(list((processed / "axtrees").glob("*_after.json"))) == 4


async def test_the_last_step_can_be_removed(demonstration: Demonstration):
    dump.remove_last(demonstration.folder)
    assert len(dump.steps(demonstration.folder)) == 3


async def test_an_interrupted_removal_leaves_no_part_of_a_step(
    demonstration: Demonstration, monkeypatch: pytest.MonkeyPatch
):
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tempfile.TemporaryDirectory.cleanup", interrupted)
    with pytest.raises(KeyboardInterrupt):
        dump.remove_last(demonstration.folder)
    assert len(dump.steps(demonstration.folder)) == 3
    assert not (demonstration.folder / "step-0003").exists()


async def test_an_incomplete_step_is_ignored(demonstration: Demonstration):
    unfinished = demonstration.folder / ".step-x" / "step"
    unfinished.mkdir(parents=True)
    (unfinished / "step.json").write_text("{}", encoding="utf-8")
    assert len(dump.steps(demonstration.folder)) == 4


async def test_the_error_for_a_damaged_step_names_it(demonstration: Demonstration):
    file = demonstration.folder / "step-0001" / "step.json"
    file.write_text('{"op": "FLY"}', encoding="utf-8")
    with pytest.raises(UserError, match=r"step-0001/step\.json: not a step"):
        dump.steps(demonstration.folder)


def test_a_demonstration_without_steps_is_refused(tmp_path: Path):
    with pytest.raises(UserError, match="has no steps"):
        dump.records([Demonstration(tmp_path, ID, SESSION, "task", "site")])
