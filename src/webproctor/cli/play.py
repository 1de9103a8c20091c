"""`webproctor play`: let people do a benchmark's tasks in their own browsers."""

import json
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from webproctor.cli.collect import database_option, port_options, require, serve_until_stopped
from webproctor.cli.disk import writing_to
from webproctor.cli.numbers import Integer
from webproctor.cli.options import PerBenchmark, SettingsCommand, as_json, option, prefixed
from webproctor.core import factories, registry
from webproctor.core.errors import UserError
from webproctor.files.folders import lock_folder

if TYPE_CHECKING:
    from webproctor.collect.play.study import Study
    from webproctor.collect.store import Store

# Prefix of a benchmark's setting if this command has an option of that name.
_BENCHMARK_PREFIX = "benchmark_"
_RUN = "run"


def _command(benchmark: str) -> click.Command:
    require()
    settings = factories.settings(registry.factory("benchmarks", benchmark))

    @click.option(
        "--study",
        type=click.Path(path_type=Path),
        help="Folder of the study, which is continued if it exists, with the run in `run`. "
        f"Default: studies/{benchmark}.",
    )
    @database_option
    @click.option(
        "--person",
        "people",
        multiple=True,
        metavar="PSEUDONYM",
        help="Print the link of this person; repeatable. Others get links from the administrator.",
    )
    @click.option("--limit", type=Integer(1), help="Only the first N tasks.")
    @click.option(
        "--order-seed",
        type=int,
        default=0,
        show_default=True,
        help="Seed of the order of tasks, which also depends on the pseudonym.",
    )
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
        "--serve/--no-serve",
        "serve",
        default=True,
        show_default=True,
        help="Serve, or only write the run folder and its report.",
    )
    @as_json
    def play(
        study: Path | None,
        database: str | None,
        people: tuple[str, ...],
        limit: int | None,
        order_seed: int,
        sound: bool,
        port: int,
        public_url: str,
        task_url: str,
        serve: bool,
        as_json: bool,
        **values: Any,
    ) -> int:
        # Imported here to keep `--help` fast.
        from webproctor.collect.play import open_study, play
        from webproctor.collect.play.windows import pattern
        from webproctor.collect.server import origin
        from webproctor.collect.store import open_store
        from webproctor.collect.tool import migrations

        public_origin = origin(public_url) if public_url else ""
        task_url_pattern = pattern(task_url, public_origin)
        folder = study or Path("studies") / registry.short(benchmark)
        benchmark_settings = {
            name.removeprefix(_BENCHMARK_PREFIX): value for name, value in values.items()
        }
        if not serve and not folder.is_dir():
            raise UserError(f"--study {folder}: not a folder. Remove --no-serve to start a study.")
        with (
            # Another server would interrupt the attempts of the first one.
            lock_folder(folder) if serve else nullcontext(),
            open_store(folder, database, migrations()) as store,
            writing_to(folder),
        ):
            opened_study = open_study(
                store,
                folder / _RUN,
                benchmark,
                benchmark_settings,
                sound=sound,
                limit=limit,
                seed=order_seed,
            )
            opened_study.write()  # Episodes that a killed server has not written.
            if serve:

                def on_start(link: str) -> None:
                    _print_links(store, people, link, as_json)

                serve_until_stopped(
                    store,
                    "play",
                    play(opened_study, task_url_pattern),
                    port,
                    public_origin,
                    on_start,
                )
                opened_study.write()
            return _report(opened_study, as_json)

    help_text = f"Serve the tasks of {registry.short(benchmark)} to people, and write a run."
    click_command = click.command(benchmark, cls=SettingsCommand, help=help_text)(play)
    existing = {param.name for param in click_command.params}
    benchmark_options = map(option, prefixed(settings, existing, _BENCHMARK_PREFIX))
    click_command.params = [*benchmark_options, *click_command.params]
    return click_command


def _print_links(
    store: "Store", names: Sequence[str], administrator: str, print_json: bool
) -> None:
    """Print the links of the administrator and of participants."""
    from webproctor.collect import links

    with store.writing() as session:
        links_by_name = {name: links.find_or_make(session, name, "annotator") for name in names}
        urls = {name: links.url(session, store.key, link) for name, link in links_by_name.items()}
    if print_json:
        click.echo(json.dumps({"link": administrator, "participants": urls}))
        return
    for name, url in urls.items():
        click.echo(f"Link of {name}: {url}")
    click.echo(f"Administrator's link: {administrator}  (press Ctrl-C to stop)")


def _report(study: "Study", print_json: bool) -> int:
    """Write and show the report of the run, if an attempt has ended."""
    from webproctor.cli import show
    from webproctor.harness.reading import read_run
    from webproctor.report.page import write_report

    run = read_run(study.run.folder)
    report = write_report(run)
    show.outcome(run, report, print_json=print_json)
    return 0 if run.complete else 1


command = PerBenchmark(
    "play", _command, needs="people", help="Let people do a benchmark's tasks in their browsers."
)
