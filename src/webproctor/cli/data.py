"""`webproctor data`: check or download a benchmark's data."""

import inspect
import json
from pathlib import Path

import click

from webproctor.cli.numbers import Integer
from webproctor.cli.options import ConditionalOption, PerBenchmark, SettingsCommand, as_json
from webproctor.core import registry
from webproctor.core.errors import UserError
from webproctor.core.factories import OnlyIf
from webproctor.files.folders import lock_folder

_WITH_GET = OnlyIf("without --get", lambda its: its["get"])


def _command(benchmark: str) -> click.Command:
    data = registry.companion(benchmark, "data")
    can_get, has_pictures = hasattr(data, "get"), hasattr(data, "record_pictures")
    # Other benchmarks' data sets are many files.
    is_archive = can_get and "sha256" in inspect.signature(data.get).parameters
    actions = ["--check DIR"]
    actions += ["--get"] if can_get else []
    actions += ["--rebuild DIR"] if hasattr(data, "rebuild") else []
    actions += ["--record-pictures DIR"] if has_pictures else []

    @click.command(benchmark, cls=SettingsCommand)
    @click.option("--check", type=click.Path(path_type=Path), help="Check the data in this folder.")
    @click.option(
        "--rebuild",
        type=click.Path(path_type=Path),
        hidden=not hasattr(data, "rebuild"),
        help="Rebuild derived files from the archived pages in this folder.",
    )
    @click.option("--get", is_flag=True, hidden=not can_get, help="Download the public data set.")
    @click.option(
        "--record-pictures",
        "pictures",
        type=click.Path(path_type=Path),
        hidden=not has_pictures,
        help="Download the pictures that the pages of the data in this folder name.",
    )
    @click.option(
        "--to",
        cls=ConditionalOption,
        only_if=OnlyIf(
            "without --get or --record-pictures", lambda its: its["get"] or its["pictures"]
        ),
        type=click.Path(path_type=Path),
        hidden=not (can_get or has_pictures),
        help=f"Folder for the download.  [default: data/{benchmark}"
        + ("; of pictures: data/pictures]" if has_pictures else "]"),
    )
    @click.option(
        "--url",
        cls=ConditionalOption,
        only_if=_WITH_GET,
        hidden=not can_get,
        help="Download from this address instead.",
    )
    @click.option(
        "--sha256",
        cls=ConditionalOption,
        only_if=_WITH_GET,
        hidden=not is_archive,
        help="SHA-256 checksum that the archive must have.",
    )
    @click.option(
        "--max-size",
        cls=ConditionalOption,
        only_if=_WITH_GET,
        type=Integer(1),
        metavar="MB",
        help="Size limit of the download, and of its unpacked files.  [default: "
        f"{getattr(data, 'MAX_SIZE', 0) // 1_000_000}]",
        hidden=not can_get,
    )
    @as_json
    def command(
        check: Path | None,
        rebuild: Path | None,
        get: bool,
        pictures: Path | None,
        to: Path | None,
        url: str | None,
        sha256: str | None,
        max_size: int | None,
        as_json: bool,
    ) -> int:
        if (check is not None) + (rebuild is not None) + (pictures is not None) + get != 1:
            choice = f"exactly one of {', '.join(actions[:-1])} and {actions[-1]}"
            raise click.UsageError(f"give {choice if actions[1:] else actions[0]}.")
        if pictures is not None:
            return _record_pictures(
                benchmark, data, pictures, to or Path("data") / "pictures", as_json
            )
        if rebuild is not None:
            return _rebuild(benchmark, data, rebuild, as_json)
        if check is not None:
            return _check(data, check, as_json)
        if not can_get:
            raise UserError(f"the data of {benchmark} cannot be downloaded: see its documentation.")
        if sha256 is not None and not is_archive:
            raise click.UsageError(
                f"--sha256 is not available for {benchmark}, which is not a single archive."
            )
        folder = to or Path("data") / benchmark
        with lock_folder(folder):
            result = data.get(
                folder,
                url=url,
                max_size=max_size * 1_000_000 if max_size else None,
                progress=None if as_json else _progress,
                **({"sha256": sha256} if is_archive else {}),
            )
        click.echo(
            json.dumps(result)
            if as_json
            else f"\n{result['tasks']} task{' is' if result['tasks'] == 1 else 's are'} "
            f"in {result['folder']}."
        )
        return 0

    command.help = f"Check {'or download ' if can_get else ''}the data of {benchmark}."
    return command


def _check(data: object, folder: Path, print_json: bool) -> int:
    audit = data.check(folder)  # type: ignore[attr-defined]
    errors = sum(problem["severity"] == "error" for problem in audit["problems"])
    if print_json:
        click.echo(json.dumps(audit | {"errors": errors}))
    else:
        for line in audit.get("groups", audit["problems"]):
            colour = "red" if line["severity"] == "error" else "yellow"
            click.secho(line["text"], fg=colour)
        counts = ", ".join(f"{count} {name}" for name, count in audit["counts"].items())
        click.echo(f"{counts}; {errors} errors, {len(audit['problems']) - errors} warnings.")
    return 1 if errors else 0


def _rebuild(benchmark: str, data: object, folder: Path, print_json: bool) -> int:
    if not hasattr(data, "rebuild"):
        raise click.UsageError(f"{benchmark} has no archived pages.")
    result = data.rebuild(folder, None)  # type: ignore[attr-defined]
    click.echo(
        json.dumps(result) if print_json else f"{result['pages']} pages were rebuilt in {folder}."
    )
    return 0


def _record_pictures(benchmark: str, data: object, folder: Path, to: Path, print_json: bool) -> int:
    if not hasattr(data, "record_pictures"):
        raise click.UsageError(f"the pages of {benchmark} name no pictures elsewhere.")
    result = data.record_pictures(folder, to, None if print_json else _file_progress)  # type: ignore[attr-defined]
    if print_json:
        click.echo(json.dumps(result))
        return 0
    files = f"{result['files']} file{'s' if result['files'] != 1 else ''}"
    click.echo(f"\n{files} in {result['folder']}.")
    for task, files in result["absent"].items():
        click.secho(f"{task}: {files} file{'s' if files != 1 else ''} not available", fg="yellow")
    return 0


def _file_progress(done: int, total: int) -> None:
    click.echo(f"\r{done} of {total} files", nl=False, err=True)


def _progress(done: int, total: int | None) -> None:
    total_text = f" of {total / 1e6:.1f}" if total else ""
    click.echo(f"\r{done / 1e6:.1f}{total_text} MB", nl=False, err=True)


command = PerBenchmark("data", _command, needs="data", help="Check or download a benchmark's data.")
