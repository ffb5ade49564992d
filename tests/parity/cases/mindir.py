"""MindIR files: one recorded file, read and run on both sides, and what is refused."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.mindir.recorded import recorded
from tests.parity.harness import Arrays, case, rand

KEY = bytes(range(16))


@contextlib.contextmanager
def _file(name: str, content: bytes | None = None) -> Iterator[str]:
    """A recorded file, or other content, under a name that ends as it should."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, name)
        with open(path, "wb") as file:
            file.write(recorded("files")[name].tobytes() if content is None else content)
        yield path


def _raised(run: Any, fn: Any) -> np.ndarray:
    return run.raises(fn)["raises"]


def _cell(ms: Any, path: str, reading: dict[str, Any] | None = None, **options: Any) -> Any:
    return ms.nn.GraphCell(ms.load(path, **(reading or {})), **options)


@case(jit=False)
def plain(ms: Any, run: Any) -> Arrays:
    x = ms.Tensor(rand(2, 2))
    with _file("plain.mindir") as path:
        net = _cell(ms, path)
        names = [p.name for p in net.get_parameters()]
        return {
            "y": net(x).asnumpy(),
            "names": np.array(names),
            "kept": np.array(list(net.parameters_dict())),
        }


@case(jit=False)
def other_batch(ms: Any, run: Any) -> Arrays:
    with _file("plain.mindir") as path:
        return {"y": _cell(ms, path)(ms.Tensor(rand(5, 2))).asnumpy()}


@case(jit=False)
def given_parameters(ms: Any, run: Any) -> Arrays:
    given = {"bias": ms.Tensor(rand(3)), "weight": ms.Parameter(ms.Tensor(rand(3, 2)), name="w"),
             "other": ms.Tensor(rand(1))}  # fmt: skip
    with _file("plain.mindir") as path:
        net = _cell(ms, path, params_init=given)
        return {"y": net(ms.Tensor(rand(2, 2))).asnumpy()}


@case(jit=False)
def into_net(ms: Any, run: Any) -> Arrays:
    with _file("plain.mindir") as path:
        net = _cell(ms, path)
        left = ms.load_param_into_net(net, {"bias": ms.Parameter(ms.Tensor(rand(3)), name="bias")})
        return {"y": net(ms.Tensor(rand(2, 2))).asnumpy(), "left": np.array(left[0])}


@case(jit=False)
def encrypted(ms: Any, run: Any) -> Arrays:
    result = {}
    for mode in ("AES-GCM", "AES-CBC", "SM4-CBC"):
        with _file(f"{mode}.mindir") as path:
            net = _cell(ms, path, {"dec_key": KEY, "dec_mode": mode})
            result[mode] = net(ms.Tensor(rand(2, 2))).asnumpy()
    return result


@case(jit=False)
def by_function(ms: Any, run: Any) -> Arrays:
    def opened(path: str, key: bytes) -> bytes:
        with open(path, "rb") as file:
            return bytes(each ^ key[0] for each in file.read())

    hidden = bytes(each ^ 7 for each in recorded("files")["plain.mindir"].tobytes())
    with _file("hidden.mindir", hidden) as path:
        net = _cell(ms, path, {"dec_key": b"\x07", "dec_mode": opened})
        return {"y": net(ms.Tensor(rand(2, 2))).asnumpy()}


@case(jit=False)
def bad_names(ms: Any, run: Any) -> Arrays:
    return {
        "number": _raised(run, lambda: ms.load(3)),
        "ending": _raised(run, lambda: ms.load("net.ckpt")),
        "missing": _raised(run, lambda: ms.load("nothing.mindir")),
        "hidden": _raised(run, lambda: ms.load("net.mindir", obf_func=print)),
    }


@case(jit=False)
def bad_files(ms: Any, run: Any) -> Arrays:
    result = {}
    whole = recorded("files")["plain.mindir"].tobytes()
    for name, content in {"empty": b"", "cut": whole[:700], "text": b"no protobuf"}.items():
        with _file("bad.mindir", content) as path:
            result[name] = _raised(run, lambda path=path: ms.load(path))
    return result


@case(jit=False)
def bad_keys(ms: Any, run: Any) -> Arrays:
    with _file("AES-GCM.mindir") as path, _file("plain.mindir") as plain_path:
        return {
            "none": _raised(run, lambda: ms.load(path)),
            "wrong": _raised(run, lambda: ms.load(path, dec_key=KEY[::-1])),
            "mode": _raised(run, lambda: ms.load(path, dec_key=KEY, dec_mode="AES-CBC")),
            "unknown_mode": _raised(run, lambda: ms.load(path, dec_key=KEY, dec_mode="AES")),
            "short": _raised(run, lambda: ms.load(path, dec_key=b"short")),
            "text": _raised(run, lambda: ms.load(path, dec_key="0123456789abcdef")),
            "mode_number": _raised(run, lambda: ms.load(path, dec_key=KEY, dec_mode=3)),
            "plain": _raised(run, lambda: ms.load(plain_path, dec_key=KEY)),
        }


@case(jit=False)
def bad_arguments(ms: Any, run: Any) -> Arrays:
    with _file("plain.mindir") as path:
        graph = ms.load(path)
    cell = ms.nn.GraphCell
    return {
        "graph": _raised(run, lambda: cell(None)),
        "params": _raised(run, lambda: cell(graph, 3)),
        "name": _raised(run, lambda: cell(graph, {1: ms.Tensor([1.0])})),
        "value": _raised(run, lambda: cell(graph, {"bias": 3})),
        "seed": _raised(run, lambda: cell(graph, obf_random_seed=3)),
        "shape": _raised(run, lambda: cell(graph, {"bias": ms.Tensor(rand(4))})),
        "dtype": _raised(run, lambda: cell(graph, {"bias": ms.Tensor(rand(3, dtype=np.float16))})),
        "inputs": _raised(run, lambda: cell(graph)()),
    }
