"""Find the Chromium of this machine."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from webproctor.core.errors import UserError

SETTING = "WEBPROCTOR_BROWSER"
HOW_TO_INSTALL = (
    "Install one: on Debian and Ubuntu `sudo apt-get install chromium chromium-headless-shell`, "
    f"elsewhere `playwright install chromium`; or set {SETTING} to the path of a browser."
)
# The headless shell starts an episode in half the time of a full browser, so it comes first.
_SYSTEM = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
_PLAYWRIGHT = (
    "chromium_headless_shell-*/*/*headless*shell",
    "chromium-*/chrome-linux*/chrome",
    "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
)
# Where macOS keeps applications, and the programs in them: they are not on the PATH.
_APPLICATIONS = ("/Applications", "~/Applications")
_MACOS = (
    "Chromium.app/Contents/MacOS/Chromium",
    "Google Chrome.app/Contents/MacOS/Google Chrome",
)


def find_browser(*, window: bool = False) -> Path:
    """Find the browser to use: WEBPROCTOR_BROWSER, else Playwright's, else the system's.

    Args:
        window: Whether the browser must be able to open a window.

    Raises:
        UserError: If no browser is found; the message says how to install one.
    """
    if setting := os.environ.get(SETTING):
        found = shutil.which(setting)
        if found is None:
            raise UserError(
                f"{SETTING} is {setting!r}, which is not an executable program. {HOW_TO_INSTALL}"
            )
        return Path(found)
    on_macos = sys.platform == "darwin"
    playwright_folder = "~/Library/Caches/ms-playwright" if on_macos else "~/.cache/ms-playwright"
    playwright_folder = os.environ.get("PLAYWRIGHT_BROWSERS_PATH", playwright_folder)
    for path in _matches(playwright_folder, _PLAYWRIGHT[window:]):
        if os.access(path, os.X_OK):
            return path
    for name in _SYSTEM[window:]:
        if found := shutil.which(name):
            return Path(found)
    for path in [path for folder in _APPLICATIONS for path in _matches(folder, _MACOS)]:
        if on_macos and os.access(path, os.X_OK):
            return path
    raise UserError(f"Chromium was not found. {HOW_TO_INSTALL}")


def _matches(folder: str, patterns: Sequence[str]) -> Iterator[Path]:
    """Yield the paths in a folder that match the patterns, the newest versions first.

    It yields none if the folder cannot be read, or if it is in the home folder of a user who has
    none, as in containers that run as an arbitrary user.
    """
    with suppress(OSError, RuntimeError):
        root = Path(folder).expanduser()
        for pattern in patterns:
            yield from sorted(root.glob(pattern), reverse=True)


def browser_version(path: Path) -> str:
    """Return the version that a browser reports, such as `Chromium 156.0.8078.79`."""
    try:
        completed = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)
    except OSError:  # Not a program that this machine can run.
        return "unknown version"
    return completed.stdout.strip() or "unknown version"
