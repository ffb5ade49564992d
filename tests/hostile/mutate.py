"""Damaged forms of good files: bytes, tokens of texts, values of JSON; the same for the same seed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

Random = np.random.Generator
# (random numbers, the content, other good contents) -> a damaged content
Mutation = Callable[[Random, bytes, Sequence[bytes]], bytes]

# A file never grows by more.
_MOST = 64 << 10
_NUMBERS = (0, 1, 2, -1, -2, 127, 128, 255, 256, 32767, -32768, 65535, 2**31 - 1, 2**31, -(2**31))
_NUMBERS += (2**32 - 1, 2**40, 2**62, 2**63 - 1, -(2**63), 2**64 - 1, 10**6, 10**9)


def chosen(random: Random, items: Sequence[Any]) -> Any:
    """One of them."""
    return items[int(random.integers(len(items)))]


def _cut(random: Random, size: int, longest: int = 1 << 30) -> tuple[int, int]:
    """A span of a content, small ones more often."""
    start = int(random.integers(size + 1))
    length = int(min(2 ** random.uniform(0, 12), size - start, longest))
    return start, start + length


# -- bytes -------------------------------------------------------------------------------------
def _flip(random: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
    out = bytearray(raw)
    for _ in range(int(random.integers(1, 9)) if out else 0):
        out[int(random.integers(len(out)))] ^= 1 << int(random.integers(8))
    return bytes(out)


def _noise(random: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
    start, stop = _cut(random, len(raw))
    fill = chosen(
        random, (random.bytes(stop - start), bytes(stop - start), b"\xff" * (stop - start))
    )
    return raw[:start] + fill + raw[stop:]


def _truncate(random: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
    return raw[: int(random.integers(len(raw) + 1))]


def _insert(random: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
    at = int(random.integers(len(raw) + 1))
    return raw[:at] + random.bytes(int(2 ** random.uniform(0, 10))) + raw[at:]


def _remove(random: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
    start, stop = _cut(random, len(raw))
    return raw[:start] + raw[stop:]


def _repeat(random: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
    start, stop = _cut(random, len(raw))
    times = int(2 ** random.uniform(1, 10))
    return raw[:start] + (raw[start:stop] * times)[:_MOST] + raw[stop:]


def _splice(random: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
    other = chosen(random, others)
    return raw[: int(random.integers(len(raw) + 1))] + other[int(random.integers(len(other) + 1)) :]


def _number(random: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
    """A number that is a length, a count or a type, perhaps, becomes huge, negative or slightly wrong."""
    width = chosen(random, (1, 2, 4, 8))
    value = chosen(random, (*_NUMBERS, len(raw), len(raw) - 1, len(raw) + 1)) % 256**width
    # What stands in front tells lengths.
    end = max(len(raw) - width, 0)
    at = int(min(2 ** random.uniform(0, 9) - 1, end)) if random.random() < 0.5 else 0
    at = at or int(random.integers(end + 1))
    return raw[:at] + value.to_bytes(width, chosen(random, ("little", "big"))) + raw[at + width :]


def _varint(random: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
    """One byte becomes a number as protobuf writes it."""
    value, out = chosen(random, _NUMBERS) % 2**64, b""
    while value > 127:
        out, value = out + bytes([value & 127 | 128]), value >> 7
    at = int(random.integers(len(raw) + 1))
    return raw[:at] + out + bytes([value]) + raw[at + 1 :]


_BYTES: tuple[Mutation, ...] = (
    _flip, _noise, _truncate, _insert, _remove, _repeat, _splice, _number, _number, _varint,
)  # fmt: skip


def damaged_bytes(random: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
    """One to four of the changes above."""
    for _ in range(int(random.choice((1, 1, 1, 2, 3, 4)))):
        raw = chosen(random, _BYTES)(random, raw, others)
    return raw[: 4 * _MOST + len(others[0])]


# -- texts -------------------------------------------------------------------------------------
_TOKENS = re.compile(rb"\w+|\s|[^\w\s]")
_STRANGE: tuple[bytes, ...] = (
    b"", b" ", b"0", b"-1", b"1e999", b"-1e999", b"NaN", b"Infinity", b"99999999999999999999999", b"0x10", b"1.5",
    b"1" * 5000, b"null", b"true", b"[]", b"{}", b'""', b'"', b"'", b"\n", b"\r", b"\n\n", b"\t", b"\0", b"\xff\xfe",
    b"\xed\xa0\x80", b"\xef\xbb\xbf", "\u2028\u0663\u00e9".encode(), b"\\ud800", b"\\u0000", b"../../etc/passwd",
    b"/dev/zero", b"/", b".", b"a" * 300, b"x" * 70000, b"%s%n", b"{0}", b"<!-- ", b"]]>", b"&lt;", b"&x;",
    b",", b"|", b"#",
    b":", b"[" * 3000, b'{"a":' * 3000, b"<a>" * 3000, b"(", b"-", b"+", b"_", b"1_000", b" 1 ", b"\xd9\xa1",
)  # fmt: skip


def damaged_text(random: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
    """Tokens left out, doubled, exchanged, or become what readers stumble over; sometimes bytes."""
    if random.random() < 0.25:
        return damaged_bytes(random, raw, others)
    tokens = _TOKENS.findall(raw) or [b""]
    for _ in range(int(random.choice((1, 1, 2, 3, 6)))):
        i, j = (int(n) for n in random.integers(len(tokens), size=2))
        how = int(random.integers(6))
        if how < 2:
            tokens[i] = chosen(random, _STRANGE)
        elif how == 2:
            tokens[i] = b""
        elif how == 3:
            tokens[i], tokens[j] = tokens[j], tokens[i]
        elif how == 4:
            tokens[i] = (tokens[i] * int(2 ** random.uniform(1, 6)))[: 2 * _MOST]
        else:
            tokens[i] = chosen(random, _TOKENS.findall(chosen(random, others)) or [b""])
    return b"".join(tokens)[: 8 * _MOST]


# -- JSON --------------------------------------------------------------------------------------
_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 1.5, -0.0, float("nan"), float("inf"), 2**31, 2**63, -(2**63), 2**64, 10**30, 1e308,
    "", "x", "0", "\0", "\ud800", "../x", "a" * 300, [], {}, [[]], [None], [1, "x"], {"a": 1}, [[[[[[]]]]]], {"": None},
    10**6, 10**9, [10**9], [2**62, 4], [-1], [-1, -1], [0], 2**24, "float32", "int64", [1e400],
)  # fmt: skip


def _another(random: Random) -> Any:
    return json.loads(json.dumps(chosen(random, _VALUES)))


def _spots(value: Any, found: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """(holder, key) of all values that are held."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in items:
        found.append((value, key))
        if isinstance(item, (dict, list)):
            _spots(item, found)
    return found


def damaged_value(random: Random, value: Any) -> Any:
    """What JSON holds, with some values of another kind, gone, under another name or exchanged."""
    value = json.loads(json.dumps(value))
    for _ in range(int(random.choice((1, 1, 1, 2, 3)))):
        spots = _spots(value, []) if isinstance(value, (dict, list)) else []
        if not spots or random.random() < 0.01:
            return _another(random)
        holder, key = chosen(random, spots)
        other, place = chosen(random, spots)
        how = int(random.integers(8))
        if how < 4:
            holder[key] = _another(random)
        elif how == 4:
            del holder[key]
        elif how == 5 and isinstance(holder, dict):
            holder[chosen(random, ("", "x", "__class__", "a" * 99))] = holder.pop(key)
        elif how == 6:
            holder[key] = json.loads(json.dumps(other[place]))
        elif isinstance(holder, list):
            holder.extend(holder[:1000])
    return value


def damaged_json(random: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
    """A JSON text, or one a line: its values damaged, or its tokens."""
    if random.random() < 0.3:
        return damaged_text(random, raw, others)
    try:
        return json.dumps(damaged_value(random, json.loads(raw))).encode()
    except ValueError:
        rows = raw.splitlines()
    if not rows:
        return damaged_text(random, raw, others)
    i = int(random.integers(len(rows)))
    try:
        rows[i] = json.dumps(damaged_value(random, json.loads(rows[i]))).encode()
    except ValueError:
        return damaged_text(random, raw, others)
    return b"\n".join(rows) + b"\n"
