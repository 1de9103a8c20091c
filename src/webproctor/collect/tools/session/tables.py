"""Tables of the tool: recordings, their events, steps and instructions, and labels of people."""

import json
from datetime import datetime
from typing import Literal

from sqlalchemy import CheckConstraint, Double, ForeignKey, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship
from sqlalchemy.types import TypeDecorator

from webproctor.collect.labels import Label
from webproctor.collect.store import Person, Table, now
from webproctor.methods.grounding.targets import Rectangle

State = Literal["recording", "editing", "labelling"]


class Boxes(TypeDecorator[Label]):
    """A label as JSON: a list of [x, y, width, height] in pixels, or `null` for no click."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Label, dialect: object) -> str:
        if value is None:
            return "null"
        return json.dumps([[box.x, box.y, box.width, box.height] for box in value])

    def process_result_value(self, value: str | None, dialect: object) -> Label:
        boxes = json.loads(value or "null")
        return None if boxes is None else tuple(Rectangle(*box) for box in boxes)


class Recording(Table):
    """A session of one participant, who speaks, and an assistant, who acts.

    Attributes:
        number: The participant's pseudonym, a random number.
        person_id: The assistant, who records and edits.
        consent: The text that the participant agreed to.
        voice: Whether the participant agreed that clips of the voice are published.
        consented: When the participant agreed.
        withdrawn: When the participant withdrew; everything else of the recording is then deleted.
        annotators: The number of annotators who label it.
        samples: Number of stored samples of sound; see `sound`.
        revision: Number of changes of the timeline.
    """

    __tablename__ = "session_recordings"
    __table_args__ = (
        CheckConstraint("state IN ('recording', 'editing', 'labelling')", name="state"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(unique=True)
    person_id: Mapped[int] = mapped_column(ForeignKey(Person.id), index=True)
    consent: Mapped[str] = mapped_column(Text)
    voice: Mapped[bool]
    consented: Mapped[datetime] = mapped_column(default=now)
    withdrawn: Mapped[datetime | None]
    state: Mapped[State] = mapped_column(String(20), default="recording")
    annotators: Mapped[int]
    samples: Mapped[int] = mapped_column(default=0)
    revision: Mapped[int] = mapped_column(default=0)
    person: Mapped[Person] = relationship()
    events: Mapped[list["Event"]] = relationship(order_by="Event.seconds, Event.id")
    steps: Mapped[list["Step"]] = relationship(
        order_by="Step.seconds, Step.id", back_populates="recording"
    )
    instructions: Mapped[list["Instruction"]] = relationship(
        order_by="Instruction.start", cascade="all, delete-orphan"
    )


class Event(Table):
    """An entry of the log.

    Attributes:
        seconds: When it was, from the start of the sound.
        kind: What it is, such as `start`, `picture`, `click` or `note`.
        text: Details.
    """

    __tablename__ = "session_events"

    id: Mapped[int] = mapped_column(primary_key=True)
    recording_id: Mapped[int] = mapped_column(ForeignKey(Recording.id), index=True)
    seconds: Mapped[float] = mapped_column(Double)
    kind: Mapped[str] = mapped_column(String(30))
    text: Mapped[str] = mapped_column(Text)


class Instruction(Table):
    """A part of the sound in which the participant says what to do.

    Attributes:
        start: Its start in seconds.
        end: Its end in seconds.
        text: The transcript.
        task: The task that it is part of.
        website: The website, or "".
    """

    __tablename__ = "session_instructions"

    id: Mapped[int] = mapped_column(primary_key=True)
    recording_id: Mapped[int] = mapped_column(ForeignKey(Recording.id), index=True)
    start: Mapped[float] = mapped_column(Double)
    end: Mapped[float] = mapped_column(Double)
    text: Mapped[str] = mapped_column(Text, default="")
    task: Mapped[str] = mapped_column(Text, default="")
    website: Mapped[str] = mapped_column(Text, default="")


class Step(Table):
    """A screenshot before an action of the assistant; its file is in the collection's folder.

    Attributes:
        seconds: When it was taken, from the start of the sound.
        width: Width in pixels.
        height: Height in pixels.
        action: What the assistant did then, or "".
        instruction_id: The instruction that the action follows; None if the step is not used.
    """

    __tablename__ = "session_steps"

    id: Mapped[int] = mapped_column(primary_key=True)
    recording_id: Mapped[int] = mapped_column(ForeignKey(Recording.id), index=True)
    seconds: Mapped[float] = mapped_column(Double)
    width: Mapped[int]
    height: Mapped[int]
    action: Mapped[str] = mapped_column(Text, default="")
    instruction_id: Mapped[int | None] = mapped_column(
        ForeignKey(Instruction.id, ondelete="SET NULL"), index=True
    )
    recording: Mapped[Recording] = relationship(back_populates="steps")
    instruction: Mapped[Instruction | None] = relationship()


class Labeller(Table):
    """An annotator who labels the steps of a recording."""

    __tablename__ = "session_labellers"

    recording_id: Mapped[int] = mapped_column(ForeignKey(Recording.id), primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey(Person.id), primary_key=True)
    person: Mapped[Person] = relationship()


class StepLabel(Table):
    """One annotator's label of a step."""

    __tablename__ = "session_labels"
    __table_args__ = (UniqueConstraint("step_id", "person_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    step_id: Mapped[int] = mapped_column(ForeignKey(Step.id))
    person_id: Mapped[int] = mapped_column(ForeignKey(Person.id), index=True)
    boxes: Mapped[Label] = mapped_column(Boxes, nullable=False)
    changed: Mapped[datetime] = mapped_column(default=now, onupdate=now)


class Decision(Table):
    """A verifier's label of a step on which the annotators do not agree."""

    __tablename__ = "session_decisions"

    step_id: Mapped[int] = mapped_column(ForeignKey(Step.id), primary_key=True)
    person_id: Mapped[int] = mapped_column(ForeignKey(Person.id), index=True)
    boxes: Mapped[Label] = mapped_column(Boxes, nullable=False)
    changed: Mapped[datetime] = mapped_column(default=now, onupdate=now)
