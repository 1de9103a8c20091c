"""Leave-one-participant-out folds: each is trained, evaluated, kept, and can be resumed."""

import errno
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from webproctor.benchmarks.realwebassist.dataset import SAMPLE, Dataset
from webproctor.benchmarks.realwebassist.scoring import Figures, figures
from webproctor.cli import command
from webproctor.core.errors import UserError
from webproctor.methods.grounding.adapters import ADAPTERS
from webproctor.training import folds
from webproctor.training.grounder import GrounderSettings

UGROUND = ADAPTERS["uground"]
GrounderModel = Callable[[], Path]
# Two updates in each of two epochs.
QUICK = GrounderSettings(
    generations=8,
    batch_size=16,
    accumulation=1,
    max_tokens=1,
    epochs=2,
    rate=1e-2,
    precision="no",
    past=0,
)


def fold_of(participant: int, before: Figures, after: Figures) -> folds.Fold:
    return folds.Fold(
        participant=participant, trained_on=4, rewards=[0.5], before=before, after=after
    )


def test_each_participant_is_left_out_once() -> None:
    dataset = Dataset(SAMPLE)
    assert folds.participants(dataset, "all") == [1, 2, 3]
    assert folds.participants(dataset, "2") == [2]
    with pytest.raises(UserError, match="give all, or one of 1, 2, 3"):
        folds.participants(dataset, "4")


def test_pooled_metrics_weight_tasks_and_steps_and_means_weight_folds() -> None:
    def of(tasks: int, steps: int, hits: int, success: float) -> Figures:
        return Figures(
            steps=steps,
            hits=hits,
            invalid=0,
            step_accuracy=hits / steps,
            progress=success,
            task_success=success,
            instruction_accuracy=0,
            distance=None,
            tasks=tasks,
            instructions=steps,
        )

    both = [
        fold_of(1, of(1, 10, 0, 0), of(1, 10, 10, 1.0)),
        fold_of(2, of(3, 30, 0, 0), of(3, 30, 0, 0.0)),
    ]
    summary = folds.summary(both, GrounderSettings())
    assert summary["pooled"]["after"] == {
        "task_success": 0.25,
        "progress": 0.25,
        "step_accuracy": 0.25,
    }
    assert summary["mean"]["after"]["step_accuracy"] == 0.5


@pytest.mark.exhaustive
def test_training_increases_reward_and_accuracy_on_unseen_participants(
    grounder_model: GrounderModel, sessions: Path, tmp_path: Path
) -> None:
    settings = replace(QUICK, batch_size=32, steps=12, rate=2e-2)
    fold = folds.leave_one_out(
        Dataset(sessions),
        2,
        str(grounder_model()),
        replace(UGROUND, tokens=1),
        settings,
        tmp_path / "out",
    )
    assert fold.trained_on == 4
    assert len(fold.rewards) == 12
    assert fold.rewards[0] < 0.5 < fold.rewards[-1]
    assert fold.after.step_accuracy == 1 > fold.before.step_accuracy
    assert (tmp_path / "out/model.safetensors").is_file()


@pytest.mark.exhaustive
def test_the_command_trains_every_fold_and_prints_pooled_metrics(
    grounder_model: GrounderModel, sessions: Path, tmp_path: Path
) -> None:
    arguments = ["train", "grounder", "--data", sessions, "--base", grounder_model(), "--out"]
    more = [
        "--grounder",
        "uground",
        "--steps",
        1,
        "--batch-size",
        8,
        "--accumulation",
        1,
        "--past",
        0,
    ]
    out = tmp_path / "folds"
    given = [*arguments, out, *more, "--max-tokens", 2, "--precision", "no", "--json"]
    outcome = CliRunner().invoke(
        command, list(map(str, given)), standalone_mode=False, catch_exceptions=False
    )
    summary = json.loads(outcome.stdout)
    assert [one["participant"] for one in summary["folds"]] == [1, 2]
    assert summary == json.loads((out / "folds.json").read_text())
    assert (out / "without-1/config.json").is_file()


def test_too_few_steps_for_an_update_are_a_user_error(sessions: Path, tmp_path: Path) -> None:
    settings = GrounderSettings(batch_size=8, accumulation=8, past=0)
    message = "4 steps to train on, and an update needs 8: use a smaller --batch-size or --accumul"
    with pytest.raises(UserError, match=message):
        folds.leave_one_out(Dataset(sessions), 2, "unread", UGROUND, settings, tmp_path)


def test_ctrl_c_interrupts_the_training(
    grounder_model: GrounderModel, sessions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished: list[bool] = []

    def train(*_: Any, **__: Any) -> list[float]:
        signal.raise_signal(signal.SIGINT)
        finished.append(True)
        return []

    monkeypatch.setattr(folds, "train", train)
    line = f"train grounder --data {sessions} --base {grounder_model()} --grounder uground --past 0"
    line += f" --batch-size 8 --accumulation 1 --device cpu --out {tmp_path / 'out'}"
    done = CliRunner().invoke(command, line.split(), standalone_mode=False)
    assert isinstance(done.exception, click.Abort)
    assert not finished


def test_metrics_of_finished_folds_are_kept_if_a_later_one_fails(
    sessions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing = figures([])

    def leave_one_out(_: Dataset, fold: int, *__: Any, **___: Any) -> folds.Fold:
        if fold == 2:
            raise RuntimeError("out of memory")
        return fold_of(fold, nothing, nothing)

    monkeypatch.setattr(folds, "leave_one_out", leave_one_out)
    line = f"train grounder --data {sessions} --base unread --out {tmp_path / 'out'}"
    done = CliRunner().invoke(command, line.split(), standalone_mode=False)
    assert isinstance(done.exception, RuntimeError)
    [fold] = json.loads((tmp_path / "out/folds.json").read_text())["folds"]
    assert fold["participant"] == 1


@pytest.mark.parametrize(("lora", "dtype"), [(0, "torch.float32"), (4, "torch.bfloat16")])
def test_only_trained_weights_are_loaded_in_float32(
    grounder_model: GrounderModel,
    sessions: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    lora: int,
    dtype: str,
) -> None:
    """Updates at the rate of 1e-6 are too small for weights in bfloat16."""
    import transformers  # pyright: ignore

    library: Any = transformers
    source = grounder_model()
    library.LlavaForConditionalGeneration.from_pretrained(source).bfloat16().save_pretrained(source)
    found: list[str] = []

    def listen(model: Any, *_: Any, **__: Any) -> list[float]:
        found.extend({str(weight.dtype) for weight in model.parameters()})
        return []

    async def unmeasured(*_: Any) -> Figures:
        return figures([])

    monkeypatch.setattr(folds, "train", listen)
    monkeypatch.setattr(folds, "measure", unmeasured)
    # The device `cpu` has float32 in any case.
    settings = replace(QUICK, lora_rank=lora)
    folds.leave_one_out(
        Dataset(sessions), 2, str(source), UGROUND, settings, tmp_path / "out", "cpu:0"
    )
    assert found == [dtype]


class Interrupted(Exception):
    """Simulates an interruption of a training."""


def interrupt() -> None:
    raise Interrupted


def train_without_2(
    model: Path,
    sessions: Path,
    out: Path,
    *,
    resume: bool = False,
    until: int = 99,
    interrupt: Callable[[], None] = interrupt,
    lora: int = 0,
) -> folds.Fold:
    """Train without participant 2, and interrupt the training after an update."""

    def on_step(update: int, *_: Any) -> None:
        if update == until:
            interrupt()

    settings = replace(QUICK, lora_rank=lora)
    return folds.leave_one_out(
        Dataset(sessions), 2, str(model), UGROUND, settings, out, "cpu", on_step, resume=resume
    )


def weights(folder: Path) -> dict[str, list[float]]:
    """Return the weights of a trained model."""
    from safetensors.torch import load_file  # pyright: ignore

    [file] = folder.glob("*.safetensors")
    return {name: one.flatten().tolist() for name, one in load_file(file).items()}


@pytest.mark.parametrize("lora", [0, pytest.param(2, marks=pytest.mark.exhaustive)])
def test_an_interrupted_fold_resumes_with_the_same_result(
    grounder_model: GrounderModel, sessions: Path, tmp_path: Path, lora: int
) -> None:
    model, out = grounder_model(), tmp_path / "interrupted"
    whole = train_without_2(model, sessions, tmp_path / "whole", lora=lora)
    assert any(0 < reward < 1 for reward in whole.rewards[:2]), "the first epoch teaches something"
    with pytest.raises(Interrupted):
        train_without_2(model, sessions, out, until=3, lora=lora)
    with pytest.raises(UserError, match=r"already has a training run\. Resume it with --resume"):
        train_without_2(model, sessions, out, lora=lora)
    assert train_without_2(model, sessions, out, resume=True, lora=lora) == whole
    assert weights(out) == weights(tmp_path / "whole")


def test_a_fold_resumes_only_with_its_settings(
    grounder_model: GrounderModel, sessions: Path, tmp_path: Path
) -> None:
    with pytest.raises(Interrupted):
        train_without_2(grounder_model(), sessions, tmp_path / "out", until=3)
    with pytest.raises(UserError, match="epoch-000: has other settings: lora_rank 0, now 4"):
        train_without_2(tmp_path, sessions, tmp_path / "out", resume=True, lora=4)


@pytest.mark.parametrize(
    "file",
    [
        "state.json",
        pytest.param("optimizer.pt", marks=pytest.mark.exhaustive),
        pytest.param("rng_state.pth", marks=pytest.mark.exhaustive),
    ],
)
def test_a_damaged_checkpoint_is_a_user_error(
    grounder_model: GrounderModel, sessions: Path, tmp_path: Path, file: str
) -> None:
    model = grounder_model()
    with pytest.raises(Interrupted):
        train_without_2(model, sessions, tmp_path / "out", until=3)
    (tmp_path / "out/checkpoints/epoch-000" / file).write_bytes(b"{")
    with pytest.raises(UserError, match="epoch-000"):
        train_without_2(model, sessions, tmp_path / "out", resume=True)


def test_probabilities_that_are_not_numbers_are_a_user_error(
    grounder_model: GrounderModel, sessions: Path, tmp_path: Path
) -> None:
    settings, model = replace(QUICK, rate=1e30), str(grounder_model())
    with pytest.raises(UserError, match="not finite: use a lower --learning-rate"):
        folds.leave_one_out(Dataset(sessions), 2, model, UGROUND, settings, tmp_path, "cpu")


@pytest.mark.exhaustive
def test_a_killed_fold_resumes_with_the_same_result(
    grounder_model: GrounderModel, sessions: Path, tmp_path: Path
) -> None:
    model, out = grounder_model(), tmp_path / "killed"
    program = [sys.executable, __file__, str(model), str(sessions), str(out)]
    done = subprocess.run(program, capture_output=True, text=True, check=False, timeout=110)
    assert done.returncode == -signal.SIGKILL, done.stderr
    whole = train_without_2(model, sessions, tmp_path / "whole")
    assert train_without_2(model, sessions, out, resume=True) == whole


@pytest.fixture
def untrained(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Do not train folds; return the participants whose folds would be trained."""
    trained: list[int] = []
    nothing = figures([])

    def leave_one_out(_: Dataset, fold: int, *__: Any, **___: Any) -> folds.Fold:
        trained.append(fold)
        return fold_of(fold, nothing, nothing)

    monkeypatch.setattr(folds, "leave_one_out", leave_one_out)
    return trained


def train_folds(out: Path, fold: str, *more: str, resume: bool = False) -> list[int]:
    """Train with the command, and return the participants in its summary."""
    line = ["train", "grounder", "--base", "unread", "--out", str(out), "--fold", fold, *more]
    line += ["--json", *(["--resume"] if resume else [])]
    done = CliRunner().invoke(command, line, standalone_mode=False, catch_exceptions=False)
    summary = json.loads(done.stdout)
    assert summary == json.loads((out / "folds.json").read_text())
    return [one["participant"] for one in summary["folds"]]


def test_the_summary_keeps_folds_of_earlier_commands(untrained: list[int], tmp_path: Path) -> None:
    assert train_folds(tmp_path, "2") == [2]
    assert train_folds(tmp_path, "1") == [1, 2]
    assert untrained == [2, 1]


def test_complete_folds_are_not_trained_again(untrained: list[int], tmp_path: Path) -> None:
    train_folds(tmp_path, "2")
    with pytest.raises(UserError, match=r"without participant 2\. Resume it with --resume"):
        train_folds(tmp_path, "all")
    assert train_folds(tmp_path, "all", resume=True) == [1, 2, 3]
    assert untrained == [2, 1, 3]


def test_folds_of_other_settings_are_not_mixed(untrained: list[int], tmp_path: Path) -> None:
    train_folds(tmp_path, "2")
    with pytest.raises(UserError, match=r"folds\.json: has other settings: seed 42, now 43"):
        train_folds(tmp_path, "1", "--seed", "43")
    with pytest.raises(UserError, match="grounder gta1, now uground"):
        train_folds(tmp_path, "1", "--grounder", "uground")


def test_a_damaged_summary_is_a_user_error(untrained: list[int], tmp_path: Path) -> None:
    (tmp_path / "folds.json").write_text("{}")
    with pytest.raises(UserError, match=r"folds\.json: not the summary of folds"):
        train_folds(tmp_path, "1")


def test_resuming_requires_a_started_fold(untrained: list[int], tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no checkpoint to resume"):
        train_folds(tmp_path, "1", resume=True)


def test_checkpoints_of_a_complete_fold_are_deleted(untrained: list[int], tmp_path: Path) -> None:
    checkpoint = tmp_path / "without-1/checkpoints/epoch-000"
    checkpoint.mkdir(parents=True)
    train_folds(tmp_path, "1", resume=True)
    assert not checkpoint.exists()


@pytest.mark.parametrize(
    ("existing", "then"),
    [
        ("without-1/checkpoints/epoch-000", "repeat the command with --resume."),
        ("without-1/checkpoints/checkpoint-9", "repeat the command."),
    ],
)
def test_the_error_of_a_full_disk_says_how_to_continue(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, existing: str, then: str
) -> None:
    def leave_one_out(*_: Any, **__: Any) -> None:
        (tmp_path / existing).mkdir(parents=True)
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(folds, "leave_one_out", leave_one_out)
    line = ["train", "grounder", "--base", "unread", "--fold", "1", "--out", str(tmp_path)]
    done = CliRunner().invoke(command, line, standalone_mode=False)
    message = f"{tmp_path}: no space left on the disk. Free some space, then {then}"
    assert str(done.exception) == message


if __name__ == "__main__":
    train_without_2(
        *map(Path, sys.argv[1:]), until=3, interrupt=lambda: os.kill(os.getpid(), signal.SIGKILL)
    )
