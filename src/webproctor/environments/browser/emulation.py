"""The environment that pages see: screen, language, time zone, fonts, no service workers."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from webproctor.environments.browser import console

Command = tuple[str, dict[str, Any]]

SCREEN = (1920, 1080)
"""Width and height of the screen that pages see, in CSS pixels."""
LOCALE, TIMEZONE = "en-US", "UTC"
_LANGUAGE: Command = (
    "Emulation.setUserAgentOverride",
    {"userAgent": "", "acceptLanguage": LOCALE},
)
_FONTS = {
    "standard": "Times New Roman",
    "fixed": "Monospace",
    "serif": "Times New Roman",
    "sansSerif": "Arial",
    "cursive": "Comic Sans MS",
    "fantasy": "Impact",
}
ONCE: tuple[Command, ...] = (
    ("Emulation.setLocaleOverride", {"locale": LOCALE}),
    ("Emulation.setTimezoneOverride", {"timezoneId": TIMEZONE}),
    ("Page.setFontFamilies", {"fontFamilies": _FONTS}),
)
"""Commands for a page, or for a frame in another process. The browser rejects them if they are in
effect already, by another client or for another page of the process."""
IN_EFFECT = ("already in effect", "can only be set once")
"""Parts of the messages with which the browser rejects a command that is already in effect."""
_MEDIA = {
    "prefers-color-scheme": "light",
    "prefers-reduced-motion": "no-preference",
    "forced-colors": "none",
    "prefers-contrast": "no-preference",
}
_NO_SERVICE_WORKERS = """
if (self.ServiceWorkerContainer) ServiceWorkerContainer.prototype.register = async () => {
  console.warn('Service workers are not available.');
};"""
_CLIPBOARD = Path(__file__).with_name("clipboard.js").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Viewport:
    """The viewport's size in CSS pixels, and the number of device pixels per CSS pixel.

    Screenshots have one pixel per CSS pixel at any scale, so that points in them are those of
    actions. Only pages see the scale.
    """

    width: int = 1280
    height: int = 720
    scale: float = 1.0


def of_size(viewport: Viewport) -> Command:
    """Return the command that sets the size of a page."""
    wide = viewport.width > viewport.height
    size = {
        "mobile": False,
        "width": viewport.width,
        "height": viewport.height,
        "screenWidth": SCREEN[0],
        "screenHeight": SCREEN[1],
        "deviceScaleFactor": viewport.scale,
        "screenOrientation": {
            "angle": 0 if wide else 90,
            "type": "landscapePrimary" if wide else "portraitPrimary",
        },
    }
    return "Emulation.setDeviceMetricsOverride", size


def of_headers(headers: Mapping[str, str]) -> Command:
    """Return the command that sends headers with every request."""
    return "Network.setExtraHTTPHeaders", {"headers": dict(headers)}


def of_frame() -> list[Command]:
    """Return the commands for a page, or for a frame in another process."""
    media = [{"name": name, "value": value} for name, value in _MEDIA.items()]
    script = f"{_NO_SERVICE_WORKERS}\n{_CLIPBOARD}\n{console.limit()}"
    return [
        ("Emulation.setFocusEmulationEnabled", {"enabled": True}),
        _LANGUAGE,
        ("Emulation.setEmulatedMedia", {"media": "", "features": media}),
        ("Page.addScriptToEvaluateOnNewDocument", {"source": script, "runImmediately": True}),
    ]


def of_worker() -> list[Command]:
    """Return the commands for a worker that has not started."""
    return [_LANGUAGE, ("Runtime.evaluate", {"expression": console.limit()})]
