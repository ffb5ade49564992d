"""Checkpoints, strategy files and folders of runs, and what reads them."""

from __future__ import annotations

import binascii
import json
import struct
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import msacc as ms
import msacc.dataset as ds
from msacc.common import crypto
from msacc.mindir.messages import model_class
from msacc.train.resharding import strategy_messages as cuts_messages
from msacc.train.resharding.parameter_slicing import SliceLayout
from msacc.train.resharding.strategy_files import stage_of
from msacc.train.resharding.strategy_layouts import layouts_of
from msacc.train.resharding.strategy_writing import write_strategy_file
from msacc.train.resume.snapshot_files import SnapshotFolder, with_version
from msacc.train.serialization import ckpt_messages
from msacc.train.serialization.checkpoint_files import CRC_MARK
from tests.hostile.attack import Format
from tests.hostile.mutate import (
    Mutation,
    Random,
    chosen,
    damaged_bytes,
    damaged_json,
    damaged_value,
)
from tests.mindir.recorded import recorded

KEY = bytes(range(16))
_CRC_BYTES = len(CRC_MARK) + 10


def values() -> list[dict[str, Any]]:
    """Parameters of several types, a str, a scalar and an empty one."""
    kinds = (np.float32, np.float16, np.int64, np.bool_)
    made = [
        {"name": f"net.w{k}", "data": ms.Tensor(np.ones((2, 3), t))} for k, t in enumerate(kinds)
    ]
    made.append({"name": "scalar", "data": ms.Tensor(np.float32(2))})
    return [*made, {"name": "empty", "data": ms.Tensor(np.ones((0, 4), np.float32))}]


def _saved(name: str, **how: Any) -> Callable[[Path], Any]:
    texts = {} if how.get("format") == "safetensors" else {"info": "some text é"}
    return lambda folder: ms.save_checkpoint(values(), str(folder / name), append_dict=texts, **how)


def _loaded(name: str, **how: Any) -> Callable[[Path], Any]:
    return lambda folder: ms.load_checkpoint(str(folder / name), **how)


_TEXTS = (
    "",
    "x",
    "Float32",
    "Int64",
    "str",
    "MapTensor",
    "net.w0",
    "a" * 999,
    "\0",
    "BFloat16",
    "Int4",
)


def _fields(message: Any) -> list[tuple[Any, Any]]:
    """(message, field) of all that is set, and of those within."""
    result = []
    for field, value in message.ListFields():
        result.append((message, field))
        if field.type == field.TYPE_MESSAGE:
            for part in value if field.is_repeated else [value]:
                result += _fields(part)
    return result


def damaged_message(random: Random, message: Any) -> bytes:
    """A message of the same kind with other numbers, names, contents, or without some."""
    for _ in range(int(random.integers(1, 4))):
        fields = _fields(message)
        if not fields:
            break
        holder, field = chosen(random, fields)
        if random.random() < 0.2 or field.type == field.TYPE_MESSAGE:
            holder.ClearField(field.name)
        else:
            _set(random, holder, field)
    return message.SerializePartialToString()


def _set(random: Random, holder: Any, field: Any) -> None:
    several = getattr(holder, field.name) if field.is_repeated else None
    at = None if several is None else int(random.integers(len(several)))
    old = getattr(holder, field.name) if several is None else several[at]
    if field.type == field.TYPE_STRING:
        value: Any = chosen(random, _TEXTS)
    elif field.type == field.TYPE_BYTES:
        value = damaged_bytes(random, old, [b"other"])
    else:
        value = chosen(random, (-1, 0, 1, 3, 4, 8, 17, 20, 2**20, 2**31 - 1, 2**62, -(2**63)))
    try:
        if several is None:
            setattr(holder, field.name, value)
        elif random.random() < 0.3:
            several.append(value)
        else:
            several[at] = value
    except (ValueError, TypeError):  # more than the field takes
        holder.ClearField(field.name)


def _records(random: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
    """Other records, each a good message."""
    return damaged_message(random, ckpt_messages.Checkpoint.FromString(raw))


def _layouts(random: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
    return damaged_message(random, cuts_messages.ParallelStrategyMap.FromString(raw))


def _with_crc(random: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
    """Damaged records with a good checksum behind them."""
    how = chosen(random, (damaged_bytes, _records))
    body = how(random, raw[:-_CRC_BYTES], others)
    return body + CRC_MARK + binascii.crc32(body).to_bytes(10, "big")


def _encrypted(mode: str) -> Mutation:
    def damaged(random: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
        """Damaged records, encrypted as good ones are."""
        plain = crypto.decrypt(raw, KEY, mode)
        how = chosen(random, (damaged_bytes, _records))
        return crypto.encrypt_block(how(random, plain, [plain]), KEY, mode)

    return damaged


def damaged_header(random: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
    """A safetensors file whose header says something else, and has the length that it says."""
    size = int.from_bytes(raw[:8], "little")
    header = damaged_value(random, json.loads(raw[8 : 8 + size]))
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + raw[8 + size :]


_TENSORS: tuple[Mutation, ...] = (damaged_bytes, damaged_header)


def _both(folder: Path) -> None:
    from io import BytesIO

    ms.load_checkpoint(str(folder / "a.safetensors"), format="safetensors", crc_check=True)
    with open(folder / "a.safetensors", "rb") as file:
        ms.load_checkpoint(BytesIO(file.read()), format="safetensors")


# -- strategy files ----------------------------------------------------------------------------
_CUTS = {
    "first.weight": SliceLayout((2, 2), ((0,), (1,))),
    "second.weight": SliceLayout((4,), ((0,), ())),
    "bias": SliceLayout((2, 2), ((),), 1, 2),
}


def _strategy(name: str) -> Callable[[Path], Any]:
    return lambda folder: write_strategy_file(str(folder / name), {0: _CUTS, 1: _CUTS})


def _read_strategy(name: str) -> Callable[[Path], Any]:
    def read(folder: Path) -> None:
        path = str(folder / name)
        ms.build_searched_strategy(path)
        layouts_of(path)
        stage_of(path)
        ms.rank_list_for_transform(0, path)

    return read


def _group(folder: Path) -> None:
    result = cuts_messages.ParallelGroupMap()
    result.ckpt_restore_rank_list.dim.extend([0, 1, 2])
    (folder / "group.pb").write_bytes(result.SerializeToString())


# -- folders -----------------------------------------------------------------------------------
def _unified(folder: Path) -> None:
    from safetensors.numpy import save_file

    save_file({"a": np.ones((4, 2), np.float32)}, folder / "part0.safetensors")
    save_file({"b": np.ones((4,), np.float32)}, folder / "part1.safetensors")
    names = {"a": "part0.safetensors", "b": "part1.safetensors"}
    (folder / "param_name_map.json").write_text(json.dumps({"weight_map": names}))


def _read_unified(folder: Path) -> None:
    ms.load_distributed_checkpoint(
        ms.nn.Cell(),
        format="safetensors",
        unified_safetensors_dir=str(folder),
        return_param_dict=True,
    )


def _run(folder: Path) -> None:
    tree = {
        "first_epoch": 0,
        "epoch": 1,
        "over": False,
        "data": {"place": [1, 2], "order": np.arange(5)},
        "network": {"parameters": {"w": ms.Tensor(np.ones((2, 2), np.float32))}},
        "callbacks": [{"class": "LossMonitor", "values": {"x": 0.5}}],
        "random": {},
        "manager": {},
    }
    SnapshotFolder(str(folder), 0, 1).write(7, with_version(tree))


def _damaged_run(random: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
    """A tree of another kind in a good file."""
    from safetensors.numpy import load, save

    result = load(raw)
    tree = damaged_json(random, result["tree"].tobytes(), [b"{}"])
    return save({**result, "tree": np.frombuffer(tree, np.uint8)})


def _read_run(folder: Path) -> None:
    result = SnapshotFolder(str(folder), 0, 1)
    result.read(result.saved_steps()[-1])


# -- MindIR ------------------------------------------------------------------------------------
_GRAPHS = ("big_graph.mindir", "big_variables/data_0")
_HIDDEN = ("hidden_graph.mindir", "hidden_variables/data_0")


def _mindir(names: tuple[str, ...]) -> Callable[[Path], Any]:
    def make(folder: Path) -> None:
        for name in names:
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(recorded("files")[name].tobytes())

    return make


def _graph(random: Random, raw: bytes, others: Sequence[bytes]) -> bytes:
    """Another model in good messages; the parameters beside it get other bytes."""
    if len(raw) < 40 or raw[:1] == b"\x01":
        return damaged_bytes(random, raw, others)
    return damaged_message(random, model_class().FromString(raw))


def _read_graph(folder: Path) -> None:
    ms.nn.GraphCell(ms.load(str(folder / "big_graph.mindir")))


def _read_hidden(folder: Path) -> None:
    ms.nn.GraphCell(ms.load(str(folder / "hidden_graph.mindir"), dec_key=KEY))


# -- a run that goes on ------------------------------------------------------------------------
_X, _Y = np.ones((6, 3), np.float32), np.zeros((6, 2), np.float32)


def _train(folder: Path, epochs: int = 2) -> None:
    """A training that keeps its places in a folder, or goes on from them."""
    net = ms.nn.Dense(3, 2)
    manager = ms.FixedLossScaleManager(2.0, False)
    model = ms.train.Model(
        net,
        ms.nn.MSELoss(),
        ms.nn.Momentum(net.trainable_params(), 0.1, 0.9),
        loss_scale_manager=manager,
    )
    data = ds.NumpySlicesDataset((_X, _Y), ["x", "y"], shuffle=True).batch(2)
    model.train(
        epochs,
        data,
        resume=ms.train.Resume(str(folder / "run"), steps=2, keep=9),
        dataset_sink_mode=False,
    )


def _interrupted(folder: Path) -> None:
    _train(folder, 1)
    kept = SnapshotFolder(str(folder / "run"), 0, 1)
    tree = kept.read(kept.saved_steps()[-1])
    # In the middle of the second epoch.
    kept.write(4, {**tree, "epoch": 1, "data": {**tree["data"], "rows": 1}})
    kept.prune(1)


def _go_on(folder: Path) -> None:
    path = next((folder / "run").glob("*-step-4.safetensors"))
    _train(folder)
    for other in (folder / "run").iterdir():
        if other != path:
            other.unlink()


def _form(
    name: str, make: Any, hit: str, read: Any, how: tuple[Mutation, ...], *errors: type[Exception]
) -> Format:
    return Format(name, make, tuple(hit.split()), read, errors or (ValueError,), how)


_MODES = ("AES-GCM", "AES-CBC", "SM4-CBC")
CHECKPOINTS = [
    _form(".ckpt", _saved("a.ckpt"), "a.ckpt", _loaded("a.ckpt"), (damaged_bytes, _records)),
    _form(".ckpt with checksum", _saved("a.ckpt", crc_check=True), "a.ckpt", _loaded("a.ckpt", crc_check=True),
        (damaged_bytes, _with_crc)),
    *[
        _form(f".ckpt, {mode}", _saved("a.ckpt", enc_key=KEY, enc_mode=mode), "a.ckpt",
            _loaded("a.ckpt", dec_key=KEY, dec_mode=mode), (damaged_bytes, _encrypted(mode)))
        for mode in _MODES
    ],
    _form("safetensors", _saved("a.safetensors", format="safetensors", crc_check=True), "a.safetensors", _both,
        _TENSORS),
    _form("strategy file (protobuf)", _strategy("s.ckpt"), "s.ckpt", _read_strategy("s.ckpt"),
        (damaged_bytes, _layouts), ValueError, TypeError),
    _form("strategy file (JSON)", _strategy("s.json"), "s.json", _read_strategy("s.json"), (damaged_json,),
        ValueError, TypeError, json.JSONDecodeError),
    _form("MindIR", _mindir(_GRAPHS), "*.mindir */data_0", _read_graph, (damaged_bytes, _graph, _graph),
        RuntimeError, NotImplementedError),
    _form("MindIR, encrypted", _mindir(_HIDDEN), "*.mindir */data_0", _read_hidden, (damaged_bytes,),
        RuntimeError, NotImplementedError),
    _form("group file", _group, "group.pb", lambda d: ms.restore_group_info_list(str(d / "group.pb")),
        (damaged_bytes,), ValueError, TypeError),
    _form("unified safetensors", _unified, "*.safetensors", _read_unified, _TENSORS),
    _form("param_name_map.json", _unified, "*.json", _read_unified, (damaged_json,)),
    _form("a run that goes on", _interrupted, "run/*", _go_on, (damaged_header, _damaged_run), ValueError,
        RuntimeError),
    _form("folder of a run", _run, "*.safetensors", _read_run, (*_TENSORS, _damaged_run)),
]  # fmt: skip
