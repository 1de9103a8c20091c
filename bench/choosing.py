"""The options of scripts that measure any benchmark: which one, its agent and its settings."""

import argparse
from pathlib import Path
from typing import Any


def parser_of(doc: str | None) -> argparse.ArgumentParser:
    """Return a parser of these options, given the script's documentation."""
    parser = argparse.ArgumentParser(description=(doc or "").partition("\n")[0])
    parser.add_argument("benchmark")
    parser.add_argument("--agent", default="oracle")
    parser.add_argument("--data", type=Path)
    parser.add_argument("--set", action="append", default=[], metavar="SETTING=VALUE")
    parser.add_argument("--json", action="store_true")
    return parser


def settings_of(given: argparse.Namespace) -> dict[str, Any]:
    """Return the settings of the benchmark."""
    settings: dict[str, Any] = dict(one.split("=", 1) for one in given.set)
    return settings | ({"data": given.data} if given.data else {})
