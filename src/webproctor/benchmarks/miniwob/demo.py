"""Settings of `webproctor demo`: a few environments that the oracle solves."""

from webproctor.benchmarks.miniwob.package import NAME

REQUIRES = NAME
SETTINGS = {
    "environment": (
        "choose-list",
        "click-button",
        "click-checkboxes",
        "click-tab-2",
        "email-inbox-reply",
        "enter-date",
        "login-user",
        "navigate-tree",
        "simple-algebra",
        "use-slider",
    )
}
