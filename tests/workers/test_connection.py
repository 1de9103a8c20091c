"""Frames over a socket."""

import asyncio
import socket

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
