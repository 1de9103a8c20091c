"""`webproctor play`: people take a benchmark in their own browsers."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from webproctor.cli.collect import database_option, port_options, require, serve_until_stopped
from webproctor.cli.disk import writing_to
from webproctor.cli.options import PerBenchmark, as_json, option
from webproctor.core import registry

if TYPE_CHECKING:
    from webproctor.collect.play.study import Study
    from webproctor.collect.store import Store

# Prefix of a benchmark's setting if this command has an option of that name.
_OF_BENCHMARK = "benchmark_"
_RUN = "run"


def _command(benchmark: str) -> click.Command:
    require()
    settings = registry.settings(registry.factory("benchmarks", benchmark))

    @click.option(
        "--study",
        type=click.Path(path_type=Path),
        help="Folder of the study, which is continued if it exists; its folder `run` is the run. "
        f"Default: studies/{benchmark}.",
    )
    @database_option
    @click.option(
        "--participant",
        "participants",
        multiple=True,
        metavar="PSEUDONYM",
        help="Print a link for this person; repeatable. Others get links from the administrator.",
    )
    @click.option("--limit", type=click.IntRange(1), help="Only the first N tasks.")
    @click.option(
        "--order-seed", type=int, default=0, show_default=True,
        help="Seed of the order of tasks, which also depends on the pseudonym.",
    )  # fmt: skip
    @click.option(
        "--sound", is_flag=True, help="Play recorded instructions in place of their texts."
    )
    @port_options
    @click.option(
        "--task-url",
        default="",
        metavar="URL",
        help="With --public-url: address of the tasks' pages, such as https://*.tasks.example.org.",
    )
    @click.option(
        "--serve/--no-serve", "served", default=True,
        help="Serve, or only write the run folder and its report.",
    )  # fmt: skip
    @as_json
    def play(
        study: Path | None,
        database: str | None,
        participants: tuple[str, ...],
        limit: int | None,
        order_seed: int,
        sound: bool,
        port: int,
        public_url: str,
        task_url: str,
        served: bool,
        as_json: bool,
        **values: Any,
    ) -> int:
        # Imported here to keep `--help` fast.
        from webproctor.collect.play import play, study_of
        from webproctor.collect.play.windows import pattern
        from webproctor.collect.server import origin
        from webproctor.collect.store import opened
        from webproctor.collect.tool import migrations

        public = origin(public_url) if public_url else ""
        shown = pattern(task_url, public)
        folder = study or Path("studies") / registry.short(benchmark)
        given = {name.removeprefix(_OF_BENCHMARK): value for name, value in values.items()}
        with opened(folder, database, migrations()) as store, writing_to(folder):
            made = study_of(
                store, folder / _RUN, benchmark, given, sound=sound, limit=limit, seed=order_seed
            )
            made.write()  # What a killed server has not written.
            if served:

                def started(link: str) -> None:
                    _tell(store, participants, link, as_json)

                serve_until_stopped(store, "play", play(made, shown), port, public, started)
                made.write()
            return _report(made, as_json)

    about = f"Serve {registry.short(benchmark)} to people with a link, and write a run."
    parsed = click.command(benchmark, help=about)(play)
    taken = {param.name for param in parsed.params} | {"participant"}
    own = [
        replace(one, name=_OF_BENCHMARK + one.name) if one.name in taken else one
        for one in settings
    ]
    parsed.params = [*map(option, own), *parsed.params]
    return parsed


def _tell(store: "Store", names: Sequence[str], administrator: str, machine: bool) -> None:
    """Print the links of the administrator and of participants."""
    from webproctor.collect import links

    with store.writing() as session:
        made = {name: links.make(session, name, "annotator") for name in names}
        urls = {name: links.url(session, store.key, link) for name, link in made.items()}
    if machine:
        click.echo(json.dumps({"link": administrator, "participants": urls}))
        return
    for name, url in urls.items():
        click.echo(f"Link of {name}: {url}")
    click.echo(f"Administrator's link: {administrator}  (press Ctrl-C to stop)")


def _report(study: "Study", machine: bool) -> int:
    """Write and show the report of the run, if an attempt has ended."""
    from webproctor.cli import show
    from webproctor.harness.reading import read_run
    from webproctor.report.page import write_report

    run = read_run(study.run.folder)
    report = write_report(run)
    show.outcome(run, report, machine=machine)
    return 0 if run.complete else 1


command = PerBenchmark(
    "play", _command, needs="people", help="People take a benchmark in their own browsers."
)
