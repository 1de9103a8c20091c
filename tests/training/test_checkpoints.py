"""The checkpoints of a training run: their order, and which are kept."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from webproctor.core.errors import UserError
from webproctor.training import checkpoints


def save(folder: Path, epoch: int, limit: int = 2) -> None:
    """Write a checkpoint and complete it."""
    written = checkpoints.folder_of(folder) / "part"
    written.mkdir(parents=True)
    checkpoints.save(written, folder, epoch, {"conditions": {"rate": 1}, "epoch": epoch}, limit)


def names(folder: Path) -> list[str]:
    return [path.name for path in checkpoints.checkpoints(folder)]


@pytest.mark.parametrize("last", [3, 1000])
def test_the_newest_checkpoints_are_kept(tmp_path: Path, last: int) -> None:
    for epoch in range(last - 3, last + 1):
        save(tmp_path, epoch)
    assert names(tmp_path) == [f"epoch-{last - 1:03}", f"epoch-{last:03}"]


def test_a_state_is_read_only_under_its_conditions(tmp_path: Path) -> None:
    save(tmp_path, 0)
    [checkpoint] = checkpoints.checkpoints(tmp_path)
    assert checkpoints.read_state(checkpoint, {"rate": 1})["epoch"] == 0
    for other, difference in (
        ({"rate": 2}, "rate 1, now 2"),
        ({}, "rate 1, now None"),
        ({"rate": 1, "seed": 3}, "seed None, now 3"),
    ):
        with pytest.raises(UserError, match=f"other settings: {difference}"):
            checkpoints.read_state(checkpoint, other)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "state.json: file not found"),
        ('["conditions"]', "state.json: not the state of a training run"),
        ('{"rate": 1}', "state.json: not the state of a training run"),
    ],
)
def test_a_checkpoint_without_a_state_is_a_user_error(
    tmp_path: Path, content: str | None, message: str
) -> None:
    if content is not None:
        (tmp_path / "state.json").write_text(content, encoding="utf-8")
    with pytest.raises(UserError, match=message):
        checkpoints.read_state(tmp_path, {})


def test_conditions_are_the_settings_and_the_inputs_as_json_data() -> None:
    @dataclass
    class Settings:
        rate: float
        sizes: tuple[int, ...]

    settings = Settings(0.5, (1, 2))
    assert checkpoints.conditions(settings, {"model": "tiny"}) == {
        "rate": 0.5,
        "sizes": [1, 2],
        "model": "tiny",
    }


def test_only_a_resumed_training_accepts_checkpoints(tmp_path: Path) -> None:
    checkpoints.check_folder(tmp_path, resume=False)
    with pytest.raises(UserError, match="there is no checkpoint to resume"):
        checkpoints.check_folder(tmp_path, resume=True)
    save(tmp_path, 0)
    checkpoints.check_folder(tmp_path, resume=True)
    with pytest.raises(UserError, match="already has a training run"):
        checkpoints.check_folder(tmp_path, resume=False)
    checkpoints.delete(tmp_path)
    checkpoints.check_folder(tmp_path, resume=False)
