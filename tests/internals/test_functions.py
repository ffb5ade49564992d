"""Private helpers of functions and layers: numbers as MindSpore 2.10 gives them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, ops
from msacc.internals import function_helpers as f
from msacc.internals.checkparam_helpers import _check_3d_int_or_tuple
from msacc.internals.micro_batch import _MicroBatch
from msacc.internals.rnn_steps import _gru_cell, _lstm_cell, _rnn_relu_cell, _rnn_tanh_cell


def ones(*shape: int) -> Tensor:
    return Tensor(np.ones(shape, np.float32))


W = Tensor(np.arange(48, dtype=np.float32).reshape(12, 4) * 0.1)
B = Tensor(np.arange(12, dtype=np.float32))


def _sums(found: Any) -> list[float]:
    return [float(t.sum()) for t in found]


def test_projections() -> None:
    x, y, z = ones(2, 4), ones(3, 4), ones(5, 4)
    parts = (W[:4], W[4:8], W[8:], B[:4], B[4:8], B[8:])
    assert _sums(f._in_projection(x, x, x, *parts)) == pytest.approx([36, 119.2, 202.4])
    same = f._in_projection_packed(x, x, x, W, B, True, True)
    assert _sums(same) == pytest.approx([36, 119.2, 202.4])
    other = f._in_projection_packed(x, y, z, W, B, False, False)
    assert _sums(other) == pytest.approx([36, 178.8, 506])
    with pytest.raises(ValueError, match=r"query weights shape of \(4, 4\), but got \(3, 4\)"):
        f._in_projection(x, x, x, W[:3], W[4:8], W[8:])


def test_attention_adds_its_mask() -> None:
    k = Tensor(np.random.RandomState(0).randn(1, 2, 3, 4).astype(np.float32))
    mask = Tensor(np.tril(np.ones((3, 3), np.float32)))

    def total(mask: Any, causal: bool) -> float:
        out, weights = f._scaled_dot_product_attention(
            k, k, k, mask, 0.0, causal, False, ms.float32
        )
        assert weights.sum(-1).asnumpy() == pytest.approx(1.0)
        return float(out.abs().sum())

    assert total(None, False) == pytest.approx(21.208463, rel=1e-6)
    assert total(mask, False) == pytest.approx(21.348066, rel=1e-6)
    assert total(None, True) == total(mask.astype(ms.bool_), False) == total(mask, False)


@pytest.mark.parametrize(
    ("check", "given", "message"),
    [
        (f._check_qkv_shape, (2, 3, 3), "unbatched `query`, the `key` and `value` must be 2D"),
        (f._check_qkv_shape, (4, 3, 3), "got `query` with 4D"),
        (f._check_kpm_shape, (2, 2), "unbatched `query`, the `key_padding_mask`"),
        (f._check_attn_mask_shape, (3, (5, 2, 8), (6, 2, 8), 1, (5,), 2), "2-D or 3-D"),
        (f._check_attn_mask_shape, (2, (5, 8), (6, 8), 3, (3, 5, 6), 2), r"\(2, 5, 6\)"),
    ],
)
def test_shapes_are_refused(check: Any, given: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        check(*given)


def test_shapes_are_taken() -> None:
    assert f._check_qkv_shape(3, 3, 3) is True
    assert f._check_qkv_shape(2, 2, 2) is False
    f._check_kpm_shape(3, 2)
    f._check_attn_mask_shape(2, (5, 8), (6, 8), 3, (2, 5, 6), 2)


@pytest.mark.parametrize(
    ("given", "length"),
    [
        ((True, False, False, 5, 3, 2, 1, 0), 11),
        ((False, True, False, 5, 3, 2, 1, 0), 10),
        ((False, False, True, 5, 3, 2, 1, 2), 9),
        ((True, False, False, 5, 2, 3, 1, 0), 15),
        ((False, False, True, 7, 3, 2, 2, 1), 16),
        ((False, False, False, 5, 3, 2, 1, 0), 0),
    ],
)
def test_lengths_behind_a_transposed_convolution(given: Any, length: int) -> None:
    assert f._deconv_output_length(*given) == length


def test_steps_of_recurrent_networks() -> None:
    x, h = ones(2, 3) * 0.3, ones(2, 4) * 0.2

    def weights(n: int) -> tuple[Tensor, ...]:
        return ones(4 * n, 3) * 0.1, ones(4 * n, 4) * 0.2, ones(4 * n) * 0.1, ones(4 * n) * 0.3

    assert float(_gru_cell(x, h, *weights(3)).sum()) == pytest.approx(2.3023889)
    assert _sums(_lstm_cell(x, (h, h), *weights(4))) == pytest.approx([2.4577494, 4.0559626])
    assert float(_rnn_tanh_cell(x, h, *weights(1)).sum()) == pytest.approx(4.5733600)
    assert float(_rnn_relu_cell(x, h, *weights(1)).sum()) == pytest.approx(5.2)
    assert float(_gru_cell(x, h, *weights(3)[:2], None, None).sum()) == pytest.approx(1.5230509)


def test_sizes() -> None:
    picture = ones(1, 2, 3, 4)
    assert f._interpolate_ext_scale_factor_convert_size(picture, (2.5, 0.5)) == (7, 2)
    assert f._interploate_ext_make_tuple(picture, 3) == (3, 3)
    assert f._inner_pad(Tensor([[True, False]]), (0, 1)).asnumpy().tolist() == [
        [True, False, False]
    ]
    assert f.infer_value_for_BroadcastTo(None, (2, 2)) is None
    assert f.infer_value_for_BroadcastTo(Tensor([1, 2]), (2, 2)).shape == (2, 2)


def test_draws_and_calls() -> None:
    ms.set_seed(3)
    assert f._get_seed(5, "x") == (3, 5)
    assert f._run_op(ops.Add(), "Add", (ones(2), ones(2))).asnumpy().tolist() == [2, 2]
    with pytest.raises(ValueError, match="the primitive is 'Add', not 'Sub'"):
        f._run_op(ops.Add(), "Sub", (ones(2), ones(2)))


def test_parts_of_a_batch() -> None:
    x, y = _MicroBatch(2)(1, Tensor(np.arange(8).reshape(2, 4)), Tensor([1, 2, 3, 4]))
    assert x.asnumpy().tolist() == [[4, 5, 6, 7]]
    assert y.asnumpy().tolist() == [3, 4]
    with pytest.raises(ValueError, match=r"input\(2\) must be divided by micro size\(3\)"):
        _MicroBatch(3)(0, ones(2, 4))


@pytest.mark.parametrize(
    ("value", "options", "wanted"),
    [
        (2, {}, (2, 2, 2)),
        (2, {"ret_five": True}, (1, 1, 2, 2, 2)),
        ((1, 2, 3, 4, 5), {"allow_five": True}, (3, 4, 5)),
        (0, {"greater_zero": False}, (0, 0, 0)),
        (2, {"third_one": True}, "the depth of parameter 'k' must be 1, but got 2"),
        ((1, 2), {"allow_five": True}, r"three or five positive integer, but got \(1, 2\)"),
        ((0, 1, 1), {"ret_five": True}, r"but got \(1, 1, 0, 1, 1\)"),
        ("x", {}, "but got type 'str'"),
        (True, {}, "but got type 'bool'"),
    ],
)
def test_sizes_in_three_axes(value: Any, options: dict[str, bool], wanted: Any) -> None:
    if isinstance(wanted, tuple):
        assert _check_3d_int_or_tuple("k", value, "P", **options) == wanted
        return
    kind = TypeError if "type" in wanted else ValueError
    with pytest.raises(kind, match=wanted):
        _check_3d_int_or_tuple("k", value, "P", **options)
