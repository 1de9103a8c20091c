import errno
import os
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from webproctor.core.errors import UserError
from webproctor.run import logs
from webproctor.run.logs import DIGESTS, log_samples, read_logs, without_digest, write_digests


def test_logs_started_in_the_same_second_are_read_in_the_order_written(
    tmp_path: Path,
) -> None:
    names = [f"2026-01-31T23-59-59-00-00_task_{end}.eval" for end in "cab"]
    for at, name in enumerate([*names, "2026-01-31T23-59-58-00-00_task_d.eval"]):
        (tmp_path / name).touch()
        os.utime(tmp_path / name, ns=(at, at))
    read = [log.name for log, _ in read_logs(tmp_path, lambda log: iter([log]))]
    assert read == ["2026-01-31T23-59-58-00-00_task_d.eval", *names]


def test_logs_are_read_in_the_order_written_even_if_the_clock_was_set_back(
    tmp_path: Path,
) -> None:
    names = [f"2026-01-{day}T00-00-00-00-00_task_x.eval" for day in (20, 10, 15)]
    for name in names[:2]:
        (tmp_path / name).touch()
        write_digests(tmp_path)
    (tmp_path / names[2]).touch()  # Still written: it has no digest.
    assert [log.name for log, _ in read_logs(tmp_path, lambda log: iter([log]))] == names
    write_digests(tmp_path)
    assert [log.name for log, _ in read_logs(tmp_path, lambda log: iter([log]))] == names


def test_logs_that_the_digests_do_not_list_are_counted(tmp_path: Path) -> None:
    (tmp_path / "a.eval").touch()
    write_digests(tmp_path)
    (tmp_path / "b.eval").touch()
    assert without_digest(tmp_path) == 1
    (tmp_path / DIGESTS).unlink()
    assert without_digest(tmp_path) == 2


def test_a_log_without_permission_is_not_reported_as_damaged(tmp_path: Path) -> None:
    (tmp_path / "a.eval").touch()

    def read(log: Path) -> Iterator[Path]:
        raise PermissionError(errno.EACCES, "Permission denied", str(log))

    with pytest.raises(UserError, match=r"a\.eval: cannot be read: Permission denied\.$"):
        list(read_logs(tmp_path, read))


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: path.symlink_to("gone")])
def test_a_log_that_is_not_a_file_is_an_error_and_is_not_opened(
    tmp_path: Path, make: Callable[[Path], None]
) -> None:
    make(tmp_path / "a.eval")
    with pytest.raises(UserError, match=r"a\.eval: not a file"):
        list(read_logs(tmp_path, log_samples))


def test_a_sample_that_unpacks_to_more_than_the_limit_is_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "_MAX_UNPACKED", 1000)
    with zipfile.ZipFile(tmp_path / "a.eval", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("samples/a.json", " " * 1001)
    with pytest.raises(UserError, match=r"a\.eval: the log is damaged .*1,001 bytes"):
        list(read_logs(tmp_path, log_samples))
