"""Resizing of images and volumes, and grid sampling."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypedDict

import torch
import torch.nn.functional as F

from msacc.common import checks as check
from msacc.common import dtype as mstype
from msacc.common.warn_once import once
from msacc.ops.core import setting_checks as checks
from msacc.ops.core.declaration import MintFunction, PrimitiveClass, Setting, bindings
from msacc.ops.core.op import exported_ops, op, with_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from typing_extensions import Unpack

    from msacc.common.argument_types import Floats, Ints

_RANKS = {
    "nearest": (3, 4, 5),
    "linear": (3,),
    "bilinear": (4,),
    "bicubic": (4,),
    "trilinear": (5,),
    "area": (3, 4, 5),
    "nearest-exact": (3, 4, 5),
}
_WITH_CORNERS = ("linear", "bilinear", "bicubic", "trilinear")


class _OlderNames(TypedDict, total=False):
    """Arguments of MindSpore 1.x."""

    sizes: Ints | None
    scales: Floats | None
    coordinate_transformation_mode: str
    roi: Any


@op
def interpolate(
    input: torch.Tensor,
    size: Ints | None = None,
    scale_factor: Any = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
    **older: Unpack[_OlderNames],
) -> torch.Tensor:
    """Resize the last dimensions of `input` to `size`, or by `scale_factor`.

    `input` is a float Tensor of shape (N, C, …) with one to three lengths behind; `size` is a
    positive int or one for each of them, `scale_factor` a number or several, and one of the two is
    given. `mode` is 'nearest', 'nearest-exact', 'area', 'linear', 'bilinear', 'bicubic' or
    'trilinear', where the rank must fit; `align_corners` (bool) goes with the last four alone, and
    `recompute_scale_factor` takes the factor anew from the lengths. The result has the new lengths
    and the dtype of `input`. Raises TypeError for anything but a float Tensor, ValueError for both
    or none of the two, for a size, mode or flag that does not fit. Differs from MindSpore:
    `scale_factor` goes with every mode; and the arguments of MindSpore 1.x (`older`), `sizes`,
    `scales` and `coordinate_transformation_mode`, are understood.
    """
    check.tensor("interpolate", "input", input)
    if older:
        size, scale_factor, mode, align_corners = _older(older, size, scale_factor, mode)
        if align_corners is None:  # 'asymmetric'
            return _bilinear(input, size, False, False)
    _check_mode(input, mode, align_corners)
    n = input.ndim - 2
    if (size is None) == (scale_factor is None):
        raise ValueError(
            f"For 'interpolate', one of 'size' and 'scale_factor' must be given, but got {size} and "
            f"{scale_factor}."
        )
    if size is not None:
        size = check.positive_ints("interpolate", "size", size, n)
    corners = bool(align_corners) if mode in _WITH_CORNERS else None
    if mode == "bicubic":
        if size is None:
            factors = (
                scale_factor if isinstance(scale_factor, (tuple, list)) else (scale_factor,) * 2
            )
            size = tuple(
                [int(old * factor) for old, factor in zip(input.shape[2:], factors, strict=False)]
            )
        return resize_bicubic.raw(input, size, bool(align_corners), not align_corners)
    recompute = True if mode == "area" and size is None else recompute_scale_factor
    return F.interpolate(input, size, scale_factor, mode, corners, recompute)


@bindings(MintFunction("nn.functional.interpolate"))
@op
@with_name("interpolate")
def interpolate_by_torch(
    input: torch.Tensor,
    size: Ints | None = None,
    scale_factor: Floats | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
) -> torch.Tensor:
    """Resize (N, C, …) to `size`, or by `scale_factor`: mint's, whose cubic curve is torch's (a = -0.75).

    input: a float Tensor, whose dtype the result has.
    mode: 'nearest', 'linear' (N, C, L), 'bilinear' and 'bicubic' (N, C, H, W), 'trilinear' (N, C, D, H, W).
    align_corners: whether the corners' centres stay, for all modes but 'nearest'.
    recompute_scale_factor: take the factor from the sizes, which are whole.

    Raises ValueError for another mode or rank, and unless one of `size` and `scale_factor` is given.
    """
    modes = ["nearest", "linear", "bilinear", "bicubic", "trilinear"]
    check.choice("interpolate", "mode", mode, modes)
    return F.interpolate(input, size, scale_factor, mode, align_corners, recompute_scale_factor)


@op
def upsample_bilinear_corners(
    input: torch.Tensor, size: Ints | None = None, scale_factor: Floats | None = None
) -> torch.Tensor:
    """Bilinear resize of (N, C, H, W) with the corners' centres in place, what `UpsamplingBilinear2d` does."""
    return F.interpolate(input, size, scale_factor, "bilinear", True)


def _check_mode(input: torch.Tensor, mode: str, align_corners: bool | None) -> None:
    check.choice("interpolate", "mode", mode, list(_RANKS))
    if input.ndim not in _RANKS[mode]:
        raise ValueError(
            f"For 'interpolate', the mode '{mode}' needs an input of {_RANKS[mode]} dims, "
            f"but got {input.ndim}."
        )
    if align_corners is not None and mode not in _WITH_CORNERS:
        raise ValueError(
            f"For 'interpolate', 'align_corners' cannot be set with the mode '{mode}'."
        )


def _older(
    older: Mapping[str, Any], size: Ints | None, scale_factor: Floats | None, mode: str
) -> tuple[Any, ...]:
    """MindSpore 1.x's arguments converted to the current ones; align_corners None means 'asymmetric'."""
    unknown = set(older) - {"sizes", "scales", "coordinate_transformation_mode", "roi"}
    if unknown or older.get("roi") is not None:
        raise TypeError(f"interpolate() got unexpected arguments {sorted(unknown) or ['roi']}.")
    once("interpolate:older", "ops.interpolate: 'sizes', 'scales' are now 'size', 'scale_factor'.")
    size = older.get("sizes", size)
    if older.get("scales") is not None:
        scale_factor = tuple(older["scales"][2:])
    how = older.get("coordinate_transformation_mode", "align_corners")
    allowed = ["align_corners", "half_pixel", "asymmetric"]
    check.choice("interpolate", "coordinate_transformation_mode", how, allowed)
    corners = {"align_corners": True, "half_pixel": False, "asymmetric": None}[how]
    return size, scale_factor, mode, corners


@op
def upsample(
    input: torch.Tensor,
    size: Ints | None = None,
    scale_factor: Floats | None = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
) -> torch.Tensor:
    """`interpolate` under its older name: `input`, a float Tensor (N, C, …), in another shape and its dtype.

    `size`, `scale_factor`, `mode`, `align_corners` and `recompute_scale_factor`, and errors, are those of
    `interpolate`.
    """
    return interpolate.raw(input, size, scale_factor, mode, align_corners, recompute_scale_factor)


def _pair(where: str, size: Ints | torch.Tensor) -> tuple[int, int]:
    if isinstance(size, torch.Tensor):
        size = size.tolist()
    return check.positive_ints(where, "size", size, 2)  # type: ignore[return-value]


def _one_of_both(where: str, align_corners: bool, half_pixel: bool) -> None:
    """TypeError for flags that are no bool, ValueError where both are set."""
    aligned = check.boolean(where, "align_corners", align_corners)
    if check.boolean(where, "half_pixel_centers", half_pixel) and aligned:
        raise ValueError(
            f"For '{where}', 'align_corners' and 'half_pixel_centers' cannot both be True."
        )


def _bilinear(x: torch.Tensor, size: Ints, align_corners: bool, half_pixel: bool) -> torch.Tensor:
    check.rank("ResizeBilinear", x, 4)
    _one_of_both("ResizeBilinear", align_corners, half_pixel)
    rows, columns = _pair("ResizeBilinear", size)
    if align_corners or half_pixel:
        return F.interpolate(x, (rows, columns), mode="bilinear", align_corners=align_corners)
    # torch has no resize whose sample i lies at i * in / out.
    x = _lerp(x, 2, rows)
    return _lerp(x, 3, columns)


def _lerp(x: torch.Tensor, dim: int, size: int) -> torch.Tensor:
    position = torch.arange(size, device=x.device, dtype=torch.float32) * (x.shape[dim] / size)
    low = position.floor().long()
    high = (low + 1).clamp(max=x.shape[dim] - 1)
    share = (position - low).to(x.dtype).reshape(-1, *[1] * (x.ndim - dim - 1))
    first, second = x.index_select(dim, low), x.index_select(dim, high)
    return first + (second - first) * share


@bindings(
    PrimitiveClass(
        "ResizeBilinear",
        settings={
            "size": Setting(),
            "align_corners": Setting(False),
            "half_pixel_centers": Setting(False),
        },
    ),
    PrimitiveClass(
        "ResizeBilinearV2",
        inputs=("image", "size"),
        settings={"align_corners": Setting(False), "half_pixel_centers": Setting(False)},
    ),
)
@op
def resize_bilinear_v2(
    x: torch.Tensor, size: Ints, align_corners: bool = False, half_pixel_centers: bool = False
) -> torch.Tensor:
    """Resize images bilinearly; sample i lies at i * in / out unless a flag says otherwise.

    `x` is a Tensor of shape (N, C, H, W) and a float dtype; `size` is the new (height, width), two
    positive int. `align_corners` keeps the corner pixels in place, `half_pixel_centers` takes
    pixels for squares; not both. The result has the new lengths and the dtype of `x`. Raises
    ValueError for another rank, a bad `size` or both flags. As in MindSpore, where 2.10 has
    `ResizeBilinearV2` (with `size` in the call) and no longer `ResizeBilinear`.
    """
    return _bilinear(x, size, align_corners, half_pixel_centers)


@bindings(
    PrimitiveClass(
        "ResizeNearestNeighbor",
        inputs=("input_x",),
        settings={
            "size": Setting(check=checks.none_or(tuple, list)),
            "align_corners": Setting(False),
            "half_pixel_centers": Setting(False),
        },
    ),
    PrimitiveClass(
        "ResizeNearestNeighborV2",
        inputs=("image", "size"),
        settings={"align_corners": Setting(False), "half_pixel_centers": Setting(False)},
    ),
)
@op
def resize_nearest(
    x: torch.Tensor, size: Ints, align_corners: bool = False, half_pixel_centers: bool = False
) -> torch.Tensor:
    """Resize images by taking the nearest pixel.

    `x` is a Tensor of shape (N, C, H, W) and a float dtype or UInt8; `size` is the new (height,
    width), two positive int. `align_corners` keeps the corner pixels in place, `half_pixel_centers`
    takes pixels for squares. The result has the new lengths and the dtype of `x`. Raises ValueError
    for another rank, a bad `size` or both flags, TypeError for wider integers. Differs from MindSpore: it takes
    those, and refuses a `size` that is one int.
    """
    check.rank("ResizeNearestNeighbor", x, 4)
    _one_of_both("ResizeNearestNeighbor", align_corners, half_pixel_centers)
    size = _pair("ResizeNearestNeighbor", size)
    if not align_corners:
        return F.interpolate(x, size, mode="nearest-exact" if half_pixel_centers else "nearest")
    for dim, new in zip((2, 3), size, strict=True):
        step = (x.shape[dim] - 1) / max(new - 1, 1)
        position = torch.arange(new, device=x.device, dtype=torch.float32) * step
        x = x.index_select(dim, (position + 0.5).floor().long())
    return x


@bindings(
    PrimitiveClass(
        "ResizeBicubic",
        inputs=("image", "size"),
        settings={"align_corners": Setting(False), "half_pixel_centers": Setting(False)},
    )
)
@op
def resize_bicubic(
    images: torch.Tensor,
    size: Ints | torch.Tensor,
    align_corners: bool = False,
    half_pixel_centers: bool = False,
) -> torch.Tensor:
    """Bicubic resize of (N, C, H, W) from the pixels' upper left corners, or by a flag otherwise.

    `images`: a Tensor of floats (TypeError otherwise), whose dtype the result has; `size`: (height, width).
    `align_corners`: corner to corner; `half_pixel_centers`: from the pixels' centers. Raises ValueError for
    both flags.
    """
    _one_of_both("ResizeBicubic", align_corners, half_pixel_centers)
    if not images.is_floating_point():
        raise TypeError(
            f"For 'ResizeBicubic', 'images' must be float, but got {mstype.from_torch(images.dtype)}."
        )
    size = _pair("ResizeBicubic", size)
    exact = images if images.dtype is torch.float64 else images.float()
    rows, columns = (
        _cubic_weights(exact.shape[i], size[i - 2], exact, align_corners, half_pixel_centers)
        for i in (2, 3)
    )
    return (rows @ exact @ columns.T).to(images.dtype)


def _cubic_weights(
    old: int, new: int, like: torch.Tensor, align_corners: bool, half_pixel_centers: bool
) -> torch.Tensor:
    """(new, old) weights. Keys' kernel with a = -3/4, and what falls outside counts for the pixel at the edge; from
    the pixels' centers a = -1/2, and what falls outside is left out."""
    step = (old - 1) / max(new - 1, 1) if align_corners else old / new
    place = torch.arange(new, device=like.device, dtype=torch.float64)
    place = (place + 0.5) * step - 0.5 if half_pixel_centers else place * step
    # MindSpore's kernel looks its weights up in a table of 1024 steps a pixel.
    first = place.floor()
    far = (place - first).mul(1024).round()[:, None] / 1024 - torch.arange(
        -1, 3, device=like.device
    )
    weights = _keys_kernel(far.abs(), -0.5 if half_pixel_centers else -0.75)
    taps = first[:, None].long() + torch.arange(-1, 3, device=like.device)
    index = taps.clamp(0, old - 1)
    if half_pixel_centers:
        weights = torch.where(index == taps, weights, 0)
        weights = weights / weights.sum(1, keepdim=True)
    return like.new_zeros(new, old).scatter_add(1, index, weights.to(like.dtype))


def _keys_kernel(far: torch.Tensor, a: float) -> torch.Tensor:
    """Keys' cubic at distances of up to 2 pixels."""
    near = ((a + 2) * far - (a + 3)) * far * far + 1
    return torch.where(far <= 1, near, ((a * far - 5 * a) * far + 8 * a) * far - 4 * a)


@bindings(
    PrimitiveClass(
        "GridSampler2D",
        inputs=("input_x", "grid"),
        settings={
            "interpolation_mode": Setting(
                "bilinear",
                checks.word_any_case_or_none("bilinear", "nearest", "bicubic"),
                argument="mode",
            ),
            "padding_mode": Setting(
                "zeros", checks.word_any_case_or_none("zeros", "border", "reflection")
            ),
            "align_corners": Setting(False),
        },
    ),
    PrimitiveClass(
        "GridSampler3D",
        inputs=("input_x", "grid"),
        settings={
            "interpolation_mode": Setting(
                "bilinear",
                checks.word_any_case_or_none("bilinear", "nearest", "bicubic"),
                argument="mode",
            ),
            "padding_mode": Setting(
                "zeros", checks.word_any_case_or_none("zeros", "border", "reflection")
            ),
            "align_corners": Setting(False),
        },
    ),
    MintFunction("nn.functional.grid_sample"),
)
@op
def grid_sample(
    input: torch.Tensor,
    grid: torch.Tensor,
    mode: str = "bilinear",
    padding_mode: str = "zeros",
    align_corners: bool | None = None,
) -> torch.Tensor:
    """Sample `input` at the coordinates of `grid`, in [-1, 1].

    `input` is a float Tensor (N, C, H, W) or (N, C, D, H, W), `grid` one of its dtype (N, H', W', 2) or (N,
      D', H', W', 3), x before y; the result is (N, C, H', W') or (N, C, D', H', W').
    `mode`: 'bilinear', 'nearest' or 'bicubic' (4-D alone).
    `padding_mode`: 'zeros', 'border' or 'reflection'.
    `align_corners`: whether -1 and 1 are the middles of the corner pixels.
    """
    check.choice("grid_sample", "mode", mode, ["bilinear", "nearest", "bicubic"])
    check.choice("grid_sample", "padding_mode", padding_mode, ["zeros", "border", "reflection"])
    return F.grid_sample(input, grid, mode, padding_mode, bool(align_corners))


@bindings(PrimitiveClass("AffineGrid", settings={"align_corners": Setting(False, checks.boolean)}))
@op
def affine_grid(
    theta: torch.Tensor, size: list[int] | tuple[int, ...], align_corners: bool = False
) -> torch.Tensor:
    """The sampling grid of an affine map `theta` (N, 2, 3) or (N, 3, 4), for `grid_sample`.

    `theta`: floats, whose dtype the result, (N, H, W, 2) or (N, D, H, W, 3), has.
    `size`: the image's, (N, C, H, W) or (N, C, D, H, W), ints or a Tensor of them.
    `align_corners`: -1 and 1 are the corners' centres, else the corners.
    """
    return F.affine_grid(theta, list(size), align_corners)


@bindings(
    PrimitiveClass(
        "CropAndResize",
        settings={
            "method": Setting("bilinear", checks.word("bilinear", "nearest", "bilinear_v2")),
            "extrapolation_value": Setting(0.0, checks.floating),
        },
    )
)
@op
def crop_and_resize(
    image: torch.Tensor,
    boxes: torch.Tensor,
    box_indices: torch.Tensor,
    crop_size: Ints,
    method: str = "bilinear",
    extrapolation_value: float = 0.0,
) -> torch.Tensor:
    """Cut boxes (y1, x1, y2, x2 in [0, 1]) out of (N, H, W, C) images and resize them.

    `image` is a Tensor of numbers of any dtype, `boxes` Float32 (B, 4), `box_indices` Int32 (B,), the image
      of each box.
    `crop_size`: (height, width).
    `method`: 'bilinear' or 'nearest', how pixels are interpolated; `extrapolation_value` stands outside the
      image.

    The result is Float32 (B, height, width, C).

    Raises ValueError for images of another rank, a `method` that is none or sizes below 1,
    NotImplementedError for 'bilinear_v2'.
    """
    check.choice("crop_and_resize", "method", method, ["bilinear", "nearest", "bilinear_v2"])
    if method == "bilinear_v2":
        raise NotImplementedError(
            "For 'crop_and_resize', msacc has the methods 'bilinear' and 'nearest'."
        )
    check.rank("crop_and_resize", image, 4)
    height, width = image.shape[1:3]
    rows, columns = check.positive_ints("crop_and_resize", "crop_size", crop_size, 2)
    y = _sample_positions(boxes[:, 0], boxes[:, 2], height, rows)
    x = _sample_positions(boxes[:, 1], boxes[:, 3], width, columns)
    source = image.float()[box_indices.long()]
    in_image = ((y >= 0) & (y <= height - 1))[:, :, None] & ((x >= 0) & (x <= width - 1))[
        :, None, :
    ]
    if method == "nearest":
        # Halves go up; torch's own rounding takes them to the even neighbour.
        samples = _pick(source, (y + 0.5).floor(), (x + 0.5).floor())
    else:
        samples = _blend(source, y, x)
    return torch.where(in_image[..., None], samples, extrapolation_value)


def _sample_positions(
    start: torch.Tensor, end: torch.Tensor, size: int, count: int
) -> torch.Tensor:
    if count == 1:
        return (0.5 * (start + end) * (size - 1))[:, None]
    step = torch.arange(count, device=start.device) / (count - 1)
    return (start[:, None] + step * (end - start)[:, None]) * (size - 1)


def _pick(images: torch.Tensor, y: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    image_index = torch.arange(images.shape[0], device=images.device)[:, None, None]
    y = y.long().clamp(0, images.shape[1] - 1)[:, :, None]
    x = x.long().clamp(0, images.shape[2] - 1)[:, None, :]
    return images[image_index, y, x]


def _blend(images: torch.Tensor, y: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    top, left = y.floor(), x.floor()
    down, right = (y - top)[:, :, None, None], (x - left)[:, None, :, None]
    # At a pixel itself both neighbours are that pixel, and boxes have no gradient from there.
    bottom, beside = y.ceil(), x.ceil()
    upper = _pick(images, top, left) * (1 - right) + _pick(images, top, beside) * right
    lower = _pick(images, bottom, left) * (1 - right) + _pick(images, bottom, beside) * right
    return upper * (1 - down) + lower * down


__all__ = exported_ops(
    globals(),
    "interpolate_by_torch",
    "upsample_bilinear_corners",
    "resize_bilinear_v2",
    "resize_nearest",
    "resize_bicubic",
)
