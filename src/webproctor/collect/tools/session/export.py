"""Exports of the tool: data that the benchmark `realwebassist` loads, and the progress."""

from collections import Counter
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import ImageDraw
from sqlalchemy import select
from sqlalchemy.orm import Session

from webproctor.benchmarks.realwebassist.dataset import QUESTIONS
from webproctor.collect.labels import Label
from webproctor.collect.store import Store, time_text
from webproctor.collect.tools.session.files import Files, wav
from webproctor.collect.tools.session.settling import LabelState, label_states
from webproctor.collect.tools.session.tables import Recording
from webproctor.core.errors import UserError
from webproctor.core.scores import Table
from webproctor.files.pictures import decode_picture
from webproctor.files.reading import read_data
from webproctor.files.writing import write_json
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
        steps = label_states(session, recording)
        if all(step.final for step in steps):
            _participant(Files(store, recording.id), recording, steps, folder)
            count += 1
    if not count:
        raise UserError(
            "there is no recording in which every step has its label. The page Agreement shows "
            "what is missing."
        )
    return count


def _participant(files: Files, recording: Recording, steps: list[LabelState], folder: Path) -> None:
    target = folder / str(recording.number)
    for name in ("images", "answer_images", "audio"):
        (target / name).mkdir(parents=True)
    questions: list[dict[str, Any]] = []
    ids: dict[int, int] = {}
    for number, state in enumerate(steps, 1):
        instruction = state.step.instruction
        assert instruction is not None, "only steps with an instruction are exported"
        if instruction.id not in ids:
            ids[instruction.id] = len(ids) + 1
            if recording.voice:
                start, end = (
                    round(seconds * RATE) for seconds in (instruction.start, instruction.end)
                )
                clip = wav(files.sound(start, min(end, recording.samples)))
                (target / f"audio/{len(ids)}.wav").write_bytes(clip)
        picture = read_data(files.picture(state.step.id))
        (target / f"images/{number}.png").write_bytes(picture)
        (target / f"answer_images/{number}.png").write_bytes(_with_boxes(picture, state.label))
        questions.append(
            {
                "instruction": instruction.text,
                "instruction_id": ids[instruction.id],
                "task": instruction.task,
                "website": instruction.website,
                "action": state.step.action,
                "final_image": f"images/{number}.png",
                "bounding_box": _boxes(state.label),
            }
        )
    write_json(target / QUESTIONS, questions)
    if all(question["action"] for question in questions):
        history = [
            {"instruction": question["instruction"], "extracted_action": question["action"]}
            for question in questions
        ]
        write_json(target / "extracted_actions_gt.json", history)


def _boxes(label: Label) -> Any:
    boxes = [
        {"x": box.x, "y": box.y, "width": box.width, "height": box.height} for box in label or ()
    ]
    return boxes[0] if len(boxes) == 1 else boxes or None


def _with_boxes(picture: bytes, label: Label) -> bytes:
    if not label:
        return picture
    image = decode_picture(picture, "a picture")
    draw = ImageDraw.Draw(image)
    for box in label:
        draw.rectangle(box.corners, outline="red", width=3)
    buffer = BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def progress(session: Session) -> list[Table]:
    """Return the tables of recordings and of what the participants agreed to."""
    rows: list[list[Any]] = []
    consent_rows: list[list[Any]] = []
    for recording in recordings(session):
        times = (
            time_text(moment) if moment else None
            for moment in (recording.consented, recording.withdrawn)
        )
        consent_rows.append(
            [recording.number, recording.person.name, "yes" if recording.voice else "no", *times]
        )
        steps = label_states(session, recording)
        labels = Counter(name for step in steps for name in step.labels)
        rows.append(
            [
                recording.number,
                "withdrawn" if recording.withdrawn else recording.state,
                round(recording.samples / RATE / 60, 1),
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
            rows=consent_rows,
        ),
    ]
