"""Readers of sound files: 16-bit wav and NIST sphere, as float32 of shape (1, samples)."""

from __future__ import annotations

import os
import struct

import numpy as np

from msacc.dataset.errors import pipeline_error

_INT16_MAX = 32767.0


def _scaled(samples: np.ndarray) -> np.ndarray:
    return (samples.astype(np.float32) / np.float32(_INT16_MAX))[None]


def _bytes(path: str) -> bytes:
    if not os.path.isfile(path):
        raise pipeline_error(f"Invalid file path, failed to find waveform file: {path}")
    with open(path, "rb") as file:
        return file.read()


def read_wav(path: str) -> tuple[np.ndarray, int]:
    """Returns the samples of a wav file and its sample rate; channels stay interleaved.

    Raises RuntimeError for other files than wav with 16 bits per sample.
    """
    raw = _bytes(path)
    if raw[:4] != b"RIFF" or raw[8:12] != b"WAVE":
        raise pipeline_error(f"Invalid file, {path} is no wav file.")
    offset, rate, bits, data = 12, 0, 0, b""
    while offset + 8 <= len(raw):
        name, size = raw[offset : offset + 4], struct.unpack_from("<I", raw, offset + 4)[0]
        body = raw[offset + 8 : offset + 8 + size]
        if name == b"fmt " and len(body) >= 16:
            rate, bits = struct.unpack_from("<I", body, 4)[0], struct.unpack_from("<H", body, 14)[0]
        elif name == b"data":
            data = body
            break
        offset += 8 + size + size % 2
    if bits != 16:
        raise pipeline_error(f"ReadWaveFile: {path} has {bits} bits a sample; give 16-bit files.")
    return _scaled(np.frombuffer(data[: len(data) // 2 * 2], "<i2")), rate


def read_sphere(path: str, start: float, stop: float) -> tuple[np.ndarray, int]:
    """Returns the samples between two times (seconds) of a sphere file, and its sample rate."""
    raw = _bytes(path)
    head = raw[:1024].decode("ascii", "replace").split("\n")
    fields = {line.split()[0]: line.split()[-1] for line in head if line.split()}
    if len(raw) < 1024 or "sample_rate" not in fields:
        raise pipeline_error(
            f"Invalid data, failed to read head part from sph file: {path}, re-download dataset."
        )
    rate = int(fields["sample_rate"])
    kind = "<i2" if fields.get("sample_byte_format") == "01" else ">i2"
    first, last = int(start * rate), int(stop * rate)
    samples = np.frombuffer(raw[1024 : 1024 + (len(raw) - 1024) // 2 * 2], kind)
    if not 0 <= first <= last <= len(samples):
        raise pipeline_error(
            f"Invalid data, failed to read data part from sph file: {path}, re-download dataset."
        )
    return _scaled(samples[first:last]), rate
