"""Episodes whose files cannot be written are void, and can be resumed."""

import errno
from pathlib import Path
from typing import Any

import pytest
from workers.conftest import Threads, Worked

from webproctor.harness import remote
from webproctor.workers import worker


def test_episodes_whose_files_do_not_fit_on_the_disk_of_the_driver_are_void(
    worked: Worked, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(*_: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(remote, "_write", write)
        done = worked(Threads(1, 2), "noted", tasks=2, notes=notes, how={"record": "all"})
    assert [(one.outcome, one.cause) for one in done.results] == [("void", "disk full")] * 2
    how = {"record": "all", "resume": True}
    assert worked(Threads(1, 2), "noted", tasks=2, notes=notes, how=how).complete


def test_episodes_of_a_worker_whose_disk_is_full_are_void(
    worked: Worked, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def create_folder() -> Any:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as full:
        full.setattr(worker, "owned_folder", create_folder)
        done = worked(Threads(1, 2), "noted", tasks=2, notes=notes)
    assert [(one.outcome, one.cause) for one in done.results] == [("void", "disk full")] * 2
    assert worked(Threads(1, 2), "noted", tasks=2, notes=notes, how={"resume": True}).complete
