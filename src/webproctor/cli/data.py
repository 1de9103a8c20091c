"""`webproctor data`: a benchmark's data, checked or downloaded."""

import json
from pathlib import Path

import click

from webproctor import registry
from webproctor.cli.options import PerBenchmark, as_json
from webproctor.errors import UserError


def _command(benchmark: str) -> click.Command:
    data = registry.companion(benchmark, "data")

    @click.command(benchmark)
    @click.option("--check", type=click.Path(path_type=Path), help="Audit the data in this folder.")
    @click.option(
        "--rebuild",
        type=click.Path(path_type=Path),
        hidden=not hasattr(data, "rebuild"),
        help="Make what can be made anew of the archived pages in this folder.",
    )
    @click.option("--get", is_flag=True, help="Download the public data set.")
    @click.option(
        "--to",
        type=click.Path(path_type=Path),
        default=Path("data") / benchmark,
        show_default=True,
        help="Where to put it.",
    )
    @click.option("--url", help="Download from here instead.")
    @click.option("--sha256", help="The archive's checksum, to be verified.")
    @as_json
    def command(
        check: Path | None,
        rebuild: Path | None,
        get: bool,
        to: Path,
        url: str | None,
        sha256: str | None,
        as_json: bool,
    ) -> int:
        if (check is not None) + (rebuild is not None) + get != 1:
            raise click.UsageError("say one of --check DIR, --get, --rebuild DIR.")
        if rebuild is not None:
            return _rebuild(benchmark, data, rebuild, as_json)
        if check is not None:
            return _check(data, check, as_json)
        if not hasattr(data, "get"):
            raise UserError(f"{benchmark} cannot be downloaded from here: see its documentation.")
        got = data.get(to, url=url, sha256=sha256, progress=None if as_json else _progress)
        click.echo(
            json.dumps(got) if as_json else f"\n{got['tasks']} tasks are in {got['folder']}."
        )
        return 0

    command.help = f"Check or download the data of {benchmark}."
    return command


def _check(data: object, folder: Path, machine: bool) -> int:
    audit = data.check(folder)  # type: ignore[attr-defined]
    errors = sum(problem["severity"] == "error" for problem in audit["problems"])
    if machine:
        click.echo(json.dumps(audit | {"errors": errors}))
    else:
        for problem in audit["problems"]:
            colour = "red" if problem["severity"] == "error" else "yellow"
            click.secho(problem["text"], fg=colour)
        counts = ", ".join(f"{count} {name}" for name, count in audit["counts"].items())
        click.echo(f"{counts}; {errors} errors, {len(audit['problems']) - errors} warnings.")
    return 1 if errors else 0


def _rebuild(benchmark: str, data: object, folder: Path, machine: bool) -> int:
    if not hasattr(data, "rebuild"):
        raise click.UsageError(f"{benchmark} has no archived pages.")
    told = data.rebuild(folder, None)  # type: ignore[attr-defined]
    click.echo(json.dumps(told) if machine else f"{told['pages']} pages were taken in {folder}.")
    return 0


def _progress(done: int, total: int | None) -> None:
    whole = f" of {total / 1e6:.1f}" if total else ""
    click.echo(f"\r{done / 1e6:.1f}{whole} MB", nl=False, err=True)


command = PerBenchmark("data", _command, help="Check or download a benchmark's data.")
