"""The results of the benchmark scripts as data: rows of one script, and the file of all scripts.

Every script prints its rows with `--json`; `run.py` writes them to `results.json`, with the
machine, the versions and the date of each; `scripts/write_performance.py` makes tables of them.
"""

import statistics
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple, NoReturn

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    model_validator,
)
from stopwatch import Stopwatch

from webproctor.core.errors import UserError

FILE = Path(__file__).with_name("results.json")
LEFT_OUT = 77  # exit status if a requirement is missing; Automake's status of skipped tests

# With four significant digits.
Number = Annotated[
    float, Field(allow_inf_nan=False), AfterValidator(lambda value: float(f"{value:.4g}"))
]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Spread(NamedTuple):
    """Minimum, median and maximum over rounds."""

    least: float
    median: float
    most: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Spread":
        return cls(min(values), statistics.median(values), max(values))


class Measured(_Strict):
    """One contestant's values.

    Attributes:
        rounds: The value of each round, in the row's unit.
        processor: If the values are wall-clock times: the processor time of each round, of all
            processes, or one mean over all rounds; in the row's unit.
        interval: If it is known, the 95 % confidence interval of the only value.
    """

    rounds: list[Number] = Field(min_length=1)
    processor: list[Number] = []
    interval: tuple[Number, Number] | None = None

    @classmethod
    def single(cls, value: float, processor: float | None = None) -> "Measured":
        """Return the value of a single round."""
        return cls(rounds=[value], processor=[] if processor is None else [processor])

    @classmethod
    def times(cls, taken: Iterable[Stopwatch], second: float = 1) -> "Measured":
        """Return the times of rounds; `second` is what one second is in the row's unit."""
        took = list(taken)
        return cls(
            rounds=[second * one.seconds for one in took],
            processor=[second * one.processor for one in took],
        )


class Row(_Strict):
    """One measurement of webproctor, and what it is compared with.

    Attributes:
        name: What is measured.
        unit: The unit of all values, such as "s per instance".
        ours: webproctor's values.
        against: Name of the baseline; "" if there is none.
        theirs: The baseline's values. Round i of both belong together.
    """

    name: str
    unit: str
    ours: Measured
    against: str = ""
    theirs: Measured | None = None

    @model_validator(mode="after")
    def _paired(self) -> "Row":
        if (self.theirs is None) is not (self.against == ""):
            raise ValueError("a baseline has a name and values")
        if self.theirs and len(self.theirs.rounds) != len(self.ours.rounds):
            raise ValueError("webproctor and its baseline have different numbers of rounds")
        return self

    @property
    def ratio(self) -> Spread | None:
        """The baseline's value divided by webproctor's, over the rounds."""
        return _ratio(self.theirs.rounds, self.ours.rounds) if self.theirs else None

    @property
    def processor_ratio(self) -> Spread | None:
        """The baseline's processor time divided by webproctor's."""
        return _ratio(self.theirs.processor, self.ours.processor) if self.theirs else None


def _ratio(theirs: Sequence[float], ours: Sequence[float]) -> Spread | None:
    """Return the ratios of the rounds; None without pairs, or if webproctor has a value of 0."""
    if not ours or len(theirs) != len(ours) or not all(ours):
        return None
    return Spread.of([their / our for their, our in zip(theirs, ours, strict=True)])


class Machine(_Strict):
    """Where a script ran; `cores` are those that it could use."""

    cores: int
    model: str
    memory_gb: float
    kernel: str


class Result(_Strict):
    """What one command of a script gave on one machine.

    Attributes:
        bench: Its name in `run.BENCHES`.
        command: The script and its arguments.
        date: The day in ISO format.
        seconds: Wall-clock seconds of the whole command.
        versions: Versions of the software by name.
        rows: Its measurements.
        left_out: Why it did not run; "" if it did.
        graph: Milliseconds of processor time per episode by stack, for `flame_graph`.
    """

    bench: str
    command: str
    date: str
    machine: Machine
    versions: dict[str, str]
    seconds: float = 0
    rows: list[Row] = []
    left_out: str = ""
    graph: dict[str, Number] = {}


_RESULTS = TypeAdapter(list[Result])


def read(path: Path = FILE) -> list[Result]:
    """Return the results of a file; none if there is no such file.

    Raises:
        UserError: If it is not a file of results.
    """
    if not path.exists():
        return []
    try:
        return _RESULTS.validate_json(path.read_bytes())
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise UserError(
            f"{path}: {place or 'the file'}: {first['msg']}. Delete the file, and run `make bench`."
        ) from error


def add(path: Path, result: Result, order: Sequence[str]) -> None:
    """Write a result into a file, in place of the same command's on as many cores.

    A command that was left out does not replace its earlier measurements.

    Args:
        order: Names of the commands in the order of the file; results of others are removed.
    """

    def key(one: Result) -> tuple[int, int]:
        return one.machine.cores, order.index(one.bench)

    kept = {key(one): one for one in read(path) if one.bench in order}
    if not result.left_out or key(result) not in kept:
        kept[key(result)] = result
    written = _RESULTS.dump_json(
        [kept[one] for one in sorted(kept)], indent=1, exclude_defaults=True
    )
    path.write_bytes(written + b"\n")


def leave_out(reason: str) -> NoReturn:
    """End a script that lacks something: `make bench` lists it with the reason."""
    print(reason, file=sys.stderr)
    raise SystemExit(LEFT_OUT)
