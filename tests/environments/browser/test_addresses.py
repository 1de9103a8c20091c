"""The allow-list of schemes and hosts, without a browser."""

import pytest

from webproctor.environments.browser.addresses import IncompleteAddress, is_request, refusal

HOSTS = frozenset({"pages.test"})


@pytest.mark.parametrize(
    "address",
    [
        "http://pages.test/a?b#c",
        "https://pages.test",
        "HTTP://PAGES.test/",
        " \nhttp://pages.test/",
        "ht\ttp://pages.test/",
        "about:blank",
    ],
)
def test_addresses_of_the_task_are_allowed(address: str) -> None:
    assert refusal(address, HOSTS) is None


@pytest.mark.parametrize(
    "address",
    [
        *("file:///etc/passwd", "view-source:http://pages.test/", "javascript:alert(1)"),
        *("data:text/html,x", "chrome://version", "devtools://devtools/bundled/inspector.html"),
        *("about:version", "ftp://pages.test/", "blob:http://pages.test/1", "intent://x#Intent"),
        *("filesystem:http://pages.test/temporary/x", "ws://pages.test/", "mailto:a@b"),
        *("FILE:///etc/passwd", "\x01 file:///etc/passwd", "java\nscript:alert(1)"),
    ],
)
def test_other_schemes_are_refused(address: str) -> None:
    why = refusal(address, HOSTS)
    assert why is not None
    assert why.endswith("cannot be opened: only http and https addresses are allowed")


@pytest.mark.parametrize(
    "address",
    [
        *("http://example.com/", "http://pages.test.example.com/", "http://pages.test@evil.test/"),
        *("http://evil.test\\@pages.test/", "http://127.0.0.1/", "http://[::1", "http:///x"),
    ],
)
def test_other_hosts_are_refused(address: str) -> None:
    why = refusal(address, HOSTS)
    assert why is not None
    assert why.endswith("cannot be reached: only the task's hosts are allowed (pages.test)")


@pytest.mark.parametrize(
    "address", ["", "pages.test/x", "/x", "//pages.test/x", "/x?next=http://pages.test/"]
)
def test_an_address_without_a_scheme_is_incomplete(address: str) -> None:
    with pytest.raises(IncompleteAddress, match="start with http://"):
        refusal(address, HOSTS)


@pytest.mark.parametrize(
    ("address", "socket", "allowed"),
    [
        ("http://pages.test/x", False, True),
        ("wss://pages.test/x", True, True),
        ("http://evil.test/x", False, False),
        ("wss://evil.test/x", True, False),
        ("wss://pages.test/x", False, False),
        ("http://pages.test/x", True, False),
    ],
)
def test_a_page_may_only_request_addresses_of_allowed_hosts(
    address: str, socket: bool, allowed: bool
) -> None:
    assert is_request(address, HOSTS, socket=socket) is allowed
