"""Base classes of the audio transforms, and conversion of their inputs."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from msacc.dataset.cpp_random import Mt19937
from msacc.dataset.pipeline.operation import Operation
from msacc.dataset.transform_random import Streams, WorkerSchedule, draws_of
from msacc.dataset.transforms.transforms import TensorOperation


class AudioTensorOperation(TensorOperation):
    """Base of transforms of arrays (..., time), or of a subclass's `form`.

    A subclass implements `compute(xs)` for arrays with any leading dimensions. An eager call takes
    only numpy arrays (TypeError).
    """

    deterministic = True
    # The shape of the input in error messages, and its least number of dimensions.
    form, rank = "<..., time>", 1
    # Whether the last axis has real and imaginary parts.
    complex_input = False
    # Whether integers raise RuntimeError.
    floats_only = False
    # Whether an eager call takes only numpy arrays.
    arrays_only = True

    def __call__(self, *input_tensor_list: Any) -> Any:
        for item in input_tensor_list:
            if self.arrays_only and not isinstance(item, np.ndarray):
                raise TypeError(f"Input should be NumPy audio, got {type(item)}.")
        return super().__call__(*input_tensor_list)

    def sample(self, x: np.ndarray) -> Any:
        self.check(x.shape, x.dtype)
        return self.compute(x)

    def block(self, xs: np.ndarray) -> np.ndarray:
        self.check(xs.shape[1:], xs.dtype)
        return self.compute(xs)

    def compute(self, xs: np.ndarray) -> Any:
        """Transforms arrays whose last axes are those of a sample."""
        raise NotImplementedError

    def seeded(self, schedule: WorkerSchedule, inner: bool = False) -> Operation:
        # The arguments are checked before the pipeline's first row.
        self.verify()
        return super().seeded(schedule, inner)

    def verify(self) -> None:
        """Raises RuntimeError for arguments that MindSpore checks only when it computes."""

    def check(self, shape: tuple[int, ...], kind: np.dtype) -> None:
        """Raises RuntimeError for unsupported arguments, shapes and types."""
        self.verify()
        name = type(self).__name__
        if len(shape) < self.rank or (self.complex_input and shape[-1] != 2):
            raise RuntimeError(
                f"{name}: the shape of input tensor does not match the requirement of operator. "
                f"Expecting tensor in shape of {self.form}. But got tensor with dimension "
                f"{len(shape)} and shape {shape}."
            )
        if 0 in shape:
            raise RuntimeError(f"{name}: Input Tensor has no data, its shape is {shape}.")
        if kind.kind not in ("f" if self.floats_only else "fiub"):
            expected = "[float, double]" if self.floats_only else "[int, float, double]"
            raise RuntimeError(
                f"{name}: the data type of input tensor does not match the requirement of "
                f"operator. Expecting tensor in type of {expected}. But got type {kind}."
            )


class RandomAudio(AudioTensorOperation):
    """Base of random audio transforms; a subclass implements `apply_audio(x, random)`.

    The draws are MindSpore's: an eager call starts from the seed, and so does a pipeline, in which
    they continue from row to row.
    """

    streams: Streams | None = None

    def seeded(self, schedule: WorkerSchedule, inner: bool = False) -> Operation:
        self.verify()
        fresh = copy.copy(self)
        fresh.streams = Streams(schedule, inner)
        return fresh

    def supports_block(self, xs: np.ndarray) -> bool:
        return False

    def compute(self, xs: np.ndarray) -> np.ndarray:
        return self.apply_audio(xs, draws_of(self.streams))

    def apply_audio(self, x: np.ndarray, random: Mt19937) -> np.ndarray:
        """Transforms one sample with draws from `random`."""
        raise NotImplementedError


def as_float(x: np.ndarray) -> np.ndarray:
    """Returns float64 unchanged, all else as float32."""
    return x if x.dtype == np.float64 else x.astype(np.float32)


def single(value: float) -> float:
    """Rounds a number to float32, in which MindSpore stores its arguments."""
    return float(np.float32(value))


def round_half_away(x: np.ndarray) -> np.ndarray:
    """Rounds to the nearest integers, halves away from zero."""
    return np.trunc(x + np.copysign(0.5, x)).astype(x.dtype)
