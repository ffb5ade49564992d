"""`recorded.json.gz`: by program, the names that show it, and what each statement printed on MindSpore's CPU."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path
from typing import NamedTuple

ORACLE = "2.10.0"
PATH = Path(__file__).with_name("recorded.json.gz")
# Longer texts are kept as their hash.
_LONGEST = 4000


class Record(NamedTuple):
    """`error`: why MindSpore's CPU does not run it; `drawn`: statements whose values differ between two runs, with 1
    where the form is the same at least."""

    names: list[str]
    printed: list[str]
    error: str
    drawn: dict[str, int]


def shortened(text: str) -> str:
    """The text, or the hash of a long one."""
    if len(text) <= _LONGEST:
        return text
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def write(records: dict[str, Record], path: Path = PATH) -> None:
    """Replaces the file; the same records give the same bytes."""
    content = {"mindspore": ORACLE, "programs": dict(sorted(records.items()))}
    raw = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    path.write_bytes(gzip.compress(raw, 9, mtime=0))


def read(path: Path = PATH) -> dict[str, Record]:
    """Key -> record; ValueError if another MindSpore than ORACLE gave them."""
    content = json.loads(gzip.decompress(path.read_bytes()))
    if content["mindspore"] != ORACLE:
        raise ValueError(f"{path.name} is of MindSpore {content['mindspore']}, not {ORACLE}.")
    return {key: Record(*fields) for key, fields in content["programs"].items()}
