"""Small files that say, or unpack to, what no memory holds: written by hand, byte by byte."""

from __future__ import annotations

import io
import json
import struct
import zlib
from typing import Any

from PIL import Image

SIDE = 60_000


def packed_zeros(kind: str = "ZLIB", megabytes: int = 400) -> bytes:
    """So many zeros, packed: what a window packs to, again and again, so that nobody has to pack them all."""
    worker = zlib.compressobj(9, zlib.DEFLATED, 31 if kind == "GZIP" else 15)
    part = bytes(1 << 20)
    first = worker.compress(part) + worker.flush(zlib.Z_FULL_FLUSH)
    again = worker.compress(part) + worker.flush(zlib.Z_FULL_FLUSH)
    # The end's checksum is not that of so many zeros: whoever unpacks them all has failed before.
    return first + again * (megabytes - 1) + worker.flush()


# -- images ------------------------------------------------------------------------------------
def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png(width: int, height: int, *more: tuple[bytes, bytes], rows: int = 100) -> bytes:
    """An RGB image of which some rows are there; `more`: chunks before them."""
    head = _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    body = zlib.compress(bytes((1 + 3 * width) * rows), 9)
    chunks = b"".join(_chunk(*chunk) for chunk in more)
    return b"\x89PNG\r\n\x1a\n" + head + chunks + _chunk(b"IDAT", body) + _chunk(b"IEND", b"")


def jpeg(width: int, height: int, **how: Any) -> bytes:
    """A small image whose frame says another size."""
    raw = io.BytesIO()
    Image.new("RGB", (64, 64)).save(raw, "JPEG", **how)
    at = next(
        raw.getvalue().find(mark) for mark in (b"\xff\xc0", b"\xff\xc2") if mark in raw.getvalue()
    )
    return raw.getvalue()[: at + 5] + struct.pack(">HH", height, width) + raw.getvalue()[at + 9 :]


def gif(width: int, height: int) -> bytes:
    raw = io.BytesIO()
    Image.new("P", (8, 8)).save(raw, "GIF")
    return raw.getvalue().replace(struct.pack("<HH", 8, 8), struct.pack("<HH", width, height))


def bmp(width: int, height: int) -> bytes:
    raw = io.BytesIO()
    Image.new("RGB", (8, 8)).save(raw, "BMP")
    return raw.getvalue()[:18] + struct.pack("<ii", width, height) + raw.getvalue()[26:]


def tiff(width: int, height: int, **how: Any) -> bytes:
    raw = io.BytesIO()
    Image.new("RGB", (8, 8)).save(raw, "TIFF", **how)
    content, start = bytearray(raw.getvalue()), struct.unpack_from("<I", raw.getvalue(), 4)[0]
    for i in range(struct.unpack_from("<H", content, start)[0]):
        at = start + 2 + 12 * i
        tag = struct.unpack_from("<H", content, at)[0]
        if tag in (256, 257, 278):  # width, height, rows in a strip
            struct.pack_into("<HII", content, at + 2, 4, 1, width if tag == 256 else height)
    return bytes(content)


def webp(width: int, height: int) -> bytes:
    """An extended file whose canvas is large (16,384 at most a side)."""
    canvas = b"\0\0\0\0" + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    raw = io.BytesIO()
    Image.new("RGB", (8, 8)).save(raw, "WEBP", lossless=True)
    body = b"WEBPVP8X" + struct.pack("<I", 10) + canvas + raw.getvalue()[12:]
    return b"RIFF" + struct.pack("<I", len(body)) + body


def text_bomb(kind: bytes, size: int) -> bytes:
    """A PNG whose text unpacks to `size` bytes."""
    packed = packed_zeros(megabytes=size >> 20)
    body = {
        b"zTXt": b"Comment\0\0" + packed,
        b"iTXt": b"Comment\0\1\0\0\0" + packed,
        b"iCCP": b"profile\0\0" + packed,
    }
    return png(8, 8, (kind, body[kind]), rows=8)


IMAGES: dict[str, bytes] = {
    "png": png(SIDE, SIDE),
    "png of 13,000 by 13,000": png(13_000, 13_000, rows=1),
    "png, one row": png(2**31 - 1, 1, rows=0),
    "jpeg": jpeg(SIDE, SIDE),
    "progressive jpeg": jpeg(SIDE, SIDE, progressive=True),
    "jpeg of 8,000 by 8,000": jpeg(8000, 8000),
    "gif": gif(SIDE, SIDE),
    "bmp": bmp(SIDE, SIDE),
    "bmp, upside down": bmp(SIDE, -SIDE),
    "tiff": tiff(SIDE, SIDE),
    "tiff, lzw": tiff(SIDE, SIDE, compression="tiff_lzw"),
    "webp": webp(16384, 16384),
    "ppm": b"P6\n60000 60000\n255\n" + bytes(100),
}
TEXTS = {kind.decode(): text_bomb(kind, 400 << 20) for kind in (b"zTXt", b"iTXt", b"iCCP")}


# -- XML, JSON ---------------------------------------------------------------------------------
_BOX = "<bndbox><xmin>1</xmin><ymin>1</ymin><xmax>2</xmax><ymax>2</ymax></bndbox>"


def laughs(levels: int = 12) -> str:
    """A VOC annotation whose name is an entity of entities."""
    first = '<!ENTITY a0 "lol">'
    more = "".join(f'<!ENTITY a{i} "{f"&a{i - 1};" * 10}">' for i in range(1, levels))
    body = f"<object><name>&a{levels - 1};</name>{_BOX}</object>"
    return f"<!DOCTYPE x [{first}{more}]><annotation>{body}</annotation>"


def outside(path: str) -> str:
    """A VOC annotation whose name is another file."""
    body = f"<object><name>&other;</name>{_BOX}</object>"
    return f'<!DOCTYPE x [<!ENTITY other SYSTEM "file://{path}">]><annotation>{body}</annotation>'


def deep(times: int = 200_000) -> str:
    """A VOC annotation of elements in each other."""
    return "<annotation>" + "<a>" * times + "</a>" * times + "</annotation>"


DEEP_JSON = "[" * 200_000 + "]" * 200_000


# -- what a file says of itself ----------------------------------------------------------------
def varint(number: int) -> bytes:
    """A number as protobuf writes it."""
    out = b""
    while number > 127:
        out, number = out + bytes([number & 127 | 128]), number >> 7
    return out + bytes([number])


def record(*dims: int, type_name: str = "Float32", content: bytes = bytes(24)) -> bytes:
    """A record of a `.ckpt` file."""
    shape = b"".join(b"\x08" + varint(n) for n in dims)
    kind = type_name.encode()
    tensor = shape + b"\x12" + varint(len(kind)) + kind + b"\x1a" + varint(len(content)) + content
    value = b"\x0a\x01w\x12" + varint(len(tensor)) + tensor
    return b"\x0a" + varint(len(value)) + value


def safetensors(header: Any, length: int | None = None, body: bytes = bytes(16)) -> bytes:
    """A file of tensors with this header."""
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text) if length is None else length) + text + body


def wav(data: int, samples: int = 8) -> bytes:
    """A wav file whose data are said to have so many bytes."""
    form = b"fmt " + struct.pack("<IHHIIHH", 16, 1, 1, 8000, 16000, 2, 16)
    body = b"WAVE" + form + b"data" + struct.pack("<I", data) + bytes(2 * samples)
    return b"RIFF" + struct.pack("<I", 2**32 - 1) + body


def matlab(packed: bytes) -> bytes:
    """A MATLAB file of one packed element."""
    head = b"MATLAB 5.0".ljust(124) + struct.pack("<H", 0x0100) + b"IM"
    return head + struct.pack("<II", 15, len(packed)) + packed


def uneven_texts() -> str:
    """A thousand short lines and a long one: stacked, they would be a thousand long ones."""
    return "x\n" * 1000 + "y" * 400_000 + "\n"


def idx(*shape: int) -> bytes:
    """The head of an idx file, and some values."""
    return struct.pack(">" + "I" * (1 + len(shape)), 2051, *shape) + bytes(28 * 28)


def grown(count: int) -> bytes:
    """A MindRecord blob that says it holds so many numbers."""
    return struct.pack(">I", count) + bytes(20)
