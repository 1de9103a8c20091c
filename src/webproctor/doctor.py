"""Check an installation."""

import asyncio
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from packaging.requirements import Requirement
from pydantic import BaseModel

from webproctor.core.errors import UserError
from webproctor.core.sessions import SessionLost
from webproctor.environments.browser import Browser, browser_version, find_browser
from webproctor.environments.desktop import find_programs
from webproctor.environments.isolation import how_to_fix, unavailable_reason

# One episode needs about 100.
_OPEN_FILES = 256


class Finding(BaseModel):
    """The result of one check.

    Attributes:
        name: What was checked.
        ok: Whether the check passed.
        found: What was found.
        needed: Whether webproctor requires it.
        fix: The command that fixes it.
    """

    name: str
    ok: bool
    found: str
    needed: bool = True
    fix: str = ""


def check_installation() -> list[Finding]:
    """Check all required and optional dependencies."""
    return [
        *_python(),
        *_packages(),
        *_open_files(),
        *_browser(),
        *_isolation(),
        *_desktop(),
        *_programs(),
        *_fonts(),
        *_extras(),
    ]


def _python() -> Iterator[Finding]:
    found = ".".join(map(str, sys.version_info[:3]))
    fix = "install Python 3.11 or later"
    yield Finding(name="Python", ok=sys.version_info >= (3, 11), found=found, fix=fix)


def _packages() -> Iterator[Finding]:
    requirements = {
        requirement.name: requirement
        for requirement in map(Requirement, requires("webproctor") or ())
    }
    for package in ("inspect-ai", "playwright", "gymnasium"):
        fix = f"pip install '{package}{requirements[package].specifier}'"
        try:
            found = version(package)
        except PackageNotFoundError:
            yield Finding(name=package, ok=False, found="not installed", fix=fix)
        else:
            fits = requirements[package].specifier.contains(found, prereleases=True)
            yield Finding(name=package, ok=fits, found=found, fix=fix)


def _open_files() -> Iterator[Finding]:
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    is_enough = limit == resource.RLIM_INFINITY or limit >= _OPEN_FILES
    found = "unlimited" if limit == resource.RLIM_INFINITY else f"at most {limit:,}"
    fix = f"as root: ulimit -n {_OPEN_FILES}, or `nofile` in /etc/security/limits.conf"
    yield Finding(name="open files", ok=is_enough, found=found, fix=fix)


def _extras() -> Iterator[Finding]:
    for extra, packages in (
        ("models", ("torch", "transformers", "accelerate")),
        ("embeddings", ("sentence-transformers",)),
        ("data", ("datasets",)),
        ("speech", ("faster-whisper", "jiwer", "pocketsphinx", "soundfile", "whisper-normalizer")),
        ("miniwob", ("miniwob",)),
        ("collect", ("sqlalchemy", "alembic", "psycopg", "python-multipart", "rapidfuzz")),
        ("video", ("av",)),
        ("grpo", ("trl",)),
    ):
        missing = [package for package in packages if not _installed(package)]
        yield Finding(
            name=f"extra {extra}",
            ok=not missing,
            found=f"missing {', '.join(missing)}" if missing else "installed",
            needed=False,
            fix=f"pip install 'webproctor[{extra}]'",
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
        yield Finding(name="browser", ok=False, found=str(error), fix=install)
        return
    yield Finding(name="browser", ok=True, found=f"{path} ({browser_version(path)})")
    failure = asyncio.run(_browser_failure(path))
    yield Finding(
        name="browser opens a page",
        ok=failure is None,
        found=failure or "yes",
        fix=f"{path} --version, and set WEBPROCTOR_BROWSER to a browser that starts",
    )
    light = "headless" in path.name
    yield Finding(
        name="headless shell",
        ok=light,
        found="in use" if light else "not in use; it starts episodes twice as fast",
        needed=False,
        fix="sudo apt-get install chromium-headless-shell",
    )


def _isolation() -> Iterator[Finding]:
    missing = unavailable_reason()
    yield Finding(
        name="isolation",
        ok=missing is None,
        found=missing or "namespaces: browsers and programs run in a sandbox",
        needed=False,
        fix=how_to_fix(),
    )


def _desktop() -> Iterator[Finding]:
    try:
        find_programs()
        found, ok = f"available, with {find_browser(window=True).name}", True
    except UserError as error:
        found, ok = str(error), False
    fix = "sudo apt-get install xvfb openbox chromium"
    yield Finding(name="desktop", ok=ok, found=found, needed=False, fix=fix)


def _programs() -> Iterator[Finding]:
    for program, package, use in (
        ("tesseract", "tesseract-ocr", "text recognition for Set-of-Mark without a model"),
        ("flite", "flite", "speech synthesis to rebuild the sample of RealWebAssist"),
    ):
        path = shutil.which(program)
        yield Finding(
            name=program,
            ok=path is not None,
            found=path or f"not installed: {use}",
            needed=False,
            fix=f"sudo apt-get install {package}",
        )


async def _browser_failure(path: Path) -> str | None:
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
        ("font for Chinese and Japanese", "ja", "fonts-noto-cjk"),
        ("font for emoji", "und-zsye", "fonts-noto-color-emoji"),
    ):
        command = ["fc-list", f":lang={language}", "family"]
        fonts = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
        found = fonts.splitlines()[0] if fonts else "none: such text is shown as boxes"
        fix = f"sudo apt-get install {package}"
        yield Finding(name=name, ok=bool(fonts), found=found, needed=False, fix=fix)
