"""`webproctor judge`: classify failed steps as failures of the planner or the grounding model."""

import asyncio
import json
import secrets
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console

from webproctor.cli.model_options import model_options, model_settings
from webproctor.cli.options import ConditionalOption, SettingsCommand, as_json
from webproctor.cli.ports import listening_on, port_only_if
from webproctor.cli.unused import importing_harness
from webproctor.core.errors import UserError
from webproctor.core.factories import OnlyIf
from webproctor.core.llm import ModelFailed

if TYPE_CHECKING:
    from webproctor.analysis.judging import Failure, Judgement, Judgements
    from webproctor.harness.models import ModelSettings
    from webproctor.methods.grounding.targets import Target

_PARALLEL_REQUESTS = 8
_ON_A_PAGE = OnlyIf("with --judge {judge}", lambda its: its["judge"] == "person")


@click.command("judge", cls=SettingsCommand, params=[*model_options()])
@click.argument("folder", metavar="RUN", type=click.Path(path_type=Path))
@click.option(
    "--judge",
    type=click.Choice(["person", "model"]),
    default="person",
    show_default=True,
    help="Who classifies: you, on a page in your browser, or the model of --model.",
)
@port_only_if(_ON_A_PAGE)
@click.option(
    "--open/--no-open",
    "opened",
    cls=ConditionalOption,
    only_if=_ON_A_PAGE,
    default=True,
    show_default=True,
    help="Open the page in the browser.",
)
@as_json
def command(folder: Path, judge: str, port: int, opened: bool, **values: Any) -> int:
    """Classify the failed steps of the run in folder RUN as reasoning or grounding failures.

    Each judgement is saved in the run's folder at once; steps that have one are skipped. The exit
    status is 1 if the model judged only some of the steps.
    """
    # Imported here to keep `--help` fast: importing the harness takes a second.
    with importing_harness():
        from webproctor.analysis import judging
        from webproctor.harness.models import ModelSettings
        from webproctor.harness.reading import benchmark_of_run, read_run
        from webproctor.report.judging import application

    print_json = values.pop("as_json")
    model = model_settings(values)
    if (judge == "model") != (model is not None):
        raise UserError("--judge model and --model must be given together.")
    benchmark = benchmark_of_run(folder)
    run = read_run(folder, benchmark)
    targets = benchmark.targets()
    failures = judging.failures(run)
    judgements = judging.by_rule(failures) | judging.read_judgements(folder)
    remaining = [failure for failure in failures if failure.key not in judgements]
    answers: list[Judgement | ModelFailed | None] = []
    if model is not None:
        judged = _by_model(ModelSettings(**model), folder, remaining, targets, judgements)
        answers = asyncio.run(judged)
    elif remaining:
        site = partial(application, folder, failures, targets, benchmark.histories(), judgements)
        try:
            asyncio.run(_page(site, port, opened, print_json))
        except KeyboardInterrupt:
            click.echo("stopped; the judgements so far are saved.", err=True)
    judging.write_judgements(folder, judgements)
    _show(folder, failures, judgements, answers.count(None), print_json)
    missing = [one for one in answers if one is None or isinstance(one, ModelFailed)]
    if not missing:
        return 0
    why = next(filter(None, missing), "the model answered neither yes nor no")
    click.echo(
        f"{len(missing)} of {len(remaining)} steps were not judged: {why}. The others are saved; "
        "run the same command again to judge the rest.",
        err=True,
    )
    return 1


async def _by_model(
    settings: "ModelSettings",
    folder: Path,
    failures: "Sequence[Failure]",
    targets: "Mapping[str, Target]",
    judgements: "Judgements",
) -> "list[Judgement | ModelFailed | None]":
    """Let a model judge failures; every judgement is added and saved immediately.

    Returns:
        For each failure its judgement, None if the model decided neither way, or the error of the
        request.
    """
    from webproctor.analysis import judging
    from webproctor.harness.models import model_outside_a_run

    model = model_outside_a_run(settings, folder, "judge-requests.jsonl")
    requests = asyncio.Semaphore(_PARALLEL_REQUESTS)

    async def judge(failure: "Failure") -> "Judgement | ModelFailed | None":
        try:
            async with requests:
                target = targets[failure.key]
                judgement = await judging.by_model(model, settings.name, failure, target)
        except ModelFailed as error:
            return error
        if judgement is not None:
            judgements[failure.key] = judgement
            judging.write_judgements(folder, judgements)
        return judgement

    return await asyncio.gather(*map(judge, failures))


async def _page(
    application: Callable[[asyncio.Event], Any], port: int, opened: bool, print_json: bool
) -> None:
    """Serve the page until every failure has been judged.

    Args:
        application: Creates the page's application, given the event that ends it.
    """
    from webproctor.environments.serving import for_people, serve

    all_judged = asyncio.Event()
    token, ticket = (secrets.token_urlsafe(16) for _ in range(2))
    site = for_people(application(all_judged), ["/"], token, ticket)
    with listening_on(port):
        async with serve(site, port) as actual_port:
            address = f"http://127.0.0.1:{actual_port}/?token="
            url = f"{address}{token}"
            click.echo(
                url if print_json else f"{url}  (press Ctrl-C to stop; judgements are saved)",
                err=True,
            )
            if opened:
                await asyncio.to_thread(webbrowser.open, f"{address}{ticket}")
            await all_judged.wait()


def _show(
    folder: Path,
    failures: "Sequence[Failure]",
    judgements: "Judgements",
    undecided: int,
    print_json: bool,
) -> None:
    """Print the shares of the verdicts.

    Args:
        undecided: Number of answers of the model that were neither yes nor no.
    """
    from webproctor.analysis import judging
    from webproctor.cli import show

    table = judging.failure_table(failures, judgements)
    if print_json:
        judged = sum(failure.key in judgements for failure in failures)
        counts_by_verdict = {row[0]: row[1] for row in table.rows}
        counts = {"failures": len(failures), "judged": judged, **counts_by_verdict}
        click.echo(json.dumps({**counts, "undecided": undecided}))
    else:
        show.table(table, Console())
        click.echo(f"Judgements: {folder / judging.FILE}")
