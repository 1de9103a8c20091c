"""`webproctor serve`: a benchmark's pages for a person."""

import asyncio
import json
import webbrowser
from typing import Any

import click

from webproctor import registry
from webproctor.cli.options import PerBenchmark, as_json, option, split
from webproctor.errors import UserError


def _command(benchmark: str) -> click.Command:
    settings = registry.settings(registry.factory("benchmarks", benchmark))

    @click.option("--port", default=0, type=click.IntRange(0, 65535), help="0 takes a free port.")
    @click.option("--open/--no-open", "opened", default=True, help="Open the browser at the pages.")
    @as_json
    def serve(port: int, opened: bool, as_json: bool, **values: Any) -> int:
        made = registry.make("benchmarks", benchmark, **split(values, settings))
        site = registry.companion(benchmark, "site").application(made)
        try:
            asyncio.run(_serve(site, port, opened, as_json))
        except KeyboardInterrupt:
            return 0
        return 0

    parsed = click.command(benchmark, help="Pages to look at and to fill in by hand.")(serve)
    parsed.params = [*map(option, settings), *parsed.params]
    return parsed


async def _serve(site: Any, port: int, opened: bool, machine: bool) -> None:
    # Imported here: `--help` need not wait for a web server.
    from webproctor.serving import serve

    try:
        async with serve(site, port) as taken:
            url = f"http://127.0.0.1:{taken}/"
            click.echo(json.dumps({"url": url}) if machine else f"{url}  (Ctrl-C ends it)")
            if opened:
                await asyncio.to_thread(webbrowser.open, url)
            await asyncio.Event().wait()
    except OSError as error:
        raise UserError(
            f"port {port} cannot be had: {error.strerror}. Give another, or leave --port out."
        ) from error


command = PerBenchmark("serve", _command, help="Open a benchmark's pages for a person.")
