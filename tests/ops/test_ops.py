"""Rules of ops that the parity cases cannot see: refusals of msacc's own, gradients in place, wrappers."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest
import torch

import msacc as ms
from msacc import Parameter, Tensor, mint, ops


def test_an_op_shares_nothing_but_its_meaning_with_torch() -> None:
    t = torch.tensor([1.0, 2.0])
    out = ops.exp(Tensor(t))
    assert type(out) is Tensor
    torch.testing.assert_close(out.to_torch(), torch.exp(t))
    torch.testing.assert_close(ops.exp.raw(t), torch.exp(t))


@pytest.mark.parametrize(
    ("fn", "names"),
    [
        (ops.pow, ["input", "exponent"]),
        (ops.true_divide, ["dividend", "divisor"]),
        (ops.floor_div, ["x", "y"]),
        (mint.cat, ["tensors", "dim"]),
        (ops.OneHot, ["axis"]),
    ],
)
def test_signatures_tell_the_names_that_work(fn: object, names: list[str]) -> None:
    assert list(inspect.signature(fn).parameters) == names  # type: ignore[arg-type]


def test_arguments_by_name() -> None:
    x = Tensor([4.0, 9.0])
    assert ops.pow(input=x, exponent=2).tolist() == [16.0, 81.0]
    assert ops.true_divide(dividend=x, divisor=2).tolist() == [2.0, 4.5]
    assert x.div(2, rounding_mode="floor").tolist() == [2.0, 4.0]
    assert mint.cat((x, x), dim=0).shape == (4,)
    assert x.repeat_interleave(2, dim=0).shape == (4,)


def test_errors_name_the_op_and_what_was_wrong() -> None:
    with pytest.raises(ValueError, match="add"):
        ops.add(Tensor([1.0, 2.0]), Tensor([1.0, 2.0, 3.0]))
    with pytest.raises(TypeError, match="'other'.*'text'"):
        ops.add(Tensor([1.0]), "text")
    with pytest.raises(TypeError, match="OneHot.*'depth'"):
        ops.OneHot(depth=3)
    with pytest.raises(TypeError, match="SplitV.*missing"):
        ops.SplitV()


def test_a_missing_op_is_named() -> None:
    with pytest.raises(AttributeError, match="msacc does not have mindspore.ops.NoSuchLoss"):
        _ = ops.NoSuchLoss
    with pytest.raises(AttributeError, match="mindspore.numpy.no_such_function"):
        _ = ms.numpy.no_such_function


def test_old_homes_hold_the_same_objects() -> None:
    assert ops.functional.add is ops.add
    assert ops.operations.MatMul is ops.MatMul
    assert ops.composite.HyperMap is ops.HyperMap


def test_float_status_sees_overflow() -> None:
    assert ops.FloatStatus()(Tensor([1.0, 2.0])).tolist() == [0.0]
    assert ops.FloatStatus()(Tensor([1.0, float("inf")])).tolist() == [1.0]


def test_custom_runs_no_kernels_of_mindspores_compilers() -> None:
    double = ops.Custom(lambda a: a * 2, func_type="pyfunc")
    assert double(Tensor([1.0, 2.0])).tolist() == [2.0, 4.0]
    kernel = ops.Custom(lambda a: a * 2, func_type="akg")  # made, as on MindSpore's CPU
    with pytest.raises(NotImplementedError, match="akg"):
        kernel(Tensor([1.0]))


def test_hook_backward_sees_and_replaces_the_gradient() -> None:
    seen = []

    def hook(gradients: tuple[Tensor, ...]) -> Tensor:
        seen.append(gradients[0].tolist())
        return gradients[0] * 10

    watch = ops.HookBackward(hook)
    gradient = ms.grad(lambda x: (watch(x * 2) * 3).sum())(Tensor([1.0, 1.0]))
    assert seen == [[3.0, 3.0]]
    assert gradient.tolist() == [60.0, 60.0]


# -- writing in place --------------------------------------------------------------------------


def test_methods_in_place_change_the_tensor_itself() -> None:
    x = Tensor([1.0, 2.0, 3.0])
    same = x
    assert x.add_(1) is x
    x.mul_(2)
    x.masked_fill_(x > 6, 0.0)
    assert same.tolist() == [4.0, 6.0, 0.0]
    x.zero_()
    x.fill_(5)
    assert same.tolist() == [5.0, 5.0, 5.0]


def test_a_gradient_passes_writes_by_index() -> None:
    def fn(x: Tensor) -> Tensor:
        y = ops.exp(x)
        y[0] = 0
        return (y * y).sum()

    x = Tensor([1.0, 2.0])
    gradient = ms.grad(fn)(x)
    np.testing.assert_allclose(gradient.asnumpy(), [0.0, 2 * np.exp(4.0)], rtol=1e-6)
    assert x.tolist() == [1.0, 2.0]


def test_a_gradient_passes_writes_into_its_own_input() -> None:
    def fn(x: Tensor) -> Tensor:
        x[1] = 7
        return (x * x).sum()

    assert ms.grad(fn)(Tensor([3.0, 2.0])).tolist() == [6.0, 0.0]


def test_a_gradient_passes_methods_in_place() -> None:
    def fn(x: Tensor) -> Tensor:
        y = x * 2
        y.mul_(x)
        return y.sum()

    assert ms.grad(fn)(Tensor([3.0])).tolist() == [12.0]


def test_assign_reaches_the_parameter_inside_a_graph() -> None:
    p = Parameter(Tensor([0.0, 0.0]), name="p")

    @ms.jit(jit_level="O0")
    def step(x: Tensor) -> Tensor:
        ops.assign_add(p, x)
        return p * 1

    step(Tensor([1.0, 2.0]))
    assert step(Tensor([1.0, 2.0])).tolist() == [2.0, 4.0]
    assert p.asnumpy().tolist() == [2.0, 4.0]


# -- what differs from numpy or torch on purpose -------------------------------------------------


def test_repeat_is_torch_s_and_by_axis_numpy_s() -> None:
    x = Tensor([[1, 2]])
    assert x.repeat(2, 1).tolist() == [[1, 2], [1, 2]]
    assert x.repeat(2, axis=1).tolist() == [[1, 1, 2, 2]]
    with pytest.raises(RuntimeError, match="repeat_interleave"):
        x.repeat(2)


def test_any_and_all_of_floats() -> None:
    """MindSpore's CPU build answers False for `any` of floats; the documentation says non-zero."""
    x = Tensor([[0.0, 1.0], [0.0, 0.0]])
    assert ops.any(x, 1).tolist() == [True, False]
    assert ops.all(x + 1).tolist() is True


def test_nan_wins_in_maximum() -> None:
    """As documented; MindSpore's CPU build drops it."""
    assert np.isnan(ops.maximum(Tensor([float("nan")]), 0).asnumpy()).all()


def test_arrays_of_numpy_may_index() -> None:
    x = Tensor(np.arange(6).reshape(2, 3))
    assert x[np.array([1, 0])].tolist() == [[3, 4, 5], [0, 1, 2]]
    assert x[np.int64(1)].tolist() == [3, 4, 5]


def test_older_primitives_take_their_inputs_by_name() -> None:
    x, v = Tensor(np.zeros((2, 2), np.float32)), Tensor(np.ones((1, 2), np.float32))
    updated = ops.InplaceUpdateV2()(x=x, indices=(1,), v=v)
    assert updated.asnumpy().tolist() == [[0.0, 0.0], [1.0, 1.0]]
    assert ops.Reusing()(x=x) is x
    assert ops.TensorToTuple()(x=Tensor([1, 2])) == (1, 2)
    with pytest.raises(ValueError, match="'input_data' should be a tuple"):
        ops.shape_mul(input_data=[2, 3])


def test_a_refused_primitive_shows_what_mindspores_takes() -> None:
    assert str(inspect.signature(ops.GetNext)) == "(types, shapes, output_num, shared_name)"
    made = ops.GetNext([ms.float32], [[1]], 1, shared_name="queue")
    assert (made.output_num, made.shared_name) == (1, "queue")
    with pytest.raises(NotImplementedError, match="ops.GetNext"):
        made()
    with pytest.raises(TypeError, match="For 'GetNext', missing a required argument: 'types'"):
        ops.GetNext()


def test_a_kernel_of_ascends_refuses_by_name_with_keywords_too() -> None:
    with pytest.raises(NotImplementedError, match="ops.DropoutExt"):
        ops.auto_generate.DropoutExt()(input=Tensor([1.0]), p=0.5, seed=Tensor(1), offset=Tensor(0))


@pytest.mark.parametrize("kind", ["float32", "float64", "int64", "bool"])
@pytest.mark.parametrize("call", [ops.add, ops.mul, ops.pow, mint.sub, ops.Maximum(), Tensor.div])
def test_an_array_without_axes_is_a_number(call: Any, kind: str) -> None:
    x = Tensor(np.array([1, 2], np.float16))
    number = np.array(2, kind)
    for compute in (call, ms.jit(call)):
        out, expected = compute(x, number), call(x, number.item())
        assert out.dtype == expected.dtype
        assert out.asnumpy().tolist() == expected.asnumpy().tolist()
