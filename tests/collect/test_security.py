"""The headers that restrict pages."""

from webproctor.collect.security import headers


def policy(**given: str) -> dict[str, str]:
    """Return the content security policy, by directive."""
    parts = headers(**given)["content-security-policy"].split("; ")
    return dict(part.split(" ", 1) for part in parts)


def test_a_page_loads_only_from_its_own_server() -> None:
    own = dict.fromkeys(
        ("script-src", "font-src", "connect-src", "frame-src", "style-src"), "'self'"
    )
    media = dict.fromkeys(("img-src", "media-src"), "'self' data: blob:")
    none = dict.fromkeys(("default-src", "base-uri", "frame-ancestors"), "'none'")
    assert policy() == own | media | none | {"form-action": "'self'"}


def test_a_nonce_allows_styles_and_no_scripts() -> None:
    allowed = policy(nonce="x1")
    assert allowed["style-src"] == "'self' 'nonce-x1'"
    assert allowed["script-src"] == "'self'"


def test_a_page_may_use_only_the_named_features() -> None:
    assert set(headers()["permissions-policy"].split(", ")) == {
        *("camera=()", "display-capture=()", "geolocation=()"),
        *("microphone=()", "payment=()", "usb=()"),
    }
    allowed = headers(features=["microphone"])["permissions-policy"].split(", ")
    assert [one for one in allowed if not one.endswith("=()")] == ["microphone=(self)"]


def test_a_page_shares_nothing_with_other_sites() -> None:
    restrictions = {
        "x-frame-options": "DENY",
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
    }
    assert restrictions.items() <= headers().items()
