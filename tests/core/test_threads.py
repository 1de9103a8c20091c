"""Functions in threads of their own."""

import asyncio
import contextvars
import subprocess
import sys
import threading

import pytest

from webproctor.core.threads import EventLoopThread, in_thread


async def test_the_result_of_the_function_is_returned():
    assert await in_thread(lambda: threading.current_thread() is threading.main_thread()) is False


@pytest.mark.parametrize("error", [ValueError("no"), KeyError(1)])
async def test_an_exception_of_the_function_is_raised(error: Exception):
    def fail() -> None:
        raise error

    with pytest.raises(type(error)) as caught:
        await in_thread(fail)
    assert caught.value is error


async def test_a_stop_iteration_is_raised_as_a_runtime_error():
    with pytest.raises(RuntimeError, match="StopIteration"):
        await in_thread(lambda: next(iter(())))


async def test_context_variables_are_available_in_the_thread():
    variable = contextvars.ContextVar("variable", default="unset")
    variable.set("set")
    assert await in_thread(variable.get) == "set"


async def test_other_tasks_run_while_the_function_runs():
    released = threading.Event()
    waiting = asyncio.ensure_future(in_thread(lambda: released.wait(60)))
    await asyncio.sleep(0)
    released.set()
    assert await waiting


async def test_the_result_of_a_cancelled_call_is_ignored():
    released, ended = threading.Event(), threading.Event()

    def work() -> None:
        released.wait(60)
        ended.set()

    with pytest.raises(TimeoutError):
        await asyncio.wait_for(in_thread(work), 0.01)
    released.set()
    assert await asyncio.to_thread(ended.wait, 300)
    await asyncio.sleep(0)


def test_a_function_that_never_returns_does_not_keep_the_process_alive():
    program = (
        "import asyncio, threading\n"
        "from webproctor.core.threads import in_thread\n"
        "async def main():\n"
        "    await asyncio.wait_for(in_thread(threading.Event().wait), 0.01)\n"
        "asyncio.run(main())\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=300)
    assert b"TimeoutError" in done.stderr


def test_an_open_event_loop_thread_does_not_keep_the_process_alive():
    program = (
        "from webproctor.core.threads import EventLoopThread\n"
        "async def ended(): print('ended')\n"
        "thread = EventLoopThread()\n"
        "thread.run(ended())\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=300)
    assert done.stdout == b"ended\n"


async def _thread_id() -> int:
    return threading.get_ident()


async def test_an_event_loop_thread_runs_coroutines_until_it_is_closed():
    thread = EventLoopThread()
    first = thread.run(_thread_id())
    assert first != threading.get_ident()
    assert await thread.submit(_thread_id()) == first
    thread.close()
    thread.close()
    assert thread.closed
