"""Tests of downloading the public data set, from a local server with the hub's API."""

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from benchmarks.mind2web.conftest import TASKS
from hub import Hub, serve_hub

from webproctor.benchmarks.mind2web import data
from webproctor.files.unpacking import TooLarge

pytest.importorskip("huggingface_hub", reason="the extra `data` is not installed")


def _packed(content: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("test_task/test_task_0.json", content)
    return out.getvalue()


@pytest.fixture
def hub() -> Iterator[Hub]:
    files = {
        "README.md": b"read me",
        "data/train/train_0.json": json.dumps(TASKS[:1]).encode(),
        "test.zip": _packed(json.dumps(TASKS[1:]).encode()),
    }
    with serve_hub(data.REPOSITORY, files) as served:
        yield served


def test_shards_are_downloaded_and_test_archives_unpacked(hub: Hub, tmp_path: Path) -> None:
    summary = data.get(tmp_path / "m2w", url=hub.address, progress=None)
    assert summary["tasks"] == 2
    assert not (tmp_path / "m2w" / "README.md").exists()
    assert data.check(tmp_path / "m2w")["splits"].keys() == {"train", "test_task"}


def test_test_archives_that_unpack_to_more_than_the_limit_are_refused(
    hub: Hub, tmp_path: Path
) -> None:
    hub.files["test.zip"] = _packed(bytes(5_000_000))
    with pytest.raises(TooLarge, match=r"test\.zip, unpacked: has 5\.0 MB.*--max-size"):
        data.get(tmp_path / "m2w", url=hub.address, progress=None, max_size=1_000_000)
    assert not (tmp_path / "m2w" / "data" / "test_task").exists()
