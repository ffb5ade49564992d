"""Fused primitives in half precision and in one graph, what they refuse, and results that wait until they are read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
from msacc.ops.auto_generate import (
    SwigluGrad,
    apply_rotary_pos_emb_,
    group_topk,
    grouped_matmul_v4,
    swiglu,
    swiglu_grad,
)

import msacc as ms
from msacc import ops
from msacc.ops.bindings.primitive_classes import primitive_classes
from msacc.ops.nn import fused_matmul, fused_norm
from msacc.ops.nn.attention import (
    decode,
    flash,
    flash_grad,
    inference,
    multi_scale,
    native_sparse,
    paged,
    prefill,
    ring,
    rotary,
)
from msacc.ops.nn.moe import gating, grouped, routing
from msacc.ops.nn.quant import products, rounding
from tests.ops.declared import inputs
from tests.parity.cases import fused_attention, fused_experts, fused_inference, fused_quant

Rows = dict[str, Any]
TABLES: dict[str, Rows] = {
    "flash": fused_attention.FLASH,
    "ragged": fused_attention.RAGGED,
    "turned": fused_attention.TURNED,
    "pointed": fused_attention.POINTED,
    "prompts": fused_inference.PROMPTS,
    "steps": fused_inference.STEPS,
    "fused": fused_inference.FUSED,
    "paged": fused_inference.PAGED,
    "products": fused_experts.PRODUCTS,
    "to_experts": fused_experts.TO_EXPERTS,
    "routed": fused_experts.ROUTED,
    "gates": fused_experts.GATES,
    "norms": fused_experts.NORMS,
    "quant_products": fused_quant.PRODUCTS,
    "rounded": fused_quant.ROUNDED,
    "ring": fused_quant.RING,
    "sped": fused_quant.SPED,
    "sparse": fused_quant.SPARSE,
}
ALL = [f"{table}.{name}" for table, rows in TABLES.items() for name in rows]
# One of each kind; a capture takes half a second.
QUICK = {"flash.band_from_end", "ragged.right_tensors", "paged.several", "products.sizes"}
# How many rows a process gets depends on values: such a graph runs in parts.
IN_PARTS = {"to_experts.distributed"}


def leaves(out: Any) -> list[np.ndarray]:
    if isinstance(out, (tuple, list)):
        return [leaf for item in out for leaf in leaves(item)]
    return [out.asnumpy()]


class Kept:
    """msacc with primitives that are made once, so that a graph calls what was made outside it."""

    __name__ = "msacc"
    Tensor, int8, float16, float32, int64 = ms.Tensor, ms.int8, ms.float16, ms.float32, ms.int64

    def __init__(self) -> None:
        self.ops = self
        self.held: dict[tuple[Any, ...], Any] = {}

    def __getattr__(self, name: str) -> Any:
        result = getattr(ops, name)
        if not (isinstance(result, type) and issubclass(result, ops.Primitive)):
            return result

        def made(*args: Any, **kwargs: Any) -> Any:
            key = (name, *args, *kwargs.items())
            if key not in self.held:
                self.held[key] = result(*args, **kwargs)
            return self.held[key]

        return made


KEPT = Kept()


def given(key: str) -> tuple[Callable[..., Any], list[Any]]:
    table, _, name = key.partition(".")
    entry = TABLES[table][name]
    tensors = [ms.Tensor(a) if isinstance(a, np.ndarray) else a for a in entry.inputs]
    return (lambda *inputs: entry.call(KEPT, *inputs)), tensors


@pytest.mark.parametrize(
    "key",
    [
        k if k in QUICK else pytest.param(k, marks=pytest.mark.slow)
        for k in ALL
        if k not in IN_PARTS
    ],
)
def test_one_graph_gives_the_same(key: str) -> None:
    call, tensors = given(key)
    want = leaves(call(*tensors))
    got = leaves(ms.jit(call, jit_level="O0", fullgraph=True)(*tensors))
    for one, other in zip(got, want, strict=True):
        assert one.dtype == other.dtype
        np.testing.assert_allclose(one, other, 1e-5, 1e-5)


@pytest.mark.parametrize("dtype", [ms.float16, ms.bfloat16], ids=str)
@pytest.mark.parametrize(
    "key",
    [k for k in ALL if k.split(".")[0] in ("flash", "ragged", "turned", "pointed", "products", "norms")]
    + ["to_experts.finalize", "to_experts.unpermute", "prompts.lengths", "steps.lengths", "paged.one_each"],
)  # fmt: skip
def test_half_precision_is_near(key: str, dtype: Any) -> None:
    call, tensors = given(key)
    narrow = [t.astype(dtype) if t.dtype == ms.float32 else t for t in tensors]
    want = leaves(call(*[t.astype(ms.float32) if t.dtype == dtype else t for t in narrow]))
    result = call(*narrow)
    for one, other in zip(leaves(result), want, strict=True):
        np.testing.assert_allclose(one.astype(np.float32), other, 0.05, 0.06)


CHAPTERS = (
    *(
        flash,
        flash_grad,
        inference,
        multi_scale,
        native_sparse,
        paged,
        prefill,
        ring,
        rotary,
        decode,
    ),
    *(fused_norm, fused_matmul, gating, grouped, routing, products, rounding),
)
# Of one function of activations, too; the two that another chapter of cases calls by name.
NAMES = {*primitive_classes(CHAPTERS), "Swiglu"} - {"FlashAttentionScore", "RmsNorm"}


class Named:
    """`ops` whose primitives take their inputs by name, and which names were called."""

    def __init__(self) -> None:
        self.called: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        result = getattr(ops, name)
        if name not in NAMES:
            return result

        def made(*settings: Any, **more: Any) -> Any:
            def call(*args: Any, **kwargs: Any) -> Any:
                self.called.add(name)
                return result(*settings, **more)(
                    **dict(zip(inputs(result), args, strict=False)), **kwargs
                )

            return call

        return made


def test_every_primitive_takes_names() -> None:
    named = Named()
    side = type(
        "Side", (), {"__name__": "msacc", "__getattr__": lambda _, name: getattr(ms, name)}
    )()
    side.ops = named
    for table in TABLES.values():
        for entry in table.values():
            tensors = [ms.Tensor(a) if isinstance(a, np.ndarray) else a for a in entry.inputs]
            pairs = zip(
                leaves(entry.call(side, *tensors)), leaves(entry.call(ms, *tensors)), strict=True
            )
            for one, other in pairs:
                np.testing.assert_array_equal(one, other)
    for name, (args, more) in PLACED.items():
        kind = getattr(named, name)
        one, other = (leaves(k(**more)(*args)) for k in (kind, getattr(ops, name)))
        for first, second in zip(one, other, strict=True):
            np.testing.assert_array_equal(first, second)
    assert named.called == NAMES


def tensor(*shape: int, seed: int = 0) -> ms.Tensor:
    return ms.Tensor(np.random.RandomState(seed).standard_normal(shape).astype(np.float32))


def test_statistics_wait_until_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    computed = flash._statistics
    monkeypatch.setattr(flash, "_statistics", lambda *a: calls.append(1) or computed(*a))  # type: ignore[func-returns-value]
    q = tensor(2, 4, 8)
    largest, total, third, out = ops.FlashAttentionScore(2)(q, q, q)
    assert (largest.shape, total.dtype, third.shape) == ((2, 2, 4, 8), ms.float32, (1,))
    assert out.shape == (2, 4, 8)
    assert not calls
    assert (total.asnumpy() >= 1).all()
    assert np.isfinite(largest.asnumpy()).all()
    assert calls == [1]


def test_statistics_and_inverses_have_no_gradient() -> None:
    x, gamma = tensor(3, 4), tensor(4, seed=1)
    both = ms.grad(lambda t: sum(o.sum() for o in ops.rms_norm(t, gamma)))(x)
    first = ms.grad(lambda t: ops.rms_norm(t, gamma)[0].sum())(x)
    np.testing.assert_array_equal(both.asnumpy(), first.asnumpy())


@pytest.mark.parametrize("additional", [True, False])
def test_the_sum_has_a_gradient_where_it_is_asked_for(additional: bool) -> None:
    a, gamma, beta = tensor(2, 3), ms.ops.ones(3), ms.ops.zeros(3)

    def total(x: Any) -> Any:
        return sum(o.sum() for o in ops.add_layer_norm(x, a, gamma, beta, 1e-5, additional))

    np.testing.assert_allclose(ms.grad(total)(a).asnumpy(), float(additional), atol=1e-5)


def test_the_gradient_as_an_op() -> None:
    q, k, v, dy = (tensor(2, 4, 8, seed=i) for i in range(4))
    shift = tensor(2, 2, 4, 4, seed=5)
    mask = ms.Tensor(np.triu(np.ones((2048, 2048), bool), 1))

    def weighted(q: Any, k: Any, v: Any, s: Any) -> Any:
        out = ops.flash_attention_score(
            q, k, v, 2, s, attn_mask=mask, scalar_value=0.5, sparse_mode=2
        )
        return (out * dy).sum()

    want = ms.grad(weighted, (0, 1, 2, 3))(q, k, v, shift)
    op = ops.FlashAttentionScoreGrad(2, scale_value=0.5, sparse_mode=2)
    for one, other in zip(op(q, k, v, dy, shift, None, None, mask), want, strict=True):
        np.testing.assert_allclose(one.asnumpy(), other.asnumpy(), 1e-4, 1e-5)
    assert op(q, k, v, dy, atten_mask=mask)[3].shape == (1,)
    with pytest.raises(ValueError, match="'drop_mask'"):
        ops.FlashAttentionScoreGrad(2, keep_prob=0.5)(q, k, v, dy)


def test_alibi_of_its_last_rows_alone() -> None:
    """1024 rows stand for 1040 queries: what a key ahead by so much gets is the same in each row."""
    q = tensor(1, 1, 1040, 4)
    ahead = np.arange(1040) - np.arange(1040)[:, None]
    whole = (-0.1 * np.abs(ahead))[None, None].astype(np.float32)
    mask = ms.Tensor(np.triu(np.ones((2048, 2048), np.uint8), 1))
    outs = [
        ops.flash_attention_score(
            q, q, q, 1, ms.Tensor(s), attn_mask=mask, input_layout="BNSD", sparse_mode=3
        ).asnumpy()
        for s in (whole, whole[:, :, -1024:].copy())
    ]
    np.testing.assert_allclose(*outs, 1e-5, 1e-5)


@pytest.mark.parametrize("kept", [True, False])
def test_lengths_in_the_flat_layout(kept: bool) -> None:
    """TH with lengths one by one, and sequences with a drop mask of ones."""
    q, k = tensor(5, 8), tensor(5, 8, seed=1)
    flat = ops.FlashAttentionScore(2, input_layout="TH", scale_value=0.5)
    out = flat(q, k, k, actual_seq_qlen=(2, 3), actual_seq_kvlen=(2, 3))[3]
    bits = ms.Tensor(np.full(4, 255, np.uint8)) if kept else None
    one = ops.flash_attention_score(
        q[:2].reshape((2, 2, 4)).tile((2, 1, 1)), k[:4].reshape((4, 2, 4)), k[:4].reshape((4, 2, 4)), 2,
        drop_mask=bits, actual_seq_qlen=(2, 4), actual_seq_kvlen=(2, 4), scalar_value=0.5, input_layout="TND",
    )  # fmt: skip
    np.testing.assert_allclose(out[:2].asnumpy(), one[:2].reshape((2, 8)).asnumpy(), 1e-5, 1e-6)
    assert out.shape == (5, 8)


@pytest.mark.parametrize("as_tensors", [False, True])
def test_each_sequence_has_a_prefix_of_its_own(as_tensors: bool) -> None:
    """Without scores each token gives the mean of what it sees: all of a prefix of 3, else what is not ahead."""
    values = np.array([3, 6, 9, 2, 4, 12], np.float32)
    v = ms.Tensor(np.broadcast_to(values[:, None, None], (6, 2, 4)).copy())
    ends, prefix = (ms.Tensor([3, 6]), ms.Tensor([3, 1])) if as_tensors else ((3, 6), (3, 1))
    out = ops.flash_attention_score(
        ops.zeros_like(v), v, v, 2, prefix=prefix, actual_seq_qlen=ends, actual_seq_kvlen=ends, sparse_mode=5,
        input_layout="TND",
    )  # fmt: skip
    np.testing.assert_allclose(out[:, 0, 0].asnumpy(), [6, 6, 6, 2, 3, 6], 1e-6)


def test_a_flat_mask_is_the_lower_triangle() -> None:
    q = tensor(5, 8)
    mask = ms.Tensor(np.triu(np.ones((2, 2), np.float16), 1) * -10000)
    out = ops.FlashAttentionScore(2, input_layout="TH")(
        q, q, q, attn_mask=mask, actual_seq_qlen=(5,), actual_seq_kvlen=(5,)
    )[3]
    np.testing.assert_allclose(out[0].asnumpy(), q[0].asnumpy(), 1e-6)
    shorter = ops.FlashAttentionScore(2, input_layout="TH")(
        q[:4], q[:4], q[:4], attn_mask=mask, actual_seq_qlen=(4,), actual_seq_kvlen=(4,)
    )[3]
    np.testing.assert_allclose(out[:4].asnumpy(), shorter.asnumpy(), 1e-5, 1e-6)


def test_collectives_of_one_process() -> None:
    x, w = tensor(3, 4), tensor(4, 2, seed=1)
    group = "hccl_world_group"
    product = (x @ w).asnumpy()
    out, rows = ops.all_gather_matmul(x, w, group, 1)
    np.testing.assert_allclose(out.asnumpy(), product, 1e-6)
    np.testing.assert_array_equal(rows.asnumpy(), x.asnumpy())
    assert ops.AllGatherMatmul()(x, w.T, group, 1, None, 0, False, 0, False, True)[1].shape == (0,)
    result = ops.matmul_reduce_scatter(x, w.T, group, 1, reduce_op="sum", trans_x2=True)
    np.testing.assert_allclose(result.asnumpy(), product, 1e-6)
    total, normed = ops.MatmulAllReduceAddRmsNorm()(
        x, w, None, ops.ones((3, 2)), ops.ones(2), 0.1, group
    )
    np.testing.assert_allclose(total.asnumpy(), product + 1, 1e-6)
    np.testing.assert_allclose(
        normed.asnumpy(), ops.rms_norm(total, ops.ones(2), 0.1)[0].asnumpy(), 1e-6
    )
    with pytest.raises(RuntimeError, match="'world_size'"):
        ops.all_gather_matmul(x, w, group, 2)


def slots(*numbers: int) -> ms.Tensor:
    return ms.Tensor(np.array(numbers, np.int32))


# Primitives that no row of the tables calls: inputs and settings. Writing the same twice changes nothing.
GROUP = "hccl_world_group"
PLACED: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = {
    "AddLayerNormV2": ((tensor(2, 3), tensor(2, 3), tensor(3), tensor(3)), {}),
    "AllGatherMatmul": ((tensor(2, 3), tensor(3, 2), GROUP, 1), {}),
    "MatmulReduceScatter": ((tensor(2, 3), tensor(3, 2), GROUP, 1), {}),
    "MatmulAllReduceAddRmsNorm": (
        (tensor(2, 3), tensor(3, 2), None, tensor(2, 2), tensor(2), 0.1, GROUP),
        {},
    ),
    "FlashAttentionScoreGrad": ((tensor(1, 2, 4),) * 4, {"head_num": 1}),
    "FusedInferAttentionScore": (
        (tensor(1, 2, 4), [tensor(1, 2, 4)], [tensor(1, 2, 4)]),
        {"scale_value": 0.5},
    ),
    "Gmm": (([tensor(2, 3)], [tensor(1, 3, 2)], None, slots(2)), {}),
    "IncreFlashAttention": ((tensor(1, 1, 4), [tensor(1, 2, 4)], [tensor(1, 2, 4)]), {}),
    "InnerMoeTokenUnpermute": ((tensor(2, 3), slots(1, 0)), {}),
    "InplaceGroupedMatmulAdd": ((tensor(2, 3), tensor(2, 4) * 0, slots(2), tensor(1, 3, 4)), {}),
    "InplaceMatmulAdd": ((tensor(2, 3), tensor(2, 4) * 0, tensor(3, 4)), {}),
    "KVCacheScatterUpdate": ((tensor(1, 1, 3, 2), slots(1), tensor(1, 1, 1, 2), -2), {}),
    "MoeTokenPermute": ((tensor(2, 3), slots(1, 0)), {}),
    "MoeTokenUnpermute": ((tensor(2, 3), slots(1, 0)), {}),
    "MultiScaleDeformableAttn": (
        (tensor(1, 4, 1, 8), slots(2, 2).reshape((1, 2)), slots(0), tensor(1, 1, 1, 1, 1, 2), tensor(1, 1, 1, 1, 1)),
        {},
    ),
    "NsaCompress": ((tensor(16, 1, 16), tensor(16, 1), 16, 16, (16,)), {}),
    "NsaCompressAttention": (
        (*(tensor(1, 1, 16),) * 3, 1.0, 1, 16, 16, 16, 1, None, None, (1,), (1,), (1,)),
        {},
    ),
    "NsaSelectAttention": (
        (*(tensor(1, 1, 16),) * 3, slots(0).reshape((1, 1, 1)), 1.0, 1, 16, 1, None, (1,), (1,)),
        {},
    ),
    "PromptFlashAttention": ((tensor(1, 2, 4),) * 3, {}),
    "QuantMatmul": ((tensor(2, 3), tensor(3, 2), tensor(2), None, tensor(2)), {}),
    "ReshapeAndCache": ((tensor(1, 4), None, tensor(1, 2, 1, 4), None, slots(1)), {}),
    "RingAttentionUpdate": ((tensor(2, 1, 4), *(tensor(1, 1, 2, 8),) * 2) * 2, {}),
    "RotaryPositionEmbedding": ((tensor(1, 1, 2, 4),) * 3, {}),
}  # fmt: skip

X = tensor(2, 4, 8)
MASK = ms.Tensor(np.zeros((2048, 2048), bool))
LIST = [tensor(6, 4)]
WEIGHTS = [tensor(3, 4, 5)]
REFUSED: dict[str, tuple[type[Exception], str, Callable[[], Any]]] = {
    "mode": (NotImplementedError, "'sparse_mode' 8", lambda: ops.flash_attention_score(X, X, X, 2, sparse_mode=8)),
    "no_mode": (RuntimeError, "'sparse_mode'", lambda: ops.flash_attention_score(X, X, X, 2, sparse_mode=9)),
    "needs_mask": (ValueError, "needs an 'attn_mask'", lambda: ops.flash_attention_score(X, X, X, 2, sparse_mode=4)),
    "needs_prefix": (ValueError, "'prefix'", lambda: ops.flash_attention_score(X, X, X, 2, sparse_mode=5)),
    "prefix": (ValueError, "each of 2", lambda: ops.flash_attention_score(X, X, X, 2, prefix=(1,), sparse_mode=5)),
    "layout": (ValueError, "'input_layout'", lambda: ops.flash_attention_score(X, X, X, 2, input_layout="HBS")),
    "rank": (ValueError, "4 dimensions", lambda: ops.flash_attention_score(X, X, X, 2, input_layout="BNSD")),
    "dtypes": (TypeError, "one dtype", lambda: ops.flash_attention_score(X, X.astype(ms.float16), X, 2)),
    "heads": (TypeError, "1.5", lambda: ops.flash_attention_score(X, X, X, 1.5)),
    "ends": (ValueError, "needs 'actual_seq_qlen'", lambda: ops.flash_attention_score(X, X, X, 4, input_layout="TND")),
    "no_ends": (ValueError, "layout TND alone", lambda: ops.flash_attention_score(X, X, X, 2, actual_seq_qlen=(1, 2))),
    "falling": (ValueError, "not decrease", lambda: ops.flash_attention_score(
        X, X, X, 4, actual_seq_qlen=(2, 1), actual_seq_kvlen=(1, 2), input_layout="TND")),
    "bits": (TypeError, "uint8", lambda: ops.flash_attention_score(X, X, X, 2, drop_mask=X, keep_prob=0.5)),
    "int8": (NotImplementedError, "'prompt_flash_attention'", lambda: ops.prompt_flash_attention(
        X.astype(ms.int8), X.astype(ms.int8), X.astype(ms.int8))),
    "shared": (NotImplementedError, "'key_shared_prefix'", lambda: ops.fused_infer_attention_score(
        X, [X], [X], key_shared_prefix=X)),
    "rotary": (ValueError, "'cos_format'", lambda: apply_rotary_pos_emb_(X, X, X[0], X[0], MASK, 4)),
    "angles": (ValueError, "'position_ids'", lambda: apply_rotary_pos_emb_(X, X, X[0], X[0], ms.Tensor([1, 2, 3]))),
    "ring": (RuntimeError, "'actual_seq_qlen'", lambda: ops.ring_attention_update(X, X, X, X, X, X, None, "TND")),
    "activation": (NotImplementedError, "'act_type'", lambda: grouped_matmul_v4(LIST, WEIGHTS, act_type=2)),
    "groups": (TypeError, "'group_list'", lambda: grouped_matmul_v4(LIST, WEIGHTS, split_item=3, group_type=0)),
    "experts": (ValueError, "3 weights", lambda: grouped_matmul_v4(
        LIST, WEIGHTS, group_list=ms.Tensor([6]), split_item=3, group_type=0)),
    "topk": (ValueError, "8 experts", lambda: group_topk(X[0], ms.Tensor([1]), 3, 2)),
    "static": (NotImplementedError, "'quant_mode'", lambda: ops.DequantSwigluQuant()(X, X, X)),
    "slopes": (ValueError, "needs 'pse'", lambda: ops.speed_fusion_attention(X, X, X, 2, "BSH", pse_type=2)),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_refusals_name_the_argument(name: str) -> None:
    kind, text, call = REFUSED[name]
    with pytest.raises(kind, match=text):
        call()


def test_grouped_products_read_no_row_twice() -> None:
    """The gradient of the rows after the last group is zero, and so are the rows."""
    x, w = tensor(5, 4), tensor(2, 4, 3, seed=1)
    ends = ms.Tensor([1, 3])

    def total(x: Any) -> Any:
        return ops.GroupedMatmul(3, 0)([x], [w], group_list=ends)[0].sum()

    grads = ms.grad(total)(x).asnumpy()
    assert (grads[3:] == 0).all()
    assert (grads[:3] != 0).all()


def test_products_have_second_gradients() -> None:
    from msacc.ops.nn.moe.grouped_products import rows_product

    x = torch.randn(4, 3, dtype=torch.float64, requires_grad=True)
    w = torch.randn(2, 3, 2, dtype=torch.float64, requires_grad=True)
    ends = torch.tensor([1, 4])
    assert torch.autograd.gradgradcheck(lambda a, b: rows_product(a, b, ends), (x, w))


@pytest.mark.parametrize("dim", [-1, 0])
def test_the_gradient_of_swiglu_is_an_op(dim: int) -> None:
    draws = np.random.RandomState(0)
    x = ms.Tensor(draws.randn(4, 6).astype(np.float32))
    like = swiglu(x, dim)
    dout = ms.Tensor(draws.randn(*like.shape).astype(np.float32))
    expected = ops.GradOperation(sens_param=True)(lambda t: swiglu(t, dim))(x, dout).asnumpy()
    np.testing.assert_allclose(SwigluGrad()(dout, x, dim).asnumpy(), expected, 1e-5, 1e-6)
    np.testing.assert_allclose(swiglu_grad(dout, x, dim).asnumpy(), expected, 1e-5, 1e-6)
