"""What a layer says after an error where its inputs are of another size than it was made for; else None.

Used by `_msacc_explain_refusal`, after an op has refused the inputs: calls themselves check nothing here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msacc.common.tensor import Tensor

if TYPE_CHECKING:
    from msacc.common.parameter import Parameter

Refusal = Exception | None


def wrong_size(
    argument: str,
    size: int,
    x: object,
    axis: int = -1,
    ranks: Sequence[int] = (),
    name: str = "the input",
    kind: type[Exception] = ValueError,
) -> Refusal:
    """Where `x`, of one of the `ranks`, has another size than the `argument` along `axis`."""
    if not isinstance(x, Tensor) or (ranks and x.ndim not in ranks) or not _has(x, axis):
        return None
    got, shape = x.shape[axis], tuple(x.shape)
    if got == size:
        return None
    text = f"{argument} is {size}, but {name} has {got}: shape {shape}"
    if axis == 1 and x.ndim > 2 and shape[-1] == size:
        text += "; channels come first, as in (N, C, …)"
    return kind(f"{text}.")


def wrong_shape(argument: str, wanted: Sequence[int], x: object, axis: int = 0) -> Refusal:
    """Where the dimensions of `x` from `axis` on are not the `wanted` ones."""
    if not isinstance(x, Tensor):
        return None
    got = tuple(x.shape)[axis:]
    if got == tuple(wanted):
        return None
    return ValueError(
        f"{argument} is {tuple(wanted)}, but the input has {got}: shape {tuple(x.shape)}."
    )


def wrong_dtype(x: object, parameter: Parameter | None, name: str = "the input") -> Refusal:
    """Where `x` is a Tensor of another dtype than the Cell's parameters."""
    if not isinstance(x, Tensor) or parameter is None or x.dtype == parameter.dtype:
        return None
    wanted = parameter.dtype
    return TypeError(
        f"the parameters are {wanted.name}, but {name} is {x.dtype.name}: cast one of them, "
        f"as by {'x' if name == 'the input' else name}.astype(mindspore.{wanted.name.lower()})."
    )


def wrong_ids(
    argument: str,
    size: int,
    ids: object,
    low: int = 0,
    name: str = "the ids",
    kind: type[Exception] = RuntimeError,
    ignored: int | None = None,
) -> Refusal:
    """Where an id is below `low`, or not below `size`, and not the `ignored` one."""
    if not isinstance(ids, Tensor) or ids._t.is_floating_point():
        return None
    flat = ids._t.flatten()
    beyond = flat[((flat < low) | (flat >= size)) & (flat != (low if ignored is None else ignored))]
    if beyond.numel() == 0:
        return None
    got = int(beyond[0])
    return kind(f"{argument} is {size}, but {name} hold {got}: they should be in [{low}, {size}).")


def _has(x: Tensor, axis: int) -> bool:
    return -x.ndim <= axis < x.ndim
