"""Downloaded archives: tar.gz and zip."""

import gzip
import io
import tarfile
import zipfile
from functools import cache
from pathlib import Path
from random import Random

from fuzz import mutation
from fuzz.target import Files, Target, of_files

from webproctor.files.unpacking import inside, unpack_tar_gz, unpack_zip

_LIMIT = 200_000
_FILES = {"a/batch.csv": b"x,y\n1,2\n" * 20, "a/b/template.html": b"<input name=q>" * 9, "c": b""}
_STRANGE = ("../outside", "/outside", "a/../../outside", "a", "a/batch.csv/x", "c\\d", "b\0")


def _entries(random: Random) -> Files:
    """Return files of which one may have a name that is refused."""
    found = dict(_FILES)
    if random.random() < 0.3:
        found[random.choice(_STRANGE)] = b"z" * random.choice((1, 1000, 2 * _LIMIT))
    return found


def _zip(files: Files) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(name, content)
    return out.getvalue()


def _tar(files: Files, link: bytes | None) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as packed:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            packed.addfile(entry, io.BytesIO(content))
        if link is not None:
            entry = tarfile.TarInfo("link")
            entry.type, entry.linkname = link, "../outside"
            packed.addfile(entry)
    return out.getvalue()


def _archive(random: Random) -> Files:
    files = _entries(random)
    if random.random() < 0.5:
        packed = _zip(files)
        return {"in.zip": mutation.data(random, packed) if random.random() < 0.9 else packed}
    links = (None, None, tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE)
    plain = _tar(files, random.choice(links))
    if random.random() < 0.6:  # Damage inside a valid gzip file.
        plain = mutation.data(random, plain)
    packed = gzip.compress(plain, 1)
    return {"in.tar.gz": mutation.data(random, packed) if random.random() < 0.3 else packed}


def _unpack(folder: Path) -> None:
    out = folder / "deep" / "out"
    out.mkdir(parents=True)
    [archive] = folder.glob("in.*")
    try:
        if archive.suffix == ".zip":
            unpack_zip(archive, out, _LIMIT)
        else:
            unpack_tar_gz(archive, out, lambda name: Path(inside(name)), _LIMIT)
    finally:
        outside = [*folder.glob("outside"), *(folder / "deep").glob("outside")]
        assert outside == [], "a file was written outside the folder"
        written = sum(one.lstat().st_size for one in out.rglob("*") if one.is_file())
        assert written <= _LIMIT, "more was written than the limit allows"
        assert not any(one.is_symlink() for one in out.rglob("*")), "a link was made"


@cache
def _whole() -> bytes:
    return _tar(_FILES, None)


def _long(text: str) -> Files:
    return {"in.tar.gz": gzip.compress(_whole() + text.encode(), 1)}


TARGETS = [
    Target("archives", _archive, of_files(_unpack), units=("\0", "a" * 512, "b\0"), grown=_long),
]
