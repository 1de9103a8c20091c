"""`webproctor rollouts`: serve a benchmark's episodes to training programs."""

import asyncio
import json
import os
import secrets
import signal
from importlib.util import find_spec
from typing import Any

import click

from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.cli.numbers import Number
from webproctor.cli.options import PerBenchmark, SettingsCommand, as_json, option, pop_settings
from webproctor.cli.ports import listening_on, port_option
from webproctor.core import factories, registry
from webproctor.core.errors import UserError
from webproctor.core.tasks import is_test_split

_REQUIRED_PACKAGES = ("fastapi", "prometheus_client")
_TOKEN_VARIABLE = "WEBPROCTOR_ROLLOUTS_TOKEN"


@click.group("rollouts")
def command() -> None:
    """Serve a benchmark's episodes to training programs."""


def _serve_command(benchmark: str) -> click.Command:
    settings = factories.settings(registry.factory("benchmarks", benchmark))

    @click.option(
        "--max-sessions", default=16, show_default=True, help="Maximum number of sessions at once."
    )
    @click.option(
        "--browsers",
        default=1,
        show_default=True,
        help="Browser processes that the sessions share.",
    )
    @click.option(
        "--renew-after",
        default=1000,
        show_default=True,
        help="Episodes after which a browser process is replaced.",
    )
    @click.option(
        "--renew-memory",
        default=600,
        show_default=True,
        help="Memory of a browser process in MiB, without its pages, after which it is replaced.",
    )
    @click.option(
        "--prepared-pages",
        default=2,
        show_default=True,
        help="Pages that each browser process prepares for its next episodes.",
    )
    @click.option(
        "--standby",
        is_flag=True,
        help="Keep the next fork of each episode ready. Executes every step twice.",
    )
    @click.option(
        "--drain",
        default=30.0,
        show_default=True,
        type=Number(0),
        help="Seconds that open sessions get when the service is stopped.",
    )
    @port_option
    @as_json
    def serve(
        max_sessions: int,
        browsers: int,
        renew_after: int,
        renew_memory: int,
        prepared_pages: int,
        standby: bool,
        drain: float,
        port: int,
        as_json: bool,
        **values: Any,
    ) -> int:
        if missing := [name for name in _REQUIRED_PACKAGES if find_spec(name) is None]:
            raise UserError(
                f"rollouts need further packages ({', '.join(missing)}): "
                "pip install 'webproctor[rollouts]'."
            )
        from webproctor.rollouts.sessions import Sessions

        benchmark_settings = pop_settings(values, settings)
        first_benchmark = load_benchmark(benchmark, **benchmark_settings)
        if first_benchmark.salt and "salt" in benchmark_settings:
            # All browser processes show the same puzzles.
            benchmark_settings["salt"] = first_benchmark.salt
        tasks = first_benchmark.tasks()
        if count := sum(is_test_split(task.split) for task in tasks):
            click.echo(
                f"{count} of {len(tasks)} tasks are of test splits or have no split: do not train "
                "on them.",
                err=True,
            )

        def load() -> Benchmark:
            return load_benchmark(benchmark, **benchmark_settings)

        pool = Sessions(
            load,
            limit=max_sessions,
            browsers=browsers,
            renew_after=renew_after,
            renew_memory=renew_memory * 2**20,
            prepared_pages=prepared_pages,
            standby=standby,
        )
        asyncio.run(_serve(pool, benchmark, port, drain, as_json))
        return 0

    click_command = click.command(
        benchmark, cls=SettingsCommand, help="Serve episodes over HTTP and WebSockets."
    )(serve)
    click_command.params = [*map(option, settings), *click_command.params]
    return click_command


async def _serve(pool: Any, benchmark: str, port: int, drain: float, print_json: bool) -> None:
    from webproctor.environments.serving import serve
    from webproctor.rollouts.schema import IDLE_SECONDS, MESSAGE_BYTES
    from webproctor.rollouts.service import application

    token = os.environ.get(_TOKEN_VARIABLE) or secrets.token_urlsafe(24)
    stops = asyncio.Semaphore(0)
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(signal_number, stops.release)
    app = application(pool, token, benchmark)
    with listening_on(port):
        async with (
            pool,
            serve(app, port, message_bytes=MESSAGE_BYTES, idle=IDLE_SECONDS) as actual_port,
        ):
            url = f"http://127.0.0.1:{actual_port}"
            text = f"{url}  token: {token}  (press Ctrl-C to stop)"
            click.echo(json.dumps({"url": url, "token": token}) if print_json else text)
            await stops.acquire()
            if pool.open:
                text = f"waiting up to {drain:g} s for {pool.open} open session(s)"
                click.echo(f"{text}  (press Ctrl-C again to close them now)", err=True)
            waits = asyncio.create_task(pool.drained(drain)), asyncio.create_task(stops.acquire())
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)


command.add_command(PerBenchmark("serve", _serve_command, help="Serve episodes of a benchmark."))
