"""Tests of downloading the public data set, from a local server with the hub's API."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hub import Hub, serve_hub

from webproctor.benchmarks.realwebassist import data
from webproctor.benchmarks.realwebassist.dataset import SAMPLE, Dataset

pytest.importorskip("huggingface_hub", reason="the extra `data` is not installed")


@pytest.fixture
def hub() -> Iterator[Hub]:
    files = {
        f"full_human_dataset/{path.relative_to(SAMPLE).as_posix()}": path.read_bytes()
        for participant in "12"
        for path in (SAMPLE / participant).rglob("*")
        if path.is_file()
    }
    solutions = {
        name.replace("/images/", "/answer_images/"): content
        for name, content in files.items()
        if "/images/" in name
    }
    with serve_hub(data.REPOSITORY, files | solutions | {"README.md": b"read me"}) as served:
        yield served


def test_all_but_the_pictures_of_solutions_are_downloaded(hub: Hub, tmp_path: Path) -> None:
    got = data.get(tmp_path / "rwa", url=hub.address, progress=None)
    sample = [step for step in Dataset(SAMPLE).steps if step.participant in {1, 2}]
    steps = Dataset(tmp_path / "rwa").steps
    assert [step.key for step in steps] == [step.key for step in sample]
    assert all(step.file.is_file() for step in steps)
    assert got["tasks"] == len({(step.participant, step.task) for step in sample})
    assert not list((tmp_path / "rwa").rglob("answer_images"))
