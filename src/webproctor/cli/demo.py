"""`webproctor demo`: run the baselines on a sample of each benchmark."""

import json
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from webproctor.benchmarks import load_benchmark
from webproctor.cli.disk import ELSEWHERE, REPEAT, writing_to
from webproctor.cli.options import as_json, executor, parallel_option, workers_option
from webproctor.core import registry
from webproctor.core.errors import UserError
from webproctor.files.folders import make_folder

if TYPE_CHECKING:
    from webproctor.environments.parallel import Parallel

AGENTS = ("oracle", "do-nothing", "random")


def _sample_settings(benchmark: str) -> dict[str, Any]:
    """Return settings for a small run: `SETTINGS` in the benchmark's `demo` module, if any."""
    if not registry.has_companion(benchmark, "demo"):
        return {}
    return registry.companion(benchmark, "demo").SETTINGS


def _selected(names: tuple[str, ...]) -> list[str]:
    """Return the benchmarks of these names; without names, all whose packages are installed."""
    available = registry.names("benchmarks")
    for name in names:
        if name not in available:
            raise UserError(f"no benchmark {name!r}. Available: {', '.join(available)}.")
    return [name for name in available if name in names or (not names and _installed(name))]


def _installed(benchmark: str) -> bool:
    """Whether the package that the `demo` module names as `REQUIRES`, if any, is installed."""
    if not registry.has_companion(benchmark, "demo"):
        return True
    package = getattr(registry.companion(benchmark, "demo"), "REQUIRES", None)
    return package is None or find_spec(package) is not None


@click.command("demo")
@click.argument("benchmarks", nargs=-1, metavar="[BENCHMARK]...")
@click.option("--out", type=click.Path(path_type=Path), help="Folder for the runs.")
@parallel_option
@workers_option
@as_json
def command(
    benchmarks: tuple[str, ...],
    out: Path | None,
    parallel: "Parallel",
    workers: str | None,
    as_json: bool,
) -> int:
    """Run the oracle, do-nothing and random agents on samples of installed benchmarks."""
    from webproctor.cli import show
    from webproctor.harness import runs
    from webproctor.report.board import Board, sections, write_board
    from webproctor.report.page import write_report

    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    disk_full_hint = ELSEWHERE if out else REPEAT
    out = out or Path("runs") / f"demo-{stamp}"
    selected = _selected(benchmarks)
    for benchmark in selected:
        for agent in AGENTS:
            if (out / f"{benchmark}-{agent}" / "run.json").exists():
                raise UserError(f"{out}: the folder already contains runs. Choose another folder.")
    for benchmark in selected:
        load_benchmark(benchmark, **_sample_settings(benchmark)).ready()
    make_folder(out)
    finished_runs = []
    for benchmark in selected:
        settings = _sample_settings(benchmark)
        for agent in AGENTS:
            if not as_json:
                click.echo(f"{benchmark}: {agent}", err=True)
            with writing_to(out, lambda: disk_full_hint), show.progress(quiet=as_json) as progress:
                run = runs.run(
                    benchmark,
                    agent,
                    settings=settings,
                    folder=out / f"{benchmark}-{agent}",
                    parallel=parallel,
                    workers=executor(workers, parallel),
                    record="all",
                    on_start=progress.start,
                    on_result=progress.add,
                    on_parallel=progress.parallel,
                )
            with writing_to(out, lambda: disk_full_hint):
                write_report(run)
            finished_runs.append(run)
            if run.missing:
                raise click.Abort
    with writing_to(out, lambda: disk_full_hint):
        report = write_board(Board(sections=sections(finished_runs)), out / "report.html")
    if as_json:
        outlines = [run.outline() for run in finished_runs]
        click.echo(json.dumps({"folder": str(out), "report": str(report), "runs": outlines}))
    else:
        show.overview(finished_runs)
        click.echo(f"Open the report in a browser: {report}")
    return 0 if all(run.complete for run in finished_runs) else 1
