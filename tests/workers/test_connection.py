"""Frames over a socket."""

import asyncio
import socket

from webproctor.workers.connection import Socket


async def test_a_frame_whose_sender_was_cancelled_is_sent_as_a_whole() -> None:
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
