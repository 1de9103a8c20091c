"""The benchmark itself: tasks, sessions and marks, and the settings that make them."""

import asyncio
import contextlib
import hashlib
from collections.abc import AsyncIterator, Iterable, Sequence
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Annotated, Any, Self

from webproctor.benchmarks.turkingbench import mirror, pages
from webproctor.benchmarks.turkingbench.dataset import Dataset
from webproctor.benchmarks.turkingbench.encodings import Encoding
from webproctor.benchmarks.turkingbench.few_shot import KINDS, FewShot, read_examples
from webproctor.benchmarks.turkingbench.oracle import Oracle
from webproctor.benchmarks.turkingbench.predictions import read_predictions
from webproctor.benchmarks.turkingbench.replay import Replay
from webproctor.benchmarks.turkingbench.scoring import VARIANTS, score_instance
from webproctor.benchmarks.turkingbench.selection import read_rows, select
from webproctor.benchmarks.turkingbench.session import PageSession
from webproctor.benchmarks.turkingbench.splits import canonical
from webproctor.benchmarks.turkingbench.summary import BESIDE, published_table, summarise
from webproctor.browser import Browser, Mirror, find_browser
from webproctor.episodes import Episode
from webproctor.errors import UserError
from webproctor.models import Model
from webproctor.scores import Score, Summary, Table
from webproctor.serving import serve
from webproctor.sessions import Ground
from webproctor.tasks import Limits, Task

SAMPLE = Path(__file__).with_name("sample")
HOST = "turkingbench.localhost"

_NAMED = (
    "This page is a crowdsourcing task. Read its instructions and examples, then fill in the form "
    "as they ask. The controls that count are named: {names}."
)
_UNNAMED = (
    "This page is a crowdsourcing task. Read its instructions and examples, then fill in the form "
    "as they ask: every control that they speak of."
)


class TurkingBench:
    """A selection of instances of one data set, marked by one variant of the metric.

    Args:
        dataset: The data.
        instances: Task name and row of each instance.
        variant: `parity` or `strict`; see `scoring`.
        field_names: Whether the agent is told the names of the fields.
        condition: What must be equal for two runs to be compared.
        patience: Seconds that a page may take to answer before it counts as hung.
    """

    name = "turkingbench"
    version = "1"
    cluster = "task"
    beside = BESIDE

    def __init__(
        self,
        dataset: Dataset,
        instances: Sequence[tuple[str, int]],
        *,
        variant: str = "parity",
        field_names: bool = True,
        condition: dict[str, Any] | None = None,
        patience: float = 30.0,
    ) -> None:
        self.dataset = dataset
        self.variant = variant
        self._instances = tuple(instances)
        self._field_names = field_names
        self._condition = condition or {}
        self._patience = patience
        self._open = contextlib.AsyncExitStack()
        self._opening = asyncio.Lock()
        self._browser: Browser | None = None

    @cached_property
    def condition(self) -> dict[str, Any]:
        return {"metric_variant": self.variant, "field_names": self._field_names} | self._condition

    def tasks(self) -> list[Task]:
        return [self._task(name, row) for name, row in self._instances]

    def _task(self, name: str, row: int) -> Task:
        asked = self.dataset.task(name).field_names
        text = _NAMED.format(names=", ".join(asked)) if self._field_names else _UNNAMED
        return Task(
            id=f"{name}/{row}",
            benchmark=self.name,
            instruction=text,
            split=self.dataset.split_of(name),
            tags={"task": name, "row": row},
            actions="form",
            limits=Limits(
                turns=2 * len(asked) + 20, actions_per_turn=len(asked) + 20, seconds=600.0
            ),
        )

    def ready(self) -> None:
        find_browser()

    @contextlib.asynccontextmanager
    async def session(self, task: Task, ground: Ground = "page") -> AsyncIterator[PageSession]:
        name, row = str(task.tags["task"]), int(task.tags["row"])
        folder = self.dataset.task(name)
        browser = await self._started()
        copies = Mirror(mirror.hosts(), mirror.find)
        async with browser.page(mirror=copies) as page:
            yield await PageSession.open(
                page,
                f"http://{HOST}{pages.path(name, row)}",
                folder.page(row),
                list(folder.field_names),
                names=self._field_names,
            )

    async def _started(self) -> Browser:
        async with self._opening:
            if self._browser is None:
                port = await self._open.enter_async_context(serve(pages.application(self.dataset)))
                browser = Browser({HOST: port}, patience=self._patience)
                self._browser = await self._open.enter_async_context(browser)
            return self._browser

    def oracle(self) -> Oracle:
        return Oracle(self.dataset, self.variant)

    def replay(self, predictions: Path) -> Replay:
        """An agent that repeats recorded answers; see `predictions` for the forms of the file."""
        return Replay(read_predictions(predictions))

    def few_shot(
        self,
        model: Model,
        *,
        shots: int,
        demonstrations: Path | None,
        encoding: Encoding,
        vision: bool,
        rounds: int,
        html_tokens: int,
    ) -> FewShot:
        """An agent that asks a model field by field; see `few_shot`.

        Raises:
            UserError: If examples are asked for and cannot be had, or names are kept secret.
        """
        if not 0 <= shots <= len(KINDS):
            raise UserError(f"shots {shots}: 0 to {len(KINDS)} examples can be shown.")
        if not self._field_names:
            raise UserError("the form agent asks by the fields' names: leave --no-field-names out.")
        examples = []
        if shots and demonstrations is None:
            raise UserError("examples need --demonstrations: the folder of a dump of train tasks.")
        if shots and demonstrations is not None:
            examples = read_examples(demonstrations, shots, encoding)
        return FewShot(
            model,
            examples,
            encoding=encoding,
            vision=vision,
            rounds=rounds,
            html_tokens=html_tokens,
        )

    def score(self, task: Task, episode: Episode) -> Score:
        """Mark an episode by the fields read from its page; one that broke off is marked 0."""
        broken = {"broke_off": True, "fields": []}
        if episode.error:
            return Score(value=0.0, details=broken)
        gold = self.dataset.task(str(task.tags["task"])).gold(int(task.tags["row"]))
        try:
            marked = score_instance(episode.evidence["fields"], gold, self.variant)
        except UserError as error:
            return Score(value=0.0, details=broken, fault=str(error))
        details = {"broke_off": False} | marked.model_dump(mode="json", include={"fields"})
        return Score(value=marked.value, details=details)

    def summarise(self, results: Sequence[tuple[Task, Score]]) -> Summary:
        return summarise(results)

    def published(self) -> Table:
        return published_table()

    async def __aenter__(self) -> Self:
        self._open, self._opening = contextlib.AsyncExitStack(), asyncio.Lock()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._browser = None
        await self._open.aclose()


def turkingbench(
    *,
    data: Annotated[Path | None, "Folder of the data set; without it the built-in sample."] = None,
    split: Annotated[str, "test, challenge, subjective, train, or all."] = "test",
    task: Annotated[tuple[str, ...], "Only the task of this name; may be given again."] = (),
    instances: Annotated[int | None, "At most so many instances of each task."] = None,
    sample_seed: Annotated[int | None, "Choose them at random by this seed, not the first."] = None,
    rows: Annotated[Path | None, "JSON file of row numbers by task: exactly these."] = None,
    metric_variant: Annotated[str, "parity (the original code) or strict (the paper)."] = "parity",
    field_names: Annotated[bool, "Tell the agent the names of the fields."] = True,
    patience: Annotated[float, "Seconds after which a silent page counts as hung."] = 30.0,
) -> TurkingBench:
    """TurkingBench: fill in real crowdsourcing pages.

    Raises:
        UserError: If a setting or the data is wrong.
    """
    if metric_variant not in VARIANTS:
        raise UserError(f"metric variant {metric_variant!r}: choose from {', '.join(VARIANTS)}.")
    if instances is not None and instances < 1:
        raise UserError(f"instances {instances}: a run needs at least one of each task.")
    dataset = Dataset(data or SAMPLE)
    listed = read_rows(rows) if rows is not None else None
    wanted = task or tuple(listed or ()) or _of_split(dataset, split)
    names = [name for name in wanted if name in task or _runnable(dataset, name)]
    chosen = select(dataset, names, rows=listed, instances=instances, seed=sample_seed)
    if not chosen:
        raise UserError(f"{dataset.root}: no instance of split {split!r} is there.")
    condition = {
        "split": "custom" if task or rows else split,
        "instances": instances,
        "sample_seed": sample_seed,
        "rows": _digest([rows]) if rows else None,
        "absent": [name for name in wanted if name not in names],
        "data": _digest(
            dataset.task(name).path / file
            for name in dict.fromkeys(name for name, _ in chosen)
            for file in ("batch.csv", "template.html")
        ),
    }
    return TurkingBench(
        dataset,
        chosen,
        variant=metric_variant,
        field_names=field_names,
        condition=condition,
        patience=patience,
    )


def _of_split(dataset: Dataset, split: str) -> tuple[str, ...]:
    """The split's tasks, those of its list that are not in the data included."""
    return *dataset.names(split), *dataset.absent().get(canonical(split), ())


def _runnable(dataset: Dataset, name: str) -> bool:
    return name in dataset.folders and dataset.task(name).has_batch


def _digest(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]
