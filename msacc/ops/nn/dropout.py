"""Dropout: zeros at random, the rest scaled up by 1 / (1 - p)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
import torch.nn.functional as F

from msacc.common import checks as check
from msacc.common.settings import settings
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.argument_conversion import dims
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import exported_ops, op
from msacc.ops.core.random_stream import RandomPrimitive
from msacc.ops.random import generator_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from msacc.common.argument_types import Dims, Ints
    from msacc.ops.core.random_stream import Stream


@op
def dropout(
    input: torch.Tensor, p: float = 0.5, training: bool = True, seed: int | None = None
) -> torch.Tensor:
    """Zero each element with probability `p` in [0, 1) and divide the rest by 1 - p.

    Masks drawn with the same `seed` come one after the other from a stream of its own, which `set_seed`
    starts again.

    `input` is a float Tensor of any shape; the result has its shape and dtype. Without `training` it is
      `input` itself.

    Raises ValueError for a `p` outside [0, 1) or a negative seed, TypeError for a seed that is no int.
    """
    check.boolean("dropout", "training", training)
    if not 0 <= p < 1:
        raise ValueError(f"For 'dropout', 'p' must be in range [0, 1), but got {p}.")
    if not training:
        return input
    rng = generator_for("dropout", seed, input.device)
    if rng is None:
        return F.dropout(input, p) if p else input.clone()
    mask = torch.rand(input.shape, generator=rng, device=input.device) >= p
    return input * mask / (1 - p)


def _check(where: str, p: float, training: bool, ndim: int, *ranks: int) -> None:
    check.boolean(where, "training", training)
    check.instance(where, "p", p, (float, int))
    if not 0 <= p <= 1:
        raise ValueError(f"For '{where}', the 'p' must be a number in range [0, 1], but got {p}.")
    if ndim not in ranks:
        raise ValueError(f"For '{where}', the input must have {ranks} dims, but got {ndim}.")


def _channels(
    drop: Callable[..., Any], input: torch.Tensor, p: float, training: bool
) -> torch.Tensor:
    """The result of `drop`; in training a copy for p = 0 too, where torch returns `input` itself."""
    return drop(input, p, training) if p or not training else input.clone()


@op
def dropout1d(input: torch.Tensor, p: float = 0.5, training: bool = True) -> torch.Tensor:
    """Zero whole channels of (N, C, L) or (C, L).

    `input` is a float Tensor; the result has its shape and dtype, with what stays divided by 1 -
    `p`. Without `training` it is `input` itself.
    """
    _check("dropout1d", p, training, input.ndim, 2, 3)
    return _channels(F.dropout1d, input, p, training)


@op
def dropout2d(input: torch.Tensor, p: float = 0.5, training: bool = True) -> torch.Tensor:
    """Zero whole channels of (N, C, H, W).

    `input` is a float Tensor; the result has its shape and dtype, with what stays divided by 1 -
    `p`. Without `training` it is `input` itself.
    """
    _check("dropout2d", p, training, input.ndim, 4)
    return _channels(F.dropout2d, input, p, training)


@op
def dropout3d(input: torch.Tensor, p: float = 0.5, training: bool = True) -> torch.Tensor:
    """Zero whole channels of (N, C, D, H, W).

    `input` is a float Tensor; the result has its shape and dtype, with what stays divided by 1 -
    `p`. Without `training` it is `input` itself.
    """
    _check("dropout3d", p, training, input.ndim, 5)
    return _channels(F.dropout3d, input, p, training)


@bindings(
    RandomPrimitive(
        "Dropout",
        inputs=("x",),
        settings={"keep_prob": Setting(0.5), "Seed0": Setting(0), "Seed1": Setting(0)},
        seeds=("Seed0", "Seed1"),
    )
)
@op
def dropout_with_mask(
    x: torch.Tensor, keep_prob: float = 0.5, seed: Stream | None = None
) -> tuple[torch.Tensor, torch.Tensor]:
    """(output, mask of ones and zeros); always active. `seed` is a number or a Stream.

    `x` is a float Tensor of any shape; both results have its shape and dtype, and what stays of
    `x`, with probability `keep_prob`, is divided by that.
    """
    if not 0 < keep_prob <= 1:
        raise RuntimeError(
            f"For 'Dropout', the 'keep_prob' must be in (0.0, 1.0], but got {keep_prob}."
        )
    rng = generator_for("Dropout", seed, x.device)
    if rng is None:
        # The numbers of `dropout`, so that a layer and its Primitive drop the same.
        factors = F.dropout(torch.ones(x.shape, dtype=x.dtype, device=x.device), 1 - keep_prob)
        return x * factors, (factors != 0).to(x.dtype)
    mask = torch.rand(x.shape, device=x.device, generator=rng) < keep_prob
    return x * mask / keep_prob, mask.to(x.dtype)


@bindings(
    PrimitiveClass("Dropout2D", settings={"keep_prob": Setting(0.5, checks.fraction)}),
    PrimitiveClass("Dropout3D", settings={"keep_prob": Setting(0.5, checks.fraction)}),
)
@op
def dropout_channels(x: torch.Tensor, keep_prob: float = 0.5) -> tuple[torch.Tensor, torch.Tensor]:
    """(output, Bool mask) of the shape of `x`, with whole channels zeroed; always active.

    `x`: a Tensor of numbers (N, C, …); `keep_prob`: the share of channels that stays, in [0, 1] (ValueError
    otherwise); these are divided by it.
    """
    if not 0 <= keep_prob <= 1:
        raise ValueError(
            f"For 'Dropout2D', the 'keep_prob' must be in [0, 1], but got {keep_prob}."
        )
    shape = (*x.shape[:2], *[1] * (x.ndim - 2))
    mask = _uniform(shape, x) < keep_prob
    scale = 1 / keep_prob if keep_prob else 0.0
    return x * mask * scale, mask.expand_as(x)


def _uniform(shape: Ints, x: torch.Tensor) -> torch.Tensor:
    return torch.rand(shape, device=x.device)


# -- dropout with a mask of its own ------------------------------------------------------------


@bindings(
    RandomPrimitive(
        "DropoutGenMask",
        settings={"Seed0": Setting(0), "Seed1": Setting(0)},
        seeds=("Seed0", "Seed1"),
    )
)
@op
def dropout_gen_mask(shape: Dims, keep_prob: Any, seed: int | Stream | None = None) -> torch.Tensor:
    """A mask for `dropout_do_mask`: UInt8 of `shape`, 1 where an element is kept.

    `shape`: a tuple or list of ints; `keep_prob`: a number from 0 to 1, the share that is kept; `seed`: an int or None.
    Differs from MindSpore (Ascend only), which packs eight elements into a byte.
    """
    samples = torch.rand(
        dims(shape), generator=generator_for("dropout_gen_mask", seed), device=settings.device
    )
    return (samples < float(keep_prob)).to(torch.uint8)


@bindings(PrimitiveClass("DropoutDoMask"))
@op
def dropout_do_mask(input_x: torch.Tensor, mask: torch.Tensor, keep_prob: Any) -> torch.Tensor:
    """`input_x` where the mask holds, divided by `keep_prob`; zeros elsewhere."""
    return input_x * mask.to(input_x.dtype) / float(keep_prob)


__all__ = exported_ops(globals(), "dropout_with_mask", "dropout_channels")
