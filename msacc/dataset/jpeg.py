"""JPEG decoding by torchvision's decoder, without importing torchvision, which takes a second.

It is libjpeg-turbo, as in PIL, and gives the same bytes in two thirds of the time. PIL decodes the rest: other color
spaces, damaged files, and everything where torchvision has no such decoder.
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
# Markers of baseline, extended and progressive frames with Huffman coding; and the markers without a length.
_FRAMES = (0xC0, 0xC1, 0xC2)
_STANDALONE = (0x01, *range(0xD0, 0xD9))


def extent(raw: np.ndarray) -> tuple[int, int] | None:
    """Returns width and height of a JPEG of three 8-bit channels, from its header; None for all else."""
    head = raw[: 1 << 16].tobytes()
    if head[:3] != b"\xff\xd8\xff":
        return None
    offset = 2
    while offset + 10 <= len(head) and head[offset] == 0xFF:
        kind = head[offset + 1]
        if kind in _FRAMES:
            height, width = (
                head[offset + 5] << 8 | head[offset + 6],
                head[offset + 7] << 8 | head[offset + 8],
            )
            plain = head[offset + 4] == 8 and head[offset + 9] == 3 and height and width
            return (width, height) if plain else None
        if kind == 0xFF or kind in _STANDALONE:
            offset += 1 if kind == 0xFF else 2
        else:
            offset += 2 + (head[offset + 2] << 8 | head[offset + 3])
    return None


def pixels(raw: np.ndarray) -> np.ndarray | None:
    """Returns the RGB image (H, W, 3) of a JPEG's bytes, a uint8 vector; None where PIL must decode it."""
    decode = _decoder()
    return None if decode is None else _run_decoder(decode, raw)


def _run_decoder(decode: Decoder, raw: np.ndarray) -> np.ndarray | None:
    buffer = raw if raw.flags.writeable and raw.flags.c_contiguous else raw.copy()
    try:
        with torch_private.no_modes():
            return decode(torch.from_numpy(buffer)).permute(1, 2, 0).numpy()
    except RuntimeError:
        return None


@functools.cache
def _decoder() -> Decoder | None:
    """Returns torchvision's decoder, if it can be loaded and agrees with PIL."""
    spec = find_spec("torchvision")
    if spec is None or spec.origin is None:
        return None
    for path in sorted(Path(spec.origin).parent.glob("image*.so")):
        try:
            torch.ops.load_library(str(path))
            decode: Decoder = functools.partial(torch.ops.image.decode_jpeg, mode=_RGB)
            if _agrees_with_pil(decode):
                return decode
        except (OSError, RuntimeError, AttributeError, TypeError):
            continue
    return None


def _agrees_with_pil(decode: Decoder) -> bool:
    file = io.BytesIO()
    shades = np.arange(20 * 24 * 3).reshape(20, 24, 3) % 251
    Image.fromarray(shades.astype(np.uint8)).save(file, "JPEG", quality=80)
    decoded = _run_decoder(decode, np.frombuffer(file.getvalue(), np.uint8))
    return decoded is not None and np.array_equal(decoded, np.asarray(Image.open(file)))
