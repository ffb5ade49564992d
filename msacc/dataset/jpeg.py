"""JPEGs by torchvision's decoder, without loading torchvision, which takes a second.

It is libjpeg-turbo, as PIL's is, and gives the same bytes in two thirds of the time. Whatever is not plain is PIL's:
other colours, what is damaged, a torchvision that keeps its decoder elsewhere.
"""

from __future__ import annotations

import functools
import io
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import torch
from PIL import Image

from msacc.common import torch_private

Decoder = Callable[[torch.Tensor], torch.Tensor]
_RGB = 3
# Frames in sequence and progressive, with Huffman's code; and the markers without a length.
_FRAMES = (0xC0, 0xC1, 0xC2)
_ALONE = (0x01, *range(0xD0, 0xD9))


def extent(raw: np.ndarray) -> tuple[int, int] | None:
    """Width and height of a JPEG of three colours with eight bits each, as its head says; None for all else."""
    head = raw[: 1 << 16].tobytes()
    if head[:3] != b"\xff\xd8\xff":
        return None
    place = 2
    while place + 10 <= len(head) and head[place] == 0xFF:
        kind = head[place + 1]
        if kind in _FRAMES:
            height, width = (
                head[place + 5] << 8 | head[place + 6],
                head[place + 7] << 8 | head[place + 8],
            )
            plain = head[place + 4] == 8 and head[place + 9] == 3 and height and width
            return (width, height) if plain else None
        if kind == 0xFF or kind in _ALONE:
            place += 1 if kind == 0xFF else 2
        else:
            place += 2 + (head[place + 2] << 8 | head[place + 3])
    return None


def pixels(raw: np.ndarray) -> np.ndarray | None:
    """The RGB image (H, W, 3) of a JPEG's bytes, a uint8 vector; None where PIL shall do it or say why not."""
    decode = _decoder()
    return None if decode is None else _decoded(decode, raw)


def _decoded(decode: Decoder, raw: np.ndarray) -> np.ndarray | None:
    own = raw if raw.flags.writeable and raw.flags.c_contiguous else raw.copy()
    try:
        with torch_private.no_modes():
            return decode(torch.from_numpy(own)).permute(1, 2, 0).numpy()
    except RuntimeError:
        return None


@functools.cache
def _decoder() -> Decoder | None:
    """torchvision's decoder, if it can be had and gives what PIL gives."""
    spec = find_spec("torchvision")
    if spec is None or spec.origin is None:
        return None
    for path in sorted(Path(spec.origin).parent.glob("image*.so")):
        try:
            torch.ops.load_library(str(path))
            found: Decoder = functools.partial(torch.ops.image.decode_jpeg, mode=_RGB)
            if _agrees(found):
                return found
        except (OSError, RuntimeError, AttributeError, TypeError):
            continue
    return None


def _agrees(decode: Decoder) -> bool:
    file = io.BytesIO()
    shades = np.arange(20 * 24 * 3).reshape(20, 24, 3) % 251
    Image.fromarray(shades.astype(np.uint8)).save(file, "JPEG", quality=80)
    made = _decoded(decode, np.frombuffer(file.getvalue(), np.uint8))
    return made is not None and np.array_equal(made, np.asarray(Image.open(file)))
