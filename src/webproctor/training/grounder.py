"""Fine-tune grounding models with GRPO; the reward is a point in the target.

The trainer is TRL's. This module provides prompts as in the evaluation, the reward from the target
regions, and leave-one-participant-out folds.
"""

import asyncio
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

_VISION = ("visual", "vision_tower", "vision_model")
"""Parts of the names of a vision encoder's weights."""
Content = dict[str, Any]
OnStep = Callable[[int, int, float], None]
"""Called with the number of an update, the number of updates, and the mean reward before it."""


@dataclass(frozen=True)
class GrounderSettings:
    """Settings of fine-tuning; the defaults are those of GTA1.

    Attributes:
        generations: Answers per prompt, which are compared with each other.
        batch_size: Answers per device and batch.
        accumulation: Batches per update.
        max_tokens: Maximum number of tokens of an answer.
        kl_weight: Weight of the KL divergence from the base model.
        epochs: Passes over the data; ignored if `steps` is given.
        steps: Number of updates; None for the number in `epochs`.
        rate: Learning rate.
        temperature: Sampling temperature.
        freeze_vision: Whether to freeze the vision encoder.
        lora_rank: Rank of LoRA weights; 0 trains all weights.
        precision: `bf16`, `fp16` or `no`.
        seed: Seed of order, answers and new weights.
        past: Number of past steps in a prompt.
    """

    generations: int = 8
    batch_size: int = 8
    accumulation: int = 32
    max_tokens: int = 128
    kl_weight: float = 0.0
    epochs: float = 2.0
    steps: int | None = None
    rate: float = 1e-6
    temperature: float = 1.0
    freeze_vision: bool = True
    lora_rank: int = 0
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
    past_steps: dict[int, list[tuple[str, ...]]] = {}
    rows = []
    for step in steps:
        if not step.boxes:
            continue
        if step.participant not in past_steps:
            past_steps[step.participant] = histories(
                dataset, dataset.sessions[step.participant], past
            )
        picture = adapters.prepare(adapter, step.target.read())
        content = adapters.prompt_text(
            adapter, picture, step.instruction, past_steps[step.participant][step.index]
        )
        prompt: list[Content] = [{"role": "user", "content": content}]
        if system := adapters.system_message(adapter, picture):
            prompt.insert(0, {"role": "system", "content": system})
        rows.append(
            {
                "prompt": prompt,
                "image": {"bytes": picture.png, "path": None},
                "boxes": [list(box.corners) for box in step.boxes],
                "size": list(picture.size),
                "sent": list(picture.sent),
                "key": step.key,
            }
        )
    return rows


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
        rewards = []
        for completion, regions, full_size, sent_size in zip(
            completions, boxes, size, sent, strict=True
        ):
            text = completion if isinstance(completion, str) else _completion_text(completion)
            picture = adapters.Picture(
                b"", (full_size[0], full_size[1]), (sent_size[0], sent_size[1])
            )
            point = adapters.parse_point(adapter, text, picture)
            hit = point is not None and any(
                left <= point[0] <= right and top <= point[1] <= bottom
                for left, top, right, bottom in regions
            )
            rewards.append(float(hit))
        return rewards

    return reward


def _completion_text(completion: Sequence[Content]) -> str:
    """Return the text of a completion that is a list of messages."""
    content = completion[-1]["content"]
    if isinstance(content, str):
        return content
    return "".join(part.get("text", "") for part in content)


async def measure(
    model: Any, processor: Any, adapter: Adapter, dataset: Dataset, steps: Sequence[Step], past: int
) -> Figures:
    """Return a model's metrics on one participant's steps with greedy decoding, as in a run."""
    local_model = LocalModel(model, processor, adapter.tokens, keep_special=adapter.special_tokens)
    pointer = ModelPointer(adapter, local_model)
    scored = []
    for step, history in zip(steps, histories(dataset, steps, past), strict=True):
        if step.scored:
            prediction = await pointer.point(step.target.read(), step.instruction, history)
            scored.append((step, score_step(step, prediction.point)))
    return figures(scored)


def train(
    model: Any,
    processor: Any,
    adapter: Adapter,
    rows: Sequence[Content],
    settings: GrounderSettings,
    out: Path,
    on_step: OnStep = lambda step, steps, reward: None,
) -> list[float]:
    """Fine-tune a model in place.

    Args:
        rows: The result of `examples`.
        out: Folder to save the model and processor to.
        on_step: Called after each update.

    Returns:
        The mean reward of each update.

    Raises:
        UserError: If the libraries are not installed, or the settings do not fit to each other, the
            data or the device.
    """
    check_batches(settings, len(rows))
    try:
        import datasets  # pyright: ignore
        import transformers  # pyright: ignore

        trl: Any = import_module("trl")
    except ImportError as error:
        raise UserError("this needs TRL and datasets: pip install 'webproctor[grpo]'.") from error
    if settings.freeze_vision:
        for name, weight in model.named_parameters():
            if any(part in name for part in _VISION):
                weight.requires_grad_(False)
    train_dataset = datasets.Dataset.from_list([_row(one) for one in rows])
    try:
        arguments = trl.GRPOConfig(
            **_arguments(settings), output_dir=str(out), use_cpu=model.device.type == "cpu"
        )
    except ValueError as error:
        raise UserError(f"this device cannot train with these settings: {error}") from error
    lora = None
    if settings.lora_rank:
        import peft  # pyright: ignore

        frozen = rf".*({'|'.join(_VISION)}).*" if settings.freeze_vision else None
        lora = peft.LoraConfig(
            r=settings.lora_rank, target_modules="all-linear", exclude_modules=frozen
        )
    trainer = trl.GRPOTrainer(
        model=model,
        processing_class=processor,
        reward_funcs=point_in_box(adapter),
        args=arguments,
        train_dataset=train_dataset,
        peft_config=lora,
    )
    trainer.remove_callback(transformers.PrinterCallback)
    trainer.add_callback(_progress_callback(on_step))
    trainer.train()
    trainer.save_model(str(out))
    processor.save_pretrained(str(out))
    return [float(line["reward"]) for line in trainer.state.log_history if "reward" in line]


def check_batches(settings: GrounderSettings, steps: int) -> None:
    """Raise `UserError` if an update's answers are not of whole prompts, or there are too few.

    TRL leaves out the steps that are too few for an update; without an update, nothing is learned.

    Args:
        steps: Number of training steps.
    """
    answers = settings.batch_size * settings.accumulation
    if answers % settings.generations:
        raise UserError(
            f"batch size {settings.batch_size} times accumulation {settings.accumulation} must be "
            f"a multiple of generations {settings.generations}: answers are compared within a "
            "batch."
        )
    if steps < (needed := answers // settings.generations):
        raise UserError(
            f"there are {steps} steps to train on, and an update needs {needed}: use a smaller "
            "--batch-size or --accumulation."
        )


def _arguments(settings: GrounderSettings) -> Content:
    """Return the settings by TRL's names. Prompts and images are not truncated."""
    return {
        "num_generations": settings.generations,
        "per_device_train_batch_size": settings.batch_size,
        "gradient_accumulation_steps": settings.accumulation,
        "max_completion_length": settings.max_tokens,
        "beta": settings.kl_weight,
        "num_train_epochs": settings.epochs,
        "max_steps": settings.steps or -1,
        "learning_rate": settings.rate,
        "temperature": settings.temperature,
        "loss_type": "grpo",
        "bf16": settings.precision == "bf16",
        "fp16": settings.precision == "fp16",
        "seed": settings.seed,
        "logging_steps": 1,
        "save_strategy": "no",
        "report_to": "none",
        "disable_tqdm": True,
        "remove_unused_columns": False,
    }


def _progress_callback(on_step: OnStep) -> Any:
    """Return a trainer callback that passes rewards to `on_step`."""
    callback: Any = import_module("transformers").TrainerCallback

    class ProgressCallback(callback):
        def on_log(
            self, args: Any, state: Any, control: Any, logs: Any = None, **more: Any
        ) -> None:
            if logs and "reward" in logs:
                on_step(state.global_step, state.max_steps, float(logs["reward"]))

    return ProgressCallback()


def _row(example: Content) -> Content:
    """Return an example with its image decoded, as TRL passes it to a processor."""
    picture = decode_picture(example["image"]["bytes"], "a training example")
    return {**example, "image": picture}


def participants(dataset: Dataset, fold: str) -> list[int]:
    """Return the participants to leave out: all of them for `all`, or one by number.

    Raises:
        UserError: If there is no such participant, or only one.
    """
    numbers = sorted(dataset.sessions)
    if len(numbers) < 2:
        raise UserError(
            f"{dataset.path}: leave-one-participant-out training needs at least two participants."
        )
    if fold == "all":
        return numbers
    if not fold.isdecimal() or int(fold) not in numbers:
        raise UserError(f"fold {fold!r}: give all, or one of {', '.join(map(str, numbers))}.")
    return [int(fold)]


def leave_one_out(
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

    Not in an event loop: its handler of Ctrl-C would wait for the end of the training.

    Raises:
        UserError: If the weights or the libraries are not available, or the settings do not fit to
            each other, the data or the device.
    """
    train_steps = [step for step in dataset.steps if step.participant != fold]
    test_steps = dataset.sessions[fold]
    rows = examples(dataset, train_steps, adapter, settings.past)
    check_batches(settings, len(rows))
    # LoRA's own weights are float32 whatever the precision of the base model, which is not trained.
    model, processor = load(weights, device, train=not settings.lora_rank)

    def evaluate() -> Figures:
        return asyncio.run(measure(model, processor, adapter, dataset, test_steps, settings.past))

    before = evaluate()
    rewards = train(model, processor, adapter, rows, settings, out, on_step)
    after = evaluate()
    return Fold(fold, len(rows), rewards, before, after)


def summary(folds: Sequence[Fold], settings: GrounderSettings) -> Content:
    """Summarise the folds: metrics pooled over all steps and tasks, and means over the folds.

    In the pooled metrics, every task is evaluated once, by the model that was not trained on its
    participant.
    """
    rates = ("task_success", "progress", "step_accuracy")
    pooled: Content = {}
    mean: Content = {}
    for when in ("before", "after"):
        metrics: list[Figures] = [getattr(fold, when) for fold in folds]
        tasks = max(1, sum(one.tasks for one in metrics))
        steps = max(1, sum(one.steps for one in metrics))
        pooled[when] = {
            "task_success": sum(one.task_success * one.tasks for one in metrics) / tasks,
            "progress": sum(one.progress * one.tasks for one in metrics) / tasks,
            "step_accuracy": sum(one.hits for one in metrics) / steps,
        }
        mean[when] = {
            name: sum(getattr(one, name) for one in metrics) / len(metrics) for name in rates
        }
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
