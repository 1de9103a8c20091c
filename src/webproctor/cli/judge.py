"""`webproctor judge`: of each failed step, did the planner or the grounding model fail?"""

import asyncio
import json
import webbrowser
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from webproctor.cli.options import as_json, model_options, model_settings
from webproctor.errors import UserError


@click.command("judge", params=[*model_options()])
@click.argument("folder", metavar="RUN", type=click.Path(path_type=Path))
@click.option(
    "--judge",
    "who",
    type=click.Choice(["person", "model"]),
    default="person",
    show_default=True,
    help="Who judges: you, on a page in your browser, or the --model.",
)
@click.option("--port", default=0, type=click.IntRange(0, 65535), help="0 takes a free port.")
@click.option("--open/--no-open", "opened", default=True, help="Open the browser at the page.")
@as_json
def command(folder: Path, who: str, port: int, opened: bool, **values: Any) -> int:
    """Tell failures of reasoning from failures of grounding in the run in folder RUN.

    What has been judged is kept in the run's folder, and not asked again.
    """
    # Imported here: the harness takes a second to import, which `--help` need not wait for.
    from webproctor.cli import show
    from webproctor.harness import judging
    from webproctor.harness.models import InspectModel, ModelSettings, make_model
    from webproctor.harness.runs import benchmark_of_run, read_run

    machine = values.pop("as_json")
    model = model_settings(values)
    if (who == "model") != (model is not None):
        raise UserError("--judge model and --model go together.")
    run = read_run(folder)
    targets = judging.targets_of(benchmark_of_run(folder))
    found = judging.failures(run)
    judgements = judging.by_rule(found) | judging.read_judgements(folder)
    left = [one for one in found if one.key not in judgements]
    undecided = 0
    if model is not None:
        settings = ModelSettings(**model)
        asked = InspectModel(make_model(settings))

        async def ask() -> list[judging.Judgement | None]:
            at_once = asyncio.Semaphore(8)

            async def one(failure: judging.Failure) -> judging.Judgement | None:
                async with at_once:
                    target = targets[failure.key]
                    return await judging.by_model(asked, settings.name, failure, target)

            return await asyncio.gather(*map(one, left))

        for failure, judgement in zip(left, asyncio.run(ask()), strict=True):
            if judgement is not None:
                judgements[failure.key] = judgement
            undecided += judgement is None
    elif left:
        try:
            asyncio.run(_page(folder, found, targets, judgements, port, opened, machine))
        except KeyboardInterrupt:
            click.echo("stopped: what was judged is kept.", err=True)
    judging.write_judgements(folder, judgements)
    table = judging.split(found, judgements)
    if machine:
        told = {row[0]: row[1] for row in table.rows}
        counts = {"failures": len(found), "judged": sum(one.key in judgements for one in found)}
        click.echo(json.dumps({**counts, **told, "undecided": undecided}))
    else:
        show.table(table, Console())
        click.echo(f"Judgements: {folder / judging.FILE}")
    return 0


async def _page(
    folder: Path, found: Any, targets: Any, judgements: Any, port: int, opened: bool, machine: bool
) -> None:
    """Serve the page until everything has been judged."""
    from webproctor.report.judging import application
    from webproctor.serving import serve

    done = asyncio.Event()
    site = application(folder, found, targets, judgements, done)
    try:
        async with serve(site, port) as taken:
            url = f"http://127.0.0.1:{taken}/"
            click.echo(
                url if machine else f"{url}  (Ctrl-C ends it, and keeps what was judged)", err=True
            )
            if opened:
                await asyncio.to_thread(webbrowser.open, url)
            await done.wait()
    except OSError as error:
        raise UserError(f"port {port} cannot be had: {error.strerror}. Give another.") from error
