"""DOM snapshots of archived pages are written completely or not at all."""

from pathlib import Path
from typing import Any

import pytest

from webproctor.benchmarks.mind2web import archives
from webproctor.benchmarks.mind2web.archives import ARCHIVES, rebuild
from webproctor.benchmarks.mind2web.raw_dump import DOM


async def test_the_snapshots_of_an_interrupted_command_are_taken_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = tmp_path / "task/one"
    (task / ARCHIVES).mkdir(parents=True)
    (task / ARCHIVES / "u1_before.mhtml").touch()

    async def snapshot_of(*_: object) -> dict[str, Any]:
        return {"documents": []}

    def interrupted(path: Path, text: str, **_: object) -> None:
        is_result = path.is_relative_to(task)
        path.write_bytes(text.encode()[: 9 if is_result else None])
        if is_result:
            raise KeyboardInterrupt

    monkeypatch.setattr(archives, "snapshot_of", snapshot_of)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", interrupted)
        with pytest.raises(KeyboardInterrupt):
            await rebuild(tmp_path)
    assert not (task / DOM).exists()
    assert await rebuild(tmp_path) == 1
    assert (task / DOM).is_file()
