"""Pictures of words and of pages with words, drawn with a seed."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


def _word(draws: np.random.RandomState) -> str:
    return "".join(LETTERS[i] for i in draws.randint(0, len(LETTERS), draws.randint(2, 7)))


def _ground(draws: np.random.RandomState, width: int, height: int) -> Image.Image:
    small = draws.randint(120, 255, (2, 3, 3)).astype(np.uint8)
    return Image.fromarray(small).resize((width, height))


def words(count: int, seed: int) -> list[tuple[Image.Image, str]]:
    """Pictures of one word each, 100 x 32."""
    draws, font, made = np.random.RandomState(seed), ImageFont.load_default(24), []
    for _ in range(count):
        text, picture = _word(draws), _ground(draws, 100, 32)
        ImageDraw.Draw(picture).text((2, 1), text, fill=(10, 10, 40), font=font)
        made.append((picture, text))
    return made


def words_in_lmdb(folder: Path, count: int, seed: int) -> None:
    """The data base that the recognition recipes read."""
    import lmdb

    folder.mkdir(parents=True)
    base = lmdb.open(str(folder), map_size=1 << 24)
    with base.begin(write=True) as writing:
        for number, (picture, text) in enumerate(words(count, seed), 1):
            stream = io.BytesIO()
            picture.save(stream, "png")
            writing.put(b"image-%09d" % number, stream.getvalue())
            writing.put(b"label-%09d" % number, text.encode())
        writing.put(b"num-samples", str(count).encode())
    base.close()


def pages(folder: Path, label: Path, count: int, seed: int, size: int = 256) -> None:
    """Square pages with three words each, and the file that tells where the words stand."""
    import json

    draws, font, lines = np.random.RandomState(seed), ImageFont.load_default(36), []
    folder.mkdir(parents=True)
    for number in range(count):
        picture, boxes = _ground(draws, size, size), []
        pen = ImageDraw.Draw(picture)
        for row in range(3):
            text, corner = _word(draws), (int(draws.randint(8, 60)), 20 + 80 * row)
            pen.text(corner, text, fill=(10, 10, 40), font=font)
            left, top, right, bottom = (int(v) for v in pen.textbbox(corner, text, font=font))
            points = [[left, top], [right, top], [right, bottom], [left, bottom]]
            boxes.append({"transcription": text, "points": points})
        picture.save(folder / f"{number}.png")
        lines.append(f"{number}.png\t{json.dumps(boxes)}")
    label.write_text("\n".join(lines) + "\n")
