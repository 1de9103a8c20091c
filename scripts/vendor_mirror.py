"""Rebuild the TurkingBench mirror's `packages` folder from its manifest.

    python scripts/vendor_mirror.py            # fetch, verify every checksum, rewrite the folder
    python scripts/vendor_mirror.py --record   # the same, and record the checksums of new files

Each copy in `manifest.json` names its source, an exact release in a package registry
(`npm jquery@3.2.1` or `pip Flask-Bootstrap==3.0.3.1`), and where its files lie inside that
release. `npm` and `pip` must be on the path.
"""

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

MIRROR = Path(__file__).parents[1] / "src/webproctor/benchmarks/turkingbench/mirror"


def fetch(source: str, folder: Path) -> Path:
    """Download the release `source` to `folder`; return its archive."""
    tool, release = source.split(" ", 1)
    command = {
        "npm": ["npm", "pack", "--silent", release],
        "pip": ["pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", release],
    }[tool]
    subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    (archive,) = folder.iterdir()
    return archive


def members(archive: Path) -> dict[str, bytes]:
    """Return every file of the archive by its path below the archive's top folder."""
    with tarfile.open(archive) as tar:
        files = {m.name.split("/", 1)[-1]: tar.extractfile(m) for m in tar if m.isfile()}
        return {name: stream.read() for name, stream in files.items() if stream}


def vendor(copy: dict, packages: Path, record: bool) -> None:
    """Write one copy's files and licences below `packages`, and check (or record) checksums."""
    with tempfile.TemporaryDirectory() as scratch:
        release = members(fetch(copy["source"], Path(scratch)))
    folder = packages / f"{copy['library']}@{copy['version']}"
    for asset, file in copy["files"].items():
        body = release[file["from"]]
        checksum = hashlib.sha256(body).hexdigest()
        if record:
            file.setdefault("sha256", checksum)
        if file.get("sha256") != checksum:
            sys.exit(f"{folder.name}/{asset}: sha256 is {checksum}, not {file.get('sha256')}")
        target = folder / asset
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(body)
    for licence in copy["licence_files"]:
        if not licence.startswith("licences/"):
            (folder / Path(licence).name).write_bytes(release[licence])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--record", action="store_true", help="record the checksums of new files")
    record: bool = parser.parse_args().record
    path = MIRROR / "manifest.json"
    manifest = json.loads(path.read_text("utf-8"))
    with tempfile.TemporaryDirectory(dir=MIRROR) as scratch:
        packages = Path(scratch) / "packages"
        for copy in manifest["copies"]:
            print(copy["library"], copy["version"], flush=True)
            vendor(copy, packages, record)
        shutil.rmtree(MIRROR / "packages", ignore_errors=True)
        packages.rename(MIRROR / "packages")
    if record:
        path.write_text(json.dumps(manifest, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
