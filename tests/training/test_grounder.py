"""Fine-tuning of grounding models: data, reward, and a reward that increases."""

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from PIL import Image

from webproctor.benchmarks.realwebassist.benchmark import realwebassist
from webproctor.benchmarks.realwebassist.dataset import SAMPLE, Dataset
from webproctor.cli import command
from webproctor.core.errors import UserError
from webproctor.methods.grounding.adapters import ADAPTERS, prepare, prompt_text
from webproctor.training import grounder as training

GTA1, UGROUND = ADAPTERS["gta1"], ADAPTERS["uground"]
GrounderModel = Callable[[], Path]


async def test_prompts_are_the_same_as_in_evaluation() -> None:
    dataset = Dataset(SAMPLE)
    examples = training.examples(dataset, dataset.sessions[2], GTA1, past=3)
    benchmark = realwebassist(participant=(2,), past=3)
    task = benchmark.tasks()[1]
    async with benchmark.session(task) as session:
        seen = await session.observe(frozenset({"screenshot"}))
    [example] = [one for one in examples if one["key"] == "2/12"]
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
    examples = training.examples(dataset, dataset.sessions[3], GTA1)
    assert len(examples) == sum(step.scored for step in dataset.sessions[3])


@pytest.mark.parametrize(
    ("completion", "worth"),
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
def test_the_reward_is_the_hit_rule_of_the_evaluation(completion: Any, worth: int) -> None:
    # The sent image is twice as large as the screenshot.
    boxes = [[[0, 0, 1, 1], [70, 10, 90, 30]]]
    reward = training.point_in_box(GTA1)
    assert reward([completion], boxes=boxes, size=[[100, 50]], sent=[[200, 100]]) == [worth]


def test_defaults_are_those_of_the_recipe() -> None:
    settings = training.GrounderSettings()
    assert (settings.generations, settings.kl_weight, settings.epochs) == (8, 0, 2)
    assert (settings.accumulation, settings.max_tokens, settings.freeze_vision) == (32, 128, True)


QUICK = training.GrounderSettings(
    generations=4, batch_size=4, accumulation=1, max_tokens=1, steps=1, precision="no", past=0
)


def test_a_batch_that_is_not_a_multiple_of_the_group_size_is_a_user_error(
    grounder_model: GrounderModel, sessions: Path
) -> None:
    from webproctor.methods.grounding.local import load

    model, processor = load(str(grounder_model()), "cpu")
    settings = training.GrounderSettings(batch_size=3, accumulation=1)
    with pytest.raises(UserError, match="must be a multiple of generations 8"):
        training.train(model, processor, UGROUND, [], settings, sessions / "out")


@pytest.mark.parametrize(("freeze", "trained"), [(True, False), (False, True)])
def test_lora_trains_the_vision_encoder_unless_it_is_frozen(
    grounder_model: GrounderModel, sessions: Path, tmp_path: Path, freeze: bool, trained: bool
) -> None:
    from webproctor.methods.grounding.local import load

    model, processor = load(str(grounder_model()), "cpu", train=True)
    rows = training.examples(Dataset(sessions), Dataset(sessions).sessions[1], UGROUND, 0)
    settings = replace(QUICK, lora_rank=2, freeze_vision=freeze)
    training.train(model, processor, UGROUND, rows, settings, tmp_path / "out")
    names = [name for name, weight in model.named_parameters() if weight.requires_grad]
    assert any("language_model" in name for name in names)
    assert any("vision_tower" in name for name in names) is trained


def test_a_model_on_the_cpu_is_trained_with_the_default_precision(
    grounder_model: GrounderModel, sessions: Path, tmp_path: Path
) -> None:
    from webproctor.methods.grounding.local import load

    model, processor = load(str(grounder_model()), "cpu", train=True)
    rows = training.examples(Dataset(sessions), Dataset(sessions).sessions[1], UGROUND, 0)
    settings = replace(QUICK, precision="bf16")
    assert len(training.train(model, processor, UGROUND, rows, settings, tmp_path / "out")) == 1


def test_a_temperature_of_0_is_refused(tmp_path: Path) -> None:
    line = f"train grounder --base unread --out {tmp_path} --temperature 0"
    done = CliRunner().invoke(command, line.split())
    assert "0.0 is not in the range x>0" in done.output


async def test_local_weights_answer_like_any_model(grounder_model: GrounderModel) -> None:
    from webproctor.methods.grounding.pointers import PointerSettings, make_pointer

    pointer = make_pointer(
        "uground", None, PointerSettings(weights=str(grounder_model()), device="cpu")
    )
    pointed = await pointer.point((SAMPLE / "1/images/1.png").read_bytes(), "press")
    assert pointed.point is not None
    assert pointed.usage["output_tokens"] > 0


def test_weights_are_loaded_once_for_all_episodes(grounder_model: GrounderModel) -> None:
    from webproctor.methods.grounding.local import load_model

    source = str(grounder_model())
    assert load_model(source, "cpu", 8) is load_model(source, "cpu", 8)


def test_missing_weights_are_a_user_error() -> None:
    pytest.importorskip("transformers", reason="needs the extra `models`")
    from webproctor.methods.grounding.pointers import PointerSettings, make_pointer

    with pytest.raises(UserError, match="cannot be loaded"):
        make_pointer("uground", None, PointerSettings(weights="/nowhere/at/all"))
