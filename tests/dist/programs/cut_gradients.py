"""Gradients of ops, layers and losses on tensors that are cut by rows or by columns: the same as uncut.

The first process prints how many were compared, and fails where one gives another gradient, or none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np
import torch
from torch.distributed.tensor import Replicate, Shard

from msacc import nn, ops
from msacc.common.tensor import Tensor, wrap
from msacc.communication import get_rank, init
from msacc.sharding.dtensor_dispatch import from_local, prepare, reduce_partial, redistribute
from msacc.sharding.function_rules import ShardedFunctions
from msacc.sharding.strategy import read
from tests.dist.programs.whole_ops import SHAPE, candidates, inputs

Op = Callable[..., Any]
CLASSES = np.arange(SHAPE[0], dtype=np.int32) % SHAPE[1]
SIGNS = np.where(inputs(1)[0] > 0.5, 1, -1).astype(np.float32)


def losses() -> Iterator[tuple[str, Op, list[np.ndarray]]]:
    """Losses in all reductions, of scores with what they are compared to."""
    score, other = inputs(2)
    for how in ("mean", "sum", "none"):
        pairs: dict[Any, list[np.ndarray]] = {
            nn.MSELoss(how): [score, other], nn.L1Loss(how): [score, other],
            nn.SmoothL1Loss(1.0, how): [score, other], nn.HuberLoss(how, 0.2): [score, other],
            nn.BCELoss(None, how): [score, other], nn.BCEWithLogitsLoss(how): [score, other],
            nn.SoftMarginLoss(how): [score, SIGNS], nn.MultiMarginLoss(reduction=how): [score, CLASSES],
            nn.MultilabelMarginLoss(how): [score, np.zeros(SHAPE, np.int32)],
            nn.KLDivLoss(how): [score, other], nn.HingeEmbeddingLoss(1.0, how): [score, SIGNS],
            nn.CrossEntropyLoss(reduction=how): [score, CLASSES],
            nn.CrossEntropyLoss(weight=Tensor(np.arange(1, 5, dtype=np.float32)), reduction=how): [score, CLASSES],
            nn.CrossEntropyLoss(ignore_index=1, reduction=how, label_smoothing=0.1): [score, CLASSES],
            nn.NLLLoss(reduction=how): [score, CLASSES], nn.GaussianNLLLoss(reduction=how): [score, other, other],
            nn.PoissonNLLLoss(reduction=how): [score, other],
            nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction=how): [score, CLASSES],
            nn.SoftmaxCrossEntropyWithLogits(sparse=False, reduction=how): [score, other],
            nn.MultiLabelSoftMarginLoss(reduction=how) if hasattr(nn, "MultiLabelSoftMarginLoss")
            else nn.MSELoss(how): [score, other],
            nn.CosineEmbeddingLoss(reduction=how): [score, other, SIGNS[:, 0]],
            nn.TripletMarginLoss(reduction=how): [score, other, score[::-1].copy(), np.array(1.0, np.float32)],
            nn.MarginRankingLoss(reduction=how): [score, other, SIGNS],
        }  # fmt: skip
        for fn, given in pairs.items():
            yield f"{type(fn).__name__}({how})", fn, given


def masked(axis: int, x: Tensor) -> Tensor:
    return ops.amax(ops.masked_fill(x, x < 0.4, -np.inf), axis)


def images() -> Iterator[tuple[str, Op, list[np.ndarray]]]:
    """Layers of images, cut by samples and by channels."""
    image = np.random.default_rng(3).uniform(-1, 1, (4, 4, 8, 8)).astype(np.float32)
    line, solid = image.reshape(4, 4, 64), image.reshape(4, 4, 4, 4, 4)
    layers: dict[Any, np.ndarray] = {
        nn.MaxPool1d(2, 2): line, nn.AvgPool1d(2, 2): line, nn.AdaptiveAvgPool1d(4): line, nn.AdaptiveMaxPool1d(4): line,
        nn.MaxPool2d(2, 2): image, nn.AvgPool2d(2, 2): image, nn.MaxPool2d(3, 2, "same"): image,
        nn.AvgPool2d(3, 2, "same"): image, nn.AdaptiveAvgPool2d(2): image, nn.AdaptiveMaxPool2d(2): image,
        nn.MaxPool3d(2, 2): solid, nn.AvgPool3d(2, 2): solid, nn.AdaptiveAvgPool3d(2): solid,
        nn.LPPool2d(2, 2, 2): image, nn.LPPool1d(2, 2, 2): line, nn.PixelShuffle(2): image, nn.PixelUnshuffle(2): image,
        nn.ReflectionPad2d(1): image, nn.ConstantPad2d(1, 0.5): image, nn.ReplicationPad2d(1): image,
        nn.ZeroPad2d(1): image, nn.Upsample((16, 16), mode="bilinear"): image,
        nn.Upsample(scale_factor=2.0, mode="nearest", recompute_scale_factor=True): image, nn.Flatten(): image,
        nn.GroupNorm(2, 4): image, nn.InstanceNorm2d(4): image, nn.LayerNorm((8, 8), 2, 2): image,
        nn.BatchNorm2d(4): image, nn.Conv2d(4, 6, 3): image, nn.Conv2d(4, 8, 3, group=2): image,
        nn.Conv2dTranspose(4, 2, 3): image, nn.Conv1d(4, 6, 3): line, nn.Conv3d(4, 2, 3): solid,
        nn.PReLU(4): image, nn.Softmax(1): image, nn.Softmax2d(): image, nn.LRN(): image, nn.Unfold([1, 2, 2, 1],
        [1, 1, 1, 1], [1, 1, 1, 1]): image, nn.SiLU(): image, nn.GELU(): image, nn.ReLU6(): image, nn.HSwish(): image,
        nn.HSigmoid(): image, nn.ELU(): image, nn.Mish(): image, nn.LogSigmoid(): image, nn.GLU(1): image,
        nn.Dense(8, 3): image, nn.Dense(8, 3, activation="relu6"): image,
    }  # fmt: skip
    for layer, given in layers.items():
        yield f"{type(layer).__name__} {given.ndim}-d", layer, [given]


def cases() -> Iterator[tuple[str, Op, list[np.ndarray]]]:
    yield from losses()
    yield from images()
    for axis in (0, 1):
        yield f"amax of {axis} beside infinities", partial(masked, axis), inputs(1)
    for name, fn, count, wanted in candidates():
        if any(a.dtype.kind == "f" for a in wanted):
            yield name, fn, inputs(count)


def floats(out: Any) -> list[torch.Tensor]:
    if isinstance(out, Tensor):
        return [out._t] if out._t.is_floating_point() else []
    return [t for item in out for t in floats(item)] if isinstance(out, (list, tuple)) else []


def total(out: Any) -> torch.Tensor:
    """A number that depends on each element of the results in its own way."""
    found = torch.zeros(())
    for t in floats(out):
        weights = torch.cos(torch.arange(t.numel(), dtype=t.dtype)).reshape(t.shape)
        found = found + reduce_partial((t * weights).sum())
    return found


def gradient(fn: Op, given: list[np.ndarray], place: Any) -> torch.Tensor | None:
    """Of the first input, whole; None where nothing depends on it."""
    whole = [torch.tensor(a) for a in given]
    first = whole[0].requires_grad_(True)
    if place is not None:
        like = [t.shape == first.shape for t in whole]
        laid = [redistribute(from_local(t.detach(), (Replicate(),)), (place,)) if same else t for t, same in zip(whole, like)]
        first = laid[0].requires_grad_(True)
        whole = laid
    value = total(fn(*map(wrap, whole)))
    if not value.requires_grad:
        return None
    (found,) = torch.autograd.grad(value, [first], allow_unused=True)
    if found is None:
        return None
    return found.full_tensor() if hasattr(found, "full_tensor") else found


def main() -> None:
    init()
    prepare([read("MatMul", ((2, 1), (1, 1)), None, {})])
    wrong, compared = [], 0
    for name, fn, given in cases():
        try:
            wanted = gradient(fn, given, None)
        except Exception:
            continue
        if wanted is None:
            continue
        for axis in (0, 1):
            try:
                with ShardedFunctions():
                    found = gradient(fn, given, Shard(axis))
            except Exception as error:
                wrong.append(f"{name} cut along {axis}: {type(error).__name__} {str(error)[:100]}")
                continue
            compared += 1
            if found is None or not torch.allclose(found, wanted, atol=1e-5, rtol=1e-4, equal_nan=True):
                wrong.append(f"{name} cut along {axis}")
    if get_rank() == 0:
        print(f"compared: {compared}", flush=True)
    assert not wrong, "\n  ".join(wrong)


if __name__ == "__main__":
    main()
