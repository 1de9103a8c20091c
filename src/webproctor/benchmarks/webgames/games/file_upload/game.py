"""File Upload: upload a file; in the hard variant its content must be MP3 audio.

The player wins with any upload of a file that was selected or dropped by real input.
"""

from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Refused, Reply, Variant, message

# Bit rates in kbit/s of layer III of MPEG-1 (ISO 11172-3, 2.4.2.3), and of MPEG-2 and MPEG-2.5 (ISO
# 13818-3, 2.4.2.3), by index.
_BIT_RATES = (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320)
_LOW_BIT_RATES = (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160)
# Sampling rates in Hz by the version's bits (MPEG-2.5, a reserved value, MPEG-2, MPEG-1) and index.
_SAMPLING_RATES = (
    (11_025, 12_000, 8_000),
    (),
    (22_050, 24_000, 16_000),
    (44_100, 48_000, 32_000),
)
_MPEG_1 = 3
# Number of consecutive frames that distinguishes MP3 audio from arbitrary bytes.
FRAMES = 3


def puzzle(random: Random, only_mp3: bool) -> bool:
    """Return whether only MP3 files are accepted."""
    return only_mp3


def is_mp3(body: bytes) -> bool:
    """Return whether bytes begin with consecutive frames of layer III of MPEG-1, 2 or 2.5.

    An ID3v2 tag before the frames is skipped.
    """
    offset = 0
    if body[:3] == b"ID3" and len(body) > 10:
        size = 0
        for byte in body[6:10]:
            size = size << 7 | byte & 0x7F
        offset = 10 + size
    for _ in range(FRAMES):
        length = _frame_length(body[offset : offset + 4])
        if not length or offset + length > len(body):
            return False
        offset += length
    return True


def _frame_length(header: bytes) -> int:
    """Return the length in bytes of the frame with this header, or 0 if the header is invalid."""
    is_layer_3 = len(header) == 4 and header[0] == 0xFF and header[1] & 0xE6 == 0xE2
    if not is_layer_3:
        return 0
    version, padding = header[1] >> 3 & 3, header[2] >> 1 & 1
    bit_rate, sampling_rate = header[2] >> 4, header[2] >> 2 & 3
    bit_rates = _BIT_RATES if version == _MPEG_1 else _LOW_BIT_RATES
    sampling_rates = _SAMPLING_RATES[version]
    if not 0 < bit_rate < len(bit_rates) or sampling_rate >= len(sampling_rates):
        return 0
    bytes_per_rate = 144_000 if version == _MPEG_1 else 72_000
    return bytes_per_rate * bit_rates[bit_rate] // sampling_rates[sampling_rate] + padding


class Upload(Play[bool]):
    """Checks the content of the uploaded file; its name and content type do not matter."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._uploads = 0
        return {"mp3": self.puzzle}

    def upload(self, name: str, type: str, body: bytes) -> Reply:
        if self.count_inputs("file", "drop") <= self._uploads:
            raise Refused("no file selection was recorded")
        self._uploads += 1
        if self.puzzle and not is_mp3(body):
            return {"wrong": f"{name} is not an MP3 file."}
        return self.win()

    @message
    def selected(self) -> Reply:
        """The player selected a file, which the page uploads next."""
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
