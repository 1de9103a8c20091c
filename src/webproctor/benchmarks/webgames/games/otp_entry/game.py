"""OTP Entry: type a one-time code into one-digit boxes; hard requires computing the code.

The server compares the entered digits with the code of the seed, or with the current TOTP codes.
"""

import base64
import hashlib
import hmac
import io
import struct
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

from webproctor.benchmarks.webgames.play import File, Game, Play, Reply, Variant, message

PERIOD = 30
"""Seconds for which a TOTP code is current."""


@dataclass(frozen=True)
class Level:
    """The length of the code, and whether the player must compute it from a TOTP secret."""

    digits: int
    computed: bool = False


@dataclass(frozen=True)
class Puzzle:
    """A fixed code, or a TOTP secret and the start time of the page's clock.

    Attributes:
        digits: The length of the code.
        code: The fixed code; "" if it must be computed.
        secret: The TOTP secret in base 32; "" for a fixed code.
        clock: The start time in seconds since 1970; 0 for a fixed code.
    """

    digits: int
    code: str = ""
    secret: str = ""
    clock: int = 0


def puzzle(random: Random, level: Level) -> Puzzle:
    if not level.computed:
        return Puzzle(level.digits, code=f"{random.randrange(10**level.digits):0{level.digits}}")
    secret = base64.b32encode(random.randbytes(20)).decode()
    start = datetime(2031, 1, 1, 8, tzinfo=UTC) + timedelta(seconds=random.randrange(10**7))
    return Puzzle(level.digits, secret=secret, clock=int(start.timestamp()))


def totp(secret: str, seconds: float, digits: int = 6) -> str:
    """Return the TOTP code at a time in seconds since 1970 (RFC 6238, SHA-1, periods of 30 s)."""
    counter = struct.pack(">Q", int(seconds) // PERIOD)
    mac = hmac.digest(base64.b32decode(secret), counter, hashlib.sha1)
    offset = mac[-1] & 15
    number = struct.unpack(">I", mac[offset : offset + 4])[0] & 0x7FFFFFFF
    return f"{number % 10**digits:0{digits}}"


class Otp(Play[Puzzle]):
    """Uses a separate clock, shown on the page, so a seed always gives the same codes."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        if self.puzzle.secret:
            return {"digits": self.puzzle.digits, "clock": self.puzzle.clock * 1000}
        return {"digits": self.puzzle.digits, "code": self.puzzle.code}

    def file(self, name: str) -> File | None:
        if name != "qr.png" or not self.puzzle.secret:
            return None
        import segno  # Imported here, as all games are imported to list them.

        uri = f"otpauth://totp/Lighthouse:keeper?secret={self.puzzle.secret}&issuer=Lighthouse"
        png = io.BytesIO()
        segno.make(uri, error="m").save(png, kind="png", scale=4, border=3)
        return File(png.getvalue(), "image/png")

    @message
    def cannot_scan(self) -> Reply:
        """Return the secret as text, for players who cannot scan the QR code."""
        return {"secret": self.puzzle.secret}

    @message
    def enter(self, code: str) -> Reply:
        """Check the entered code; the codes of the previous and next period are valid too."""
        if self.puzzle.secret:
            now = self.puzzle.clock + self.evidence.now()
            valid_codes = [
                totp(self.puzzle.secret, now + offset, self.puzzle.digits)
                for offset in (-PERIOD, 0, PERIOD)
            ]
        else:
            valid_codes = [self.puzzle.code]
        if code in valid_codes:
            return self.win()
        self.miss()
        return {"wrong": True}


_GOAL = "Enter the one-time code that the page shows."

GAME = Game(
    family="otp-entry",
    icon="🔐",
    skills=("typing", "reading"),
    variants={
        "easy": Variant("otp-entry-easy", "OTP Entry (Easy)", _GOAL, "easy", Level(4)),
        "base": Variant("otp-entry", "OTP Entry", _GOAL, "medium", Level(6)),
        "hard": Variant(
            "otp-entry-hard",
            "OTP Entry (Hard)",
            "Set up two-factor login: scan the QR code (or use the secret as text), compute the "
            "time-based code (TOTP, SHA-1, 6 digits, 30 seconds) for the time that the site's "
            "clock shows, and enter it.",
            "hard",
            Level(6, computed=True),
        ),
    },
    puzzle=puzzle,
    play=Otp,
    minimum_actions=lambda puzzle: puzzle.digits,
    tries=5,
    hidden=lambda puzzle: [puzzle.secret] if puzzle.secret else [],
)
