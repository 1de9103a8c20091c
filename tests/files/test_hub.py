"""Tests of downloads from a server with the Hugging Face Hub's API."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hub import Hub, serve_hub

from webproctor.core.errors import UserError
from webproctor.files.hub import download
from webproctor.files.unpacking import TooLarge

pytest.importorskip("huggingface_hub", reason="the extra `data` is not installed")

REPOSITORY = "owner/set"
FILES = {
    "README.md": b"read me",
    **{f"data/{number}/a b.txt": bytes([number]) * number for number in range(20)},
}
SIZE = sum(map(len, FILES.values()))


@pytest.fixture
def hub() -> Iterator[Hub]:
    with serve_hub(REPOSITORY, dict(FILES)) as served:
        yield served


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder, hidden ones too."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_all_files_are_downloaded(hub: Hub, tmp_path: Path) -> None:
    download(REPOSITORY, tmp_path, limit=SIZE, hub=hub.address)
    assert contents(tmp_path) == FILES


def test_files_share_connections(hub: Hub, tmp_path: Path) -> None:
    download(REPOSITORY, tmp_path, limit=SIZE, hub=hub.address)
    assert len(hub.connections) < len(hub.downloaded)


def test_patterns_choose_files(hub: Hub, tmp_path: Path) -> None:
    download(
        REPOSITORY,
        tmp_path,
        limit=SIZE,
        include=["data/*"],
        exclude=["data/1*"],
        hub=hub.address,
    )
    assert contents(tmp_path).keys() == {
        name for name in FILES if name.startswith("data/") and not name.startswith("data/1")
    }


def test_progress_is_that_of_all_files(hub: Hub, tmp_path: Path) -> None:
    reported: list[tuple[int, int | None]] = []
    hub.files["large"] = bytes(1_000_000)
    total = SIZE + 1_000_000
    download(
        REPOSITORY,
        tmp_path,
        limit=total,
        hub=hub.address,
        progress=lambda *bytes: reported.append(bytes),
    )
    assert reported == sorted(reported)
    assert reported[-1] == (total, total)
    assert len(reported) > 2 * len(hub.files), "the large file has only one part"


def test_files_are_requested_with_the_token_of_the_user(
    hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_of_tests")
    download(REPOSITORY, tmp_path, limit=SIZE, hub=hub.address)
    assert hub.authorizations == {"Bearer hf_of_tests"}


def test_existing_files_are_not_downloaded_again(hub: Hub, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_bytes(FILES["README.md"])
    download(REPOSITORY, tmp_path, limit=SIZE, hub=hub.address)
    assert "README.md" not in hub.downloaded
    hub.downloaded.clear()
    download(REPOSITORY, tmp_path, limit=SIZE, hub=hub.address)
    assert hub.downloaded == []


def test_a_file_of_another_size_is_downloaded_again(hub: Hub, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_bytes(b"another version")
    download(REPOSITORY, tmp_path, limit=SIZE, hub=hub.address)
    assert contents(tmp_path) == FILES


def test_more_bytes_than_the_limit_are_refused(hub: Hub, tmp_path: Path) -> None:
    with pytest.raises(TooLarge, match=r"owner/set: has .* --max-size"):
        download(REPOSITORY, tmp_path, limit=SIZE - 1, hub=hub.address)
    assert hub.downloaded == []


@pytest.mark.parametrize(
    ("sent", "reason"),
    [(bytes(1_000_000), "has more than the 7 bytes"), (b"part", "has 4 bytes; the hub lists 7")],
    ids=["larger", "smaller"],
)
def test_a_file_must_have_the_listed_size(
    sent: bytes, reason: str, hub: Hub, tmp_path: Path
) -> None:
    hub.sent["README.md"] = sent
    with pytest.raises(UserError, match=rf"README\.md: {reason}"):
        download(REPOSITORY, tmp_path, limit=SIZE, hub=hub.address)
    assert not [path for path in contents(tmp_path) if "README" in path]


def test_a_path_outside_the_folder_is_refused(hub: Hub, tmp_path: Path) -> None:
    hub.files["../outside"] = b"x"
    with pytest.raises(UserError, match="outside the folder"):
        download(REPOSITORY, tmp_path / "set", limit=2 * SIZE, hub=hub.address)
    assert contents(tmp_path) == {}


@pytest.mark.parametrize("repository", [REPOSITORY, "owner/unknown"])
def test_a_hub_that_does_not_have_the_data_set_is_a_user_error(
    repository: str, hub: Hub, tmp_path: Path
) -> None:
    address = "http://127.0.0.1:9" if repository == REPOSITORY else hub.address
    with pytest.raises(UserError, match=f"{repository} cannot be downloaded"):
        download(repository, tmp_path, limit=SIZE, hub=address)


def test_a_failed_file_ends_the_download(hub: Hub, tmp_path: Path) -> None:
    (tmp_path / "README.md").mkdir()
    with pytest.raises(UserError, match=r"README\.md: cannot be written"):
        download(REPOSITORY, tmp_path, limit=SIZE, hub=hub.address)
