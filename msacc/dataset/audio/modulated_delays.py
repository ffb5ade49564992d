"""Effects with a delay that moves: phaser and flanger."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from msacc.dataset.audio import arguments as read
from msacc.dataset.audio.base import AudioTensorOperation, real, rounded, single
from msacc.dataset.audio.enums import Interpolation, Modulation
from msacc.dataset.transforms.transforms import cast


def wave_table(
    modulation: Modulation, size: int, low: float, high: float, phase: float
) -> np.ndarray:
    """One period of a wave between `low` and `high`, float32, that begins at `phase` radians."""
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


def _chunks(newest: np.ndarray) -> Iterator[slice]:
    """Runs of samples that need nothing from within the run.

    `newest[i]`: the newest earlier sample that i needs; it is below i.
    """
    start, count, reach = 0, len(newest), 256
    while start < count:
        inside = newest[start : start + reach] >= start
        first = int(inside.argmax())
        stop = start + first if inside[first] else min(start + reach, count)
        yield slice(start, stop)
        start = stop


class Phaser(AudioTensorOperation):
    """Add a copy of the signal whose delay moves to and fro, fed back.

    `sample_rate`: an int in Hz. `gain_in` in [0, 1], `gain_out` in [0, 1e9]: factors before and
    after. `delay_ms` in [0, 5]: the longest delay in milliseconds. `decay` in [0, 0.99]: how much
    is fed back. `mod_speed` in [0.1, 2]: how often the delay moves, in Hz. `sinusoidal`: it moves
    along a sine, else along a triangle. Arrays (..., time); float64 stays, else float32; results
    are clamped to [-1, 1].

    Raises TypeError or ValueError for other arguments, RuntimeError when the longest delay is less
    than a sample.
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
        self.sample_rate = read.int32("sample_rate", sample_rate)
        self.gain_in = single(read.number("gain_in", gain_in, 0, 1))
        self.gain_out = single(read.number("gain_out", gain_out, 0, 1e9))
        self.delay_ms = single(read.number("delay_ms", delay_ms, 0, 5.0))
        self.decay = single(read.number("decay", decay, 0, 0.99))
        self.mod_speed = single(read.number("mod_speed", mod_speed, 0.1, 2))
        self.modulation = (
            Modulation.SINUSOIDAL if read.flag("sinusoidal", sinusoidal) else Modulation.TRIANGULAR
        )

    def verify(self) -> None:
        if self._length < 1:
            raise RuntimeError(
                f"Phaser: a delay of {self.delay_ms} ms is less than one sample at "
                f"{self.sample_rate} Hz; give a longer delay_ms."
            )

    @property
    def _length(self) -> int:
        return int(self.delay_ms * 0.001 * self.sample_rate + 0.5)

    def _delays(self, time: int) -> np.ndarray:
        """The delay of each sample in samples, at least 1."""
        period = int(single(self.sample_rate / self.mod_speed) + 0.5)
        table = wave_table(self.modulation, period, 1.0, self._length, math.pi / 2)
        moved = rounded(table).astype(np.int64)
        return (self._length - moved[np.arange(time) % period]) % self._length + 1

    def compute(self, xs: np.ndarray) -> np.ndarray:
        x = real(xs)
        kind, time = x.dtype.type, x.shape[-1]
        wanted = np.arange(time) - self._delays(time)
        # Samples before the first are zeros, kept at the end, where -1 points.
        out = np.zeros((*x.shape[:-1], time + 1), x.dtype)
        out[..., :time] = x * kind(self.gain_in)
        for run in _chunks(wanted):
            out[..., run] += out[..., np.maximum(wanted[run], -1)] * kind(self.decay)
        with np.errstate(over="ignore"):
            return np.clip(out[..., :time] * kind(self.gain_out), -1, 1)


class Flanger(AudioTensorOperation):
    """Mix a signal with a copy of it whose delay moves to and fro.

    `sample_rate`: an int in Hz, not 0. `delay` in [0, 30] and `depth` in [0, 10]: the shortest
    delay, and how far it moves, in milliseconds. `regen` in [-95, 95]: how much is fed back, in
    percent. `width` in [0, 100]: how much of the copy is mixed in, in percent. `speed` in
    [0.1, 10]: how often the delay moves, in Hz. `phase` in [0, 100]: how far channels lie apart, in
    percent of a period. `modulation`, `interpolation`: the wave of the delay, and how the signal is
    read between samples. Arrays (..., channel, time) of up to four channels keep their type;
    results are clamped to [-1, 1].

    Raises TypeError or ValueError for other arguments, RuntimeError for more channels and for
    arrays of one dimension.
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
        self.sample_rate = read.nonzero_int("sample_rate", sample_rate)
        self.delay = single(read.number("delay", delay, 0, 30)) / 1000
        self.depth = single(read.number("depth", depth, 0, 10)) / 1000
        self.regen = single(read.number("regen", regen, -95, 95)) / 100
        self.width = single(read.number("width", width, 0, 100)) / 100
        self.speed = single(read.number("speed", speed, 0.1, 10))
        self.phase = single(read.number("phase", phase, 0, 100)) / 100
        self.modulation = read.member("modulation", modulation, Modulation)
        self.interpolation = read.member("interpolation", interpolation, Interpolation)

    def check(self, shape: tuple[int, ...], kind: np.dtype) -> None:
        super().check(shape, kind)
        if shape[-2] > 4:
            raise RuntimeError(
                "Flanger: the channel of input tensor does not match the requirement of operator. "
                "Expecting tensor with channel less than or equal to 4. But got channel: "
                f"{shape[-2]}"
            )

    def verify(self) -> None:
        if self._period < 1:
            raise RuntimeError(
                f"Flanger: table_size must be more than 0, but got: {self._period}; the period of "
                "the delay is sample_rate / speed."
            )

    @property
    def _period(self) -> int:
        return int(single(self.sample_rate / self.speed))

    @property
    def _length(self) -> int:
        return int((self.delay + self.depth) * self.sample_rate + 0.5) + 2

    def _delays(self, channels: int, time: int) -> np.ndarray:
        """The delay of each sample in samples with a fraction: (channels, time)."""
        period = self._period
        low, high = math.floor(self.delay * self.sample_rate + 0.5), self._length - 2
        table = wave_table(self.modulation, period, low, high, 3 * math.pi / 2)
        offsets = [int(i * period * self.phase + 0.5) for i in range(channels)]
        return np.stack([table[(np.arange(time) + offset) % period] for offset in offsets])

    def compute(self, xs: np.ndarray) -> np.ndarray:
        x = real(xs)
        delayed = self._delayed(x.reshape(-1, *x.shape[-2:]))
        straight = 1 / (1 + self.width)
        copied = self.width / (1 + self.width) * (1 - abs(self.regen))
        mixed = x * x.dtype.type(straight) + delayed.reshape(x.shape) * x.dtype.type(copied)
        return cast(np.clip(mixed, -1, 1), xs.dtype)

    def _delayed(self, x: np.ndarray) -> np.ndarray:
        """The copy of (batch, channels, time), fed back by `regen`."""
        channels, time = x.shape[1:]
        delays = self._delays(channels, time).astype(x.dtype)
        whole = np.floor(delays).astype(np.int64)
        taps = 3 if self.interpolation is Interpolation.QUADRATIC else 2
        # The ring of past samples has `_length` places.
        ages = np.stack([(whole + tap) % self._length for tap in range(taps)])
        wanted, part = np.arange(time) - ages, delays - whole
        # One place more for what was before the first sample.
        ring, out = np.zeros((*x.shape[:2], time + 1), x.dtype), np.zeros_like(x)
        ring[..., :time] = x
        channel = np.arange(channels)[:, None]
        for run in self._runs(wanted):
            self._feed(ring, out, slice(run.start, run.start + 1))
            read_at = np.maximum(wanted[:, :, run], -1)
            values = [ring[:, channel, places] for places in read_at]
            out[..., run] = _between(values, part[:, run])
            self._feed(ring, out, slice(run.start + 1, run.stop))
        return out

    def _runs(self, wanted: np.ndarray) -> Iterator[slice]:
        # A sample of the ring holds what was read before it, so that it counts one less.
        if self.regen:
            return _chunks(wanted.max(axis=(0, 1)) - 1)
        return iter([slice(0, wanted.shape[-1])])

    def _feed(self, ring: np.ndarray, out: np.ndarray, where: slice) -> None:
        """Add to samples of the ring what was read before each."""
        if self.regen and where.start:
            before = out[..., where.start - 1 : where.stop - 1]
            ring[..., where] += before * out.dtype.type(self.regen)


def _between(values: list[np.ndarray], part: np.ndarray) -> np.ndarray:
    """The value at a fraction between the first and the second of two or three."""
    a, b = values[0], values[1] - values[0]
    if len(values) == 2:
        return a + b * part
    c = values[2] - a
    return a + ((c * 0.5 - b) * part + (b * 2 - c * 0.5)) * part
