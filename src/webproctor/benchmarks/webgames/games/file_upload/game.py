"""File Upload: upload a file; in the hard variant its content must be MP3 audio."""

from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Refused, Reply, Variant, message

# Bit rates in kbit/s and sampling rates in Hz of MPEG-1 layer III, by index (ISO 11172-3, 2.4.2.3).
_RATES = (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320)
_SAMPLES = (44_100, 48_000, 32_000)
# Number of consecutive frames that distinguishes MP3 audio from arbitrary bytes.
FRAMES = 3


def puzzle(random: Random, only_mp3: bool) -> bool:
    return only_mp3


def is_mp3(body: bytes) -> bool:
    """Return whether bytes begin with consecutive MPEG-1 layer III frames.

    An ID3v2 tag before the frames is skipped.
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
    """Return the length in bytes of the frame with this header, or 0 if the header is invalid."""
    if len(head) < 4 or head[0] != 0xFF or head[1] & 0xFE != 0xFA:
        return 0
    rate, sample, padding = head[2] >> 4, head[2] >> 2 & 3, head[2] >> 1 & 1
    if not 0 < rate < len(_RATES) or sample >= len(_SAMPLES):
        return 0
    return 144_000 * _RATES[rate] // _SAMPLES[sample] + padding


class Upload(Play[bool]):
    """Judges the uploaded bytes; their name and content type do not matter."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._taken = 0
        return {"mp3": self.puzzle}

    def upload(self, name: str, type: str, body: bytes) -> Reply:
        if self.count_inputs("file", "drop") <= self._taken:
            raise Refused("no file selection was recorded")
        self._taken += 1
        if self.puzzle and not is_mp3(body):
            return {"wrong": f"{name} is not an MP3 file."}
        return self.win()

    @message
    def chosen(self) -> Reply:
        """Announce that a file was chosen and will be uploaded next."""
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
    minimum_actions=lambda puzzle: 1,
)
