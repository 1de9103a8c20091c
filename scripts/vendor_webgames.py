"""Rebuild the games' third-party files: fonts, emoji, physics; and axe, for tests.

    python scripts/vendor_webgames.py

`manifest.json` names each file's source, an exact release in a package registry. The emoji font is
reduced to the emoji that the games use. `npm` and fontTools' `pyftsubset` (pip install fonttools
brotli) must be on the path.
"""

import hashlib
import json
import re
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "src/webproctor/benchmarks/webgames"
VENDOR = GAMES / "kit/vendor"
_EMOJI = re.compile(
    "[\u2190-\u21ff\u2300-\u23ff\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff\U0001f000-\U0001faff]"
)
# Text symbols, which are left to the text fonts.
_TEXT = set("←→↑↓▸✕✱")


def used_emoji() -> str:
    """Return every emoji in the games' sources, sorted."""
    sources = [
        path
        for path in GAMES.rglob("*")
        if path.suffix in (".py", ".js", ".html", ".csv", ".json", ".txt")
        and VENDOR not in path.parents
    ]
    found = {sign for path in sources for sign in _EMOJI.findall(path.read_text("utf-8"))}
    return "".join(sorted(found - _TEXT))


def members(release: str, folder: Path) -> dict[str, bytes]:
    """Return every file of an npm release by its path inside the package."""
    subprocess.run(["npm", "pack", "--silent", release], cwd=folder, check=True)
    (archive,) = folder.glob("*.tgz")
    with tarfile.open(archive) as tar:
        files = {m.name.split("/", 1)[-1]: tar.extractfile(m) for m in tar if m.isfile()}
        return {name: stream.read() for name, stream in files.items() if stream}


def subset(font: bytes, signs: str, folder: Path) -> bytes:
    """Return the font reduced to these characters."""
    whole, part = folder / "whole.woff2", folder / "part.woff2"
    whole.write_bytes(font)
    command = ["pyftsubset", str(whole), f"--text={signs}", "--flavor=woff2", "--no-hinting",
               "--desubroutinize", f"--output-file={part}", "--no-recalc-timestamp"]  # fmt: skip
    subprocess.run(command, check=True)
    return part.read_bytes()


def main() -> None:
    path = VENDOR / "manifest.json"
    manifest = json.loads(path.read_text("utf-8"))
    for entry in manifest["files"]:
        with tempfile.TemporaryDirectory() as scratch:
            release = members(f"{entry['package']}@{entry['version']}", Path(scratch))
            body = release[entry["from"]]
            if (checksum := hashlib.sha256(body).hexdigest()) != entry["sha256"]:
                sys.exit(f"{entry['package']}: sha256 of {entry['from']} is {checksum}")
            if entry.get("subset"):
                manifest["emoji"] = used_emoji()
                body = subset(body, manifest["emoji"], Path(scratch))
            target = ROOT / entry["file"]
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(body)
            licence = target.with_name(f"{target.name.split('.')[0]}.licence.txt")
            licence.write_bytes(release[entry["licence"]])
        print(entry["file"], len(body))
    path.write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
