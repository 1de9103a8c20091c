"""What the tool gives: data that the benchmark `realwebassist` loads, and the progress."""

import json
from collections import Counter
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import ImageDraw
from sqlalchemy import select
from sqlalchemy.orm import Session

from webproctor.benchmarks.realwebassist.dataset import QUESTIONS
from webproctor.collect.labels import Label
from webproctor.collect.store import Store
from webproctor.collect.tools.session.files import Files, wav
from webproctor.collect.tools.session.settling import Settled, settled
from webproctor.collect.tools.session.tables import Recording
from webproctor.core.errors import UserError
from webproctor.core.scores import Table
from webproctor.files.reading import decode_picture, read_data
from webproctor.methods.speech.audio import RATE


def recordings(session: Session) -> list[Recording]:
    """Return all recordings, by the participants' numbers."""
    return list(session.scalars(select(Recording).order_by(Recording.number)))


def write(store: Store, session: Session, folder: Path) -> int:
    """Write the recordings in which every step has its label, and return their number.

    Each participant is a folder: the questions, `images`, `answer_images` with the boxes drawn,
    the history `extracted_actions_gt.json` if every step has an action, and clips in `audio` if the
    participant agreed that the voice is published.

    Raises:
        UserError: If there is no such recording.
    """
    count = 0
    for recording in recordings(session):
        if recording.state != "labelling":
            continue
        steps = settled(session, recording)
        if all(one.final for one in steps):
            _participant(Files(store, recording.id), recording, steps, folder)
            count += 1
    if not count:
        raise UserError(
            "there is no recording in which every step has its label. The page Agreement shows "
            "what is missing."
        )
    return count


def _participant(files: Files, recording: Recording, steps: list[Settled], folder: Path) -> None:
    own = folder / str(recording.number)
    for name in ("images", "answer_images", "audio"):
        (own / name).mkdir(parents=True)
    questions: list[dict[str, Any]] = []
    ids: dict[int, int] = {}
    for number, one in enumerate(steps, 1):
        instruction = one.step.instruction
        assert instruction is not None, "only used steps are settled"
        if instruction.id not in ids:
            ids[instruction.id] = len(ids) + 1
            if recording.voice:
                start, end = (round(at * RATE) for at in (instruction.start, instruction.end))
                clip = wav(files.sound(start, min(end, recording.samples)))
                (own / f"audio/{len(ids)}.wav").write_bytes(clip)
        picture = read_data(files.picture(one.step.id))
        (own / f"images/{number}.png").write_bytes(picture)
        (own / f"answer_images/{number}.png").write_bytes(_drawn(picture, one.label))
        questions.append(
            {
                "instruction": instruction.text,
                "instruction_id": ids[instruction.id],
                "task": instruction.task,
                "website": instruction.website,
                "action": one.step.action,
                "final_image": f"images/{number}.png",
                "bounding_box": _boxes(one.label),
            }
        )
    _write(own / QUESTIONS, questions)
    if all(one["action"] for one in questions):
        history = [
            {"instruction": one["instruction"], "extracted_action": one["action"]}
            for one in questions
        ]
        _write(own / "extracted_actions_gt.json", history)


def _boxes(label: Label) -> Any:
    listed = [
        {"x": one.x, "y": one.y, "width": one.width, "height": one.height} for one in label or ()
    ]
    return listed[0] if len(listed) == 1 else listed or None


def _drawn(picture: bytes, label: Label) -> bytes:
    if not label:
        return picture
    image = decode_picture(picture, "a picture")
    drawn = ImageDraw.Draw(image)
    for one in label:
        drawn.rectangle(one.corners, outline="red", width=3)
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def _write(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def progress(session: Session) -> list[Table]:
    """Return the tables of recordings and of what the participants agreed to."""
    rows: list[list[Any]] = []
    agreed: list[list[Any]] = []
    for one in recordings(session):
        times = (f"{at:%Y-%m-%d %H:%M}" if at else None for at in (one.consented, one.withdrawn))
        agreed.append([one.number, one.person.name, "yes" if one.voice else "no", *times])
        steps = settled(session, one)
        labels = Counter(name for step in steps for name in step.labels)
        rows.append(
            [
                one.number,
                "withdrawn" if one.withdrawn else one.state,
                round(one.samples / RATE / 60, 1),
                len(steps),
                ", ".join(f"{name} {count}" for name, count in sorted(labels.items())) or None,
                sum(step.final for step in steps),
            ]
        )
    columns = ["Participant", "State", "Minutes", "Steps", "Labelled by", "With a final label"]
    return [
        Table(title="Recordings", columns=columns, rows=rows),
        Table(
            title="Consent",
            columns=["Participant", "Recorded by", "Voice published", "Agreed", "Withdrawn"],
            rows=agreed,
        ),
    ]
