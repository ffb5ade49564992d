"""Grouped matrix products: the rows of each expert with its weight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import torch

from msacc.common import dtype as mstype
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import op
from msacc.ops.core.tensor_conversion import Tensors
from msacc.ops.nn.moe.grouped_products import depth_product, rows_product
from msacc.ops.nn.quant.scales import scale_values

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from msacc.common.argument_types import DTypeLike


class Scales(NamedTuple):
    """Scales and offsets of quantized products, a list each or None."""

    bias: Any = None
    scale: Any = None
    antiquant_scale: Any = None
    antiquant_offset: Any = None
    token_scale: Any = None

    def of(self, index: int) -> list[torch.Tensor | None]:
        """Those of one product."""
        return [None if scale is None else scale[index] for scale in self]


def ends_of(
    where: str, groups: torch.Tensor | Sequence[int] | None, kind: int, device: torch.device
) -> torch.Tensor:
    """Where each group ends, from ends (`kind` 0) or sizes (1)."""
    if kind not in (0, 1):
        raise TypeError(f"For '{where}', 'group_list_type' should be 0 or 1, but got {kind}.")
    ends = torch.as_tensor(groups, device=device).reshape(-1).long()
    return ends.cumsum(0) if kind else ends


def products(
    where: str,
    x: Sequence[torch.Tensor],
    weight: Sequence[torch.Tensor],
    scales: Scales,
    groups: torch.Tensor | Sequence[int] | None,
    split_item: int,
    group_type: int,
    kind: int = 0,
    dtype: torch.dtype | None = None,
) -> list[torch.Tensor]:
    """One product for each pair of `x` and `weight`, or one of groups of rows (type 0) or of columns (type 2)."""
    _check(where, x, weight, groups, split_item, group_type)
    if group_type == -1:
        return [
            _scale_and_activate(a, w, torch.matmul, scales.of(i), None, dtype)
            for i, (a, w) in enumerate(zip(x, weight, strict=False))
        ]
    ends = ends_of(where, groups, kind, x[0].device)
    if group_type == 2:
        return [depth_product(x[0], weight[0], ends)]
    a, w = x[0], weight[0]
    if w.ndim != 3 or a.ndim != 2 or a.shape[1] != w.shape[1]:
        raise ValueError(
            f"For '{where}', with 'group_type' 0 'x' should be (m, k) and 'weight' (e, k, n), but got "
            f"{tuple(a.shape)} and {tuple(w.shape)}."
        )
    if ends.shape[0] != w.shape[0]:
        raise ValueError(
            f"For '{where}', 'group_list' should have a number for each of {w.shape[0]} weights, but got "
            f"{ends.shape[0]}."
        )
    expert = torch.searchsorted(ends, torch.arange(a.shape[0], device=a.device), right=True)
    rows = expert.clamp(max=w.shape[0] - 1)

    def product(left: torch.Tensor, right: torch.Tensor) -> torch.Tensor:
        return rows_product(left, right, ends)

    out = _scale_and_activate(a, w, product, scales.of(0), rows, dtype)
    if any(scale is not None for scale in scales):
        out = out.masked_fill((expert >= w.shape[0])[:, None], 0)
    return [out]


def _check(
    where: str,
    x: Sequence[torch.Tensor],
    weight: Sequence[torch.Tensor],
    groups: torch.Tensor | Sequence[int] | None,
    split: int,
    kind: int,
) -> None:
    for name, tensor in (("x", x), ("weight", weight)):
        if not isinstance(tensor, (list, tuple)) or not tensor:
            raise TypeError(
                f"For '{where}', '{name}' should be a list or tuple of Tensor, but got {type(tensor).__name__}."
            )
    expected = {-1: 0, 0: 3, 2: 3}
    if kind not in expected:
        raise ValueError(f"For '{where}', 'group_type' should be -1, 0 or 2, but got {kind}.")
    if split != expected[kind]:
        raise ValueError(
            f"For '{where}', when 'group_type' is {kind}, 'split_item' should be {expected[kind]}, but got {split}."
        )
    if kind == -1 and len(x) != len(weight):
        raise ValueError(
            f"For '{where}', 'x' and 'weight' should be of one length, but got {len(x)} and {len(weight)}."
        )
    if kind != -1 and groups is None:
        raise TypeError(f"For '{where}', 'group_type' {kind} needs a 'group_list'.")


def _scale_and_activate(
    x: torch.Tensor,
    w: torch.Tensor,
    product: Callable[..., Any],
    scales: list[torch.Tensor | None],
    rows: torch.Tensor | None,
    dtype: torch.dtype | None,
) -> torch.Tensor:
    """The product with its scaling and activation; `rows` is the expert of each row."""
    bias, scale, anti_scale, anti_offset, token_scale = scales
    is_integer = not x.dtype.is_floating_point
    if anti_scale is not None:
        wide = w.to(x.dtype) if anti_offset is None else w.to(x.dtype) + anti_offset[..., None, :]
        w = wide * anti_scale[..., None, :]
    # int8 products are exact in float64, which every device multiplies.
    out = product(x.double(), w.double()) if is_integer else product(x, w)
    if bias is not None:
        out = out + (bias if rows is None or bias.ndim == 1 else bias[rows]).to(out.dtype)
    if scale is None:
        return out.to(torch.int32) if is_integer else out
    each = scale_values(scale)
    out = out.float() * (each if rows is None or each.ndim == 1 else each[rows])
    if token_scale is not None:
        out = out * token_scale.float()[..., None]
    return out.to(dtype or torch.bfloat16)


def _refuse(where: str, **options: object) -> None:
    for name, value in options.items():
        if value is not None and value != 0:
            raise NotImplementedError(
                f"For '{where}', '{name}' is reserved by MindSpore and has no meaning yet; leave it out."
            )


@bindings(
    PrimitiveClass(
        "GroupedMatmul",
        inputs=(
            "x",
            "weight",
            "bias",
            "scale",
            "offset",
            "antiquant_scale",
            "antiquant_offset",
            "group_list",
        ),
        settings={
            "split_item": Setting(0),
            "group_type": Setting(-1),
            "transpose_a": Setting(False),
            "transpose_b": Setting(False),
        },
    )
)
@op
def grouped_matmul(
    x: Tensors,
    weight: Tensors,
    bias: Sequence[torch.Tensor] | None = None,
    scale: Sequence[torch.Tensor] | None = None,
    offset: Sequence[torch.Tensor] | None = None,
    antiquant_scale: Sequence[torch.Tensor] | None = None,
    antiquant_offset: Sequence[torch.Tensor] | None = None,
    group_list: torch.Tensor | Sequence[int] | None = None,
    split_item: int = 0,
    group_type: int = -1,
    transpose_a: bool = False,
    transpose_b: bool = False,
) -> list[torch.Tensor]:
    """Products of each pair of `x` and `weight`, or with `split_item` 3 of groups of the rows of one pair.

    x: a list of (…, K); weight: a list of (K, N), bias of (N,). With `split_item` 3 and `group_type` 0 a list
    of one (M, K) and of one (E, K, N), where `group_list` (E,) tells at which row each group ends (rows after
    the last are 0); with type 2 one (M, K) and (K, N), whose K is grouped: (E, M, N). int8 weights count as
    (weight + antiquant_offset) * antiquant_scale. Raises TypeError for what is no list and for a missing
    `group_list`, ValueError for other types and shapes and for `transpose_a` and `transpose_b`, which MindSpore
    refuses as well, NotImplementedError for `scale` and `offset`, which it reserves.
    """
    where = "GroupedMatmul"
    _refuse(where, scale=scale, offset=offset)
    if transpose_a or transpose_b:
        raise ValueError(
            f"For '{where}', 'transpose_a' and 'transpose_b' should be False, but got {transpose_a} and "
            f"{transpose_b}; transpose the Tensors."
        )
    scales = Scales(bias, None, antiquant_scale, antiquant_offset)
    return products(where, x, weight, scales, group_list, split_item, group_type)


@bindings(
    PrimitiveClass(
        "GroupedMatmulV2",
        inputs=(
            "x",
            "weight",
            "bias",
            "scale",
            "offset",
            "antiquant_scale",
            "antiquant_offset",
            "group_list",
            "split_item",
            "group_type",
        ),
    )
)
@op
def grouped_matmul_v2(
    x: Tensors,
    weight: Tensors,
    bias: Sequence[torch.Tensor] | None = None,
    scale: Sequence[torch.Tensor] | None = None,
    offset: Sequence[torch.Tensor] | None = None,
    antiquant_scale: Sequence[torch.Tensor] | None = None,
    antiquant_offset: Sequence[torch.Tensor] | None = None,
    group_list: torch.Tensor | Sequence[int] | None = None,
    split_item: int = 0,
    group_type: int = -1,
) -> list[torch.Tensor]:
    """`grouped_matmul` with `group_list` as a tuple or list of int (TypeError for a Tensor).

    `x`, `weight`, `bias`, `antiquant_scale`, `antiquant_offset`, `split_item` and `group_type` are its
    arguments, and so are `scale` and `offset`, which it refuses.
    """
    where = "GroupedMatmulV2"
    _refuse(where, scale=scale, offset=offset)
    if isinstance(group_list, torch.Tensor):
        raise TypeError(f"For '{where}', 'group_list' should be a tuple or list of int, but got a Tensor.")  # fmt: skip
    scales = Scales(bias, None, antiquant_scale, antiquant_offset)
    return products(where, x, weight, scales, group_list, split_item, group_type)


@bindings(
    PrimitiveClass(
        "GroupedMatmulV4",
        inputs=(
            "x",
            "weight",
            "bias",
            "scale",
            "offset",
            "antiquant_scale",
            "antiquant_offset",
            "pre_token_scale",
            "group_list",
            "activation_input",
            "activation_quant_scale",
            "activation_quant_offset",
            "split_item",
            "group_type",
            "group_list_type",
            "act_type",
            "output_dtype",
        ),
    )
)
@op
def grouped_matmul_v4(
    x: Tensors,
    weight: Tensors,
    bias: Sequence[torch.Tensor] | None = None,
    scale: Sequence[torch.Tensor] | None = None,
    offset: Sequence[torch.Tensor] | None = None,
    antiquant_scale: Sequence[torch.Tensor] | None = None,
    antiquant_offset: Sequence[torch.Tensor] | None = None,
    pre_token_scale: Sequence[torch.Tensor] | None = None,
    group_list: torch.Tensor | Sequence[int] | None = None,
    activation_input: Sequence[torch.Tensor] | None = None,
    activation_quant_scale: Sequence[torch.Tensor] | None = None,
    activation_quant_offset: Sequence[torch.Tensor] | None = None,
    split_item: int = 0,
    group_type: int = -1,
    group_list_type: int = 0,
    act_type: int = 0,
    output_dtype: DTypeLike | None = None,
) -> list[torch.Tensor]:
    """`grouped_matmul` where `group_list` may also hold sizes (`group_list_type` 1), and of int8 `x` and `weight`.

    int8 products are multiplied by `scale` (N,) or (E, N) and by `pre_token_scale` (M,) and come as
    `output_dtype`, bfloat16 without it; without `scale` they are int32. `bias`, `antiquant_scale`,
    `antiquant_offset`, `split_item` and `group_type` are those of `grouped_matmul`. Raises NotImplementedError
    for `offset`, activations (`activation_input`, `activation_quant_scale`, `activation_quant_offset`) and
    `act_type`, which MindSpore reserves; else as `grouped_matmul`.
    """
    where = "GroupedMatmulV4"
    _refuse(
        where, offset=offset, activation_input=activation_input, activation_quant_scale=activation_quant_scale,
        activation_quant_offset=activation_quant_offset, act_type=act_type,
    )  # fmt: skip
    scales = Scales(bias, scale, antiquant_scale, antiquant_offset, pre_token_scale)
    dtype = None if output_dtype is None else mstype.to_torch(output_dtype)
    return products(
        where, x, weight, scales, group_list, split_item, group_type, group_list_type, dtype
    )


@bindings(
    PrimitiveClass(
        "Gmm", inputs=("x", "weight", "bias", "group_list", "group_type", "group_list_type")
    ),
    PrimitiveClass(
        "GmmV2", inputs=("x", "weight", "bias", "group_list", "group_type", "group_list_type")
    ),
)
@op
def gmm(
    x: Tensors,
    weight: Tensors,
    bias: Sequence[torch.Tensor] | None = None,
    group_list: torch.Tensor | Sequence[int] | None = None,
    group_type: int = 0,
    group_list_type: int = 0,
) -> list[torch.Tensor]:
    """`grouped_matmul` of one pair; `group_list_type` 1 for sizes instead of ends."""
    split = 0 if group_type == -1 else 3
    return products("Gmm", x, weight, Scales(bias), group_list, split, group_type, group_list_type)


@bindings(PrimitiveClass("InplaceGroupedMatmulAdd", inputs=("x", "weight", "group_list", "out")))
@op
def grouped_matmul_add_(
    x: torch.Tensor,
    weight: torch.Tensor,
    group_list: torch.Tensor | Sequence[int],
    out: torch.Tensor,
) -> torch.Tensor:
    """Add x^T @ weight of each group of rows to `out`, in place; gives `out`.

    x: (M, K); weight: (M, N); group_list: (E,), where the groups end; out: (E, K, N), float32.
    """
    ends = ends_of("InplaceGroupedMatmulAdd", group_list, 0, x.device)
    with torch.no_grad():
        product = depth_product(x.float().T, weight.float(), ends)
        return out.add_(product.reshape(out.shape).to(out.dtype))


@bindings(PrimitiveClass("InplaceMatmulAdd", inputs=("x", "weight", "C")))
@op
def matmul_add_(x: torch.Tensor, weight: torch.Tensor, C: torch.Tensor) -> torch.Tensor:
    """Add x^T @ weight to `C`, in place; gives `C`. x: (M, K); weight: (M, N); C: (K, N), float32."""
    with torch.no_grad():
        return C.add_((x.float().transpose(-1, -2) @ weight.float()).to(C.dtype))


__all__: list[str] = []
