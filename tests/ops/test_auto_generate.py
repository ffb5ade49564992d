"""The generated primitives call the functions of their rows."""

from __future__ import annotations

import numpy as np
import pytest
from msacc.ops.auto_generate import gen_ops_prim

from msacc import Tensor, mint, ops
from msacc.mint import auto_generate
from msacc.mint import generated_names as names
from msacc.ops import auto_generate as made

X = np.random.RandomState(0).uniform(-2, 2, (3, 4)).astype(np.float32)


def test_every_row_names_a_primitive_that_can_be_made() -> None:
    for name in (*names.CALLS, *names.LATE_CALLS, *names.METHODS, *names.SETTINGS):
        kind = auto_generate.primitive(name)
        assert kind is not None
        assert issubclass(kind, ops.Primitive)
        assert kind().name == name
    for name in (*names.INNER, *names.LATE_INNER):
        assert callable(getattr(made, f"{name}_impl"))


@pytest.mark.parametrize(
    ("name", "rest", "expected"),
    [
        ("CumsumExt", (1,), lambda x: mint.cumsum(x, 1)),
        ("TopkExt", (2, -1), lambda x: mint.topk(x, 2, -1)[0]),
        ("VarMean", (1, 1, False), lambda x: mint.var_mean(x, 1)[0]),
        ("Std", (1, 0, True), lambda x: mint.std(x, 1, correction=0, keepdim=True)),
        ("InplaceMul", (3,), lambda x: x * 3),
        ("TrilExt", (1,), lambda x: mint.tril(x, 1)),
    ],
)
def test_settings_come_by_position(name, rest, expected) -> None:
    result = getattr(made, name)()(Tensor(X), *rest)
    result = result[0] if isinstance(result, tuple) else result
    np.testing.assert_array_equal(result.asnumpy(), expected(Tensor(X)).asnumpy())


def test_arguments_come_by_name() -> None:
    x = Tensor(X)
    same = made.SortExt()(x, 1, True)
    for given in (made.SortExt()(x, dim=1, descending=True), made.SortExt()(x, 1, descending=True)):
        for found, wanted in zip(given, same, strict=True):
            np.testing.assert_array_equal(found.asnumpy(), wanted.asnumpy())
    with pytest.raises(TypeError, match=r"SortExt\(\) does not take \['axis'\]"):
        made.SortExt()(x, axis=1)
    with pytest.raises(TypeError, match="'k'"):
        made.TopkExt()(x, dim=1)


def test_constructors_take_their_settings() -> None:
    pair = (Tensor(X), Tensor(X))
    assert made.StackExt(1)(pair).shape == (3, 2, 4)
    hot = made.OneHotExt(axis=-1)(Tensor([2, 0]), 3, Tensor(1), Tensor(0))
    assert hot.asnumpy().tolist() == [[0, 0, 1], [1, 0, 0]]
    with pytest.raises(TypeError, match="StackExt"):
        made.StackExt(1, 2)


def test_instances_bear_the_names_of_their_functions() -> None:
    assert type(gen_ops_prim.bmm_ext_op).__name__ == "BatchMatMulExt"
    assert gen_ops_prim.sum_ext_op is gen_ops_prim.sum_ext_op
    assert isinstance(gen_ops_prim.abs_op, ops.Abs)


def test_what_is_not_there_is_named() -> None:
    with pytest.raises(AttributeError, match="ops.auto_generate.NoSuchExt"):
        made.NoSuchExt  # noqa: B018
    with pytest.raises(ImportError, match="no_such_op"):
        from msacc.ops.auto_generate import no_such_op  # noqa: F401
