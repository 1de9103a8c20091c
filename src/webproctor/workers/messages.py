"""Messages between the driver of a run and its workers.

The first message of a worker is `Hello`, as JSON, so that versions can be compared before anything
that differs between them is read. All others are pickled: driver and workers trust each other.
"""

import json
import pickle
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from webproctor.core.actions import ActionResult
from webproctor.core.episodes import Episode, Step
from webproctor.core.llm import Message, Reply, Tool, ToolChoice
from webproctor.environments.browser.recording import Kind
from webproctor.environments.parallel import Auto, Part
from webproctor.run.snapshots import Record


@dataclass(frozen=True)
class Hello:
    """What a worker is.

    Attributes:
        version: Its version of webproctor.
        machine: The name of its machine.
        process: The id of its process.
    """

    version: str
    machine: str
    process: int

    def to_json(self) -> bytes:
        return json.dumps(asdict(self)).encode()

    @classmethod
    def of_json(cls, frame: bytes) -> "Hello":
        return cls(**json.loads(frame))


@dataclass(frozen=True)
class Setup:
    """What a worker needs for the episodes of a run.

    Attributes:
        benchmark: The benchmark's name, or `path/file.py:NAME`.
        settings: Its settings as JSON data.
        agent: The agent's name, or `path/file.py:NAME`.
        agent_settings: Its settings as JSON data.
        with_model: Whether the agent has a model.
        record: Snapshots to keep of each step.
        recordings: Recordings of live pages to keep.
        isolated: Whether browsers and programs run in a sandbox: `auto`, `none` or `required`.
        folder: The folder of the run, which programs may not read if the worker has it.
    """

    benchmark: str
    settings: dict[str, Any]
    agent: str
    agent_settings: dict[str, Any] = field(default_factory=dict, repr=False)
    with_model: bool = False
    record: Record = "shown"
    recordings: frozenset[Kind] = frozenset()
    isolated: str = "auto"
    folder: Path | None = None


@dataclass(frozen=True)
class Ready:
    """A worker can run episodes.

    Attributes:
        condition: The condition of its benchmark, with its version and the isolation of browsers.
        browser: The version of its browser; None without one.
    """

    condition: dict[str, Any]
    browser: str | None


@dataclass(frozen=True)
class Refused:
    """A worker cannot run the episodes of this run; the message says why."""

    message: str


@dataclass(frozen=True)
class Choose:
    """Choose how many episodes run at the same time. The worker answers with `Limit`, then and
    whenever the number changes.

    Attributes:
        parallel: The maximum.
        part: The part of the machine that the worker may use.
    """

    parallel: Auto
    part: Part


@dataclass(frozen=True)
class Limit:
    """How many episodes a worker that chooses their number wants to run at the same time.

    Attributes:
        episodes: Their number.
        about: How it was chosen, as JSON data.
        sentence: What was chosen, if it has just been chosen or reduced; otherwise "".
    """

    episodes: int
    about: dict[str, Any]
    sentence: str


@dataclass(frozen=True)
class Run:
    """Run an episode. All further messages about it have its number."""

    number: int
    task: str
    epoch: int


@dataclass(frozen=True)
class Cancel:
    """Stop an episode; its result is not needed."""

    number: int


@dataclass(frozen=True)
class Ask:
    """The agent of an episode asks its model."""

    number: int
    question: int
    messages: Sequence[Message]
    tools: Sequence[Tool]
    tool_choice: ToolChoice


@dataclass(frozen=True)
class Withdraw:
    """The agent no longer waits for an answer, for example because of its time limit."""

    number: int
    question: int


@dataclass(frozen=True)
class Answer:
    """The answer to `Ask`: a reply, or the exception that the model's `generate` raised."""

    number: int
    question: int
    reply: Reply | None = None
    cause: str = ""
    message: str = ""


@dataclass(frozen=True)
class StepDone:
    """A step of the agent has been executed."""

    number: int
    step: Step
    results: Sequence[ActionResult]


@dataclass(frozen=True)
class Done:
    """An episode has ended.

    Attributes:
        episode: Its record.
        files: Its snapshots and recordings: content by path in the folder of the run.
    """

    number: int
    episode: Episode
    files: dict[str, bytes]


@dataclass(frozen=True)
class Failed:
    """An episode could not be run, so it has no result.

    Attributes:
        message: Why.
        by_user: Whether it is a user error, not a defect.
    """

    number: int
    message: str
    by_user: bool


ToWorker = Setup | Choose | Run | Cancel | Answer
EpisodeMessage = Ask | Withdraw | StepDone | Done | Failed
"""The messages of a worker about an episode."""
ToDriver = Ready | Refused | Limit | EpisodeMessage


def pack(message: ToWorker | ToDriver) -> bytes:
    return pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)


def unpack(frame: bytes) -> Any:
    return pickle.loads(frame)
