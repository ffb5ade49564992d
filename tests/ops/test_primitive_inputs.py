"""Inputs of primitives by name, where MindSpore's CPU has no kernel to record, and that every name is tried."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, ops
from tests.ops.declared import NAMED, inputs
from tests.ops.test_fused_primitives import NAMES as FUSED
from tests.parity.cases import args_primitive_keywords as recorded

X = Tensor(recorded.X)
SHARES = Tensor(recorded.ODDS)
HEADS = Tensor(np.ones((1, 2, 4), np.float32))
# Two tokens' rows, their experts, and what is sent to those.
ROWS, EXPERTS = HEADS[0], Tensor(np.array([[0, 1], [1, 0]], np.int32))
SENT = ops.moe_distribute_dispatch(ROWS, EXPERTS, 1, 0, 2)

# The constructor's settings and the inputs in MindSpore's order.
HERE: dict[str, tuple[dict[str, Any], tuple[Any, ...]]] = {
    "MatrixExp": ({}, (Tensor(recorded.SQUARE),)),
    "Roll": ({"shifts": 1, "dims": 0}, (X,)),
    "SoftMarginLoss": ({}, (X, ops.Sign()(X))),
    "RmsNorm": ({}, (X, Tensor(recorded.THREE))),
    "FlashAttentionScore": ({"head_num": 2}, (HEADS, HEADS, HEADS)),
    "Betainc": ({}, (SHARES, SHARES, SHARES)),
    "ExtractImagePatches": (
        {"ksizes": [1, 1, 2, 2], "strides": [1, 1, 1, 1], "rates": [1, 1, 1, 1]},
        (Tensor(recorded.IMAGE),),
    ),
    "InplaceUpdateV2": ({}, (X, (0,), X[:1])),
    "LerpScalar": ({}, (X, X + 1, 0.5)),
    "LogSoftmaxExt": ({}, (X, 1)),
    "MoeDistributeDispatch": ({}, (ROWS, EXPERTS, 1, 0, 2)),
    "MoeDistributeCombine": (
        {},
        (SENT[0], EXPERTS, SENT[2], SENT[4], Tensor(np.ones((2, 2), np.float32)), 1, 0, 2),
    ),
    "ResizeLinear1D": ({}, (Tensor(recorded.IMAGE[0]), Tensor(np.array([6])))),
    "Reusing": ({}, (X,)),
    "TensorToTuple": ({}, (Tensor(recorded.THREE),)),
    "TransposeExtView": ({}, (X, 0, 1)),
    "UpsampleNearest3D": ({}, (Tensor(recorded.VOLUME), (6, 6, 6), None)),
    "UpsampleTrilinear3D": ({}, (Tensor(recorded.VOLUME), (6, 6, 6), None)),
}
# What the chapter calls in cases of their own.
ALONE = {"Fill", "ScalarCast", "Assign", "AssignAdd", "AssignSub", "Dropout", "RandpermV2"}
# It writes a file.
ALONE |= {"TensorDump"}


def test_every_primitive_is_called_by_name() -> None:
    tables = (recorded.ONE, recorded.TWO, recorded.MANY, recorded.TYPED, HERE, ALONE, FUSED)
    assert set().union(*tables) | {"AdamWeightDecay"} == NAMED


@pytest.mark.parametrize("name", HERE)
def test_by_name_is_as_by_place(name: str) -> None:
    settings, given = HERE[name]
    prim = getattr(ops, name, None) or getattr(ops.operations.nn_ops, name)
    named = dict(zip(inputs(prim), given, strict=False))
    for got, want in zip(
        _flat(prim(**settings)(**named)), _flat(prim(**settings)(*given)), strict=True
    ):
        np.testing.assert_array_equal(got, want)


def test_tensor_dump_by_name(tmp_path: Path) -> None:
    ops.TensorDump()(file=str(tmp_path / "a"), input_x=X)
    ops.TensorDump("in")(str(tmp_path / "b"), X)
    for path in sorted(tmp_path.iterdir()):
        np.testing.assert_array_equal(np.load(path), recorded.X)
    assert [path.name[:9] for path in sorted(tmp_path.iterdir())] == ["a_float32", "b_float32"]


def test_adam_weight_decay_by_name() -> None:
    def stepped(by_name: bool) -> np.ndarray:
        held = [ms.Parameter(recorded.X + i, name=f"p{i}") for i in range(3)]
        given = (*held, 0.1, 0.9, 0.99, 1e-8, 0.01, X)
        names = inputs(ops.AdamWeightDecay)
        prim = ops.AdamWeightDecay()
        prim(**dict(zip(names, given, strict=False))) if by_name else prim(*given)
        return held[0].asnumpy()

    np.testing.assert_array_equal(stepped(True), stepped(False))
    assert not np.array_equal(stepped(True), recorded.X)


def test_a_subclass_calls_its_own_construct() -> None:
    class Twice(ops.ReLU):  # type: ignore[name-defined, misc]
        def construct(self, x: Tensor) -> Tensor:
            return x * 2

    np.testing.assert_array_equal(Twice()(X).asnumpy(), recorded.X * 2)


def _flat(out: Any) -> list[np.ndarray]:
    leaves = out if isinstance(out, tuple) else (out,)
    return [
        np.asarray(getattr(leaf, "asnumpy", lambda leaf=leaf: leaf)())
        for leaf in leaves
        if leaf is not None
    ]
