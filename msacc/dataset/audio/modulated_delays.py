"""Effects with a modulated delay: phaser and flanger."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from msacc.dataset.audio import arguments
from msacc.dataset.audio.base import AudioTensorOperation, as_float, round_half_away, single
from msacc.dataset.audio.enums import Interpolation, Modulation
from msacc.dataset.transforms.transforms import cast


def wave_table(
    modulation: Modulation, size: int, low: float, high: float, phase: float
) -> np.ndarray:
    """Returns one period of a wave between `low` and `high`, float32, starting at `phase` radians."""
    offset = int(single(phase) / math.pi / 2 * size + 0.5)
    point = (np.arange(size) + offset) % size
    if modulation is Modulation.SINUSOIDAL:
        table = (np.sin(point * (2 * math.pi / size)) + 1) / 2
    else:
        quarter = 4 * point // size
        table = (point * 2 / size).astype(np.float32)
        table = np.where(
            quarter == 0, table + 0.5, np.where(quarter == 3, table - 1.5, 1.5 - table)
        )
    return table.astype(np.float32) * np.float32(high - low) + np.float32(low)


def _independent_runs(newest: np.ndarray) -> Iterator[slice]:
    """Yields runs of samples that do not depend on each other.

    `newest[i]`: the newest earlier sample that i depends on; it is below i.
    """
    start, count, limit = 0, len(newest), 256
    while start < count:
        is_dependent = newest[start : start + limit] >= start
        first = int(is_dependent.argmax())
        stop = start + first if is_dependent[first] else min(start + limit, count)
        yield slice(start, stop)
        start = stop


class Phaser(AudioTensorOperation):
    """Add a copy of the signal with a modulated delay and feedback.

    `sample_rate`: an int in Hz.
    `gain_in` in [0, 1], `gain_out` in [0, 1e9]: factors before and after.
    `delay_ms` in [0, 5]: the longest delay in milliseconds.
    `decay` in [0, 0.99]: the feedback.
    `mod_speed` in [0.1, 2]: the modulation frequency in Hz.
    `sinusoidal`: modulation by a sine, else by a triangle wave.

    Arrays (..., time); float64 stays, else float32; results are clamped to [-1, 1].

    Raises TypeError or ValueError for other arguments, RuntimeError when the longest delay is less than a
    sample.
    """

    def __init__(
        self,
        sample_rate: int,
        gain_in: float = 0.4,
        gain_out: float = 0.74,
        delay_ms: float = 3.0,
        decay: float = 0.4,
        mod_speed: float = 0.5,
        sinusoidal: bool = True,
    ) -> None:
        self.sample_rate = arguments.int32("sample_rate", sample_rate)
        self.gain_in = single(arguments.number("gain_in", gain_in, 0, 1))
        self.gain_out = single(arguments.number("gain_out", gain_out, 0, 1e9))
        self.delay_ms = single(arguments.number("delay_ms", delay_ms, 0, 5.0))
        self.decay = single(arguments.number("decay", decay, 0, 0.99))
        self.mod_speed = single(arguments.number("mod_speed", mod_speed, 0.1, 2))
        self.modulation = (
            Modulation.SINUSOIDAL
            if arguments.flag("sinusoidal", sinusoidal)
            else Modulation.TRIANGULAR
        )

    def verify(self) -> None:
        if self._msacc_length < 1:
            raise RuntimeError(
                f"Phaser: a delay of {self.delay_ms} ms is less than one sample at "
                f"{self.sample_rate} Hz; give a longer delay_ms."
            )

    @property
    def _msacc_length(self) -> int:
        return int(self.delay_ms * 0.001 * self.sample_rate + 0.5)

    def _msacc_delays(self, time: int) -> np.ndarray:
        """Returns the delay of each sample in samples, at least 1."""
        period = int(single(self.sample_rate / self.mod_speed) + 0.5)
        table = wave_table(self.modulation, period, 1.0, self._msacc_length, math.pi / 2)
        delays = round_half_away(table).astype(np.int64)
        return (self._msacc_length - delays[np.arange(time) % period]) % self._msacc_length + 1

    def compute(self, xs: np.ndarray) -> np.ndarray:
        x = as_float(xs)
        kind, time = x.dtype.type, x.shape[-1]
        sources = np.arange(time) - self._msacc_delays(time)
        # Samples before the first are zero: index -1 is an additional zero at the end.
        out = np.zeros((*x.shape[:-1], time + 1), x.dtype)
        out[..., :time] = x * kind(self.gain_in)
        for run in _independent_runs(sources):
            out[..., run] += out[..., np.maximum(sources[run], -1)] * kind(self.decay)
        with np.errstate(over="ignore"):
            return np.clip(out[..., :time] * kind(self.gain_out), -1, 1)


class Flanger(AudioTensorOperation):
    """Mix a signal with a copy of it with a modulated delay.

    `sample_rate`: an int in Hz, not 0.
    `delay` in [0, 30] and `depth` in [0, 10]: the shortest delay and its range, in milliseconds.
    `regen` in [-95, 95]: the feedback in percent.
    `width` in [0, 100]: the share of the copy in percent.
    `speed` in [0.1, 10]: the modulation frequency in Hz.
    `phase` in [0, 100]: the phase shift between channels, in percent of a period.
    `modulation`, `interpolation`: the waveform of the delay, and the interpolation between samples.

    Arrays (..., channel, time) of up to four channels keep their type; results are clamped to [-1, 1].

    Raises TypeError or ValueError for other arguments, RuntimeError for more channels and for arrays of one
    dimension.
    """

    form, rank = "<..., channel, time>", 2

    def __init__(
        self,
        sample_rate: int,
        delay: float = 0.0,
        depth: float = 2.0,
        regen: float = 0.0,
        width: float = 71.0,
        speed: float = 0.5,
        phase: float = 25.0,
        modulation: Modulation = Modulation.SINUSOIDAL,
        interpolation: Interpolation = Interpolation.LINEAR,
    ) -> None:
        self.sample_rate = arguments.nonzero_int("sample_rate", sample_rate)
        self.delay = single(arguments.number("delay", delay, 0, 30)) / 1000
        self.depth = single(arguments.number("depth", depth, 0, 10)) / 1000
        self.regen = single(arguments.number("regen", regen, -95, 95)) / 100
        self.width = single(arguments.number("width", width, 0, 100)) / 100
        self.speed = single(arguments.number("speed", speed, 0.1, 10))
        self.phase = single(arguments.number("phase", phase, 0, 100)) / 100
        self.modulation = arguments.member("modulation", modulation, Modulation)
        self.interpolation = arguments.member("interpolation", interpolation, Interpolation)

    def check(self, shape: tuple[int, ...], kind: np.dtype) -> None:
        super().check(shape, kind)
        if shape[-2] > 4:
            raise RuntimeError(
                "Flanger: the channel of input tensor does not match the requirement of operator. "
                "Expecting tensor with channel less than or equal to 4. But got channel: "
                f"{shape[-2]}"
            )

    def verify(self) -> None:
        if self._msacc_period < 1:
            raise RuntimeError(
                f"Flanger: table_size must be more than 0, but got: {self._msacc_period}; the period of "
                "the delay is sample_rate / speed."
            )

    @property
    def _msacc_period(self) -> int:
        return int(single(self.sample_rate / self.speed))

    @property
    def _msacc_length(self) -> int:
        return int((self.delay + self.depth) * self.sample_rate + 0.5) + 2

    def _msacc_delays(self, channels: int, time: int) -> np.ndarray:
        """Returns the fractional delay of each sample in samples: (channels, time)."""
        period = self._msacc_period
        low, high = math.floor(self.delay * self.sample_rate + 0.5), self._msacc_length - 2
        table = wave_table(self.modulation, period, low, high, 3 * math.pi / 2)
        offsets = [int(i * period * self.phase + 0.5) for i in range(channels)]
        return np.stack([table[(np.arange(time) + offset) % period] for offset in offsets])

    def compute(self, xs: np.ndarray) -> np.ndarray:
        x = as_float(xs)
        delayed = self._msacc_delayed(x.reshape(-1, *x.shape[-2:]))
        straight = 1 / (1 + self.width)
        copied = self.width / (1 + self.width) * (1 - abs(self.regen))
        mixed = x * x.dtype.type(straight) + delayed.reshape(x.shape) * x.dtype.type(copied)
        return cast(np.clip(mixed, -1, 1), xs.dtype)

    def _msacc_delayed(self, x: np.ndarray) -> np.ndarray:
        """Returns the delayed copy of (batch, channels, time) with feedback `regen`."""
        channels, time = x.shape[1:]
        delays = self._msacc_delays(channels, time).astype(x.dtype)
        integral = np.floor(delays).astype(np.int64)
        taps = 3 if self.interpolation is Interpolation.QUADRATIC else 2
        # The ring buffer of past samples has `_msacc_length` elements.
        ages = np.stack([(integral + tap) % self._msacc_length for tap in range(taps)])
        sources, fraction = np.arange(time) - ages, delays - integral
        # One more element for the time before the first sample.
        ring, out = np.zeros((*x.shape[:2], time + 1), x.dtype), np.zeros_like(x)
        ring[..., :time] = x
        channel = np.arange(channels)[:, None]
        for run in self._msacc_runs(sources):
            self._msacc_add_feedback(ring, out, slice(run.start, run.start + 1))
            values = [ring[:, channel, index] for index in np.maximum(sources[:, :, run], -1)]
            out[..., run] = _interpolate(values, fraction[:, run])
            self._msacc_add_feedback(ring, out, slice(run.start + 1, run.stop))
        return out

    def _msacc_runs(self, sources: np.ndarray) -> Iterator[slice]:
        # A sample of the ring includes the output before it, so the dependency is one sample earlier.
        if self.regen:
            return _independent_runs(sources.max(axis=(0, 1)) - 1)
        return iter([slice(0, sources.shape[-1])])

    def _msacc_add_feedback(self, ring: np.ndarray, out: np.ndarray, where: slice) -> None:
        """Adds to samples of the ring the output before each."""
        if self.regen and where.start:
            before = out[..., where.start - 1 : where.stop - 1]
            ring[..., where] += before * out.dtype.type(self.regen)


def _interpolate(values: list[np.ndarray], fraction: np.ndarray) -> np.ndarray:
    """Interpolates at a fraction between the first and the second of two or three values."""
    a, b = values[0], values[1] - values[0]
    if len(values) == 2:
        return a + b * fraction
    c = values[2] - a
    return a + ((c * 0.5 - b) * fraction + (b * 2 - c * 0.5)) * fraction
