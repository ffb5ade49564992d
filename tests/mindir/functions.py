"""Functions whose graphs are recorded: what MindSpore makes of them must give what they give themselves.

MindSpore's CPU has no kernels for many of these ops (they are Ascend's), so that its own results cannot be recorded.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

import numpy as np

# MindSpore when the graphs are recorded, msacc when they are tested.
ms: Any = sys.modules.get("mindspore") or importlib.import_module("msacc")
mint = importlib.import_module(f"{ms.__name__}.mint")
ops = importlib.import_module(f"{ms.__name__}.ops")
F = mint.nn.functional
Tensor = ms.Tensor


def places(a, i):
    return a[i], a[0, i], a[:, i, 1:], a[..., None], a[i, i], a[a > 0], a[:, -1], a[:, ::2]


def writes(a, i):
    a = a * 1
    a[0] = 1.0
    a[:, 1] = a[:, 2]
    a[0, i] = 5.0
    a[a > 1] = 0.0
    return a


def changes(a, b):
    a = a * 1
    a += b
    a -= 1
    a *= b
    a /= 2
    a.clamp_(0.0, 1.0)
    return a.add_(b, alpha=2)


def arithmetic(a, b):
    return (
        a + b, a - 2, 2 - a, a * b, a / b, a // b, a % b, a**2, 2**a, -a, abs(a), a @ b.swapaxes(-1, -2),
        mint.add(a, b, alpha=2), mint.sub(a, b, alpha=3), mint.remainder(a, 2.0), mint.fmod(a, 2.0),
        mint.div(a, b, rounding_mode="floor"), a > b, a >= 0, a == b, ~(a > 0), (a > 0) & (b > 0),
        mint.where(a > 0, a, 0.0), mint.clamp(a, 0.2, 1.0), mint.lerp(a, b, 0.5), mint.addcmul(a, a, b, value=2),
    )  # fmt: skip


def reductions(a):
    return (
        a.sum(), a.sum(1), a.mean(1, keep_dims=True), a.max(), a.min(axis=1), a.argmax(axis=1), a.prod(1), a.std(1),
        mint.max(a, 1), mint.min(a, 2, True), mint.cumsum(a, 1), ops.logsumexp(a, 1), mint.norm(a), a.any(),
        mint.mean(a, (0, 1)), mint.std(a, dim=1), mint.var(a, dim=1), mint.median(a),
    )  # fmt: skip


def shapes(a):
    return (
        a.reshape(4, -1), a.view(6, 4), a.transpose(2, 0, 1), a.flatten(), mint.flatten(a, 1), a.unsqueeze(0),
        a.broadcast_to((2, 2, 3, 4)), ops.tile(a, (1, 2, 1)), mint.narrow(a, 1, 0, 2),
        mint.repeat_interleave(a, 2, 1), ops.flip(a, (0,)), mint.roll(a, 1, 1), mint.unbind(a, 0),
        mint.chunk(a, 2, 2), mint.split(a, (1, 3), 2), a.diagonal(), mint.tril(a), mint.cat((a, a), 1),
        mint.stack((a, a), 1), ops.meshgrid(a[0, 0], a[1, 1]),
    )  # fmt: skip


def products(a, m):
    return (
        mint.matmul(a, m), mint.bmm(a, a.swapaxes(1, 2)), mint.mm(a[0], m), mint.outer(a[0, 0], a[0, 1]),
        mint.addmm(a[0] @ m, a[0], m, beta=2, alpha=3), mint.dot(a[0, 0], a[0, 1]), mint.mv(a[0], m[:, 0]),
        mint.einsum("bij,jk->bik", a, m), F.linear(a, m.T), ops.rfft(a), ops.irfft(ops.rfft(a)),
    )  # fmt: skip


def activations(a):
    return (
        F.relu(a), F.gelu(a), F.gelu(a, approximate="tanh"), F.silu(a), F.elu(a), F.leaky_relu(a, 0.1), F.softplus(a),
        F.hardtanh(a, -0.5, 0.5), F.mish(a), F.selu(a), F.softmax(a, dim=-1), F.log_softmax(a, dim=1), F.relu6(a),
        F.hardswish(a), F.logsigmoid(a), ops.glu(a), ops.hardshrink(a), ops.celu(a),
    )  # fmt: skip


def made(a):
    return (
        ops.zeros((2, 3), ms.float32), ops.full((2,), 3.0), mint.ones_like(a, dtype=ms.float16), mint.arange(0, 5, 2),
        mint.full_like(a, 2.0), mint.linspace(0, 1, 5), mint.eye(3), a.new_zeros((2,)), a.new_ones((2, 2)),
        F.one_hot(Tensor([0, 2]), 3), a.astype(ms.float16), a.to(ms.int32), a.bool(), ops.cast(a, ms.float64),
        mint.clone(a), ops.stop_gradient(a) * 2, a.shape, ops.rank(a),
    )  # fmt: skip


def sorted_and_picked(a, i):
    return (
        mint.sort(a, dim=1), mint.topk(a, 2), ops.topk(a, 2), mint.argsort(a, dim=1), mint.argmax(a, dim=1),
        ops.gather(a, i, 1), mint.index_select(a, 1, i), mint.scatter(a, 1, ops.zeros((2, 1, 4), ms.int64), a),
        mint.scatter_add(a, 1, ops.zeros((2, 1, 4), ms.int64), a), mint.index_add(a, 1, i, a),
        ops.masked_fill(a, a > 0, 1.0), mint.nonzero(a > 0), mint.bincount(i), mint.cummin(a, 1),
        mint.select(a, 1, 0),
    )  # fmt: skip


def images(x):
    w = ops.cat((x[:, :, :3, :3], x[:, :, 1:4, 1:4]))
    return (
        F.conv2d(x, w, padding=1), F.conv2d(x, w, stride=2, padding="valid"), F.avg_pool2d(x, 2),
        F.max_pool2d(x, 3, 2, 1), ops.max_pool2d(x, 2, 2), F.adaptive_avg_pool2d(x, 2), F.pad(x, (1, 1)),
        F.pad(x, (1, 1, 1, 1), mode="reflect"), F.interpolate(x, size=(3, 3)), F.unfold(x, 3),
        F.interpolate(x, scale_factor=2.0, mode="bilinear", align_corners=False),
        F.group_norm(x, 2), F.layer_norm(x, (6,)),
    )  # fmt: skip


def losses(a, b):
    return (
        F.mse_loss(a, b), F.l1_loss(a, b, reduction="sum"), F.smooth_l1_loss(a, b), ops.huber_loss(a, b),
        F.binary_cross_entropy_with_logits(a, F.sigmoid(b)), F.cross_entropy(a[0], Tensor([0, 1, 2])),
        F.nll_loss(F.log_softmax(a[0], dim=1), Tensor([0, 1, 2])), F.kl_div(a, F.softmax(b, dim=-1)),
    )  # fmt: skip


def _numbers(*shape: int) -> np.ndarray:
    return np.random.RandomState(sum(shape)).standard_normal(shape).astype(np.float32)


_A, _B, _I = _numbers(2, 3, 4), np.abs(_numbers(2, 3, 4) * 2) + 0.5, np.array([1, 0, 1])
# function: its inputs
CASES = {
    places: (_A, _I), writes: (_A, _I), changes: (_A, _B), arithmetic: (_A, _B), reductions: (_A,), shapes: (_A,),
    products: (_A, _numbers(4, 5)), activations: (_A,), made: (_A,), sorted_and_picked: (_A, _I),
    images: (_numbers(1, 2, 6, 6),), losses: (_A, _B),
}  # fmt: skip
