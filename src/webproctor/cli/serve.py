"""`webproctor serve`: serve a benchmark's pages for manual use."""

import asyncio
import contextlib
import json
import secrets
import webbrowser
from collections.abc import Sequence
from functools import partial
from typing import Any

import click

from webproctor.benchmarks import load_benchmark
from webproctor.cli.options import PerBenchmark, SettingsCommand, as_json, option, pop_settings
from webproctor.cli.ports import listening_on, port_option
from webproctor.core import factories, registry
from webproctor.core.threads import in_thread


def _command(benchmark: str) -> click.Command:
    settings = factories.settings(registry.factory("benchmarks", benchmark))

    @port_option
    @click.option(
        "--open/--no-open",
        "opened",
        default=True,
        show_default=True,
        help="Open the pages in the browser.",
    )
    @as_json
    def serve(port: int, opened: bool, as_json: bool, **values: Any) -> int:
        benchmark_object = load_benchmark(benchmark, **pop_settings(values, settings))
        site = registry.companion(benchmark, "site")
        private = getattr(site, "PRIVATE", ())
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(_serve(site.application(benchmark_object), private, port, opened, as_json))
        return 0

    help_text = f"Serve the pages of {registry.short(benchmark)} for manual use."
    click_command = click.command(benchmark, cls=SettingsCommand, help=help_text)(serve)
    click_command.params = [*map(option, settings), *click_command.params]
    return click_command


async def _serve(
    site: Any, private: Sequence[str], port: int, opened: bool, print_json: bool
) -> None:
    # Imported here to keep `--help` fast.
    from webproctor.environments.serving import for_people, serve

    token, ticket = (secrets.token_urlsafe(16) if private else "" for _ in range(2))
    with listening_on(port):
        async with serve(for_people(site, private, token, ticket), port) as actual_port:
            address = f"http://127.0.0.1:{actual_port}/"
            url = f"{address}?token={token}" if token else address
            click.echo(json.dumps({"url": url}) if print_json else f"{url}  (press Ctrl-C to stop)")
            if opened:
                url_once = f"{address}?token={ticket}" if ticket else address
                await in_thread(partial(webbrowser.open, url_once))  # Some browsers block.
            await asyncio.Event().wait()


command = PerBenchmark(
    "serve", _command, needs="site", help="Serve a benchmark's pages for manual use."
)
