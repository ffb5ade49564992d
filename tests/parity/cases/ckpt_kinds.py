"""Layouts and formats changed for values of every type, and values beside the parameters."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from tests.parity.cases.checkpoint_arguments import in_folder, listed
from tests.parity.harness import Arrays
from tests.parity.strategies import Layouts, layout, write

KINDS = (
    "bool_", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64",
    "bfloat16",
)  # fmt: skip
SOURCE: Layouts = {kind: ([2, 2], [1, 0], 0, 0) for kind in KINDS} | {"b": ([2, 2], [0], 2, 2)}
TARGET: Layouts = {kind: ([2], [-1, 0], 0, 0) for kind in KINDS} | {"b": ([2], [0], 0, 0)}


def _value(ms: Any, kind: str, shape: tuple[int, ...], start: int) -> Any:
    numbers = (np.arange(int(np.prod(shape))) + start).reshape(shape) % 120
    plain = numbers % 2 == 1 if kind == "bool_" else numbers.astype(np.float32)
    return ms.Tensor(plain, getattr(ms, kind))


def _save(ms: Any, folder: str, **options: Any) -> dict[int, str]:
    """Slices of four ranks, and a step beside them: {rank: file}."""
    files = {}
    for rank in range(4):
        os.makedirs(f"{folder}/rank_{rank}")
        values = [
            {"name": kind, "data": _value(ms, kind, (4, 3), 100 * k + rank)}
            for k, kind in enumerate(KINDS)
        ]
        values.append({"name": "b", "data": _value(ms, "float32", (2,), rank)})
        files[rank] = f"{folder}/rank_{rank}/net-1_2.{options.get('format', 'ckpt')}"
        more = {"epoch": 3, "rate": 0.5, "done": True}
        ms.save_checkpoint(values, files[rank], append_dict=more, **options)
    return files


def _content(ms: Any, folder: str, end: str) -> Arrays:
    """Every file of a folder as one text; MindSpore's order of names is drawn in some."""
    result = {}
    for path in str(listed(folder, f".{end}")).split():
        read = ms.load_checkpoint(f"{folder}/{path}", format=end)
        lines = (f"{n} {v.dtype} {v.shape} {_numbers(v)}" for n, v in sorted(read.items()))
        result[f"{path}"] = np.array("\n".join(lines))
    return result


def _numbers(value: Any) -> list[Any]:
    return value.astype("float32").asnumpy().tolist()


@in_folder
def transformed(ms: Any, run: Any, folder: str) -> Arrays:
    """All ranks' files to another layout, to one process, and one rank's, with and without a sum."""
    source, target = write(ms, f"{folder}/s.ckpt", SOURCE), write(ms, f"{folder}/t.ckpt", TARGET)
    result: Arrays = {}
    for name, options in {
        "plain": {}, "sum": {"crc_check": True}, "safe": {"format": "safetensors"},
    }.items():  # fmt: skip
        files = _save(ms, f"{folder}/{name}", **options)
        for to, strategy in {"two": target, "one": None}.items():
            for end in ("ckpt", "safetensors") if name == "safe" else ("ckpt",):
                out = f"{folder}/{name}_{to}_{end}"
                ms.transform_checkpoints(
                    f"{folder}/{name}", out, "net", source, strategy, output_format=end
                )
                result |= {f"{name}:{to}:{k}": v for k, v in _content(ms, out, end).items()}
        if name != "safe":
            ranks = sorted(map(int, ms.rank_list_for_transform(1, source, target)))
            out = f"{folder}/{name}_rank"
            os.makedirs(out)
            ms.transform_checkpoint_by_rank(
                1, {r: files[r] for r in ranks}, f"{out}/n.ckpt", source, target
            )
            result |= {f"{name}:rank:{k}": v for k, v in _content(ms, out, "ckpt").items()}
    return result


@in_folder
def unified_and_cut(ms: Any, run: Any, folder: str) -> Arrays:
    """Safetensors of all ranks as whole parameters, and slices of those in both formats."""
    source, target = write(ms, f"{folder}/s.ckpt", SOURCE), write(ms, f"{folder}/t.ckpt", TARGET)
    _save(ms, f"{folder}/in", format="safetensors")
    ms.unified_safetensors(f"{folder}/in", source, f"{folder}/whole")
    result = {f"whole:{k}": v for k, v in _content(ms, f"{folder}/whole", "safetensors").items()}
    for end in ("ckpt", "safetensors"):
        ms.load_distributed_checkpoint(
            None, predict_strategy=target, format="safetensors", unified_safetensors_dir=f"{folder}/whole",
            dst_safetensors_dir=f"{folder}/{end}", max_process_num=1, output_format=end,
        )  # fmt: skip
        result |= {f"{end}:{k}": v for k, v in _content(ms, f"{folder}/{end}", end).items()}
    return result


@in_folder
def converted(ms: Any, run: Any, folder: str) -> Arrays:
    """Every type and shape from one format to the other and back."""
    shapes = {"scalar": (), "one": (1,), "matrix": (2, 3)}
    values = [
        {"name": f"{kind}.{name}", "data": _value(ms, kind, shape, 1)}
        for kind in KINDS
        for name, shape in shapes.items()
    ]
    ms.save_checkpoint(values, f"{folder}/a.ckpt", crc_check=True)
    ms.ckpt_to_safetensors(f"{folder}/a.ckpt", f"{folder}/safe", {"int8.one": "other"})
    ms.safetensors_to_ckpt(f"{folder}/safe/a.safetensors", f"{folder}/back", {"other": "int8.one"})
    ms.save_checkpoint(values[:1], f"{folder}/t.ckpt", append_dict={"note": "text"})
    return {
        **{f"safe:{k}": v for k, v in _content(ms, f"{folder}/safe", "safetensors").items()},
        **{f"back:{k}": v for k, v in _content(ms, f"{folder}/back", "ckpt").items()},
        **run.raises(lambda: ms.ckpt_to_safetensors(f"{folder}/t.ckpt", f"{folder}/safe")),
    }


@in_folder
def merged(ms: Any, run: Any, folder: str) -> Arrays:
    """Slices of one parameter of every type; of bfloat16 MindSpore makes float32."""
    result = {}
    for kind in KINDS[:-1]:
        for count, what in (
            (2, layout(ms, [2], [0, -1])),
            (4, layout(ms, [2, 2], [1, 0])),
            (3, None),
        ):
            slices = [ms.Parameter(_value(ms, kind, (2, 3), k), name=kind) for k in range(count)]
            whole = ms.merge_sliced_parameter(slices, what and {kind: what})
            result[f"{kind}:{count}"] = np.array(f"{whole.name} {whole.dtype} {_numbers(whole)}")
    return result
