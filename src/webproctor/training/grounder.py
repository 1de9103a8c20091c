"""Fine-tune grounding models with GRPO; the reward is a point in the target.

The trainer is TRL's. This module provides prompts as in the evaluation, the reward from the target
regions, and leave-one-participant-out folds.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from webproctor.benchmarks.realwebassist.benchmark import histories
from webproctor.benchmarks.realwebassist.dataset import Dataset, Step
from webproctor.benchmarks.realwebassist.scoring import Figures, figures, score_step
from webproctor.core.errors import UserError
from webproctor.files.reading import decode_picture
from webproctor.methods.grounding import adapters
from webproctor.methods.grounding.adapters import Adapter
from webproctor.methods.grounding.local import LocalModel, load
from webproctor.methods.grounding.pointers import ModelPointer

Content = dict[str, Any]
OnStep = Callable[[int, int, float], None]
"""Called with the number of an update, the number of updates, and the mean reward before it."""


@dataclass(frozen=True)
class GrounderSettings:
    """Settings of fine-tuning; the defaults are those of GTA1.

    Attributes:
        generations: Answers per prompt, which are compared with each other.
        batch: Answers per device and batch.
        accumulation: Batches per update.
        tokens: Maximum number of tokens of an answer.
        kl: Weight of the KL divergence from the base model.
        epochs: Passes over the data; ignored if `steps` is given.
        steps: Number of updates; None for the number in `epochs`.
        rate: Learning rate.
        temperature: Sampling temperature.
        freeze_vision: Whether to freeze the vision encoder.
        lora: Rank of LoRA weights; 0 trains all weights.
        precision: `bf16`, `fp16` or `no`.
        seed: Seed of order, answers and new weights.
        past: Number of past steps in a prompt.
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
    """One model, and the participant left out of its training.

    Attributes:
        participant: The participant left out.
        trained_on: Number of training steps.
        rewards: Mean reward of the answers, for each update.
        before, after: Metrics on the participant left out, before and after training.
    """

    participant: int
    trained_on: int
    rewards: list[float]
    before: Figures
    after: Figures


def examples(
    dataset: Dataset, steps: Sequence[Step], adapter: Adapter, past: int = 10
) -> list[Content]:
    """Return steps in TRL's form: a prompt, an image, and data for the reward.

    Returns:
        For each step `prompt` (messages as in an evaluation), `image` (the bytes of the image as
        the adapter sends it), `boxes` (left, top, right, bottom in pixels of the screenshot),
        `size` and `sent` (sizes of the screenshot and of the sent image), and `key`.
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
    """Return the reward: 1 if the answer's point is in one of the boxes, including edges, else 0.

    It is the evaluation's criterion. It has two differences from GTA1's reward: boxes are not
    truncated to integers, and decimals are parsed, as in its evaluation.
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
    """Return the text of a completion that is a list of messages."""
    content = completion[-1]["content"]
    if isinstance(content, str):
        return content
    return "".join(part.get("text", "") for part in content)


async def measure(
    model: Any, processor: Any, adapter: Adapter, dataset: Dataset, steps: Sequence[Step], past: int
) -> Figures:
    """Return a model's metrics on one participant's steps with greedy decoding, as in a run."""
    answering = LocalModel(model, processor, adapter.tokens, keep_special=adapter.special_tokens)
    pointer = ModelPointer(adapter, answering)
    scored = []
    for step, history in zip(steps, histories(dataset, steps, past), strict=True):
        if step.scored:
            pointed = await pointer.point(step.target.read(), step.instruction, history)
            scored.append((step, score_step(step, pointed.point)))
    return figures(scored)


def train(
    model: Any,
    processor: Any,
    adapter: Adapter,
    made: Sequence[Content],
    settings: GrounderSettings,
    out: Path,
    on_step: OnStep = lambda step, steps, reward: None,
) -> list[float]:
    """Fine-tune a model in place.

    Args:
        made: The result of `examples`.
        out: Folder to save the model and processor to.
        on_step: Called after each update.

    Returns:
        The mean reward of each update.

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
    # Prompts and images must not be truncated.
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
    """Return a trainer callback that passes rewards to `on_step`."""
    callback: Any = import_module("transformers").TrainerCallback

    class Telling(callback):
        def on_log(
            self, args: Any, state: Any, control: Any, logs: Any = None, **more: Any
        ) -> None:
            if logs and "reward" in logs:
                on_step(state.global_step, state.max_steps, float(logs["reward"]))

    return Telling()


def _row(example: Content) -> Content:
    """Return an example with its image decoded, as TRL passes it to a processor."""
    picture = decode_picture(example["image"]["bytes"], "a training example")
    return {**example, "image": picture}


def participants(dataset: Dataset, fold: str) -> list[int]:
    """Return the participants to leave out: all of them for `all`, or one by number.

    Raises:
        UserError: If there is no such participant, or only one.
    """
    there = sorted(dataset.sessions)
    if len(there) < 2:
        raise UserError(
            f"{dataset.path}: leave-one-participant-out training needs at least two participants."
        )
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
    settings: GrounderSettings,
    out: Path,
    device: str = "",
    on_step: OnStep = lambda step, steps, reward: None,
) -> Fold:
    """Train on all participants except one, and evaluate on that one.

    Raises:
        UserError: If the weights or the libraries are not available.
    """
    # LoRA's own weights are float32 whatever the precision of the base model, which is not trained.
    model, processor = load(weights, device, train=not settings.lora)
    others = [step for step in dataset.steps if step.participant != fold]
    own = dataset.sessions[fold]
    before = await measure(model, processor, adapter, dataset, own, settings.past)
    made = examples(dataset, others, adapter, settings.past)
    rewards = train(model, processor, adapter, made, settings, out, on_step)
    after = await measure(model, processor, adapter, dataset, own, settings.past)
    return Fold(fold, len(made), rewards, before, after)


def summary(folds: Sequence[Fold], settings: GrounderSettings) -> Content:
    """Summarise the folds: metrics pooled over all steps and tasks, and means over the folds.

    In the pooled metrics, every task is evaluated once, by the model that was not trained on its
    participant.
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
