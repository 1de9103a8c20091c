"""Write text and JSON files."""

import json
from pathlib import Path
from typing import Any


def write_atomically(path: Path, text: str) -> None:
    """Write a UTF-8 text. Other processes, and later ones if this one is killed, read the whole
    text or the file that was there before."""
    temporary = path.with_name(f"{path.name}.new")
    remove_link(temporary)
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(path)


def write_json(path: Path, value: Any) -> None:
    """Write JSON data as UTF-8, indented by a space per level."""
    path.write_text(json.dumps(value, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def remove_link(path: Path) -> None:
    """Remove a symbolic link from a path that is about to be written, so that it is not followed.

    The folder of a run that somebody shared can contain links to any file.
    """
    if path.is_symlink():
        path.unlink()
