"""Leave-one-participant-out folds of grounding models: train, evaluate, and keep the results."""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from webproctor.benchmarks.realwebassist.dataset import Dataset
from webproctor.benchmarks.realwebassist.scoring import Figures
from webproctor.core.errors import UserError
from webproctor.files.reading import read_json
from webproctor.files.writing import write_atomically
from webproctor.methods.grounding.adapters import Adapter, adapter
from webproctor.methods.grounding.local import load
from webproctor.training import checkpoints
from webproctor.training.grounder import (
    Content,
    GrounderSettings,
    OnStep,
    check_batches,
    examples,
    measure,
    train,
)

_SUMMARY = "folds.json"


class Fold(BaseModel):
    """One model, and the participant left out of its training.

    Attributes:
        participant: The participant left out.
        trained_on: Number of training steps.
        rewards: Mean reward of the answers, for each update.
        before, after: Metrics on the participant left out, before and after training.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    participant: int
    trained_on: int
    rewards: list[float]
    before: Figures
    after: Figures


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


def train_folds(
    dataset: Dataset,
    participants: Sequence[int],
    base: str,
    grounder: str,
    settings: GrounderSettings,
    out: Path,
    device: str = "",
    *,
    resume: bool = False,
    on_step: Callable[[int, int, int, float], None] = lambda *_: None,
) -> Content:
    """Train one model for each participant who is left out, and return the summary of all folds.

    The summary is written after each fold, together with the folds that the folder already has.

    Args:
        participants: The participants to leave out, one at a time.
        base: The base model: a folder or a name on a hub.
        grounder: The name of the model's adapter.
        out: Folder for the models, each in a folder of its own, and the summary.
        resume: Leave out the folds that are complete, and continue an interrupted one after its
            last complete epoch.
        on_step: Called after each update with the participant, the number of the update, the number
            of updates and the mean reward.

    Raises:
        UserError: If a fold was started before and `resume` is not given, or the other way round,
            or the folder has folds of other conditions; see also `leave_one_out`.
    """
    prompt_adapter = adapter(grounder)
    inputs = {"base": base, "grounder": grounder, "data": dataset.path.resolve().name}
    done = _read_folds(out / _SUMMARY, checkpoints.conditions(settings, inputs))
    folders = {number: out / f"without-{number}" for number in participants}
    started = [number for number in participants if number in done]
    started += [number for number in participants if checkpoints.checkpoints(folders[number])]
    if started and not resume:
        raise UserError(
            f"{out}: already has a training run without participant {started[0]}. Resume it with "
            "--resume, or use another --out."
        )
    if resume and not started:
        raise UserError(f"{out}: there is no checkpoint to resume.")
    for number in participants:
        if number not in done:
            done[number] = leave_one_out(
                dataset,
                number,
                base,
                prompt_adapter,
                settings,
                folders[number],
                device,
                partial(on_step, number),
                inputs=inputs,
                resume=resume,
            )
            # After each fold, so that a later one that fails does not lose the others' metrics.
            content = summary(list(done.values()), settings, inputs)
            write_atomically(out / _SUMMARY, json.dumps(content, indent=1) + "\n")
        checkpoints.delete(folders[number])
    return summary(list(done.values()), settings, inputs)


def leave_one_out(
    dataset: Dataset,
    fold: int,
    weights: str,
    adapter: Adapter,
    settings: GrounderSettings,
    out: Path,
    device: str = "",
    on_step: OnStep = lambda step, steps, reward: None,
    *,
    inputs: Mapping[str, Any] | None = None,
    resume: bool = False,
) -> Fold:
    """Train on all participants except one, and evaluate on that one.

    Not in an event loop: its handler of Ctrl-C would wait for the end of the training.

    Args:
        inputs: What the training depends on besides `settings` and the participant, as JSON data.
        resume: Continue after the last complete epoch, if there is one.

    Raises:
        UserError: If the weights or the libraries are not available, the settings contradict
            each other or do not fit the data or the device, there is a checkpoint without `resume`,
            or it is damaged or of other conditions.
    """
    train_steps = [step for step in dataset.steps if step.participant != fold]
    test_steps = dataset.sessions[fold]
    rows = examples(dataset, train_steps, adapter, settings.past)
    check_batches(settings, len(rows))
    if not resume:
        checkpoints.require_none(out)
    conditions = checkpoints.conditions(
        settings, {**(inputs or {}), "participant": fold, "trained_on": len(rows)}
    )
    [checkpoint] = checkpoints.checkpoints(out)[-1:] or [None]
    saved = checkpoints.read_state(checkpoint, conditions) if checkpoint else {}
    # LoRA's own weights are float32 whatever the precision of the base model, which is not trained.
    # Its checkpoints have only these; all others are loaded here, since transformers' trainer finds
    # no weight of a vision-language model under the names that it saves them with.
    source = str(checkpoint) if checkpoint and not settings.lora_rank else weights
    model, processor = load(source, device, train=not settings.lora_rank)

    def evaluate() -> Figures:
        return asyncio.run(measure(model, processor, adapter, dataset, test_steps, settings.past))

    before = Figures.model_validate(saved["before"]) if saved else evaluate()
    state = {"conditions": conditions, "before": before.model_dump()}
    rewards = train(
        model, processor, adapter, rows, settings, out, on_step, state=state, checkpoint=checkpoint
    )
    after = evaluate()
    return Fold(participant=fold, trained_on=len(rows), rewards=rewards, before=before, after=after)


def summary(
    folds: Sequence[Fold], settings: GrounderSettings, inputs: Mapping[str, Any] | None = None
) -> Content:
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
        "inputs": dict(inputs or {}),
        "folds": [fold.model_dump() for fold in sorted(folds, key=lambda fold: fold.participant)],
        "pooled": pooled,
        "mean": mean,
    }


def _read_folds(file: Path, now: Mapping[str, Any]) -> dict[int, Fold]:
    """Return the folds of a summary by participant; none if there is no file.

    Raises:
        UserError: If they are of other conditions, or the file is damaged.
    """
    if not file.exists():
        return {}
    try:
        written = read_json(file)
        checkpoints.require_equal({**written["settings"], **written["inputs"]}, now, file)
        folds = [Fold.model_validate(one) for one in written["folds"]]
    except (KeyError, TypeError, ValueError) as error:
        raise UserError(f"{file}: not the summary of folds. Use another --out.") from error
    return {fold.participant: fold for fold in folds}
