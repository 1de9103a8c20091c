"""The health of an installation."""

import asyncio
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from pydantic import BaseModel

from webproctor.browser import Browser, browser_version, find_browser
from webproctor.desktop import find_programs
from webproctor.errors import UserError
from webproctor.sessions import SessionLost

INSPECT = "0.3.285"


class Finding(BaseModel):
    """One thing that was looked at.

    Attributes:
        name: What it is.
        ok: Whether it is as it should be.
        found: What was found.
        needed: Whether webproctor cannot work without it.
        mend: The command that mends it.
    """

    name: str
    ok: bool
    found: str
    needed: bool = True
    mend: str = ""


def examine() -> list[Finding]:
    """Look at everything that webproctor needs, and at what it is better with."""
    return [*_python(), *_packages(), *_browser(), *_desktop(), *_programs(), *_fonts(), *_extras()]


def _python() -> Iterator[Finding]:
    found = ".".join(map(str, sys.version_info[:3]))
    mend = "install Python 3.11 or later"
    yield Finding(name="Python", ok=sys.version_info >= (3, 11), found=found, mend=mend)


def _packages() -> Iterator[Finding]:
    for package, wanted in (("inspect-ai", INSPECT), ("playwright", ""), ("gymnasium", "")):
        mend = f"pip install '{package}{f'=={wanted}' if wanted else ''}'"
        try:
            found = version(package)
        except PackageNotFoundError:
            yield Finding(name=package, ok=False, found="not installed", mend=mend)
        else:
            yield Finding(name=package, ok=wanted in ("", found), found=found, mend=mend)


def _extras() -> Iterator[Finding]:
    for extra, packages in (
        ("models", ("torch", "transformers", "accelerate")),
        ("embeddings", ("sentence-transformers",)),
        ("data", ("datasets",)),
        ("speech", ("faster-whisper", "jiwer", "pocketsphinx", "soundfile", "whisper-normalizer")),
        ("video", ("av",)),
        ("grpo", ("trl",)),
    ):
        missing = [package for package in packages if not _installed(package)]
        yield Finding(
            name=f"the extra {extra}",
            ok=not missing,
            found=f"without {', '.join(missing)}" if missing else "installed",
            needed=False,
            mend=f"pip install 'webproctor[{extra}]'",
        )


def _installed(package: str) -> bool:
    try:
        return bool(version(package))
    except PackageNotFoundError:
        return False


def _browser() -> Iterator[Finding]:
    install = "sudo apt-get install chromium chromium-headless-shell"
    try:
        path = find_browser()
    except UserError as error:
        yield Finding(name="browser", ok=False, found=str(error), mend=install)
        return
    yield Finding(name="browser", ok=True, found=f"{path} ({browser_version(path)})")
    failure = asyncio.run(_failure_of(path))
    yield Finding(
        name="a page in the browser",
        ok=failure is None,
        found=failure or "opens",
        mend=f"{path} --version, and set WEBPROCTOR_BROWSER to a browser that starts",
    )
    light = "headless" in path.name
    yield Finding(
        name="headless shell",
        ok=light,
        found="in use" if light else "not in use: it starts episodes twice as fast",
        needed=False,
        mend="sudo apt-get install chromium-headless-shell",
    )


def _desktop() -> Iterator[Finding]:
    try:
        find_programs()
        found, ok = f"can be had, with {find_browser(window=True).name}", True
    except UserError as error:
        found, ok = str(error), False
    mend = "sudo apt-get install xvfb openbox chromium"
    yield Finding(name="a desktop", ok=ok, found=found, needed=False, mend=mend)


def _programs() -> Iterator[Finding]:
    for program, package, use in (
        ("tesseract", "tesseract-ocr", "the words of screenshots for Set-of-Mark without a model"),
        ("flite", "flite", "speech for making the sample of RealWebAssist anew"),
    ):
        path = shutil.which(program)
        yield Finding(
            name=program,
            ok=path is not None,
            found=path or f"not installed: {use}",
            needed=False,
            mend=f"sudo apt-get install {package}",
        )


async def _failure_of(path: Path) -> str | None:
    try:
        async with Browser({}, executable=path) as browser, browser.page() as page:
            await page.open("data:text/html,<title>well</title>")
    except SessionLost as lost:
        return str(lost)
    return None


def _fonts() -> Iterator[Finding]:
    if shutil.which("fc-list") is None:
        return
    for name, language, package in (
        ("a font for Chinese and Japanese", "ja", "fonts-noto-cjk"),
        ("a font for emoji", "und-zsye", "fonts-noto-color-emoji"),
    ):
        asked = ["fc-list", f":lang={language}", "family"]
        there = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
        found = there.splitlines()[0] if there else "none: such text shows as boxes"
        mend = f"sudo apt-get install {package}"
        yield Finding(name=name, ok=bool(there), found=found, needed=False, mend=mend)
