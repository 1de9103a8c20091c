"""`webproctor score`: compute scores from existing results."""

import json
from inspect import isclass
from pathlib import Path
from typing import Any, get_type_hints

import click
from click.core import ParameterSource
from rich.console import Console

from webproctor.cli.disk import writing_to
from webproctor.cli.options import PerBenchmark, as_json, option
from webproctor.core import registry
from webproctor.core.errors import UserError

_EXPLICIT = (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT)
_HELP = "Score the episodes of the run in folder RUN again, or a table of results."


def _command(benchmark: str) -> click.Command:
    scoring = (
        registry.companion(benchmark, "score")
        if registry.has_companion(benchmark, "score")
        else None
    )
    given: list[click.Option] = scoring.options() if scoring else []
    required = [one for one in given if one.required]
    for one in required:  # Only without a run.
        one.required = False

    @as_json
    @click.pass_context
    def score(
        ctx: click.Context,
        as_json: bool,
        run: Path | None = None,
        out: Path | None = None,
        **values: Any,
    ) -> int:
        # Imported here to keep `--help` fast.
        from webproctor.cli import show

        said = {key for key in [*values, "out"] if ctx.get_parameter_source(key) in _EXPLICIT}
        if run is not None:
            return _rescore(benchmark, run, {key: values.get(key) for key in said}, machine=as_json)
        if scoring is None:
            raise UserError(f"{benchmark} scores only stored runs: name the folder of one.")
        for one in required:
            if values[str(one.name)] is None:
                raise click.MissingParameter(ctx=ctx, param=one)
        if out is not None and (out / "run.json").exists():
            raise UserError(f"{out}: the folder already contains a run. Choose another folder.")
        values = {str(one.name): values[str(one.name)] for one in given}
        table, machine = scoring.score(**values)
        if as_json:
            click.echo(machine)
        else:
            show.table(table, Console())
        if out is not None:
            _write_run(benchmark, out, *scoring.replayed(**values))
        return 0

    parsed = click.command(benchmark, help=_HELP)(score)
    folder = click.Argument(["run"], required=False, type=click.Path(path_type=Path))
    own = {one.name for one in given}
    rescored = [one for one in _rescored(benchmark) if one.name not in own]
    parsed.params = [folder, *given, *map(option, rescored), *parsed.params]
    if scoring is not None and hasattr(scoring, "replayed"):
        about = "Also write a run of the agent `replay` with these answers, and its report, here."
        parsed.params.append(click.Option(["--out"], type=click.Path(path_type=Path), help=about))
    return parsed


def _rescored(benchmark: str) -> list[registry.Setting]:
    """Return the settings of a benchmark that affect only scores."""
    make = registry.factory("benchmarks", benchmark)
    made = make if isclass(make) else get_type_hints(make).get("return")
    names: tuple[str, ...] = getattr(made, "rescored", ())
    return [one for one in registry.settings(make) if one.name in names]


def _rescore(benchmark: str, folder: Path, settings: dict[str, Any], *, machine: bool) -> int:
    from webproctor.cli import show
    from webproctor.harness.rescoring import rescore
    from webproctor.run.provenance import about_run

    if (there := about_run(folder)["benchmark"]) != registry.located(benchmark):
        raise UserError(f"{folder}: is a run of {there}, not of {benchmark}.")
    run, changed = rescore(folder, settings)
    if machine:
        told = {key: {"run": before, "now": now} for key, (before, now) in changed.items()}
        click.echo(json.dumps(run.outline() | {"changed": told}))
        return 0
    show.run(run)
    said = [f"{key} {now} instead of {before}" for key, (before, now) in changed.items()]
    rules = f"with {', '.join(said)}" if said else "with the rules of the run"
    click.echo(f"Scored {len(run.results)} stored episodes {rules}; {folder} is not changed.")
    return 0


def _write_run(benchmark: str, out: Path, settings: dict[str, Any], answers: Path) -> None:
    from webproctor.cli import show
    from webproctor.harness import runs
    from webproctor.report.page import write_report

    with writing_to(out), show.progress(quiet=True):
        run = runs.run(
            benchmark,
            "replay",
            settings=settings,
            agent_settings={"predictions": answers},
            folder=out,
        )
    with writing_to(out):
        click.echo(f"Report: {write_report(run)}", err=True)


command = PerBenchmark("score", _command, help="Compute scores from stored runs or results.")
