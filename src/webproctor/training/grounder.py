"""Fine-tuning of grounding models by GRPO: rewarded for points that hit (catalogue, section 4).

The trainer is TRL's. What is here is what the data means: prompts as the evaluation asks them,
regions kept from the model and given to the reward, and folds that leave one participant out.
"""

import io
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from PIL import Image

from webproctor.benchmarks.realwebassist.benchmark import histories
from webproctor.benchmarks.realwebassist.dataset import Dataset, Step
from webproctor.benchmarks.realwebassist.scoring import Figures, figures, mark_step
from webproctor.errors import UserError
from webproctor.grounding import adapters
from webproctor.grounding.adapters import Adapter
from webproctor.grounding.local import LocalModel, load
from webproctor.grounding.pointers import ModelPointer

Content = dict[str, Any]
OnStep = Callable[[int, int, float], None]
"""Is told the number of a change of the weights, of how many, and the mean reward before it."""


@dataclass(frozen=True)
class Settings:
    """How a model is fine-tuned; the defaults are those of GTA1's recipe (catalogue, section 4.1).

    Attributes:
        generations: Answers to each prompt, which are compared with one another.
        batch: Answers that a device holds at a time.
        accumulation: Batches before the weights change.
        tokens: What an answer may take.
        kl: Weight of the distance from the model that was begun with.
        epochs: Times through the data; not used where `steps` are given.
        steps: Changes of the weights; None for as many as the epochs have.
        rate: Learning rate.
        temperature: Of the answers.
        freeze_vision: Whether the part that sees stays as it is.
        lora: Rank of LoRA weights to train instead of the model's own; 0 for none.
        precision: `bf16`, `fp16` or `no`.
        seed: Decides order, answers and new weights.
        past: Past steps that a prompt tells of.
    """

    generations: int = 8
    batch: int = 8
    accumulation: int = 32
    tokens: int = 128
    kl: float = 0.0
    epochs: float = 2.0
    steps: int | None = None
    rate: float = 1e-6
    temperature: float = 1.0
    freeze_vision: bool = True
    lora: int = 0
    precision: str = "bf16"
    seed: int = 42
    past: int = 10


@dataclass(frozen=True)
class Fold:
    """One model, and what it was not shown.

    Attributes:
        participant: Who was left out.
        trained_on: How many steps it was trained on.
        rewards: Mean reward of the answers, at each change of the weights.
        before, after: Figures on the participant who was left out, with the weights that were
            begun with and with those that came of it.
    """

    participant: int
    trained_on: int
    rewards: list[float]
    before: Figures
    after: Figures


def examples(
    dataset: Dataset, steps: Sequence[Step], adapter: Adapter, past: int = 10
) -> list[Content]:
    """Steps as TRL takes them: a prompt, a picture, and what the reward must know.

    Returns:
        For each step `prompt` (messages, asked just as in an evaluation), `image` (the picture's
        bytes, sized as the adapter sends it), `boxes` (left, top, right, bottom in pixels of the
        screenshot), `size` and `sent` (of the screenshot and of the picture), and `key`.
    """
    told: dict[int, list[tuple[str, ...]]] = {}
    found = []
    for step in steps:
        if not step.boxes:
            continue
        if step.participant not in told:
            told[step.participant] = histories(dataset, dataset.sessions[step.participant], past)
        picture = adapters.prepare(adapter, step.target.read())
        asked = adapters.words(
            adapter, picture, step.instruction, told[step.participant][step.place]
        )
        prompt: list[Content] = [{"role": "user", "content": asked}]
        if before := adapters.system(adapter, picture):
            prompt.insert(0, {"role": "system", "content": before})
        found.append(
            {
                "prompt": prompt,
                "image": {"bytes": picture.png, "path": None},
                "boxes": [list(box.corners) for box in step.boxes],
                "size": list(picture.size),
                "sent": list(picture.sent),
                "key": step.key,
            }
        )
    return found


def point_in_box(adapter: Adapter) -> Callable[..., list[float]]:
    """The reward: 1 for an answer whose point lies in one of the boxes, edges included, else 0.

    It is what the evaluation counts as a hit. Two differences from GTA1's own: boxes are not cut to
    whole pixels, and numbers with a point are read, as its parser reads them at evaluation.
    """

    def reward(
        completions: Sequence[Any],
        boxes: Sequence[Sequence[Sequence[float]]],
        size: Sequence[Sequence[int]],
        sent: Sequence[Sequence[int]],
        **more: Any,
    ) -> list[float]:
        found = []
        for completion, regions, whole, shown in zip(completions, boxes, size, sent, strict=True):
            said = completion if isinstance(completion, str) else _said(completion)
            picture = adapters.Picture(b"", (whole[0], whole[1]), (shown[0], shown[1]))
            point = adapters.read(adapter, said, picture)
            hit = point is not None and any(
                left <= point[0] <= right and top <= point[1] <= bottom
                for left, top, right, bottom in regions
            )
            found.append(float(hit))
        return found

    return reward


def _said(completion: Sequence[Content]) -> str:
    """The words of a completion that is a list of messages."""
    content = completion[-1]["content"]
    if isinstance(content, str):
        return content
    return "".join(part.get("text", "") for part in content)


async def measure(
    model: Any, processor: Any, adapter: Adapter, dataset: Dataset, steps: Sequence[Step], past: int
) -> Figures:
    """A model's figures on one participant's steps, asked greedily as in a run."""
    answering = LocalModel(model, processor, adapter.tokens, keep_special=adapter.special_tokens)
    pointer = ModelPointer(adapter, answering)
    marked = []
    for step, history in zip(steps, histories(dataset, steps, past), strict=True):
        if step.scored:
            pointed = await pointer.point(step.target.read(), step.instruction, history)
            marked.append((step, mark_step(step, pointed.point)))
    return figures(marked)


def train(
    model: Any,
    processor: Any,
    adapter: Adapter,
    made: Sequence[Content],
    settings: Settings,
    out: Path,
    on_step: OnStep = lambda step, steps, reward: None,
) -> list[float]:
    """Fine-tune a model in place.

    Args:
        made: What `examples` gives.
        out: Where model and processor are kept at the end.
        on_step: Called after each change of the weights.

    Returns:
        The mean reward at each change of the weights.

    Raises:
        UserError: If the libraries are not installed.
    """
    try:
        import datasets  # pyright: ignore
        import transformers  # pyright: ignore

        trl: Any = import_module("trl")
    except ImportError as error:
        raise UserError("this needs TRL and datasets: pip install 'webproctor[grpo]'.") from error
    if settings.batch * settings.accumulation % settings.generations:
        raise UserError(
            f"batch {settings.batch} times accumulation {settings.accumulation} must be a multiple "
            f"of generations {settings.generations}: answers are compared within a batch."
        )
    if settings.freeze_vision:
        for name, weight in model.named_parameters():
            if any(part in name for part in ("visual", "vision_tower", "vision_model")):
                weight.requires_grad_(False)
    rows = datasets.Dataset.from_list([_row(one) for one in made])
    # Prompts of different lengths and pictures must reach the model whole: nothing is cut.
    arguments = trl.GRPOConfig(
        output_dir=str(out),
        num_generations=settings.generations,
        per_device_train_batch_size=settings.batch,
        gradient_accumulation_steps=settings.accumulation,
        max_completion_length=settings.tokens,
        beta=settings.kl,
        num_train_epochs=settings.epochs,
        max_steps=settings.steps or -1,
        learning_rate=settings.rate,
        temperature=settings.temperature,
        loss_type="grpo",
        bf16=settings.precision == "bf16",
        fp16=settings.precision == "fp16",
        seed=settings.seed,
        logging_steps=1,
        save_strategy="no",
        report_to="none",
        disable_tqdm=True,
        remove_unused_columns=False,
    )
    adapted = None
    if settings.lora:
        import peft  # pyright: ignore

        adapted = peft.LoraConfig(r=settings.lora, target_modules="all-linear")
    trainer = trl.GRPOTrainer(
        model=model,
        processing_class=processor,
        reward_funcs=point_in_box(adapter),
        args=arguments,
        train_dataset=rows,
        peft_config=adapted,
    )
    trainer.remove_callback(transformers.PrinterCallback)
    trainer.add_callback(_telling(on_step))
    trainer.train()
    trainer.save_model(str(out))
    processor.save_pretrained(str(out))
    return [float(line["reward"]) for line in trainer.state.log_history if "reward" in line]


def _telling(on_step: OnStep) -> Any:
    """A callback of the trainer that passes rewards on."""
    callback: Any = import_module("transformers").TrainerCallback

    class Telling(callback):
        def on_log(
            self, args: Any, state: Any, control: Any, logs: Any = None, **more: Any
        ) -> None:
            if logs and "reward" in logs:
                on_step(state.global_step, state.max_steps, float(logs["reward"]))

    return Telling()


def _row(example: Content) -> Content:
    """An example with its picture opened, as TRL hands it to a processor."""
    picture = Image.open(io.BytesIO(example["image"]["bytes"])).convert("RGB")
    return {**example, "image": picture}


def participants(dataset: Dataset, fold: str) -> list[int]:
    """Who is left out: `all`, one after another, or one by number.

    Raises:
        UserError: If there is no such participant, or nobody would be left to train on.
    """
    there = sorted(dataset.sessions)
    if len(there) < 2:
        raise UserError(f"{dataset.path}: leaving one participant out needs at least two.")
    if fold == "all":
        return there
    if not fold.isdecimal() or int(fold) not in there:
        raise UserError(f"fold {fold!r}: give all, or one of {', '.join(map(str, there))}.")
    return [int(fold)]


async def leave_one_out(
    dataset: Dataset,
    fold: int,
    weights: str,
    adapter: Adapter,
    settings: Settings,
    out: Path,
    device: str = "",
    on_step: OnStep = lambda step, steps, reward: None,
) -> Fold:
    """Train on all participants but one, and measure on that one.

    Raises:
        UserError: If the weights or the libraries cannot be had.
    """
    model, processor = load(weights, device)
    others = [step for step in dataset.steps if step.participant != fold]
    own = dataset.sessions[fold]
    before = await measure(model, processor, adapter, dataset, own, settings.past)
    made = examples(dataset, others, adapter, settings.past)
    rewards = train(model, processor, adapter, made, settings, out, on_step)
    after = await measure(model, processor, adapter, dataset, own, settings.past)
    return Fold(fold, len(made), rewards, before, after)


def summary(folds: Sequence[Fold], settings: Settings) -> Content:
    """What the folds come to: pooled over all steps and tasks, and their plain mean.

    Pooled, every task is tested once, by the model that did not see its participant.
    """
    rates = ("task_success", "progress", "step_accuracy")
    pooled: Content = {}
    mean: Content = {}
    for when in ("before", "after"):
        of: list[Figures] = [getattr(fold, when) for fold in folds]
        tasks, steps = sum(one.tasks for one in of), sum(one.steps for one in of)
        pooled[when] = {
            "task_success": sum(one.task_success * one.tasks for one in of) / tasks,
            "progress": sum(one.progress * one.tasks for one in of) / tasks,
            "step_accuracy": sum(one.hits for one in of) / steps,
        }
        mean[when] = {name: sum(getattr(one, name) for one in of) / len(of) for name in rates}
    return {
        "settings": asdict(settings),
        "folds": [
            {
                "participant": fold.participant,
                "trained_on": fold.trained_on,
                "rewards": fold.rewards,
                "before": fold.before.model_dump(),
                "after": fold.after.model_dump(),
            }
            for fold in folds
        ],
        "pooled": pooled,
        "mean": mean,
    }
