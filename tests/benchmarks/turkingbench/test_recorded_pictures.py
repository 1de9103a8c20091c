"""Tests that pages get recorded pictures, and that the others are listed by task."""

import hashlib
import json
from pathlib import Path

import httpx
import pytest

from webproctor.benchmarks.turkingbench import turkingbench
from webproctor.benchmarks.turkingbench.site import application
from webproctor.environments.serving import serve

# One white pixel.
GIF = (
    b"GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00"
    b",\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
)
TEMPLATE = """<img src="https://pictures.test/here.gif?key=1" onload="q.dataset.seen = 1">
<img src="https://pictures.test/gone.gif?key=2"><input name="q" id="q">"""


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """A recording with one of the two pictures of `TEMPLATE`."""
    sha256 = hashlib.sha256(GIF).hexdigest()
    name = f"files/{sha256}.gif"
    file = {"file": name, "sha256": sha256, "content_type": "image/gif", "licence": "Unknown"}
    folder = tmp_path / "pictures"
    (folder / "files").mkdir(parents=True)
    (folder / name).write_bytes(GIF)
    files = {"https://pictures.test/here.gif": file | {"tasks": ["T"]}}
    (folder / "manifest.json").write_text(json.dumps({"files": files}))
    return folder


async def test_pages_get_recorded_pictures_and_the_report_lists_missing_ones(
    write_task, work, pictures: Path
):
    folder = write_task("T", TEMPLATE, [{"a": "1", "Answer.q": "x"}, {"a": "2", "Answer.q": "x"}])
    benchmark = turkingbench(data=folder, split="all", mirror=pictures)
    worked = await work(benchmark, "oracle")
    results = [(one.task, one.score) for one in worked]
    for one in worked:
        assert one.episode.evidence["refused"] == ["https://pictures.test/gone.gif?key=2"]
        assert one.episode.evidence["mirrored"] == 1
    [table] = [
        table
        for table in benchmark.summarise(results).tables
        if table.title == "Pictures and other files that pages did not get"
    ]
    assert table.columns == ["task", "instances", "files", "for example"]
    assert table.rows == [["T", 2, 1, "pictures.test/gone.gif"]]


def test_recorded_pictures_are_part_of_the_condition(pictures: Path):
    with_pictures = turkingbench(mirror=pictures, instances=1).condition
    assert with_pictures["pictures"]
    assert turkingbench(instances=1).condition["pictures"] is None


async def test_the_site_serves_recorded_pictures(write_task, pictures: Path):
    folder = write_task("T", TEMPLATE, [{"a": "1", "Answer.q": "x"}])
    site = application(turkingbench(data=folder, split="all", mirror=pictures))
    async with serve(site) as port, httpx.AsyncClient() as client:
        page = (await client.get(f"http://127.0.0.1:{port}/page/T/0/")).text
        assert 'src="/mirror/pictures.test/here.gif?key=1"' in page
        assert 'src="https://pictures.test/gone.gif?key=2"' in page
        answer = await client.get(f"http://127.0.0.1:{port}/mirror/pictures.test/here.gif?key=1")
    assert (answer.content, answer.headers["content-type"]) == (GIF, "image/gif")
