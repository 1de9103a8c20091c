"""The headers that restrict what a page may do in a browser."""

from collections.abc import Mapping, Sequence

_FEATURES = ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")


def headers(*, features: Sequence[str] = (), nonce: str = "") -> Mapping[str, str]:
    """Return the headers of a page.

    Pages load nothing from other hosts, run no script in the page's text, and cannot be framed. The
    application adds these headers to every answer that does not have its own.

    Args:
        features: What the page may use of `microphone`, `display-capture` and the like.
        nonce: Random text of this answer: elements `style` with this `nonce` are applied.
    """
    styles = f"'self' 'nonce-{nonce}'" if nonce else "'self'"
    policy = [
        "default-src 'none'",
        *(f"{kind}-src 'self'" for kind in ("script", "font", "connect", "frame")),
        f"style-src {styles}",
        *(f"{kind}-src 'self' data: blob:" for kind in ("img", "media")),
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
    allowed = (f"{feature}=({'self' if feature in features else ''})" for feature in _FEATURES)
    return {
        "content-security-policy": "; ".join(policy),
        "permissions-policy": ", ".join(allowed),
        "x-frame-options": "DENY",
        "x-content-type-options": "nosniff",
        # With `no-referrer`, browsers would send `Origin: null` with forms.
        "referrer-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
    }
