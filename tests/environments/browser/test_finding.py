"""The choice of the browser."""

from pathlib import Path

import pytest

from webproctor.core.errors import UserError
from webproctor.environments.browser import find_browser
from webproctor.environments.browser.finding import HOW_TO_INSTALL

SHELL = "chromium_headless_shell-1200/chrome-linux/headless_shell"
FULL = "chromium-1200/chrome-linux/chrome"
NEWER = "chromium_headless_shell-1300/chrome-headless-shell-linux64/chrome-headless-shell"


def program(path: Path) -> Path:
    """Create an empty program at this path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o755)
    return path


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without a browser: PATH is `bin`, and Playwright's browsers are in `store`."""
    monkeypatch.delenv("WEBPROCTOR_BROWSER", raising=False)
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "store"))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    return tmp_path


@pytest.fixture
def mac(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home folder of a Mac, where Playwright's browsers are in the default place."""
    home = tmp_path / "home"
    monkeypatch.delenv("PLAYWRIGHT_BROWSERS_PATH", raising=False)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setattr("sys.platform", "darwin")
    # Not the machine's own, if the tests run on a Mac.
    monkeypatch.setattr(
        "webproctor.environments.browser.finding._APPLICATIONS", ("~/Applications",)
    )
    return home


def test_without_any_browser_the_error_says_how_to_install_one(machine: Path):
    with pytest.raises(UserError, match=r"^Chromium was not found\. Install one: ") as caught:
        find_browser()
    assert HOW_TO_INSTALL in str(caught.value)
    for way in ("apt-get install chromium", "playwright install chromium", "WEBPROCTOR_BROWSER"):
        assert way in HOW_TO_INSTALL


@pytest.mark.parametrize(
    "name",
    [
        "chromium-headless-shell",
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
    ],
)
def test_system_browsers_are_found_by_any_of_their_names(machine: Path, name: str):
    there = program(machine / "bin" / name)
    assert find_browser() == there


def test_a_system_headless_shell_is_preferred_to_a_full_browser(machine: Path):
    program(machine / "bin/chromium")
    shell = program(machine / "bin/chromium-headless-shell")
    assert find_browser() == shell


@pytest.mark.parametrize("path", [SHELL, FULL])
def test_the_playwright_browser_is_preferred_to_a_system_browser(machine: Path, path: str):
    program(machine / "bin/chromium-headless-shell")
    own = program(machine / "store" / path)
    assert find_browser() == own


def test_the_playwright_headless_shell_is_preferred_to_its_full_browser(machine: Path):
    program(machine / "store" / FULL)
    shell = program(machine / "store" / SHELL)
    assert find_browser() == shell


def test_the_newest_playwright_browser_is_used(machine: Path):
    program(machine / "store" / SHELL)
    newer = program(machine / "store" / NEWER)
    assert find_browser() == newer


@pytest.mark.parametrize(
    "path",
    [
        "chromium-1200/chrome-mac/Chromium.app/Contents/MacOS/Chromium",
        "chromium-1300/chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome "
        "for Testing",
    ],
)
def test_the_playwright_browser_is_found_on_macos(machine: Path, mac: Path, path: str):
    own = program(mac / "Library/Caches/ms-playwright" / path)
    assert find_browser(window=True) == own


@pytest.mark.parametrize("name", ["Chromium", "Google Chrome"])
def test_a_macos_application_is_found(machine: Path, mac: Path, name: str):
    there = program(mac / "Applications" / f"{name}.app/Contents/MacOS" / name)
    assert find_browser() == there


def test_macos_folders_are_not_searched_on_linux(
    machine: Path, mac: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("sys.platform", "linux")
    program(mac / "Library/Caches/ms-playwright" / SHELL)
    program(mac / "Applications/Chromium.app/Contents/MacOS/Chromium")
    with pytest.raises(UserError, match=r"^Chromium was not found"):
        find_browser()


@pytest.mark.parametrize("home", [None, "/" + 300 * "x"], ids=["unknown", "unreadable"])
def test_a_user_without_a_home_folder_uses_the_browser_of_the_system(
    machine: Path, monkeypatch: pytest.MonkeyPatch, home: str | None
):
    monkeypatch.delenv("PLAYWRIGHT_BROWSERS_PATH")
    monkeypatch.delenv("HOME") if home is None else monkeypatch.setenv("HOME", home)
    monkeypatch.setattr("os.getuid", lambda: 2**31 - 2)  # This user has no entry in /etc/passwd.
    chromium = program(machine / "bin/chromium")
    assert find_browser() == chromium


def test_a_file_that_is_not_executable_is_not_a_browser(machine: Path):
    program(machine / "store" / SHELL).chmod(0o644)
    chromium = program(machine / "bin/chromium")
    assert find_browser() == chromium


def test_the_environment_variable_has_priority(machine: Path, monkeypatch: pytest.MonkeyPatch):
    program(machine / "store" / SHELL)
    program(machine / "bin/chromium")
    mine = program(machine / "mine")
    monkeypatch.setenv("WEBPROCTOR_BROWSER", str(mine))
    assert find_browser() == mine


def test_the_environment_variable_can_be_a_program_name(
    machine: Path, monkeypatch: pytest.MonkeyPatch
):
    mine = program(machine / "bin/my-chromium")
    monkeypatch.setenv("WEBPROCTOR_BROWSER", "my-chromium")
    assert find_browser() == mine


def test_an_invalid_environment_variable_is_an_error_even_if_there_are_browsers(
    machine: Path, monkeypatch: pytest.MonkeyPatch
):
    program(machine / "bin/chromium")
    monkeypatch.setenv("WEBPROCTOR_BROWSER", "/nowhere/chromium")
    message = r"^WEBPROCTOR_BROWSER is '/nowhere/chromium', which is not an executable program\. "
    with pytest.raises(UserError, match=message):
        find_browser()
