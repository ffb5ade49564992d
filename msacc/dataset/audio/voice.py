"""Voice activity: where speech begins."""

from __future__ import annotations

import math

import numpy as np

from msacc.dataset.audio import arguments as read
from msacc.dataset.audio.base import AudioTensorOperation, real, single


def _decay(seconds: float, per_second: float) -> float:
    """What is left of a running mean from measure to measure."""
    return math.exp(-1 / (seconds * per_second)) if seconds else 0.0


class _Meter:
    """The loudness of voice in a window of samples, channel by channel, after noise is taken off."""

    def __init__(self, vad: Vad, channels: int) -> None:
        self.vad = vad
        self.size = 16
        while self.size < vad.length:
            self.size *= 2
        rate = vad.sample_rate
        self.low = max(int(vad.hp_filter_freq / rate * self.size + 0.5), 1)
        self.high = min(int(vad.lp_filter_freq / rate * self.size + 0.5), self.size // 2)
        self.first = math.ceil(rate * 0.5 / vad.lp_lifter_freq)
        self.last = min(math.floor(rate * 0.5 / vad.hp_lifter_freq), self.size // 4)
        self._refuse_empty_ranges()
        self.window = _hann(vad.length)
        self.lifter = _hann(self.high - self.low)
        self.spectrum = np.zeros((channels, self.high - self.low))
        self.noise = np.zeros_like(self.spectrum)

    def _refuse_empty_ranges(self) -> None:
        for what, low, high, names in (
            ("spectrum", self.low, self.high, ("hp_filter_freq", "lp_filter_freq")),
            ("cepstrum", self.first, self.last, ("hp_lifter_freq", "lp_lifter_freq")),
        ):
            if high <= low:
                raise RuntimeError(
                    f"Vad: the end of {what} must be greater than the start. Check if `{names[0]}` "
                    f"is too large or `{names[1]}` is too small."
                )

    def measure(self, channel: int, samples: np.ndarray, boot: int) -> float:
        """The loudness of `samples`; the noise is learnt anew while `boot` counts from 0."""
        vad, keep = self.vad, boot / (1 + boot) if boot >= 0 else self.vad.smooth
        found = np.abs(np.fft.rfft(samples * self.window, self.size))[self.low : self.high]
        self.spectrum[channel] = self.spectrum[channel] * keep + found * (1 - keep)
        power = self.spectrum[channel] ** 2
        slow = np.where(power > self.noise[channel], vad.noise_up, vad.noise_down)
        slow = slow if boot < 0 else np.zeros_like(slow)
        self.noise[channel] = self.noise[channel] * slow + power * (1 - slow)
        clean = np.sqrt(np.maximum(power - vad.noise_reduction_amount * self.noise[channel], 0))
        buffer = np.zeros(self.size // 2)
        buffer[self.low : self.high] = clean * self.lifter
        energy = np.sum(np.abs(np.fft.rfft(buffer)[self.first : self.last]) ** 2)
        if energy <= 0:
            return 0.0
        return max(0.0, 21 + math.log(energy / (self.last - self.first)))


def _hann(size: int) -> np.ndarray:
    return 2 / math.sqrt(size) * (0.5 - 0.5 * np.cos(np.arange(size) / size * 2 * math.pi))


class Vad(AudioTensorOperation):
    """Cut off what comes before speech, by a detector of voices like SoX's.

    `sample_rate`: in Hz. `trigger_level`: how loud a voice must be. Times in seconds:
    `trigger_time` (short sounds are ignored), `search_time` (how far before the trigger softer
    sounds are looked for), `allowed_gap` (silence between those), `pre_trigger_time` (what is kept
    before them), `boot_time` (the first estimate of the noise), `noise_up_time` and
    `noise_down_time` (how fast noise is learnt; the first is no less than the second).
    `noise_reduction_amount`: how much noise is taken off. `measure_freq` in Hz, `measure_duration`
    (two periods by default) and `measure_smooth_time` in seconds: how often, over what and how
    smoothly loudness is measured. `hp_filter_freq`, `lp_filter_freq`, `hp_lifter_freq`,
    `lp_lifter_freq`: the range of the spectrum and of the cepstrum in Hz. Arrays (..., time) lose
    the same samples in all channels; float64 stays, else float32. Without a voice the last
    `search_time` and two periods are kept.

    Raises TypeError or ValueError for other arguments, RuntimeError for empty ranges. Differs from
    MindSpore, whose measure is always 0 so that it finds no voice in any signal.
    """

    def __init__(
        self,
        sample_rate: int,
        trigger_level: float = 7.0,
        trigger_time: float = 0.25,
        search_time: float = 1.0,
        allowed_gap: float = 0.25,
        pre_trigger_time: float = 0.0,
        boot_time: float = 0.35,
        noise_up_time: float = 0.1,
        noise_down_time: float = 0.01,
        noise_reduction_amount: float = 1.35,
        measure_freq: float = 20.0,
        measure_duration: float | None = None,
        measure_smooth_time: float = 0.4,
        hp_filter_freq: float = 50.0,
        lp_filter_freq: float = 6000.0,
        hp_lifter_freq: float = 150.0,
        lp_lifter_freq: float = 2000.0,
    ) -> None:
        self.sample_rate = read.positive_int("sample_rate", sample_rate)
        self.trigger_level = single(
            read.number("trigger_level", trigger_level, kinds=read.INT_FIRST)
        )
        read.non_negative("trigger_time", trigger_time, read.INT_FIRST)
        self.search_time = single(read.non_negative("search_time", search_time, read.INT_FIRST))
        self.allowed_gap = single(read.non_negative("allowed_gap", allowed_gap, read.INT_FIRST))
        self.pre_trigger_time = single(
            read.non_negative("pre_trigger_time", pre_trigger_time, read.INT_FIRST)
        )
        self.boot_time = single(read.non_negative("boot_time", boot_time, read.INT_FIRST))
        read.non_negative("noise_up_time", noise_up_time, read.INT_FIRST)
        read.non_negative("noise_down_time", noise_down_time, read.INT_FIRST)
        if noise_up_time < noise_down_time:
            raise ValueError(
                "Input noise_up_time should be greater than noise_down_time, but got "
                f"noise_up_time: {noise_up_time} and noise_down_time: {noise_down_time}."
            )
        self.noise_reduction_amount = single(
            read.non_negative("noise_reduction_amount", noise_reduction_amount, read.INT_FIRST)
        )
        self.measure_freq = single(read.positive("measure_freq", measure_freq, read.INT_FIRST))
        if measure_duration:
            read.non_negative("measure_duration", measure_duration, read.INT_FIRST)
        self.measure_duration = single(measure_duration or 2.0 / measure_freq)
        read.non_negative("measure_smooth_time", measure_smooth_time, read.INT_FIRST)
        self.hp_filter_freq = single(
            read.positive("hp_filter_freq", hp_filter_freq, read.INT_FIRST)
        )
        self.lp_filter_freq = single(
            read.positive("lp_filter_freq", lp_filter_freq, read.INT_FIRST)
        )
        self.hp_lifter_freq = single(
            read.positive("hp_lifter_freq", hp_lifter_freq, read.INT_FIRST)
        )
        self.lp_lifter_freq = single(
            read.positive("lp_lifter_freq", lp_lifter_freq, read.INT_FIRST)
        )
        self.trigger = _decay(trigger_time, self.measure_freq)
        self.noise_up = _decay(noise_up_time, self.measure_freq)
        self.noise_down = _decay(noise_down_time, self.measure_freq)
        self.smooth = _decay(measure_smooth_time, self.measure_freq)

    @property
    def length(self) -> int:
        """Samples of one measure."""
        return int(self.sample_rate * self.measure_duration + 0.5)

    @property
    def period(self) -> int:
        """Samples from measure to measure."""
        return int(self.sample_rate / self.measure_freq + 0.5)

    def measures(self, kind: np.dtype) -> int:
        """How many measures are searched; rounding may give one more or less of another type."""
        return math.ceil(kind.type(self.search_time) * kind.type(self.measure_freq))

    def verify(self) -> None:
        if not self.search_time:
            raise RuntimeError(
                "Vad: the length of measures cannot be zero; give a longer search_time."
            )

    def supports_block(self, xs: np.ndarray) -> bool:
        return False

    def compute(self, xs: np.ndarray) -> np.ndarray:
        x = real(xs)
        rows = x.reshape(-1, x.shape[-1]).astype(np.float64)
        return np.array(x[..., self._start(rows, self.measures(x.dtype)) :])

    def _start(self, rows: np.ndarray, measures: int) -> int:
        """The first sample that is kept."""
        time, before = rows.shape[1], int(self.pre_trigger_time * self.sample_rate + 0.5)
        kept = before + measures * self.period + self.length
        silence = np.zeros((len(rows), self.length))
        long = np.concatenate([silence, rows], axis=1)
        search = _Search(self, len(rows), measures)
        for at in range(self.length - 1, time, self.period):
            flush = search.step(long[:, at : at + self.length])
            if flush is not None:
                start = at + 1 - kept + (measures - flush) * self.period
                return start + time if -time <= start < 0 else max(start, 0)
        start = time - kept
        return start + time if -time <= start < 0 else max(start, 0)


class _Search:
    """The measures so far, and whether a voice was found."""

    def __init__(self, vad: Vad, channels: int, count: int) -> None:
        self.vad, self.count, self.meter = vad, count, _Meter(vad, channels)
        self.means = np.zeros(channels)
        self.found = np.zeros((channels, count))
        self.at, self.boot = 0, 0
        self.boot_max = int(vad.boot_time * vad.measure_freq - 0.5)

    def step(self, samples: np.ndarray) -> int | None:
        """Measure all channels; how many measures are kept before a voice, or None without one."""
        vad, triggered, flush = self.vad, False, 0
        for i, row in enumerate(samples):
            value = self.meter.measure(i, row, self.boot)
            self.found[i, self.at] = value
            self.means[i] = self.means[i] * vad.trigger + value * (1 - vad.trigger)
            triggered = triggered or self.means[i] >= vad.trigger_level
            if triggered:
                flush = min(max(flush, self._softer(i)), self.count)
        self.at = (self.at + 1) % self.count
        self.boot = -1 if 0 <= self.boot == self.boot_max else self.boot + (self.boot >= 0)
        return flush if triggered else None

    def _softer(self, channel: int) -> int:
        """How many measures back the first softer sound lies."""
        gap = int(self.vad.allowed_gap * self.vad.measure_freq + 0.5)
        count = self.count
        last = silent = count
        for back in range(count):
            value = self.found[channel, (self.at - back) % count]
            if value >= self.vad.trigger_level and back <= last + gap:
                last = silent = back
            elif value == 0 and last >= silent:
                silent = back
        return silent
