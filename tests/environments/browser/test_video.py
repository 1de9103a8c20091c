"""The writing of videos."""

import io
from pathlib import Path

from PIL import Image

from webproctor.environments.browser.video import VideoRecorder


def test_a_video_skips_a_damaged_frame(tmp_path: Path) -> None:
    import av  # pyright: ignore[reportMissingImports]

    film, red = VideoRecorder(), io.BytesIO()
    Image.new("RGB", (64, 48), "red").save(red, "JPEG")
    film._frames = [(0.0, b"damaged"), (0.2, red.getvalue()), (0.4, red.getvalue()[:300])]
    film.write(tmp_path / "film.webm")
    with av.open(str(tmp_path / "film.webm")) as written:
        assert [frame.to_image().size for frame in written.decode(video=0)] == [(64, 48)]
