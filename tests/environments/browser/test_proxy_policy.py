"""The policies for commands of programs, without a browser."""

from pathlib import Path
from typing import Any

import pytest

from webproctor.environments.browser.proxy_policy import (
    Permissions,
    Policy,
    cleaned,
    inside,
)
from webproctor.environments.browser.proxy_scope import CommandLog


def refusal(
    method: str,
    policy: Policy = "input",
    *,
    page: bool = True,
    folder: Path = Path("/episode"),
    **given: Any,
) -> str | None:
    """Return why a command with these parameters is refused."""
    permissions = Permissions(policy, folder, inside("http://pages.test/"))
    return permissions.refusal(method, given, page=page)


@pytest.mark.parametrize(
    "method",
    [
        *("DOM.removeAttribute", "DOM.removeNode", "DOM.setAttributeValue", "DOM.setNodeName"),
        *("DOM.setAttributesAsText", "DOM.setNodeValue", "DOM.setOuterHTML"),
        *("Page.addScriptToEvaluateOnNewDocument", "Page.setDocumentContent"),
        *("Runtime.callFunctionOn", "Runtime.compileScript", "Runtime.evaluate"),
        "Runtime.runScript",
    ],
)
def test_scripts_and_changes_of_the_document_need_the_policy_script_and_are_counted(
    method: str,
) -> None:
    assert refusal(method) == "not allowed for programs under the policy 'input'"
    assert refusal(method, "script") is None
    log = CommandLog()
    log.note(method)
    assert log.scripts == 1


@pytest.mark.parametrize("method", ["DOM.focus", "Input.insertText", "Runtime.enable"])
def test_other_commands_are_not_counted_as_scripts(method: str) -> None:
    assert refusal(method, "script") is None
    log = CommandLog()
    log.note(method)
    assert log.scripts == 0


def test_pages_refuse_commands_of_the_browser_and_the_browser_those_of_pages() -> None:
    for policy in ("input", "script"):
        assert refusal("Browser.getVersion", policy, page=False) is None
        assert refusal("Browser.getVersion", policy) is not None
        assert refusal("Page.reload", policy) is None
        assert refusal("Page.reload", policy, page=False) is not None


@pytest.mark.parametrize("method", ["Page.navigate", "Target.createTarget"])
def test_only_addresses_of_the_task_and_an_empty_page_can_be_opened(method: str) -> None:
    page = method.startswith("Page")
    for url in ("", "about:blank", "http://pages.test/a"):
        assert refusal(method, page=page, url=url) is None
    for url in ("about:version", "http://other.test/", None, 1, ["http://pages.test/"]):
        assert refusal(method, page=page, url=url) == f"the address {url!r} is outside the task"


@pytest.mark.parametrize("method", ["Target.attachToTarget", "Target.setAutoAttach"])
def test_only_flat_sessions_are_supported(method: str) -> None:
    not_flat: list[dict[str, Any]] = [{}, {"flatten": False}, {"flatten": 1}, {"autoAttach": True}]
    for given in not_flat:
        reason = refusal(method, page=False, **given)
        assert reason == "only flat sessions (flatten: true) are supported"
    assert refusal(method, page=False, flatten=True) is None


def test_attaching_can_be_turned_off_without_flat_sessions() -> None:
    assert refusal("Target.setAutoAttach", autoAttach=False) is None


@pytest.mark.parametrize(
    "files", ["/etc/passwd", ["/episode/a", "/etc/passwd"], ["/episode/\0"], [1], None]
)
def test_one_file_outside_the_folder_of_the_episode_is_enough_to_refuse(files: object) -> None:
    reason = refusal("DOM.setFileInputFiles", files=files)
    assert reason is not None
    assert reason.endswith("is outside the episode's folder /episode")


def test_a_link_out_of_the_folder_of_the_episode_is_refused(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/etc/passwd")
    (tmp_path / "folder").symlink_to(tmp_path)
    for name, allowed in (("link", False), ("folder/own", True), ("folder/link", False)):
        reason = refusal("DOM.setFileInputFiles", folder=tmp_path, files=[str(tmp_path / name)])
        assert (reason is None) == allowed


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (None, "data must be an object"),
        ([], "data must be an object"),
        (
            {"files": ["/episode/a"]},
            "files cannot be dropped; choose them with DOM.setFileInputFiles",
        ),
        ({"items": ["text"]}, "each item must be an object"),
        ({"items": "text"}, "each item must be an object"),
        *(
            ({"items": items}, "the address 'http://other.test/' is outside the task")
            for address in ({"mimeType": "text/uri-list", "data": "http://other.test/"},)
            for items in (address, [address], [{"mimeType": "text/plain", "data": "x"}, address])
        ),
    ],
)
def test_files_and_other_addresses_cannot_be_dropped(data: object, reason: str) -> None:
    assert refusal("Input.dispatchDragEvent", data=data) == reason


def test_texts_and_addresses_of_the_task_can_be_dropped() -> None:
    items = [
        {"mimeType": "text/plain", "data": "http://other.test/"},
        {"mimeType": "text/uri-list", "data": "http://pages.test/a"},
    ]
    assert refusal("Input.dispatchDragEvent", data={"items": items, "files": []}) is None


@pytest.mark.parametrize(
    ("side", "maximum"), [("width", 1920), ("height", 1200), ("deviceScaleFactor", 2)]
)
def test_the_view_has_a_maximum_size(side: str, maximum: int) -> None:
    def refused(size: Any) -> str | None:
        given: dict[str, Any] = {side: size}
        return refusal("Emulation.setDeviceMetricsOverride", **given)

    assert [refused(size) for size in (0, 1, maximum)] == [None] * 3
    for size in (-1, maximum + 0.1, float("nan"), "1", None, [1]):
        assert refused(size) == f"{side} {size!r} is not between 0 and {maximum}"


def test_other_devices_and_media_are_not_emulated() -> None:
    assert refusal("Emulation.setDeviceMetricsOverride", mobile=True) is not None
    assert refusal("Emulation.setDeviceMetricsOverride", mobile=False) is None
    assert refusal("Emulation.setEmulatedMedia", media="print") is not None
    assert refusal("Emulation.setEmulatedMedia", media="screen") is None
    assert refusal("Emulation.setEmulatedMedia", media="") is None
    assert refusal("Emulation.setTouchEmulationEnabled") is not None
    for enabled in (True, 0):
        assert refusal("Emulation.setTouchEmulationEnabled", enabled=enabled) is not None
    assert refusal("Emulation.setTouchEmulationEnabled", enabled=False) is None


@pytest.mark.parametrize(
    ("method", "names"),
    [
        ("Input.dispatchKeyEvent", ["timestamp"]),
        ("Input.dispatchTouchEvent", ["timestamp"]),
        ("Page.reload", ["scriptToEvaluateOnLoad", "loaderId"]),
        ("Page.navigate", ["referrer", "referrerPolicy", "transitionType"]),
        (
            "Target.createTarget",
            ["enableBeginFrameControl", "hidden", "forTab", "browserContextId"],
        ),
    ],
)
def test_parameters_that_programs_must_not_set_are_removed(method: str, names: list[str]) -> None:
    assert cleaned(method, {"kept": 1} | dict.fromkeys(names, 1)) == {"kept": 1}


def test_parameters_of_other_commands_are_kept() -> None:
    assert cleaned("DOM.focus", {"timestamp": 1, "referrer": 1}) == {"timestamp": 1, "referrer": 1}


def test_addresses_below_that_of_the_task_are_inside_it() -> None:
    reaches = inside("http://games.localhost/token/")
    assert reaches("http://games.localhost/token/")
    assert reaches("http://games.localhost/token/room/3?x=1#top")
    for address in (
        "http://games.localhost/other/",
        "http://games.localhost/token/../other/",
        "http://games.localhost/token/%2e%2e/other/",
        "http://games.localhost/token/\t..",
        "http://games.localhost/token/\\..\\other",
        "https://games.localhost/token/",
        "http://games.localhost@evil/token/",
        " http://games.localhost/token/",
    ):
        assert not reaches(address)
