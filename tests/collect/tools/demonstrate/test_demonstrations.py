"""Demonstrations by the pages: from the exploration to data that the benchmark loads."""

import json
from pathlib import Path

import pytest
from collect.tools.demonstrate.conftest import Serve
from collect.tools.demonstrate.shop import ERRANDS, Errand
from conftest import Work
from per_change import first

from webproctor.benchmarks.mind2web.benchmark import mind2web


@pytest.mark.parametrize("errands", first(ERRANDS[:1], ERRANDS), ids=["one", "all"])
async def test_demonstrated_tasks_are_exported_and_scored_in_full(
    start: Serve, tmp_path: Path, work: Work, errands: list[Errand]
) -> None:
    it = await start()
    ann = await it.annotator("ann")
    for errand in errands:
        await ann.start(errand)
        await ann.record()
        for step in errand.steps:
            await ann.do(step)
        await ann.submit(f"{errand.task}.")
    assert "/booked" not in it.shop.asked  # A fake click is not executed.
    shard, dump = tmp_path / "records.json", tmp_path / "dump"
    with it.collection.store.reading() as session:
        records = it.made.exports["records"](session)
        it.made.folders["dump"](session, dump)
    shard.write_text(json.dumps(records), encoding="utf-8")
    assert [one["confirmed_task"] for one in records] == [f"{one.task}." for one in errands]
    assert [one["action_reprs"] for one in records] == [one.reprs for one in errands]
    for data, words in ((shard, None), (dump, dump / "tasks.json")):
        for worked in await work(mind2web(data=data, words=words), "oracle"):
            assert worked.score.details["success"] == 1.0
    [task] = [one for one in records if one["confirmed_task"] == f"{errands[0].task}."]
    folder = dump / "task" / task["annotation_id"]
    assert {one.name for one in folder.iterdir()} == {"processed", "trace.zip", "storage.json"}
    assert len(list(dump.glob("session/*/session.har.zip"))) == len(errands)
