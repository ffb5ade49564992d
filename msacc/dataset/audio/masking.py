"""Masking of frequency or time ranges of a spectrogram."""

from __future__ import annotations

import numpy as np

from msacc.common import checks as check
from msacc.dataset.audio import arguments
from msacc.dataset.audio.base import AudioTensorOperation, RandomAudio, as_float, single
from msacc.dataset.cpp_random import Mt19937

_FORM = "<..., freq, time>"


def apply_mask(x: np.ndarray, axis: int, start: int, width: int, value: float) -> np.ndarray:
    """Returns `x` with `width` elements along `axis` (-2 or -1) set to `value`."""
    length = x.shape[axis]
    if width and start > length:
        raise RuntimeError(
            "MaskAlongAxis: invalid parameter, 'mask_start' should be less than the length of the "
            f"masked dimension, but got: 'mask_start' {start} and length {length}"
        )
    if width and start + width > length:
        raise RuntimeError(
            "MaskAlongAxis: invalid parameter, the sum of 'mask_start' and 'mask_width' should be "
            "no more than the length of the masked dimension, but got: 'mask_start' "
            f"{start}, 'mask_width' {width} and length {length}"
        )
    out = np.array(as_float(x))
    where = (..., slice(start, start + width)) + (slice(None),) * (-1 - axis)
    out[where] = single(value)
    return out


def _apply_random_mask(
    x: np.ndarray, random: Mt19937, axis: int, most: int, value: float
) -> np.ndarray:
    width = random.below(most + 1)
    return apply_mask(x, axis, random.below(x.shape[axis] - width + 1), width, value)


class MaskAlongAxis(AudioTensorOperation):
    """Set a range of frequencies or times to one value.

    `mask_start`, `mask_width`: where the range begins, and how long it is (at least 1).
    `mask_value`: the value.
    `axis`: 1 for frequencies, 2 for times.

    Arrays (..., freq, time); float64 stays, else float32.

    Raises TypeError or ValueError for other arguments, RuntimeError for a range beyond the axis.
    """

    form, rank = _FORM, 2

    def __init__(self, mask_start: int, mask_width: int, mask_value: float, axis: int) -> None:
        check.integer(None, "mask_start", mask_start)
        check.integer(None, "mask_width", mask_width)
        check.instance(None, "mask_value", mask_value, (int, float))
        check.integer(None, "axis", axis)
        self.mask_start = arguments.natural("mask_start", mask_start)
        self.mask_width = arguments.positive_int("mask_width", mask_width)
        self.mask_value = arguments.number("mask_value", mask_value)
        self.axis = check.integer(None, "axis", axis, 1, 2) - 3

    def compute(self, xs: np.ndarray) -> np.ndarray:
        return apply_mask(xs, self.axis, self.mask_start, self.mask_width, self.mask_value)


class MaskAlongAxisIID(RandomAudio):
    """Set a random range of frequencies or times to one value, a new range for each sample.

    `mask_param`: the longest range.
    `mask_value`: the value.
    `axis`: 1 for frequencies, 2 for times.

    Arrays (..., freq, time); float64 stays, else float32.

    Raises TypeError or ValueError for other arguments, RuntimeError for a `mask_param` beyond the axis.
    """

    form, rank = _FORM, 2

    def __init__(self, mask_param: int, mask_value: float, axis: int) -> None:
        self.mask_param = arguments.natural("mask_param", mask_param)
        check.instance(None, "mask_value", mask_value, (int, float))
        self.mask_value = arguments.number("mask_value", mask_value)
        self.axis = check.integer(None, "axis", axis, 1, 2) - 3

    def apply_audio(self, x: np.ndarray, random: Mt19937) -> np.ndarray:
        if self.mask_param > x.shape[self.axis]:
            what = "frequency" if self.axis == -2 else "time"
            raise RuntimeError(
                "MaskAlongAxisIID: mask_param should be less than or equal to the length of "
                f"{what} dimension, but got {self.mask_param} and {x.shape[self.axis]}."
            )
        return _apply_random_mask(x, random, self.axis, self.mask_param, self.mask_value)


class _Masking(RandomAudio):
    """Base of both maskings; a subclass has its parameter's name and its axis."""

    form, rank = _FORM, 2
    axis, parameter, dimension = -1, "", ""
    iid_masks: bool
    mask_param: int
    mask_start: int
    mask_value: float

    def _msacc_read(self, iid_masks: bool, param: int, start: int, value: float) -> None:
        self.iid_masks = arguments.flag("iid_masks", iid_masks)
        self.mask_param = _index("mask_param", param)
        self.mask_start = _index("mask_start", start)
        check.instance(None, "mask_value", value, (int, float))
        self.mask_value = arguments.non_negative("mask_value", value)

    def apply_audio(self, x: np.ndarray, random: Mt19937) -> np.ndarray:
        if self.mask_param > x.shape[self.axis]:
            raise RuntimeError(
                f"{type(self).__name__}: invalid parameter, '{self.parameter}' should be less than "
                f"or equal to the length of {self.dimension} dimension, but got: "
                f"'{self.parameter}' {self.mask_param} and length {x.shape[self.axis]}"
            )
        if self.iid_masks:
            return _apply_random_mask(x, random, self.axis, self.mask_param, self.mask_value)
        return apply_mask(x, self.axis, self.mask_start, self.mask_param, self.mask_value)


def _index(name: str, value: int) -> int:
    check.integer(None, name, value)
    return int(arguments.non_negative(name, value))


class FrequencyMasking(_Masking):
    """Set a range of frequencies to one value.

    `iid_masks`: the range is random, up to `freq_mask_param` long; else it begins at `mask_start` and is as
      long as that.
    `mask_value`: the value, at least 0.

    Arrays (..., freq, time); float64 stays, else float32.

    Raises TypeError or ValueError for other arguments, RuntimeError for a range beyond the axis.
    """

    axis, parameter, dimension = -2, "frequency_mask_param", "frequency"

    def __init__(
        self,
        iid_masks: bool = False,
        freq_mask_param: int = 0,
        mask_start: int = 0,
        mask_value: float = 0.0,
    ) -> None:
        self._msacc_read(iid_masks, freq_mask_param, mask_start, mask_value)


class TimeMasking(_Masking):
    """Set a range of times to one value.

    `iid_masks`: the range is random, up to `time_mask_param` long; else it begins at `mask_start` and is as
      long as that.
    `mask_value`: the value, at least 0.

    Arrays (..., freq, time); float64 stays, else float32.

    Raises TypeError or ValueError for other arguments, RuntimeError for a range beyond the axis.
    """

    axis, parameter, dimension = -1, "time_mask_param", "time"

    def __init__(
        self,
        iid_masks: bool = False,
        time_mask_param: int = 0,
        mask_start: int = 0,
        mask_value: float = 0.0,
    ) -> None:
        self._msacc_read(iid_masks, time_mask_param, mask_start, mask_value)
