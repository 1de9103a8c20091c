"""Parse which snapshots and recordings a run keeps."""

from typing import TYPE_CHECKING, cast

from webproctor.core.errors import UserError

if TYPE_CHECKING:
    from webproctor.environments.browser.recording import Kind
    from webproctor.run.snapshots import Record

_SNAPSHOTS = ("shown", "all", "none")
_RECORDINGS = ("trace", "video", "har")


def parse_record(text: str) -> "tuple[Record, frozenset[Kind]]":
    """Return the snapshots and the recordings that a text such as `all,trace,video` selects.

    Without a name of snapshots, they are `shown`.

    Raises:
        UserError: If a name is unknown, or there are several names of snapshots.
    """
    names = {name.strip() for name in text.split(",") if name.strip()}
    snapshots, recordings = names & {*_SNAPSHOTS}, names & {*_RECORDINGS}
    if names - snapshots - recordings:
        raise UserError(
            f"record {text!r}: choose from {', '.join(_SNAPSHOTS)}; {', '.join(_RECORDINGS)}."
        )
    if len(snapshots) > 1:
        raise UserError(f"record {text!r}: choose one of {', '.join(sorted(snapshots))}.")
    return (
        cast("Record", next(iter(snapshots), "shown")),
        cast("frozenset[Kind]", frozenset(recordings)),
    )
