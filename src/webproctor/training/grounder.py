"""Fine-tune grounding models with GRPO; the reward is a point in the target.

The trainer is TRL's. This module provides prompts as in the evaluation, and the reward from the
target regions.
"""

import logging
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from webproctor.benchmarks.realwebassist.benchmark import histories
from webproctor.benchmarks.realwebassist.dataset import Dataset, Step
from webproctor.benchmarks.realwebassist.scoring import Figures, figures, score_step
from webproctor.core.errors import UserError
from webproctor.files.pictures import decode_picture
from webproctor.methods.grounding import adapters
from webproctor.methods.grounding.adapters import Adapter
from webproctor.methods.grounding.local import LocalModel
from webproctor.methods.grounding.pointers import ModelPointer
from webproctor.training import checkpoints

_CHECKPOINT_LIMIT = 1  # With the optimizer, a checkpoint is three times as large as the model.
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
    *,
    state: Mapping[str, Any] | None = None,
    checkpoint: Path | None = None,
) -> list[float]:
    """Fine-tune a model in place.

    Args:
        rows: The result of `examples`.
        out: Folder to save the model, the processor and, between epochs, a checkpoint to.
        on_step: Called after each update.
        state: What to save with checkpoints; see `checkpoints.save`.
        checkpoint: A checkpoint of a training run with the same settings, to continue.

    Returns:
        The mean reward of each update, also of those before the checkpoint.

    Raises:
        UserError: If the libraries are not installed, the checkpoint is damaged, the settings
            contradict each other or do not fit the data or the device, or the model's probabilities
            are not finite.
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
    try:
        arguments = trl.GRPOConfig(
            **_arguments(settings),
            output_dir=str(checkpoints.folder_of(out)),
            use_cpu=model.device.type == "cpu",
        )
    except ValueError as error:
        raise UserError(f"this device cannot train with these settings: {error}") from error
    trainer = trl.GRPOTrainer(
        model=model,
        processing_class=processor,
        reward_funcs=point_in_box(adapter),
        args=arguments,
        train_dataset=datasets.Dataset.from_list([_row(one) for one in rows]),
        peft_config=_lora(settings) if settings.lora_rank else None,
    )
    trainer.remove_callback(transformers.PrinterCallback)
    if checkpoint is not None:
        # It warns that it finds none of the weights, which have been loaded before.
        logging.getLogger("transformers.trainer").addFilter(_is_not_about_weights)
    callback = _callback(on_step, out, state or {})
    trainer.add_callback(callback)
    try:
        trainer.train(resume_from_checkpoint=str(checkpoint) if checkpoint else None)
    except Exception as error:  # A damaged checkpoint raises many kinds of exceptions.
        reason = str(error) or type(error).__name__
        if checkpoint is not None and not callback.has_started:
            raise UserError(f"{checkpoint}: cannot be loaded: {reason}") from error
        if "probability tensor" in reason:  # The words of `torch.multinomial`.
            raise UserError(
                "the probabilities of the answers are not finite: use a lower --learning-rate."
            ) from error
        raise
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
        "save_strategy": "epoch",
        "report_to": "none",
        "disable_tqdm": True,
        "remove_unused_columns": False,
    }


def _lora(settings: GrounderSettings) -> Any:
    """Return the configuration of LoRA weights, with none in a frozen vision encoder."""
    import peft  # pyright: ignore

    frozen = rf".*({'|'.join(_VISION)}).*" if settings.freeze_vision else None
    return peft.LoraConfig(
        r=settings.lora_rank, target_modules="all-linear", exclude_modules=frozen
    )


def _callback(on_step: OnStep, out: Path, state: Mapping[str, Any]) -> Any:
    """Return a trainer callback that passes rewards to `on_step` and completes checkpoints."""
    callback: Any = import_module("transformers").TrainerCallback

    class Callback(callback):
        has_started = False

        def on_step_begin(self, args: Any, state: Any, control: Any, **more: Any) -> None:
            self.has_started = True

        def on_log(
            self, args: Any, state: Any, control: Any, logs: Any = None, **more: Any
        ) -> None:
            if logs and "reward" in logs:
                on_step(state.global_step, state.max_steps, float(logs["reward"]))

        def on_epoch_end(self, args: Any, state: Any, control: Any, **more: Any) -> None:
            # A resumed training would have a further update.
            if state.global_step >= state.max_steps:
                control.should_save = False

        def on_save(self, args: Any, trainer_state: Any, control: Any, **more: Any) -> None:
            written = Path(args.output_dir) / f"checkpoint-{trainer_state.global_step}"
            epoch = math.ceil(trainer_state.epoch) - 1
            checkpoints.save(written, out, epoch, state, _CHECKPOINT_LIMIT)

    return Callback()


def _is_not_about_weights(record: logging.LogRecord) -> bool:
    return "in the checkpoint model loaded" not in record.getMessage()


def _row(example: Content) -> Content:
    """Return an example with its image decoded, as TRL passes it to a processor."""
    picture = decode_picture(example["image"]["bytes"], "a training example")
    return {**example, "image": picture}
