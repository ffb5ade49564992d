"""Names that MindSpore's own tests use: derivatives of higher order, pages and encryption of records, dump marks."""

from __future__ import annotations

import os
import tempfile
from typing import Any

import numpy as np

from tests.parity.harness import case

_X = np.array([0.5, 2.0], np.float32)


@case
def derivatives(ms: Any, run: Any) -> Any:
    x, y = ms.Tensor(_X), ms.Tensor(_X[::-1].copy())
    value, third = ms.ops.derivative(ms.ops.sin, x, 3)
    both, second = ms.ops.derivative(ms.ops.mul, (x, y), order=2)
    result = {"value": value, "third": third, "both": both, "second": second}
    return {name: out.asnumpy() for name, out in result.items()}


@case
def derivative_refuses(ms: Any, run: Any) -> Any:
    x = ms.Tensor(_X)
    return {
        "zero": run.raises(lambda: ms.ops.derivative(ms.ops.sin, x, 0))["raises"],
        "word": run.raises(lambda: ms.ops.derivative(fn=ms.ops.sin, primals=x, order="a"))[
            "raises"
        ],
    }


@case
def jets(ms: Any, run: Any) -> Any:
    x = ms.Tensor(_X)
    series = ms.Tensor(np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], np.float32))
    value, orders = ms.ops.jet(fn=ms.ops.sin, primals=x, series=series)
    return {"value": value.asnumpy(), "orders": orders.asnumpy()}


@case
def jet_refuses(ms: Any, run: Any) -> Any:
    x = ms.Tensor(_X)
    return {"mixed": run.raises(lambda: ms.ops.jet(ms.ops.sin, (x,), x))["raises"]}


@case
def linearized(ms: Any, run: Any) -> Any:
    x, v = ms.Tensor(_X), ms.Tensor(np.array([1.0, -2.0], np.float32))
    value, along = ms.ops.linearize(ms.ops.sin, x)
    product, both = ms.ops.linearize(fn=ms.ops.mul, inputs=(x, v))
    result = {"value": value, "along": along(v), "product": product, "both": both((v, x))}
    return {name: out.asnumpy() for name, out in result.items()}


@case
def linearize_refuses(ms: Any, run: Any) -> Any:
    return {"number": run.raises(lambda: ms.ops.linearize(ms.ops.sin, 3))["raises"]}


def _written(record: Any, path: str) -> str:
    writer = record.FileWriter(path)
    writer.add_schema({"label": {"type": "int32"}, "name": {"type": "string"}})
    rows = [{"label": i % 3, "name": f"n{i % 4}"} for i in range(8)]
    writer.write_raw_data(rows)
    writer.commit()
    return path


def _record(ms: Any) -> Any:
    import importlib

    return importlib.import_module(f"{ms.__name__}.mindrecord")


def _labels(rows: Any) -> np.ndarray:
    return np.array([[int(row["label"]), int(row["name"][1:])] for row in rows])


@case
def pages(ms: Any, run: Any) -> Any:
    record = _record(ms)
    with tempfile.TemporaryDirectory() as folder:
        path = _written(record, os.path.join(folder, "rows"))
        page = record.MindPage(file_name=path, num_consumer=1)
        page.category_field = "label"
        return {
            "fields": np.array(list(page.candidate_fields)),
            "info": np.array(page.read_category_info()),
            "by_id": _labels(page.read_at_page_by_id(1, 0, 2)),
            "second": _labels(page.read_at_page_by_id(1, 1, 2)),
            "by_name": _labels(page.read_at_page_by_name("2", 0, 5)),
            "far": run.raises(lambda: page.read_at_page_by_id(0, 9, 2))["raises"],
            "unknown": run.raises(lambda: page.read_at_page_by_name("7", 0, 2))["raises"],
            "word": run.raises(lambda: page.read_at_page_by_id(0, "0", 2))["raises"],
            "none": run.raises(lambda: record.MindPage(path, None))["raises"],
            "absent": run.raises(lambda: record.MindPage(os.path.join(folder, "absent")))["raises"],
        }


@case
def encrypted(ms: Any, run: Any) -> Any:
    record = _record(ms)
    with tempfile.TemporaryDirectory() as folder:
        record.set_enc_key(enc_key="0123456789abcdef")
        record.set_enc_mode(enc_mode="AES-GCM")
        record.set_dec_mode(dec_mode=None)
        try:
            path = _written(record, os.path.join(folder, "rows"))
            reader = record.FileReader(path)
            rows = _labels(list(reader.get_next()))
            reader.close()
        finally:
            record.set_enc_key(None)
        return {
            "rows": rows,
            "plain": run.raises(lambda: record.FileReader(path))["raises"],
            "short": run.raises(lambda: record.set_enc_key("abc"))["raises"],
            "number": run.raises(lambda: record.set_enc_key(3))["raises"],
            "mode": run.raises(lambda: record.set_enc_mode("AES"))["raises"],
            "other": run.raises(lambda: record.set_dec_mode(3))["raises"],
        }


@case
def dump_marks(ms: Any, run: Any) -> Any:
    net = ms.nn.SequentialCell(ms.nn.ReLU(), ms.nn.ReLU())
    ms.set_dump(target=net, enabled=True)
    op = ms.ops.Add()
    ms.set_dump(op, False)
    return {
        "flag": np.array(bool(net[1].get_flags()["dump"])),
        "attr": np.array(str(op.attrs["dump"])),
        "number": run.raises(lambda: ms.set_dump(1))["raises"],
        "word": run.raises(lambda: ms.set_dump(net, "yes"))["raises"],
    }
