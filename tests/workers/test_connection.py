"""Frames over a socket."""

import asyncio
import socket
from collections.abc import Callable

import pytest
import uvloop

from webproctor.workers.connection import Socket


async def test_a_frame_is_sent_completely_even_if_its_sender_is_cancelled() -> None:
    ours, theirs = socket.socketpair()
    sender, receiver = Socket(ours), Socket(theirs)
    large = bytes(10_000_000)  # More than the sockets hold.
    sending = [asyncio.create_task(sender.send(frame)) for frame in (large, b"second")]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    for one in sending:
        one.cancel()
    await asyncio.wait(sending)
    third = asyncio.create_task(sender.send(b"third"))
    assert [await receiver.receive() for _ in range(3)] == [large, b"second", b"third"]
    await third
    sender.close()
    receiver.close()


@pytest.mark.parametrize("new_loop", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_the_other_side_is_notified_of_the_end_while_a_call_waits_for_a_frame(
    new_loop: Callable[[], asyncio.AbstractEventLoop],
) -> None:
    async def close_while_receiving() -> None:
        ours, theirs = socket.socketpair()
        connection = Socket(ours)
        receiving = asyncio.create_task(connection.receive())
        await asyncio.sleep(0)
        connection.close()
        theirs.setblocking(False)
        with theirs:
            assert theirs.recv(1) == b""
        receiving.cancel()

    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(close_while_receiving())
