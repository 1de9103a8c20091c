"""A limited number of sessions, and the requests that wait for one."""

import asyncio
from typing import Any


class Capacity:
    """Counts sessions up to a maximum; requests get free ones in their order.

    Args:
        limit: The maximum.
    """

    def __init__(self, limit: int) -> None:
        self._free = asyncio.Semaphore(limit)
        self._waiting: dict[asyncio.Task[Any] | None, asyncio.Timeout] = {}
        self._stopped = False

    async def take(self, wait: float) -> bool:
        """Take a free session, or wait up to some seconds for one; return whether there was one.

        After `stop`, no request waits.
        """
        request = asyncio.current_task()
        try:
            async with asyncio.timeout(0 if self._stopped else wait) as timeout:
                self._waiting[request] = timeout
                return await self._free.acquire()
        except TimeoutError:
            return False
        finally:
            self._waiting.pop(request, None)

    def stop(self) -> None:
        """End the waits of all requests, which get no session."""
        self._stopped = True
        for timeout in self._waiting.values():
            timeout.reschedule(asyncio.get_running_loop().time())

    def release(self) -> None:
        """Give a session back."""
        self._free.release()

    async def wait_for(self, request: asyncio.Task[Any], disconnected: asyncio.Future[Any]) -> bool:
        """Wait for a request, and forget it if its client leaves.

        Args:
            request: The task that answers the client.
            disconnected: Done when the client has left.

        Returns:
            Whether the client is there when the request has ended.
        """
        await asyncio.wait({request, disconnected}, return_when=asyncio.FIRST_COMPLETED)
        if not disconnected.done():
            return True
        self.forget(request)
        await asyncio.wait({request})
        return False

    def forget(self, request: asyncio.Task[Any]) -> None:
        """Cancel a request whose client has left, if it still waits."""
        if request in self._waiting:
            request.cancel()
