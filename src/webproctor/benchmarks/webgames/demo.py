"""What `webproctor demo` plays: every family once, under the clock that waits for nobody."""

SETTINGS = {"difficulty": ("base",), "clock": "virtual"}
