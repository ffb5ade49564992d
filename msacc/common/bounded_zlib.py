"""zlib decompression with bounded memory."""

from __future__ import annotations

import zlib

# zlib packs up to 1 : 1032; data sets hardly reach 1 : 20. Up to _ANYWAY any ratio will do.
_RATIO, _ANYWAY = 100, 64 << 20
ZLIB, GZIP = 15, 31


def unpacked(raw: bytes, how: int, most: int | None = None) -> bytes:
    """The content of all streams in `raw`; `how`: ZLIB or GZIP. `most`: the bytes that may come of it.

    ValueError for what is damaged, cut short or becomes too long.
    """
    limit = max(_ANYWAY, _RATIO * len(raw)) if most is None else most
    parts, rest, size = [], raw, 0
    try:
        while rest:
            stream = zlib.decompressobj(how)
            part = stream.decompress(rest, limit - size + 1)
            size += len(part)
            if size > limit:
                raise ValueError(
                    f"{len(raw)} packed bytes hold more than {limit}: unpack them yourself if you trust them"
                )
            if not stream.eof:
                raise ValueError("it is cut short")
            parts.append(part)
            # gzip files may follow each other, with zeros between them.
            rest = stream.unused_data.lstrip(b"\0") if how == GZIP else b""
    except zlib.error as error:
        raise ValueError(str(error)) from None
    return b"".join(parts)
