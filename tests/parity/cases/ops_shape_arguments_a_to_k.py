"""Arguments of the functions of mindspore.ops, a to k, that make, shape and write tensors."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, rand
from tests.parity.table import Rows, group, row

X, CUBE, VOLUME = rand(2, 3), rand(2, 3, 4, seed=1), rand(2, 3, 4, 2, seed=2)
ROWS = np.array([2, 0], np.int32)

GROUPS: dict[str, Rows] = {
    "at_least": {
        **{
            f"{n}d_of_{x.ndim}": row(
                lambda ms, t, n=n: getattr(ms.ops, f"atleast_{n}d")(inputs=t), x
            )
            for n in (1, 2, 3)
            for x in (np.asarray(np.float32(2.5)), rand(3), X)
        },
        "several": row(lambda ms, x, y: ms.ops.atleast_3d([x, y]), X, rand(4)),
    },
    "shaped": {
        "dsplit": row(lambda ms, x: ms.ops.dsplit(input=x, indices_or_sections=2), CUBE),
        "dsplit_at": row(lambda ms, x: ms.ops.dsplit(x, [1, 3]), VOLUME),
        "expanded": row(lambda ms, x, y: ms.ops.expand_as(input=x, other=y), rand(3, 1), CUBE),
        "flat_part": row(lambda ms, x: ms.ops.flatten(x, start_dim=1, end_dim=2), VOLUME),
        "flat_front": row(lambda ms, x: ms.ops.flatten(x, start_dim=0, end_dim=-2), VOLUME),
        "flat_columns": row(lambda ms, x: ms.ops.flatten(x, order="F"), CUBE),
        "fliplr": row(lambda ms, x: ms.ops.fliplr(input=x), CUBE),
        "flipud": row(lambda ms, x: ms.ops.flipud(input=x), CUBE),
        "copied": row(lambda ms, x: ms.ops.deepcopy(input_x=x) * 2, X, grad=False),
    },
    "filled": {
        # MindSpore's CPU has no kernel of Fills.
        "fills": row(
            lambda ms, x: ms.ops.fills(x=x, value=2.5), X, formula=lambda x: np.full_like(x, 2.5)
        ),
        "fills_tensor": row(
            lambda ms, x, v: ms.ops.fills(x, v),
            X,
            np.asarray(np.float32(-1.5)),
            formula=np.full_like,
        ),
        "full_like": row(lambda ms, x: ms.ops.full_like(x, 2.7, dtype=ms.int32), X, grad=False),
    },
    "written": {
        "add": row(
            lambda ms, x, v: ms.ops.inplace_add(x=x, v=v, indices=(2, 0)),
            rand(3, 2),
            rand(2, 2),
            grad=False,
        ),
        "sub": row(
            lambda ms, x, v: ms.ops.inplace_sub(x=x, v=v, indices=(2, 0)),
            rand(3, 2),
            rand(2, 2),
            grad=False,
        ),
        "update": row(
            lambda ms, x, v: ms.ops.inplace_update(x=x, v=v, indices=(2, 0)),
            rand(3, 2),
            rand(2, 2, seed=1),
            grad=False,
        ),
        "add_one": row(
            lambda ms, x, v: ms.ops.inplace_add(x, v, 1), rand(3, 2), rand(1, 2, seed=1), grad=False
        ),
    },
}
for _name, _rows in GROUPS.items():
    group(__name__, _name, _rows)


@case(jit=False)
def assigned(ms: Any, run: Any) -> Arrays:
    p = ms.Parameter(ms.Tensor(X), name="p")
    out = ms.ops.assign_sub(variable=p, value=ms.Tensor(X * 3 + 1))
    return {"p": p.asnumpy(), "out": out.asnumpy()}


@case(jit=False)
def flagged(ms: Any, run: Any) -> Arrays:
    """`add_flags` of a function given, and as a decorator."""

    def double(x: Any) -> Any:
        return x * 2

    direct = ms.ops.add_flags(fn=double, kept=True)
    later = ms.ops.add_flags(kept=True)(double)
    x = ms.Tensor(X)
    return {"direct": direct(x).asnumpy(), "later": later(x).asnumpy()}


@case(jit=False)
def constant_functions(ms: Any, run: Any) -> Arrays:
    """What runs in Python while a graph is made: name, class or instance, its result kept or not."""
    calls = []

    def rows(x: int) -> int:
        calls.append(x)
        return x * 3

    plain = ms.ops.constexpr(fn=rows)
    fresh = ms.ops.constexpr(reuse_result=False, check=False, name="three_times")(rows)
    built = ms.ops.constexpr(get_instance=False)(rows)
    result = [plain(2), fresh(3), built()(4)]
    return {"found": np.array(result), "calls": np.array(calls)}
