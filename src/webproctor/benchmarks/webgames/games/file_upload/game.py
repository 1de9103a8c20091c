"""File Upload: give the page a file; in hard it must be real MP3 sound."""

from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Refused, Reply, Variant, message

# Bits a second by index, and samples a second by index: MPEG-1 layer III (ISO 11172-3, 2.4.2.3).
_RATES = (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320)
_SAMPLES = (44_100, 48_000, 32_000)
# How many frames must follow one another for bytes to be sound and no accident.
FRAMES = 3


def puzzle(random: Random, only_mp3: bool) -> bool:
    return only_mp3


def is_mp3(body: bytes) -> bool:
    """Whether bytes hold MPEG-1 layer III frames, one right after another, from the beginning.

    A tag before them (ID3v2) is passed over.
    """
    at = 0
    if body[:3] == b"ID3" and len(body) > 10:
        size = 0
        for byte in body[6:10]:
            size = size << 7 | byte & 0x7F
        at = 10 + size
    for _ in range(FRAMES):
        length = _frame(body[at : at + 4])
        if not length or at + length > len(body):
            return False
        at += length
    return True


def _frame(head: bytes) -> int:
    """The length in bytes of the frame that begins so; 0 when none does."""
    if len(head) < 4 or head[0] != 0xFF or head[1] & 0xFE != 0xFA:
        return 0
    rate, sample, padding = head[2] >> 4, head[2] >> 2 & 3, head[2] >> 1 & 1
    if not 0 < rate < len(_RATES) or sample >= len(_SAMPLES):
        return 0
    return 144_000 * _RATES[rate] // _SAMPLES[sample] + padding


class Upload(Play[bool]):
    """Takes the bytes themselves and looks at them; what a browser calls them does not count."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._taken = 0
        return {"mp3": self.puzzle}

    def upload(self, name: str, type: str, body: bytes) -> Reply:
        if self.deeds("file", "drop") <= self._taken:
            raise Refused("no file was chosen by hand")
        self._taken += 1
        if self.puzzle and not is_mp3(body):
            return {"wrong": f"{name} is no MP3 sound."}
        return self.win()

    @message
    def chosen(self) -> Reply:
        """A file was chosen; it comes next."""
        return {}


GAME = Game(
    family="file-upload",
    icon="📁",
    skills=("files",),
    variants={
        "base": Variant("file-upload", "File Upload", "Upload any file.", "easy", False),
        "hard": Variant(
            "file-upload-hard",
            "File Upload (Hard)",
            "Upload a sound file in MP3 format.",
            "hard",
            True,
        ),
    },
    puzzle=puzzle,
    play=Upload,
    effort=lambda puzzle: 1,
)
