"""The games and settings of `webproctor demo`: one game of each kind, under the virtual clock."""

GAMES = (
    *("button-hold", "calendar-comprehension", "canvas-catch", "chart-read", "date"),
    *("emoji-remember", "file-upload", "iframe-nest", "key-combo", "map-panner", "maze/*"),
    *("menu-navigator", "otp-entry", "print-reveal", "shopping-challenge", "slider-symphony"),
    *("tab-sync", "towers-of-hanoi"),
)
SETTINGS = {"task": GAMES, "clock": "virtual"}
