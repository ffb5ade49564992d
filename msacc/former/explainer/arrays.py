"""Saliency maps as arrays: norms, ranks, correlations, and pictures in another size."""

from __future__ import annotations

from typing import Any

import numpy as np

from msacc import Tensor, float32, int32, ops


def abs_max(gradients: Tensor) -> Tensor:
    """The largest absolute value of all channels: (N, C, H, W) gives (N, 1, H, W)."""
    return ops.amax(ops.abs(gradients), axis=1, keepdims=True)


def format_tensor_to_ndarray(x: Tensor | np.ndarray) -> np.ndarray:
    """The array of a Tensor; an array as it is. TypeError for anything else."""
    array = x.asnumpy() if isinstance(x, Tensor) else x
    if not isinstance(array, np.ndarray):
        raise TypeError(f"It must be a Tensor or a numpy.ndarray, but got {type(x).__name__}.")
    return array


def generate_one_hot(indices: Tensor, depth: int) -> Tensor:
    """Float32 with one more axis of `depth` places: 1 where the index is, 0 elsewhere."""
    return ops.one_hot(indices, depth, Tensor(1.0, float32), Tensor(0.0, float32))


def unify_inputs(inputs: Any) -> tuple[Tensor, ...]:
    """A tuple of Tensors: of one Tensor or array, or the tuple itself. TypeError for anything else."""
    if isinstance(inputs, tuple):
        return inputs
    if isinstance(inputs, (Tensor, np.ndarray)):
        return (inputs if isinstance(inputs, Tensor) else Tensor(inputs),)
    raise TypeError(
        f"'inputs' must be a tuple, a Tensor or a numpy.ndarray, but got {type(inputs).__name__}."
    )


def unify_targets(targets: Any) -> Tensor:
    """Labels as a Tensor: an int gives (1,), a list its length. TypeError for anything else."""
    if isinstance(targets, Tensor):
        return targets
    if isinstance(targets, (int, list)):
        return Tensor(targets if isinstance(targets, list) else [targets], int32)
    raise TypeError(
        f"'targets' must be an int, a list or a Tensor, but got {type(targets).__name__}."
    )


def calc_correlation(x: Tensor | np.ndarray, y: Tensor | np.ndarray) -> float:
    """Pearson's correlation of two vectors, 0 where one of them is all zeros; ValueError for other shapes."""
    first, second = format_tensor_to_ndarray(x), format_tensor_to_ndarray(y)
    if first.ndim > 1 or second.ndim > 1:
        raise ValueError(
            f"A correlation is that of vectors, but the shapes are {first.shape} and {second.shape}."
        )
    if not first.any() or not second.any():
        return 0.0
    return float(np.corrcoef(first, second)[0, 1])


def calc_auc(x: np.ndarray) -> Any:
    """The sum without the first and the last value, divided by the length; (N, C, H, W) is averaged over H, W."""
    if x.ndim == 4:
        x = x.mean(axis=(2, 3))
    return (x.sum() - x[0] - x[-1]) / len(x)


def rank_pixels(inputs: np.ndarray, descending: bool = True) -> np.ndarray:
    """The rank of each value within its row of the first axis, from 0 on; ValueError but for 2 or 3 axes.

    `descending`: whether the largest value has rank 0. Of equal values the one that stands first does.
    """
    if inputs.ndim not in (2, 3):
        raise ValueError(f"'inputs' must have 2 or 3 dimensions, but its shape is {inputs.shape}.")
    flat = inputs.reshape(len(inputs), -1)
    order = np.argsort(-flat if descending else flat, axis=1, kind="stable")
    ranks = np.empty_like(order)
    np.put_along_axis(ranks, order, np.arange(flat.shape[1])[None], axis=1)
    return ranks.reshape(inputs.shape)


def resize(inputs: Tensor, size: tuple[int, ...], mode: str) -> Tensor:
    """(N, C, h, w) in the size (H, W) given; the mode is 'nearest_neighbor' or 'bilinear', else a ValueError.

    Bilinear pictures of values from 0 to 1 are rounded to 255ths, as in MindSpore. Of others, which
    MindSpore lets wrap around, the values stay as they are.
    """
    if mode == "nearest_neighbor":
        return ops.ResizeNearestNeighbor(size)(inputs)
    if mode != "bilinear":
        raise ValueError(f"'mode' must be 'nearest_neighbor' or 'bilinear', but got {mode!r}.")
    pictures = inputs.asnumpy().reshape(-1, *inputs.shape[2:])
    resized = np.stack([_bilinear(picture, size) for picture in pictures])
    return Tensor(resized.reshape(*inputs.shape[:2], *size), inputs.dtype)


def _bilinear(picture: np.ndarray, size: tuple[int, ...]) -> np.ndarray:
    from PIL import Image  # not loaded by those who resize nothing

    height, width = size
    in_bytes = picture.min() >= 0 and picture.max() <= 1
    stored = (picture * 255).astype(np.uint8) if in_bytes else picture.astype(np.float32)
    image = Image.fromarray(stored).resize((width, height), resample=Image.Resampling.BILINEAR)
    return np.asarray(image).astype(np.float32) / (255 if in_bytes else 1)
