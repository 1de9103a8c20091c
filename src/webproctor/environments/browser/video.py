"""Videos of pages, from screenshots that the browser sends when a page changes."""

import asyncio
import base64
import contextlib
import time
from pathlib import Path
from typing import Any

from PIL import Image

from webproctor.core.errors import UserError
from webproctor.environments.browser.devtools import Channel, DevToolsError
from webproctor.files.pictures import decode_picture

# Maximum frame rate of a video, and the JPEG quality of its frames.
_MAX_FRAME_RATE = 12
_QUALITY = 70
# How long the last frame is shown, in seconds.
_LAST_FRAME_SECONDS = 1.0
# Timeout in seconds for the screenshot of a page's final state.
_CAPTURE_TIMEOUT = 5


class VideoRecorder:
    """A video of the pages of one context."""

    def __init__(self) -> None:
        self._frames: list[tuple[float, bytes]] = []
        self._acknowledging: set[asyncio.Task[None]] = set()
        self._last_channel: Channel | None = None

    async def add(self, channel: Channel) -> None:
        """Start recording a page.

        Raises:
            DevToolsError: If the page is gone.
        """

        def on_frame(event: dict[str, Any]) -> None:
            self._add_frame(channel, event["data"])
            task = asyncio.ensure_future(acknowledge(event["sessionId"]))
            self._acknowledging.add(task)
            task.add_done_callback(self._acknowledging.discard)

        async def acknowledge(number: int) -> None:
            with contextlib.suppress(DevToolsError):  # The page was closed meanwhile.
                await channel.send("Page.screencastFrameAck", {"sessionId": number})

        self._last_channel = self._last_channel or channel
        channel.on("Page.screencastFrame", on_frame)
        await channel.send("Page.startScreencast", {"format": "jpeg", "quality": _QUALITY})

    def _add_frame(self, channel: Channel, jpeg: str) -> None:
        """Add a frame of a page; above the frame rate, it replaces the last one."""
        self._last_channel, now = channel, time.monotonic()
        if not self._frames or now - self._frames[-1][0] >= 1 / _MAX_FRAME_RATE:
            self._frames.append((now, base64.b64decode(jpeg)))
        else:
            self._frames[-1] = (self._frames[-1][0], base64.b64decode(jpeg))

    def clear(self) -> None:
        """Remove the frames so far."""
        self._last_channel = None
        self._frames.clear()

    async def finish(self) -> None:
        """Add a frame of the final state, because the browser may not have sent one yet.

        The page is that of the last frame. If it is gone or does not respond, no frame is added.
        """
        if self._last_channel is None:
            return
        with contextlib.suppress(DevToolsError, TimeoutError):
            async with asyncio.timeout(_CAPTURE_TIMEOUT):
                options = {"format": "jpeg", "quality": _QUALITY}
                answer = await self._last_channel.send("Page.captureScreenshot", options)
                self._add_frame(self._last_channel, answer["data"])

    def write(self, path: Path) -> None:
        """Write the frames as WebM (VP8), each shown until the next one was recorded."""
        av = load_av()
        if not self._frames:
            return
        started_at = self._frames[0][0]
        frames = [*self._frames, (self._frames[-1][0] + _LAST_FRAME_SECONDS, self._frames[-1][1])]
        first_picture = next((picture for _, jpeg in frames if (picture := _picture(jpeg))), None)
        if first_picture is None:
            return
        width, height = (side - side % 2 for side in first_picture.size)
        with av.open(str(path), "w") as out:
            stream = out.add_stream("libvpx", rate=1000)
            stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
            stream.options = {"deadline": "realtime", "cpu-used": "8", "crf": "24", "b": "2M"}
            for timestamp, jpeg in frames:
                if (picture := _picture(jpeg)) is None:
                    continue
                frame = av.VideoFrame.from_image(picture.resize((width, height)))
                frame.pts = round((timestamp - started_at) * 1000)
                out.mux(stream.encode(frame))
            out.mux(stream.encode())


def _picture(jpeg: bytes) -> Image.Image | None:
    """Decode a frame; None if it is damaged."""
    try:
        return decode_picture(jpeg, "a video frame")
    except UserError:
        return None


def load_av() -> Any:
    """Import PyAV, which writes videos.

    Raises:
        UserError: If it is not installed.
    """
    try:
        import av  # pyright: ignore[reportMissingImports]
    except ModuleNotFoundError as error:
        raise UserError("Videos require PyAV: pip install 'webproctor[video]'.") from error
    return av
