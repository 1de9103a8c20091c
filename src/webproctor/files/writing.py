"""Write files completely or not at all."""

from pathlib import Path


def write_atomically(path: Path, text: str) -> None:
    """Write a UTF-8 text. Other processes, and later ones if this one is killed, read the whole
    text or the file that was there before."""
    temporary = path.with_name(f"{path.name}.new")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(path)
