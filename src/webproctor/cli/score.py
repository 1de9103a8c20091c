"""`webproctor score`: compute scores from existing results."""

import json
from inspect import isclass
from pathlib import Path
from typing import Any, get_type_hints

import click
from click.core import ParameterSource
from rich.console import Console

from webproctor.cli.disk import ELSEWHERE, writing_to
from webproctor.cli.numbers import Integer
from webproctor.cli.options import PerBenchmark, SettingsCommand, as_json, option
from webproctor.core import factories, registry
from webproctor.core.errors import UserError

_EXPLICIT = (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT)
_RUNS_ONLY = "Rescore the episodes of the run in folder RUN."
_HELP = "Rescore the episodes of the run in folder RUN, or score a file of answers or results."


def _command(benchmark: str) -> click.Command:
    scoring = (
        registry.companion(benchmark, "score")
        if registry.has_companion(benchmark, "score")
        else None
    )
    score_options: list[click.Option] = scoring.options() if scoring else []
    for score_option in score_options:
        if isinstance(score_option.type, click.IntRange):
            score_option.type = Integer(score_option.type.min, score_option.type.max)
    required = [score_option for score_option in score_options if score_option.required]
    for score_option in required:  # Only without a run.
        score_option.required = False

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

        given_names = {
            key for key in [*values, "out"] if ctx.get_parameter_source(key) in _EXPLICIT
        }
        if run is not None:
            return _rescore(
                benchmark, run, {key: values.get(key) for key in given_names}, print_json=as_json
            )
        if scoring is None:
            raise UserError(f"{benchmark} scores only stored runs: name the folder of one.")
        for score_option in required:
            if values[str(score_option.name)] is None:
                raise click.MissingParameter(ctx=ctx, param=score_option)
        if out is not None and (out / "run.json").exists():
            raise UserError(f"{out}: the folder already contains a run. Choose another folder.")
        values = {
            str(score_option.name): values[str(score_option.name)] for score_option in score_options
        }
        table, json_text = scoring.score(**values)
        if as_json:
            click.echo(json_text)
        else:
            show.table(table, Console())
        return 0 if out is None else _write_run(benchmark, out, *scoring.replayed(**values))

    help_text = _HELP if scoring else _RUNS_ONLY
    click_command = click.command(benchmark, cls=SettingsCommand, help=help_text)(score)
    folder = click.Argument(["run"], required=False, type=click.Path(path_type=Path))
    option_names = {score_option.name for score_option in score_options}
    rescore_settings = [
        setting for setting in _rescore_settings(benchmark) if setting.name not in option_names
    ]
    click_command.params = [
        folder,
        *score_options,
        *map(option, rescore_settings),
        *click_command.params,
    ]
    if scoring is not None and hasattr(scoring, "replayed"):
        out_help = (
            "Also write a run of the agent `replay` with these answers, and its report, here."
        )
        click_command.params.append(
            click.Option(["--out"], type=click.Path(path_type=Path), help=out_help)
        )
    return click_command


def _rescore_settings(benchmark: str) -> list[factories.Setting]:
    """Return the settings of a benchmark that affect only scores."""
    factory = registry.factory("benchmarks", benchmark)
    benchmark_class = factory if isclass(factory) else get_type_hints(factory).get("return")
    names: tuple[str, ...] = getattr(benchmark_class, "rescored", ())
    return [setting for setting in factories.settings(factory) if setting.name in names]


def _rescore(benchmark: str, folder: Path, settings: dict[str, Any], *, print_json: bool) -> int:
    from webproctor.cli import show
    from webproctor.harness.rescoring import rescore
    from webproctor.run.provenance import read_run_json

    if (recorded_name := read_run_json(folder)["benchmark"]) != registry.located(benchmark):
        raise UserError(f"{folder}: is a run of {recorded_name}, not of {benchmark}.")
    run, changed = rescore(folder, settings)
    if print_json:
        changes = {key: {"run": before, "now": now} for key, (before, now) in changed.items()}
        click.echo(json.dumps(run.outline() | {"changed": changes}))
        return 0
    show.run(run)
    change_texts = [f"{key} {now} instead of {before}" for key, (before, now) in changed.items()]
    rules = f"with {', '.join(change_texts)}" if change_texts else "with the rules of the run"
    click.echo(f"Scored {len(run.results)} stored episodes {rules}; {folder} is not changed.")
    return 0


def _write_run(benchmark: str, out: Path, settings: dict[str, Any], answers: Path) -> int:
    """Write a run with stored answers, and its report; return the exit status."""
    from webproctor.cli import show
    from webproctor.harness import runs
    from webproctor.report.page import write_report

    with writing_to(out, lambda: ELSEWHERE), show.progress(quiet=True):
        run = runs.run(
            benchmark,
            "replay",
            settings=settings,
            agent_settings={"predictions": answers},
            folder=out,
        )
    with writing_to(out, lambda: ELSEWHERE):
        click.echo(f"Report: {write_report(run)}", err=True)
    if not run.complete:
        click.echo(
            f"The run is not complete: {run.progress}. Remove {out} and repeat the command.",
            err=True,
        )
    return 0 if run.complete else 1


command = PerBenchmark("score", _command, help="Score stored answers, or rescore a run.")
