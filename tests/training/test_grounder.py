"""Fine-tuning of grounding models: data, reward, and a reward that increases."""

import io
import json
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from models.tiny_vision import write_tiny_model
from PIL import Image, ImageDraw

from webproctor.benchmarks.realwebassist.benchmark import realwebassist
from webproctor.benchmarks.realwebassist.dataset import QUESTIONS, SAMPLE, Dataset
from webproctor.benchmarks.realwebassist.scoring import Figures
from webproctor.cli import command
from webproctor.core.errors import UserError
from webproctor.methods.grounding.adapters import ADAPTERS, prepare, prompt_text
from webproctor.training import grounder as training

GTA1, UGROUND = ADAPTERS["gta1"], ADAPTERS["uground"]
BUTTON = {"x": 70, "y": 10, "width": 20, "height": 20}


@pytest.fixture
def sessions(tmp_path: Path) -> Path:
    """Two participants who always refer to the same button."""
    for person in ("1", "2"):
        folder = tmp_path / "data" / person
        (folder / "images").mkdir(parents=True)
        records = []
        for number in range(1, 5):
            picture = Image.new("RGB", (100, 50), "white")
            ImageDraw.Draw(picture).rectangle((70, 10, 90, 30), fill="black")
            picture.save(folder / f"images/{number}.png")
            record = {"instruction": f"press {number}", "final_image": f"images/{number}.png"}
            records.append(record | {"task": f"task {person}", "bounding_box": BUTTON})
        (folder / QUESTIONS).write_text(json.dumps(records))
    return tmp_path / "data"


async def test_prompts_are_the_same_as_in_evaluation() -> None:
    dataset = Dataset(SAMPLE)
    made = training.examples(dataset, dataset.sessions[2], GTA1, past=3)
    benchmark = realwebassist(participant=(2,), past=3)
    task = benchmark.tasks()[1]
    async with benchmark.session(task) as session:
        seen = await session.observe(frozenset({"screenshot"}))
    [example] = [one for one in made if one["key"] == "2/12"]
    picture = prepare(GTA1, seen.read("screenshot"))
    system, user = example["prompt"]
    assert user["content"] == prompt_text(GTA1, picture, seen.instruction, seen.history or ())
    assert "1288 pixels wide" in system["content"]
    assert Image.open(io.BytesIO(example["image"]["bytes"])).size == picture.sent


def test_boxes_are_given_only_to_the_reward() -> None:
    dataset = Dataset(SAMPLE)
    for example in training.examples(dataset, dataset.sessions[2], GTA1):
        for box in example["boxes"]:
            assert all(str(edge) not in str(example["prompt"]) for edge in box if edge % 1)


def test_unscored_steps_are_not_examples() -> None:
    dataset = Dataset(SAMPLE)
    made = training.examples(dataset, dataset.sessions[3], GTA1)
    assert len(made) == sum(step.scored for step in dataset.sessions[3])


@pytest.mark.parametrize(
    ("said", "worth"),
    [
        ("(140, 20)", 1),
        ("(180, 60)", 1),
        ("(181, 60)", 0),
        ("(139, 20)", 0),
        ("it is at (160,40)", 1),
        ("(160, 40) or (0, 0)", 0),
        ("160, 40", 0),
        ("", 0),
        ([{"role": "assistant", "content": "(160,40)"}], 1),
        ([{"role": "assistant", "content": [{"type": "text", "text": "(160,40)"}]}], 1),
    ],
)
def test_the_reward_is_the_hit_rule_of_the_evaluation(said: Any, worth: int) -> None:
    # The sent image is twice as large as the screenshot.
    boxes = [[[0, 0, 1, 1], [70, 10, 90, 30]]]
    reward = training.point_in_box(GTA1)
    assert reward([said], boxes=boxes, size=[[100, 50]], sent=[[200, 100]]) == [worth]


def test_each_participant_is_left_out_once() -> None:
    dataset = Dataset(SAMPLE)
    assert training.participants(dataset, "all") == [1, 2, 3]
    assert training.participants(dataset, "2") == [2]
    with pytest.raises(UserError, match="give all, or one of 1, 2, 3"):
        training.participants(dataset, "4")


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

    folds = [
        training.Fold(1, 5, [0.1], of(1, 10, 0, 0), of(1, 10, 10, 1.0)),
        training.Fold(2, 5, [0.1], of(3, 30, 0, 0), of(3, 30, 0, 0.0)),
    ]
    told = training.summary(folds, training.GrounderSettings())
    assert told["pooled"]["after"] == {
        "task_success": 0.25,
        "progress": 0.25,
        "step_accuracy": 0.25,
    }
    assert told["mean"]["after"]["step_accuracy"] == 0.5


def test_defaults_are_those_of_the_recipe() -> None:
    settings = training.GrounderSettings()
    assert (settings.generations, settings.kl_weight, settings.epochs) == (8, 0, 2)
    assert (settings.accumulation, settings.max_tokens, settings.freeze_vision) == (32, 128, True)


QUICK = training.GrounderSettings(
    generations=4, batch_size=4, accumulation=1, max_tokens=1, steps=1, precision="no", past=0
)
POINTS = [f"({x},{y})" for x in (100, 800) for y in (400, 900)]
Tiny = Callable[..., Path]


@pytest.fixture
def tiny(tmp_path: Path) -> Tiny:
    for name in ("torch", "transformers", "datasets", "trl"):
        pytest.importorskip(name, reason="needs the extra `grpo`")
    return lambda: write_tiny_model(tmp_path / "tiny", POINTS)


@pytest.mark.exhaustive
def test_training_increases_reward_and_accuracy_on_unseen_participants(
    tiny: Tiny, sessions: Path, tmp_path: Path
) -> None:
    settings = training.GrounderSettings(
        generations=8,
        batch_size=32,
        accumulation=1,
        max_tokens=1,
        steps=12,
        rate=2e-2,
        precision="no",
        past=0,
    )
    fold = training.leave_one_out(
        Dataset(sessions), 2, str(tiny()), replace(UGROUND, tokens=1), settings, tmp_path / "out"
    )
    assert fold.trained_on == 4
    assert len(fold.rewards) == 12
    assert fold.rewards[0] < 0.5 < fold.rewards[-1]
    assert fold.after.step_accuracy == 1 > fold.before.step_accuracy
    assert (tmp_path / "out/model.safetensors").is_file()


def test_the_command_trains_every_fold_and_prints_pooled_metrics(
    tiny: Tiny, sessions: Path, tmp_path: Path
) -> None:
    arguments = ["train", "grounder", "--data", sessions, "--base", tiny(), "--out"]
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
    told = json.loads(outcome.stdout)
    assert [one["participant"] for one in told["folds"]] == [1, 2]
    assert told == json.loads((out / "folds.json").read_text())
    assert (out / "without-1/config.json").is_file()


def test_a_batch_that_is_not_a_multiple_of_the_group_size_is_a_user_error(
    tiny: Tiny, sessions: Path
) -> None:
    from webproctor.methods.grounding.local import load

    model, processor = load(str(tiny()), "cpu")
    settings = training.GrounderSettings(batch_size=3, accumulation=1)
    with pytest.raises(UserError, match="must be a multiple of generations 8"):
        training.train(model, processor, UGROUND, [], settings, sessions / "out")


def test_too_few_steps_for_an_update_are_a_user_error(sessions: Path, tmp_path: Path) -> None:
    settings = training.GrounderSettings(batch_size=8, accumulation=8, past=0)
    told = "4 steps to train on, and an update needs 8: use a smaller --batch-size or --accumul"
    with pytest.raises(UserError, match=told):
        training.leave_one_out(Dataset(sessions), 2, "unread", UGROUND, settings, tmp_path)


@pytest.mark.parametrize(("freeze", "trained"), [(True, False), (False, True)])
def test_lora_trains_the_vision_encoder_unless_it_is_frozen(
    tiny: Tiny, sessions: Path, tmp_path: Path, freeze: bool, trained: bool
) -> None:
    from webproctor.methods.grounding.local import load

    model, processor = load(str(tiny()), "cpu", train=True)
    rows = training.examples(Dataset(sessions), Dataset(sessions).sessions[1], UGROUND, 0)
    settings = replace(QUICK, lora_rank=2, freeze_vision=freeze)
    training.train(model, processor, UGROUND, rows, settings, tmp_path / "out")
    names = [name for name, weight in model.named_parameters() if weight.requires_grad]
    assert any("language_model" in name for name in names)
    assert any("vision_tower" in name for name in names) is trained


def test_a_model_on_the_cpu_is_trained_with_the_default_precision(
    tiny: Tiny, sessions: Path, tmp_path: Path
) -> None:
    from webproctor.methods.grounding.local import load

    model, processor = load(str(tiny()), "cpu", train=True)
    rows = training.examples(Dataset(sessions), Dataset(sessions).sessions[1], UGROUND, 0)
    settings = replace(QUICK, precision="bf16")
    assert len(training.train(model, processor, UGROUND, rows, settings, tmp_path / "out")) == 1


def test_ctrl_c_interrupts_the_training(
    tiny: Tiny, sessions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    finished: list[bool] = []

    def train(*_: Any) -> list[float]:
        signal.raise_signal(signal.SIGINT)
        finished.append(True)
        return []

    monkeypatch.setattr(training, "train", train)
    line = f"train grounder --data {sessions} --base {tiny()} --grounder uground --past 0"
    line += f" --batch-size 8 --accumulation 1 --device cpu --out {tmp_path / 'out'}"
    done = CliRunner().invoke(command, line.split(), standalone_mode=False)
    assert isinstance(done.exception, click.Abort)
    assert not finished


def test_metrics_of_finished_folds_are_kept_if_a_later_one_fails(
    sessions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    figures = training.figures([])

    def leave_one_out(_: Dataset, fold: int, *__: Any) -> training.Fold:
        if fold == 2:
            raise RuntimeError("out of memory")
        return training.Fold(fold, 4, [0.5], figures, figures)

    monkeypatch.setattr(training, "leave_one_out", leave_one_out)
    line = f"train grounder --data {sessions} --base unread --out {tmp_path / 'out'}"
    done = CliRunner().invoke(command, line.split(), standalone_mode=False)
    assert isinstance(done.exception, RuntimeError)
    [fold] = json.loads((tmp_path / "out/folds.json").read_text())["folds"]
    assert fold["participant"] == 1


def test_a_temperature_of_0_is_refused(tmp_path: Path) -> None:
    line = f"train grounder --base unread --out {tmp_path} --temperature 0"
    done = CliRunner().invoke(command, line.split())
    assert "0.0 is not in the range x>0" in done.output


@pytest.mark.parametrize(("lora", "dtype"), [(0, "torch.float32"), (4, "torch.bfloat16")])
def test_only_trained_weights_are_loaded_in_float32(
    tiny: Tiny,
    sessions: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    lora: int,
    dtype: str,
) -> None:
    """Updates at the rate of 1e-6 are too small for weights in bfloat16."""
    import transformers  # pyright: ignore

    library: Any = transformers
    source = tiny()
    library.LlavaForConditionalGeneration.from_pretrained(source).bfloat16().save_pretrained(source)
    found: list[str] = []

    def listen(model: Any, *_: Any) -> list[float]:
        found.extend({str(weight.dtype) for weight in model.parameters()})
        return []

    async def unmeasured(*_: Any) -> None:
        return None

    monkeypatch.setattr(training, "train", listen)
    monkeypatch.setattr(training, "measure", unmeasured)
    # The device `cpu` has float32 in any case.
    settings = replace(QUICK, lora_rank=lora)
    training.leave_one_out(
        Dataset(sessions), 2, str(source), UGROUND, settings, tmp_path / "out", "cpu:0"
    )
    assert found == [dtype]


async def test_local_weights_answer_like_any_model(tiny: Tiny) -> None:
    from webproctor.methods.grounding.pointers import make_pointer

    pointer = make_pointer("uground", None, weights=str(tiny()), device="cpu")
    pointed = await pointer.point((SAMPLE / "1/images/1.png").read_bytes(), "press")
    assert pointed.point is not None
    assert pointed.usage["output_tokens"] > 0


def test_weights_are_loaded_once_for_all_episodes(tiny: Tiny) -> None:
    from webproctor.methods.grounding.local import load_model

    source = str(tiny())
    assert load_model(source, "cpu", 8) is load_model(source, "cpu", 8)


def test_missing_weights_are_a_user_error() -> None:
    pytest.importorskip("transformers", reason="needs the extra `models`")
    from webproctor.methods.grounding.pointers import make_pointer

    with pytest.raises(UserError, match="cannot be loaded"):
        make_pointer("uground", None, weights="/nowhere/at/all")
