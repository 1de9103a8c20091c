"""Tiny models learn, are saved with a card, and can be resumed."""

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from per_change import first

from webproctor.benchmarks.mind2web.dataset import Dataset
from webproctor.benchmarks.mind2web.rank import ranked
from webproctor.cli import command
from webproctor.core.errors import UserError
from webproctor.methods.mindact.predictors import Conditions, Situation, predictor
from webproctor.methods.mindact.rankers import ranker
from webproctor.training.loop import Precision, Settings

Tiny = Callable[[str], Path]
QUICK = Settings(epochs=10, batch_size=16, micro_batch_size=16, rate=3e-3, seed=5)


def test_a_trained_ranker_is_better_than_bm25_on_unseen_pages(
    dataset: Dataset, tiny: Tiny, tmp_path: Path
) -> None:
    from webproctor.training.ranker import train_ranker

    done = train_ranker(dataset, tmp_path / "out", QUICK, base=str(tiny("bert")))
    assert done.losses[-1] < done.losses[0] / 2
    tests = [demo for demo in dataset.demonstrations if demo.split.startswith("test")]
    mine, _ = ranked(dataset, tests, ranker(f"cross-encoder:{tmp_path / 'out'}", "cpu"))
    theirs, _ = ranked(dataset, tests, ranker("bm25"))
    assert mine.top_1 > 0.9
    assert mine.top_1 > theirs.top_1


def halved(folder: Path) -> str:
    """Save a model's weights in float16, and return its folder."""
    tensors = pytest.importorskip("safetensors.torch", reason="needs the extra `models`")
    file = folder / "model.safetensors"
    halves = {name: one.half() for name, one in tensors.load_file(file).items()}
    tensors.save_file(halves, file, {"format": "pt"})
    config = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(config | {"dtype": "float16"}))
    return str(folder)


@pytest.mark.parametrize("precision", first("no", "bf16"))
def test_a_float16_checkpoint_is_trained_in_float32(
    dataset: Dataset, tiny: Tiny, tmp_path: Path, precision: Precision
) -> None:
    from webproctor.training.ranker import train_ranker

    tensors = pytest.importorskip("safetensors.torch", reason="needs the extra `models`")
    settings = replace(QUICK, epochs=3, precision=precision)
    done = train_ranker(dataset, tmp_path / "out", settings, base=halved(tiny("bert")))
    assert done.losses[2] < done.losses[0]
    weights = tensors.load_file(tmp_path / "out/model.safetensors")
    assert {str(one.dtype) for one in weights.values()} == {"torch.float32"}


def test_trainings_of_one_process_can_have_different_precisions(
    dataset: Dataset, tiny: Tiny, tmp_path: Path
) -> None:
    from webproctor.training.ranker import train_ranker

    precisions: list[Precision] = ["no", "bf16", "no"]
    base, losses = str(tiny("bert")), list[float]()
    for number, precision in enumerate(precisions):
        settings = replace(QUICK, epochs=1, precision=precision)
        losses += train_ranker(dataset, tmp_path / str(number), settings, base=base).losses
    assert losses[0] == losses[2] != losses[1]


def test_a_float16_checkpoint_stays_float16_for_inference(tiny: Tiny) -> None:
    from webproctor.methods.weights import scorer, writer

    assert str(scorer(halved(tiny("bert")))[0].dtype) == "torch.float16"
    source = halved(tiny("t5"))
    assert str(writer(source)[0].dtype) == "torch.float16"
    assert str(writer(source, train=True)[0].dtype) == "torch.float32"


def test_weights_are_loaded_once_until_they_change(tiny: Tiny) -> None:
    folder = tiny("bert")
    first = ranker(f"cross-encoder:{folder}", "cpu")
    assert ranker(f"cross-encoder:{folder}", "cpu") is first
    config = folder / "config.json"
    os.utime(config, ns=(0, config.stat().st_mtime_ns + 10**9))
    assert ranker(f"cross-encoder:{folder}", "cpu") is not first


def test_concurrent_episodes_share_a_ranker(tiny: Tiny) -> None:
    shared = ranker(f"cross-encoder:{tiny('bert')}", "cpu")
    texts = [f"button {number} " * (1 + number % 7) for number in range(60)]
    alone = [shared.score(f"query {number}", texts) for number in range(8)]
    with ThreadPoolExecutor(4) as pool:
        at_once = list(pool.map(lambda number: shared.score(f"query {number}", texts), range(8)))
    assert at_once == alone


def test_the_model_card_has_training_data_and_settings(
    dataset: Dataset, tiny: Tiny, tmp_path: Path
) -> None:
    from webproctor.training.ranker import train_ranker

    train_ranker(dataset, tmp_path / "out", replace(QUICK, epochs=1), base=str(tiny("bert")))
    card = (tmp_path / "out" / "README.md").read_text()
    assert "40 steps of 40 tasks of data (splits: train)" in card
    assert "| seed | 5 |" in card
    figures = json.loads((tmp_path / "out" / "training.json").read_text())
    assert len(figures["done"]["losses"]) == 1


def test_a_ranker_trained_with_positions_gets_positions(
    dataset: Dataset, tiny: Tiny, tmp_path: Path
) -> None:
    from webproctor.training.ranker import train_ranker

    quick = replace(QUICK, epochs=1)
    for name, positions in (("with", True), ("without", False)):
        out = tmp_path / name
        train_ranker(dataset, out, quick, base=str(tiny("bert")), positions=positions)
        trained = ranker(f"cross-encoder:{out}", "cpu")
        assert getattr(trained, "positions", None) is positions


def test_an_interrupted_training_resumes_with_the_same_result(
    dataset: Dataset, tiny: Tiny, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from webproctor.training import loop
    from webproctor.training.ranker import train_ranker

    base = str(tiny("bert"))
    whole = train_ranker(dataset, tmp_path / "whole", replace(QUICK, epochs=2), base=base)

    class Cut(Exception):
        """Simulates an interruption of the training."""

    def listen(now: loop.Progress) -> None:
        if now.epoch == 1:
            raise Cut

    with pytest.raises(Cut):
        train_ranker(dataset, tmp_path / "cut", replace(QUICK, epochs=2), base=base, listen=listen)
    with pytest.raises(UserError, match="--resume"):
        train_ranker(dataset, tmp_path / "cut", replace(QUICK, epochs=2), base=base)
    again = train_ranker(
        dataset, tmp_path / "cut", replace(QUICK, epochs=2), base=base, resume=True
    )
    assert again.losses == pytest.approx(whole.losses, rel=1e-3)


def test_resuming_requires_a_checkpoint(dataset: Dataset, tiny: Tiny, tmp_path: Path) -> None:
    from webproctor.training.ranker import train_ranker

    with pytest.raises(UserError, match="no checkpoint"):
        train_ranker(dataset, tmp_path / "out", QUICK, base=str(tiny("bert")), resume=True)


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", first("t5", "gpt2"))
async def test_a_trained_predictor_chooses_and_acts(
    dataset: Dataset, tiny: Tiny, tmp_path: Path, situation: Situation, kind: str
) -> None:
    from webproctor.training.predictor import train_predictor

    done = train_predictor(
        dataset,
        tmp_path / "out",
        replace(QUICK, epochs=12),
        base=str(tiny(kind)),
        draws=4,
    )
    assert done.losses[-1] < done.losses[0] / 2
    trained = predictor(f"multi-choice:{tmp_path / 'out'}", None, Conditions(device="cpu"))
    rounds = (await trained.predict(situation)).notes["rounds"]
    # Such a small model does not choose well, but has learned the format of answers.
    assert all(one["words"][0] in "ABCDEF" for one in rounds)
    assert len(rounds[0]["group"]) == 5


def test_scores_that_lack_a_training_step_are_a_user_error(
    dataset: Dataset, tmp_path: Path
) -> None:
    from webproctor.training.predictor import train_predictor

    with pytest.raises(UserError, match=r"the scores file: has no scores for \d+ steps"):
        train_predictor(dataset, tmp_path / "out", QUICK, scores={"t0_u0": {"2": 0.5}})


async def test_a_generating_predictor_can_be_trained(
    dataset: Dataset, tiny: Tiny, tmp_path: Path, situation: Situation
) -> None:
    from webproctor.training.predictor import train_predictor

    done = train_predictor(
        dataset,
        tmp_path / "out",
        replace(QUICK, epochs=2),
        kind="generation",
        base=str(tiny("t5")),
        draws=3,
    )
    assert done.losses[-1] < done.losses[0]
    trained = predictor(f"generation:{tmp_path / 'out'}", None, Conditions(device="cpu"))
    assert (await trained.predict(situation)).notes["rounds"]


async def test_a_predictor_can_be_trained_with_lora(
    dataset: Dataset, tiny: Tiny, tmp_path: Path, situation: Situation
) -> None:
    pytest.importorskip("peft", reason="peft is not installed: it is in the extra `models`")
    from webproctor.training.predictor import train_predictor

    settings = replace(QUICK, epochs=2, rate=1e-2)
    done = train_predictor(
        dataset, tmp_path / "out", settings, base=str(tiny("t5")), lora=True, draws=3
    )
    assert done.losses[-1] < done.losses[0]
    assert (tmp_path / "out" / "adapter_config.json").is_file()
    trained = predictor(f"multi-choice:{tmp_path / 'out'}", None, Conditions(device="cpu"))
    assert (await trained.predict(situation)).notes["rounds"]


def test_the_command_trains_and_prints_the_result(
    dataset: Dataset, tiny: Tiny, tmp_path: Path
) -> None:
    arguments = [
        *("train", "ranker", "--data", dataset.path, "--base", tiny("bert")),
        *("--out", tmp_path / "out", "--epochs", 1, "--batch-size", 16, "--json"),
    ]
    done = CliRunner().invoke(command, [str(one) for one in arguments], standalone_mode=False)
    assert done.exception is None
    summary = json.loads(done.stdout)
    assert len(summary["losses"]) == 1
    assert summary["samples_per_second"] > 0


def test_without_a_terminal_progress_is_printed_line_by_line(
    dataset: Dataset, tiny: Tiny, tmp_path: Path
) -> None:
    arguments = ["train", "ranker", "--data", dataset.path, "--base", tiny("bert")]
    arguments += ["--out", tmp_path / "out", "--epochs", 2, "--batch-size", 60]
    done = CliRunner().invoke(command, [str(one) for one in arguments], standalone_mode=False)
    assert done.exception is None
    lines = [line for line in done.stderr.splitlines() if line.startswith("epoch ")]
    assert [line.partition(":")[0] for line in lines] == [
        "epoch 1 of 2, update 4 of 8",
        "epoch 2 of 2, update 8 of 8",
    ]
    assert done.stdout.startswith("Mean loss by epoch")


@pytest.mark.exhaustive
def test_several_processes_train_one_model(dataset: Dataset, tiny: Tiny, tmp_path: Path) -> None:
    arguments = [
        *(sys.executable, "-m", "torch.distributed.run", "--nproc_per_node", 2, "--standalone"),
        *("-m", "webproctor", "train", "ranker", "--data", dataset.path, "--base", tiny("bert")),
        *("--out", tmp_path / "out", "--epochs", 2, "--batch-size", 16, "--micro-batch-size", 8),
        *("--learning-rate", 3e-3, "--json"),
    ]
    quiet = os.environ | {"OMP_NUM_THREADS": "1", "ACCELERATE_USE_CPU": "true"}
    done = subprocess.run(
        [str(one) for one in arguments], capture_output=True, text=True, env=quiet, check=False
    )
    assert done.returncode == 0, done.stderr
    # Only the lead prints.
    summary = json.loads(done.stdout)
    assert summary["updates"] == 30
    assert summary["losses"][1] < summary["losses"][0]
    assert (tmp_path / "out" / "model.safetensors").is_file()


def test_an_unavailable_base_model_is_a_user_error(
    dataset: Dataset, tiny: Tiny, tmp_path: Path
) -> None:
    from webproctor.training.ranker import train_ranker

    (tmp_path / "empty").mkdir()
    with pytest.raises(UserError, match="cannot be loaded"):
        train_ranker(dataset, tmp_path / "out", QUICK, base=str(tmp_path / "empty"))


@pytest.mark.parametrize(
    ("checkpoint", "then"),
    [("epoch-000", "repeat the command with --resume."), ("part-000", "repeat the command.")],
)
def test_the_error_of_a_full_disk_says_how_to_continue(
    dataset: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, checkpoint: str, then: str
) -> None:
    out = tmp_path / "out"

    def train_ranker(*_: object, **__: object) -> None:
        (out / "checkpoints" / checkpoint).mkdir(parents=True)
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("webproctor.training.ranker.train_ranker", train_ranker)
    line = ["train", "ranker", "--data", str(dataset.path), "--out", str(out)]
    done = CliRunner().invoke(command, line, standalone_mode=False)
    message = f"{out}: no space left on the disk. Free some space, then {then}"
    assert str(done.exception) == message
