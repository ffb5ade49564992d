"""Records what MindSpore computes for tests/nn/test_thor.py: `python -m tests.nn.record_thor`, run with MindSpore.

Three kernels of MindSpore's optimizer are missing on its CPU; functions with their meaning stand in for them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import mindspore as ms
import numpy as np
from mindspore.nn.layer import thor_layer

from tests.nn.thor_cases import NAMES, train


def blocks(matrix: np.ndarray, split: int) -> np.ndarray:
    """The blocks on the diagonal, the last one filled up with the identity."""
    size = len(matrix)
    split = split if split and size > split else size
    count = -(-size // split)
    padded = np.eye(count * split, dtype=matrix.dtype)
    padded[:size, :size] = matrix
    return np.stack([padded[i : i + split, i : i + split] for i in range(0, len(padded), split)])


class CholeskyTrsm:
    """The inverse of the lower Cholesky factor of each block."""

    def __init__(self, split_dim: int = 0) -> None:
        self.split_dim = split_dim

    def __call__(self, matrix: Any) -> Any:
        parts = blocks(matrix.asnumpy().astype(np.float64), self.split_dim)
        inverses = np.linalg.inv(np.linalg.cholesky(parts)).astype(np.float32)
        return ms.Tensor(inverses if self.split_dim else inverses[0])


class UpdateThorGradient:
    """blockdiag(left) @ gradient @ blockdiag(right)."""

    def __init__(self, split_dim: int) -> None:
        self.split_dim = split_dim

    def __call__(self, left: Any, gradient: Any, right: Any) -> Any:
        left, gradient, right = left.asnumpy(), gradient.asnumpy(), right.asnumpy()
        (rows, columns), tall, wide = gradient.shape, left.shape[1], right.shape[2]
        padded = np.zeros((left.shape[0] * tall, right.shape[1] * wide), np.float32)
        padded[:rows, :columns] = gradient
        for i in range(left.shape[0]):
            for j in range(right.shape[1]):
                at = slice(i * tall, (i + 1) * tall), slice(j * wide, (j + 1) * wide)
                padded[at] = left[i] @ padded[at] @ right[i, j]
        return ms.Tensor(padded[:rows, :columns].copy())


class ThorIm2Col:
    """Patches (C, kernel, kernel, N, H, W) of padded images (N, C, H, W)."""

    def __init__(self, kernel_size: Any, stride: Any, pad_mode: str) -> None:
        assert pad_mode == "same"
        self.kernel, self.stride = kernel_size, stride

    def __call__(self, images: Any) -> Any:
        images = images.asnumpy()
        sizes, pads = [], [(0, 0), (0, 0)]
        for length, kernel, stride in zip(images.shape[2:], self.kernel, self.stride, strict=True):
            sizes.append(-(-length // stride))
            needed = max(0, (sizes[-1] - 1) * stride + kernel - length)
            pads.append((needed // 2, needed - needed // 2))
        padded = np.pad(images, pads)
        windows = np.lib.stride_tricks.sliding_window_view(padded, self.kernel, (2, 3))
        windows = windows[:, :, :: self.stride[0], :: self.stride[1]]
        return ms.Tensor(np.ascontiguousarray(windows.transpose(1, 4, 5, 0, 2, 3)))


def in_float32(net: Any) -> None:
    """On MindSpore's CPU converted dense layers compute in Float16; on its GPU in Float32."""
    for _, cell in net.cells_and_names():
        if isinstance(cell, ms.nn.DenseThor):
            cell.to_float(ms.float32)


def main() -> None:
    ms.set_context(mode=ms.PYNATIVE_MODE, device_target="CPU")
    # The function thor hides its module.
    primitives = sys.modules["mindspore.nn.optim.thor"].P
    primitives.CholeskyTrsm, primitives.UpdateThorGradient = CholeskyTrsm, UpdateThorGradient
    thor_layer.ThorIm2Col = ThorIm2Col
    found = {
        f"{name}/{key}": value
        for name in NAMES
        for key, value in train(ms, name, in_float32).items()
    }
    np.savez_compressed(Path(__file__).with_name("recorded_thor.npz"), **found)


if __name__ == "__main__":
    main()
