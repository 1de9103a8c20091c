"""Why a planner with a grounding model failed: did it reason wrongly, or point wrongly?

Of each step that missed somebody says whether the planner's rewritten instruction was right (paper
of RealWebAssist, error analysis). If it was, the grounding model failed; if not, the planner did.
"""

import io
import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from PIL import Image, ImageDraw
from pydantic import BaseModel, ValidationError

from webproctor.benchmarks import Benchmark
from webproctor.errors import UserError
from webproctor.grounding.answers import Answer
from webproctor.grounding.targets import Target
from webproctor.harness.results import Run
from webproctor.intervals import wilson
from webproctor.models import Message, Model
from webproctor.scores import Table

Verdict = Literal["reasoning", "grounding"]
FILE = "judgements.json"
_RIGHT, _POINT = (22, 138, 74), (214, 40, 40)
_ASK = """A user spoke to an assistant, and a planner rewrote what they said as a description of the
element to be clicked.

The user said: {instruction}
The planner's description: {plan}

On the screenshot everything that is right to click is framed in green. Does the description mean
something that is framed in green? Answer yes or no."""


class Failure(BaseModel):
    """A step that missed, as it is judged.

    Attributes:
        key: The step.
        answer: What the planner and the grounding model made of it.
    """

    key: str
    answer: Answer


class Judgement(BaseModel):
    """What somebody says of a failure.

    Attributes:
        verdict: What failed.
        by: Who says so: `person`, a model's name, or `rule` where the planner gave nothing.
    """

    verdict: Verdict
    by: str


Judgements = dict[str, Judgement]
"""By the step's key."""


def failures(run: Run) -> list[Failure]:
    """The steps of a run that missed, in order; of several epochs, those of the first.

    Raises:
        UserError: If the run has no planner, so that there is nothing to tell apart.
    """
    found = []
    planned = False
    for result in run.results:
        if result.epoch > 1:
            continue
        told: Mapping[str, object] = result.score.details.get("answers", {})
        answers = {key: Answer.model_validate(one) for key, one in told.items()}
        planned = planned or any(answer.plan for answer in answers.values())
        missed: Sequence[str] = result.score.details.get("missed", [])
        found += [Failure(key=key, answer=answers[key]) for key in missed if key in answers]
    if not planned:
        raise UserError(
            f"{run.folder}: nothing was planned in this run, so nothing can be told apart; judge "
            "a run of the agent `planner`."
        )
    return found


def targets_of(benchmark: Benchmark) -> Mapping[str, Target]:
    """What a benchmark's steps are about.

    Raises:
        UserError: If it is not one of pointing at screenshots.
    """
    made: Callable[[], Mapping[str, Target]] | None = getattr(benchmark, "targets", None)
    if made is None:
        raise UserError(f"{benchmark.name} is not about pointing: its runs cannot be judged.")
    return made()


def read_judgements(folder: Path) -> Judgements:
    """What has been said of a run's failures so far.

    Raises:
        UserError: If the file is not one of judgements.
    """
    path = folder / FILE
    if not path.is_file():
        return {}
    try:
        told = json.loads(path.read_bytes())
        return {key: Judgement.model_validate(one) for key, one in told.items()}
    except (ValueError, AttributeError, ValidationError) as error:
        raise UserError(f"{path}: no file of judgements: {error}.") from error


def write_judgements(folder: Path, judgements: Judgements) -> None:
    """Keep them with the run; whoever reads meanwhile sees the old ones or the new ones."""
    told = {key: one.model_dump() for key, one in sorted(judgements.items())}
    fresh = folder / f"{FILE}.new"
    fresh.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    fresh.replace(folder / FILE)


def by_rule(found: Sequence[Failure]) -> Judgements:
    """Steps for which the planner gave nothing: it failed, whoever looks at it."""
    return {
        one.key: Judgement(verdict="reasoning", by="rule") for one in found if not one.answer.plan
    }


async def by_model(model: Model, name: str, failure: Failure, target: Target) -> Judgement | None:
    """What a model says of a failure; None where its answer is neither yes nor no."""
    asked = _ASK.format(instruction=failure.answer.instruction, plan=failure.answer.plan)
    picture = drawn(target, None)
    reply = await model.generate([Message("user", asked, images=(picture,))])
    said = re.findall(r"\b(yes|no)\b", reply.text.lower())
    if not said:
        return None
    return Judgement(verdict="grounding" if said[-1] == "yes" else "reasoning", by=name)


def drawn(target: Target, point: tuple[float, float] | None) -> bytes:
    """The screenshot as PNG with what is right framed in green, and a point in red."""
    picture = Image.open(io.BytesIO(target.read())).convert("RGB")
    pen = ImageDraw.Draw(picture)
    for region in target.regions:
        left, top, right, bottom = region.corners
        pen.rectangle((left - 3, top - 3, right + 3, bottom + 3), outline=_RIGHT, width=3)
    if point is not None:
        x, y = point
        pen.ellipse((x - 9, y - 9, x + 9, y + 9), outline=_POINT, width=4)
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=1)
    return out.getvalue()


def split(found: Sequence[Failure], judgements: Judgements) -> Table:
    """How the failures that were judged split, with Wilson's intervals."""
    verdicts = [judgements[one.key].verdict for one in found if one.key in judgements]
    rows: list[list[str | int | float | None]] = []
    for kind in ("reasoning", "grounding"):
        count = verdicts.count(kind)
        share = count / len(verdicts) if verdicts else None
        rows.append([kind, count, share, *wilson(count, len(verdicts))])
    title = f"Failures: {len(verdicts)} of {len(found)} judged"
    return Table(title=title, columns=["failed", "steps", "share", "95% from", "to"], rows=rows)
