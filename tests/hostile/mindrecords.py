"""MindRecord files, their indexes and what reads both."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import msacc.dataset as ds
from msacc import mindrecord
from msacc.common import crypto
from msacc.mindrecord import encryption
from msacc.mindrecord.msgpack import pack
from tests.hostile.attack import Format
from tests.hostile.mutate import Mutation, Random, chosen, damaged_bytes, damaged_value
from tests.hostile.sources import rows

KEY = "0123456789abcdef"
_SCHEMA = {
    "label": {"type": "int32"},
    "name": {"type": "string"},
    "score": {"type": "float64"},
    "ids": {"type": "int64", "shape": [-1]},
    "grid": {"type": "float32", "shape": [2, 2]},
    "data": {"type": "bytes"},
}
_HEADER, _PAGE = 16 << 10, 32 << 10


def _row(i: int) -> dict[str, Any]:
    return {
        "label": i,
        "name": f"row {i} é",
        "score": i / 3,
        "ids": np.arange(i, dtype=np.int64) * 2**i,
        "grid": np.full((2, 2), i, np.float32),
        "data": bytes(range(5 * i)),
    }


def _written(folder: Path) -> None:
    writer = mindrecord.FileWriter(str(folder / "a.mindrecord"), overwrite=True)
    writer.set_header_size(_HEADER)
    writer.set_page_size(_PAGE)
    writer.add_schema(_SCHEMA, "rows")
    writer.add_index(["label", "name"])
    writer.write_raw_data([_row(i) for i in range(5)])
    writer.commit()


def _header(random: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
    """A header that says something else, with its length."""
    size = int.from_bytes(raw[:8], "little")
    text = json.dumps(damaged_value(random, json.loads(raw[8 : 8 + size]))).encode()
    head = len(text).to_bytes(8, "little") + text
    return head.ljust(_HEADER, b"\0") + raw[max(_HEADER, len(head)) :]


def _pages(random: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
    """Damage where the rows are: raw bytes, or a scalar page's map of other values."""
    body = raw[_HEADER:]
    if random.random() < 0.3:
        at = body.find(pack({"label": 1})[1:7])
        new = pack(
            {"label": chosen(random, (-1, 2**40, 0)), "name": chosen(random, ("", "x" * 99))}
        )
        return raw[:_HEADER] + body[:at] + new + body[at + len(new) :]
    start = int(random.integers(0, 2)) * _PAGE
    return (
        raw[:_HEADER]
        + body[:start]
        + damaged_bytes(random, body[start : start + 400], [body[:400]])
        + body[start + 400 :]
    )


def _table(random: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
    """A good database with other values, columns, tables and kinds of tables."""
    base = sqlite3.connect(":memory:")
    base.deserialize(raw)
    columns = [row[1] for row in base.execute("PRAGMA table_info(INDEXES)")]
    column = chosen(random, columns)
    number = chosen(
        random, (-1, 0, 1, 7, 2**31, 2**62, -(2**63), 2**63 - 1, 1.5, None, "x", b"\xff")
    )
    row = int(random.integers(6))
    deeds: tuple[tuple[str, tuple[Any, ...]], ...] = (
        (f"UPDATE OR REPLACE INDEXES SET {column} = ? WHERE ROW_ID = ?", (number, row)),
        (f"UPDATE OR REPLACE INDEXES SET {column} = ?", (number,)),
        ("DELETE FROM INDEXES WHERE ROW_ID = ?", (row,)),
        (f"ALTER TABLE INDEXES RENAME COLUMN {column} TO OTHER", ()),
        ("UPDATE SHARD_NAME SET NAME = ?", (number,)),
        ("DROP TABLE INDEXES", ()),
        ("ALTER TABLE INDEXES RENAME TO KEPT", ()),
        ("UPDATE OR REPLACE INDEXES SET ROW_ID = ROW_ID + ?", (row,)),
    )
    views = (
        f"CREATE VIEW INDEXES AS SELECT {', '.join(columns)} FROM KEPT",
        "CREATE VIEW INDEXES AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT "
        + ", ".join(f"x AS {name}" for name in columns) + " FROM c",
    )  # fmt: skip
    try:
        deed, values = chosen(random, deeds)
        base.execute(deed, values)
        if "KEPT" in deed:
            base.execute(chosen(random, views))
    except (sqlite3.Error, OverflowError):
        pass
    base.commit()
    result = base.serialize()
    base.close()
    return result


def _read(folder: Path) -> None:
    path = str(folder / "a.mindrecord")
    rows(ds.MindDataset(path, shuffle=False))
    for _ in mindrecord.FileReader(path).get_next():
        pass
    page = mindrecord.MindPage(path)
    for field in page.candidate_fields:
        page.category_field = field
        page.read_category_info()
        page.read_at_page_by_id(0, 0, 2)


# -- encrypted ---------------------------------------------------------------------------------
def _with_key(work: Callable[[Path], Any]) -> Callable[[Path], Any]:
    def keyed(folder: Path) -> None:
        mindrecord.set_enc_key(KEY)
        try:
            work(folder)
        finally:
            mindrecord.set_enc_key(None)

    return keyed


def _inside(inner: Mutation) -> Mutation:
    def damaged(random: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
        """Damage under a good encryption."""
        end = len(encryption._END) + len(encryption._CUSTOM) + 4
        plain = crypto.decrypt(raw[4:-end], KEY.encode(), "AES-GCM")
        made = crypto.encrypt_block(inner(random, plain, [plain]), KEY.encode(), "AES-GCM")
        return len(made).to_bytes(4, "big") + made + raw[-end:]

    return damaged


def _read_rows(folder: Path) -> None:
    rows(ds.MindDataset(str(folder / "a.mindrecord"), shuffle=False))


_ERRORS = (RuntimeError, mindrecord.ParamValueError, mindrecord.MRMInvalidSchemaError)
MINDRECORDS = [
    Format("MindRecord", _written, ("a.mindrecord",), _read, _ERRORS, (damaged_bytes, _header, _header, _pages)),
    Format("MindRecord's index (.db)", _written, ("a.mindrecord.db",), _read, _ERRORS, (damaged_bytes, _table)),
    Format("MindRecord, encrypted", _with_key(_written), ("a.mindrecord",), _with_key(_read_rows), _ERRORS,
        (damaged_bytes, _inside(_header))),
    Format("MindRecord's index, encrypted", _with_key(_written), ("a.mindrecord.db",), _with_key(_read_rows),
        _ERRORS, (damaged_bytes, _inside(_table))),
]  # fmt: skip
