"""The TurkingBench benchmark: its tasks, sessions, scores and settings."""

import contextlib
import hashlib
import secrets
import warnings
from collections.abc import AsyncIterator, Container, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import unquote

from pydantic import PositiveFloat

from webproctor.benchmarks.shared_browser import OwnBrowser
from webproctor.benchmarks.turkingbench import pages
from webproctor.benchmarks.turkingbench.columns import check_columns
from webproctor.benchmarks.turkingbench.coverage import coverage, with_present_names
from webproctor.benchmarks.turkingbench.dataset import Dataset
from webproctor.benchmarks.turkingbench.encodings import WINDOWS, Encoding
from webproctor.benchmarks.turkingbench.few_shot import KINDS, FewShot, read_examples
from webproctor.benchmarks.turkingbench.mirror import recorded
from webproctor.benchmarks.turkingbench.oracle import Oracle
from webproctor.benchmarks.turkingbench.predictions import read_predictions
from webproctor.benchmarks.turkingbench.replay import Replay
from webproctor.benchmarks.turkingbench.scoring import (
    VARIANTS,
    Field,
    collect_gold,
    score_instance,
)
from webproctor.benchmarks.turkingbench.selection import read_rows, select, split_ids
from webproctor.benchmarks.turkingbench.session import PageSession, WebPageSession
from webproctor.benchmarks.turkingbench.splits import canonical
from webproctor.benchmarks.turkingbench.summary import PUBLISHED_COLUMNS, published_table, summarise
from webproctor.benchmarks.turkingbench.table import Cell
from webproctor.core.episodes import Episode
from webproctor.core.errors import AnswersUnused, UserError
from webproctor.core.llm import Model
from webproctor.core.scores import Score, Summary, Table
from webproctor.core.sessions import Surface, reading_data
from webproctor.core.tasks import Limits, Task
from webproctor.environments.browser import Browser, Mirror, Screen, Viewport, find_browser
from webproctor.environments.serving import for_browser, give_token, serve

SAMPLE = Path(__file__).with_name("sample")
HOST = "turkingbench.localhost"

# Xu et al. 2025, section 4: 20 instances of each of the 20 test tasks. One task has only 10 in the
# public data, which gives 390.
_PUBLISHED_CONDITION = {
    "split": "test",
    "instances": 20,
    "tasks": (390, 400),
    "metric_variant": "parity",
    "field_names": True,
}
_INSTRUCTION_WITH_NAMES = (
    "This page is a crowdsourcing task. Read its instructions and examples, then fill in the form "
    "as they ask. The controls that count are named: {names}."
)
_INSTRUCTION = (
    "This page is a crowdsourcing task. Read its instructions and examples, then fill in the form "
    "as they ask: every control that they speak of."
)


class TurkingBench(OwnBrowser):
    """Instances of one data set, scored with one variant of the metric.

    Args:
        dataset: The data.
        instances: Task name and row of each instance.
        variant: `parity` or `strict`; see `scoring`.
        field_names: Whether agents get the names of the fields.
        condition: Settings that must be equal in comparable runs.
        timeout: Seconds after which a page that does not answer counts as hung.
        copies: The local copies of public files that pages can load.
    """

    name = "turkingbench"
    version = "6"
    cluster = "task"
    published_condition = _PUBLISHED_CONDITION
    live = True
    surfaces = ("page", "desktop", "browser-input")
    accepts = frozenset({"web", "computer"})
    published_columns = PUBLISHED_COLUMNS
    rescored = ("metric_variant",)

    def __init__(
        self,
        dataset: Dataset,
        instances: Sequence[tuple[str, int]],
        *,
        variant: str = "parity",
        field_names: bool = True,
        condition: dict[str, Any] | None = None,
        timeout: float = 30.0,
        copies: recorded.Mirrors | None = None,
    ) -> None:
        self.dataset = dataset
        self.copies = copies or recorded.Mirrors()
        self.variant = variant
        self._instances = tuple(instances)
        self._field_names = field_names
        self._condition = condition or {}
        self._timeout = timeout
        # Path prefix of each episode's page, by the token of its browser context.
        self._tokens: dict[str, str] = {}
        # Recorded answers are read once, not for every episode.
        self._replays: dict[Path, Replay] = {}

    @property
    def condition(self) -> dict[str, Any]:
        return {"metric_variant": self.variant, "field_names": self._field_names} | self._condition

    def tasks(self) -> list[Task]:
        return [self._task(name, row) for name, row in self._instances]

    def _task(self, name: str, row: int) -> Task:
        names = self.dataset.task(name).field_names
        instruction = (
            _INSTRUCTION_WITH_NAMES.format(names=", ".join(names))
            if self._field_names
            else _INSTRUCTION
        )
        return Task(
            id=f"{name}/{row}",
            benchmark=self.name,
            instruction=instruction,
            split=self.dataset.split_of(name),
            tags={"task": name, "row": row},
            actions="form",
            limits=Limits(
                steps=2 * len(names) + 20, actions_per_step=len(names) + 20, seconds=600.0
            ),
        )

    def ready(self) -> None:
        find_browser()

    @contextlib.asynccontextmanager
    async def session(
        self, task: Task, surface: Surface = "page"
    ) -> AsyncIterator[Any]:  # A `PageSession`, or for other action sets a `WebPageSession`.
        name, row = str(task.tags["task"]), int(task.tags["row"])
        folder = self.dataset.task(name)
        mirror = Mirror(self.copies.hosts, self.copies.find)
        path, token = pages.path(name, row), secrets.token_urlsafe(16)
        self._tokens[token] = unquote(path)
        try:
            async with contextlib.AsyncExitStack() as stack:
                browser, display, home = await self._surface(stack, surface)
                page = await stack.enter_async_context(browser.page(mirror=mirror, folder=home))
                await give_token(page, HOST, token)
                url, field_names = f"http://{HOST}{path}", list(folder.field_names)
                if task.actions == "form":
                    source, names = folder.page(row), self._field_names
                    form = await PageSession.open(page, url, source, field_names, names=names)
                    _check_types(form.fields, folder.gold(row))
                    yield form
                else:
                    session = await WebPageSession.begin(page, url, field_names)
                    _check_types(session.fields, folder.gold(row))
                    yield await self._presented(stack, session, surface, display)
        finally:
            del self._tokens[token]

    @property
    def first_page(self) -> Viewport | None:
        return None if self.copies.hosts else Viewport()  # A page with a mirror is not prepared.

    async def _start(self, stack: contextlib.AsyncExitStack) -> Browser:
        site = for_browser(pages.application(self.dataset), HOST, self._tokens)
        self._port = await stack.enter_async_context(serve(site))
        return await stack.enter_async_context(self._browser_for())

    def _browser_for(self, screen: Screen | None = None, home: Path | None = None) -> Browser:
        return Browser({HOST: self._port}, timeout=self._timeout, screen=screen, home=home)

    def oracle(self) -> Oracle:
        return Oracle(self.dataset, self.variant)

    def replay(self, predictions: Path) -> Replay:
        """Return an agent that replays recorded answers; see `predictions` for the file formats.

        A warning says which answers are not used, and what the others cover.
        """
        if predictions not in self._replays:
            names = tuple(self.dataset.folders)
            answers = with_present_names(read_predictions(predictions), names)
            fields = {
                name: self.dataset.task(name).field_names
                for name in {name for name, _ in answers} & {*names}
            }
            found = coverage(answers, fields, self._instances)
            if not found.complete:
                warnings.warn(found.report(), AnswersUnused, stacklevel=2)
            self._replays[predictions] = Replay(answers, found.table())
        return self._replays[predictions]

    def few_shot(
        self,
        model: Model,
        *,
        shots: int,
        demonstrations: Path | None,
        example_field: Sequence[str],
        encoding: Encoding,
        window: Literal["baseline", "paper"],
        vision: bool,
        picture: Literal["field", "view"],
        max_passes: int,
        html_tokens: int,
    ) -> FewShot:
        """Return an agent that asks a model about each field; see `few_shot`.

        Raises:
            UserError: If the examples cannot be read, or field names are disabled.
        """
        if not 0 <= shots <= len(KINDS):
            raise UserError(f"shots {shots}: must be from 0 to {len(KINDS)}.")
        if not self._field_names:
            raise UserError("agent 'form' needs field names: remove --no-field-names.")
        examples = []
        if example_field and len(example_field) < shots:
            raise UserError(
                f"--example-field: {len(example_field)} for {shots} shots. Name one for each shot."
            )
        if shots and demonstrations is None:
            raise UserError(
                "--shots also needs --demonstrations, a folder that `webproctor dump` wrote."
            )
        if shots and demonstrations is not None:
            lines = WINDOWS[window]
            examples = read_examples(demonstrations, shots, encoding, lines, example_field)
        return FewShot(
            model,
            examples,
            encoding=encoding,
            window=WINDOWS[window],
            vision=vision,
            picture=picture,
            max_passes=max_passes,
            html_tokens=html_tokens,
        )

    def score(self, task: Task, episode: Episode) -> Score:
        """Score an episode by the fields read from its page. An errored episode scores 0.

        The details have the fields' scores of this benchmark's variant of the metric, and under
        `variants` the value and the scores of each variant, in the same order.
        """
        errored = {"broke_off": True, "fields": []}
        if episode.error:
            return Score(value=0.0, details=errored)
        gold = self.dataset.task(str(task.tags["task"])).gold(int(task.tags["row"]))
        try:
            readings = episode.evidence["fields"]
            scores = {variant: score_instance(readings, gold, variant) for variant in VARIANTS}
        except UserError as error:
            return Score(value=0.0, details=errored, fault=str(error))
        variants = {
            variant: {"value": score.value, "scores": [field.score for field in score.fields]}
            for variant, score in scores.items()
        }
        selected = scores[self.variant]
        fields = [field.model_dump(mode="json") for field in selected.fields]
        absent = episode.evidence.get("refused", [])
        details = {
            "broke_off": False,
            "absent": absent,
            "scripts": episode.evidence.get("scripts", 0),
            "fields": fields,
            "variants": variants,
        }
        if late := [name for name in episode.evidence.get("late", ()) if _answered(gold, name)]:
            details["late"] = late
        return Score(value=selected.value, details=details)

    def summarise(self, results: Sequence[tuple[Task, Score]]) -> Summary:
        return summarise(results)

    def published(self) -> Table:
        return published_table()


def turkingbench(
    *,
    data: Annotated[Path | None, "Folder of the data set. Default: the built-in sample."] = None,
    split: Annotated[str, "test, challenge, subjective, train, or all."] = "test",
    task: Annotated[
        tuple[str, ...], "Only this job (NAME) or instance (NAME/ROW); repeatable."
    ] = (),
    instances: Annotated[int | None, "Only the first N instances of each job."] = None,
    sample_seed: Annotated[
        int | None, "Seed to choose the instances at random instead of the first N."
    ] = None,
    rows: Annotated[Path | None, "JSON file of row numbers by job: only these instances."] = None,
    metric_variant: Annotated[
        Literal["parity", "strict"], "The metric of the original code, or of the paper."
    ] = "parity",
    field_names: Annotated[bool, "Tell the agent the names of the fields."] = True,
    mirror: Annotated[
        Path | None, "Folder of recorded pictures: `webproctor data turkingbench` writes it."
    ] = None,
    timeout: Annotated[
        PositiveFloat, "Seconds after which a page that does not answer counts as hung."
    ] = 30.0,
) -> TurkingBench:
    """TurkingBench: fill in real crowdsourcing pages.

    Raises:
        UserError: If a setting or the data is invalid.
    """
    if instances is not None and instances < 1:
        raise UserError(f"instances {instances}: must be at least 1.")
    dataset = Dataset(data or SAMPLE)
    row_lists = read_rows(rows) if rows is not None else None
    named, rows_by_id = split_ids(task)
    selected = named or tuple(row_lists or ()) or _of_split(dataset, split)
    names = [name for name in selected if name in named or _runnable(dataset, name)]
    chosen_rows = select(
        dataset, names, rows=row_lists, ids=rows_by_id, instances=instances, seed=sample_seed
    )
    if not chosen_rows:
        named_split = "" if split == "all" else f" of split {split!r}"
        raise UserError(f"{dataset.root}: has no instances{named_split}.")
    for name in dict.fromkeys(name for name, _ in chosen_rows):
        check_columns(dataset.task(name))
    pictures = recorded.read(mirror) if mirror is not None else None
    condition = {
        "split": "custom" if task or rows else split,
        "instances": instances,
        "sample_seed": sample_seed,
        "rows": _digest([rows]) if rows else _ids(chosen_rows, rows_by_id),
        "absent": [name for name in selected if name not in names],
        "pictures": pictures.digest if pictures else None,
        "data": _digest(
            dataset.task(name).path / file
            for name in dict.fromkeys(name for name, _ in chosen_rows)
            for file in ("batch.csv", "template.html")
        ),
    }
    return TurkingBench(
        dataset,
        chosen_rows,
        variant=metric_variant,
        field_names=field_names,
        condition=condition,
        timeout=timeout,
        copies=recorded.Mirrors(pictures),
    )


def _check_types(fields: Sequence[Field], gold: Mapping[str, Sequence[Cell]]) -> None:
    """Check that there is a metric for each field that counts, before an agent fills it in.

    Raises:
        SessionLost: If there is none.
    """
    with reading_data():
        score_instance([{**field, "values": []} for field in fields], gold)


def _answered(gold: Mapping[str, Sequence[Cell]], name: str) -> bool:
    """Return whether a worker filled in a field."""
    return bool(collect_gold("text", gold.get(name, ())))


def _of_split(dataset: Dataset, split: str) -> tuple[str, ...]:
    """Return the split's tasks, including listed tasks that are not in the data."""
    return *dataset.names(split), *dataset.absent().get(canonical(split), ())


def _ids(selected: Sequence[tuple[str, int]], tasks: Container[str]) -> list[str] | None:
    """Return the ids of the instances of these tasks in order; None if there are none."""
    return sorted(f"{name}/{row}" for name, row in selected if name in tasks) or None


def _runnable(dataset: Dataset, name: str) -> bool:
    folder = dataset.folders.get(name)
    return folder is not None and not folder.missing and bool(folder.rows)


def _digest(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]
