"""Temporary folders are locked by their owner; those of dead owners are removed, others stay."""

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from webproctor.environments.isolation import owned_folder, sweep
from webproctor.environments.isolation.owned import OWNER

KEEP = """
from webproctor.environments.isolation import owned_folder
with owned_folder() as folder:
    print(folder, flush=True)
    input()
"""
OTHER_PROCESS_IDS = ["unshare", "--user", "--map-current-user", "--pid", "--fork", "--mount-proc"]


def test_a_folder_is_removed_at_the_end_of_its_block():
    with owned_folder() as folder:
        (folder / "file").write_text("x")
    assert not folder.exists()


def test_a_folder_whose_owner_was_killed_is_removed(tmp_path: Path):
    script = (
        "import os, signal, tempfile; from webproctor.environments.isolation import owned_folder\n"
        f"tempfile.tempdir = {str(tmp_path)!r}\n"
        "with owned_folder(): os.kill(os.getpid(), signal.SIGKILL)"
    )
    subprocess.run([sys.executable, "-c", script], check=False)
    [left] = tmp_path.iterdir()
    assert sweep(tmp_path) == [left]
    assert not left.exists()


def test_the_owner_cannot_be_changed_in_the_folder():
    with owned_folder() as folder:
        assert [*folder.iterdir()] == []


def test_a_folder_that_could_not_be_removed_is_removed_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with monkeypatch.context() as failing, owned_folder():
        failing.setattr("webproctor.environments.isolation.owned.remove", lambda folder: None)
    [left] = tmp_path.iterdir()
    assert (left / OWNER).exists()
    assert sweep(tmp_path) == [left]


def test_a_folder_in_use_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with owned_folder() as folder:
        assert sweep(tmp_path) == []
        assert folder.exists()


@pytest.mark.skipif(
    shutil.which("unshare") is None
    or subprocess.run([*OTHER_PROCESS_IDS, "true"], check=False).returncode != 0,
    reason="needs user namespaces",
)
def test_a_folder_in_use_by_another_container_is_kept(tmp_path: Path):
    """Its owner's process id is unknown here, or that of another process."""
    with subprocess.Popen(
        [*OTHER_PROCESS_IDS, sys.executable, "-c", KEEP],
        env={**os.environ, "TMPDIR": str(tmp_path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as container:
        assert container.stdout is not None
        folder = Path(container.stdout.readline().strip())
        assert sweep(tmp_path) == []
        assert folder.exists()
        container.communicate("\n")
    assert not folder.exists()


def test_a_folder_without_an_owner_is_kept(tmp_path: Path):
    folder = tmp_path / "webproctor-other"
    folder.mkdir()
    assert sweep(tmp_path) == []
    assert folder.exists()


def test_a_folder_is_kept_if_its_file_system_has_no_locks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def no_locks(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("fcntl.flock", no_locks)
    with owned_folder() as folder:
        assert sweep(tmp_path) == []
        assert folder.exists()


def test_a_link_is_not_followed(tmp_path: Path):
    target = tmp_path / "precious"
    target.mkdir()
    (target / OWNER).touch()
    (tmp_path / "webproctor-link").symlink_to(target)
    assert sweep(tmp_path) == []
    assert (target / OWNER).exists()


def test_a_folder_of_another_user_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = tmp_path / "webproctor-other"
    folder.mkdir()
    (folder / OWNER).touch()
    user = os.getuid()
    monkeypatch.setattr("os.getuid", lambda: user + 1)
    assert sweep(tmp_path) == []
    assert (folder / OWNER).exists()
