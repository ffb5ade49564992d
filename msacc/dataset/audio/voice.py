"""Voice activity detection."""

from __future__ import annotations

import math

import numpy as np

from msacc.dataset.audio import arguments
from msacc.dataset.audio.base import AudioTensorOperation, as_float, single


def _decay(seconds: float, per_second: float) -> float:
    """Returns the decay factor of a running mean per measurement."""
    return math.exp(-1 / (seconds * per_second)) if seconds else 0.0


class _LevelMeter:
    """Measures the voice level in a window of samples per channel, after noise reduction."""

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
        """Returns the level of `samples`; the noise estimate is initialized while `boot` counts from 0."""
        vad, weight = self.vad, boot / (1 + boot) if boot >= 0 else self.vad.smooth
        magnitudes = np.abs(np.fft.rfft(samples * self.window, self.size))[self.low : self.high]
        self.spectrum[channel] = self.spectrum[channel] * weight + magnitudes * (1 - weight)
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
    """Remove the signal before speech, by a voice activity detector like SoX's.

    `sample_rate`: in Hz. `trigger_level`: the level of a voice. Times in seconds: `trigger_time`
    (short sounds are ignored), `search_time` (the range before the trigger that is searched for
    softer sounds), `allowed_gap` (silence between those), `pre_trigger_time` (the signal that stays
    before them), `boot_time` (the first estimate of the noise), `noise_up_time` and
    `noise_down_time` (time constants of the noise estimate; the first is no less than the second).
    `noise_reduction_amount`: the factor of the noise that is subtracted. `measure_freq` in Hz,
    `measure_duration` (two periods by default) and `measure_smooth_time` in seconds: frequency,
    window and smoothing of the measurements. `hp_filter_freq`, `lp_filter_freq`, `hp_lifter_freq`,
    `lp_lifter_freq`: the range of the spectrum and of the cepstrum in Hz. All channels of arrays
    (..., time) lose the same samples; float64 stays, else float32. Without a voice the last
    `search_time` and two periods stay.

    Raises TypeError or ValueError for other arguments, RuntimeError for empty ranges. Differs from
    MindSpore, whose measurement is always 0, so that it detects no voice in any signal.
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
        self.sample_rate = arguments.positive_int("sample_rate", sample_rate)
        self.trigger_level = single(
            arguments.number("trigger_level", trigger_level, kinds=arguments.INT_FIRST)
        )
        arguments.non_negative("trigger_time", trigger_time, arguments.INT_FIRST)
        self.search_time = single(
            arguments.non_negative("search_time", search_time, arguments.INT_FIRST)
        )
        self.allowed_gap = single(
            arguments.non_negative("allowed_gap", allowed_gap, arguments.INT_FIRST)
        )
        self.pre_trigger_time = single(
            arguments.non_negative("pre_trigger_time", pre_trigger_time, arguments.INT_FIRST)
        )
        self.boot_time = single(arguments.non_negative("boot_time", boot_time, arguments.INT_FIRST))
        arguments.non_negative("noise_up_time", noise_up_time, arguments.INT_FIRST)
        arguments.non_negative("noise_down_time", noise_down_time, arguments.INT_FIRST)
        if noise_up_time < noise_down_time:
            raise ValueError(
                "Input noise_up_time should be greater than noise_down_time, but got "
                f"noise_up_time: {noise_up_time} and noise_down_time: {noise_down_time}."
            )
        self.noise_reduction_amount = single(
            arguments.non_negative(
                "noise_reduction_amount", noise_reduction_amount, arguments.INT_FIRST
            )
        )
        self.measure_freq = single(
            arguments.positive("measure_freq", measure_freq, arguments.INT_FIRST)
        )
        if measure_duration:
            arguments.non_negative("measure_duration", measure_duration, arguments.INT_FIRST)
        self.measure_duration = single(measure_duration or 2.0 / measure_freq)
        arguments.non_negative("measure_smooth_time", measure_smooth_time, arguments.INT_FIRST)
        self.hp_filter_freq = single(
            arguments.positive("hp_filter_freq", hp_filter_freq, arguments.INT_FIRST)
        )
        self.lp_filter_freq = single(
            arguments.positive("lp_filter_freq", lp_filter_freq, arguments.INT_FIRST)
        )
        self.hp_lifter_freq = single(
            arguments.positive("hp_lifter_freq", hp_lifter_freq, arguments.INT_FIRST)
        )
        self.lp_lifter_freq = single(
            arguments.positive("lp_lifter_freq", lp_lifter_freq, arguments.INT_FIRST)
        )
        self.trigger = _decay(trigger_time, self.measure_freq)
        self.noise_up = _decay(noise_up_time, self.measure_freq)
        self.noise_down = _decay(noise_down_time, self.measure_freq)
        self.smooth = _decay(measure_smooth_time, self.measure_freq)

    @property
    def length(self) -> int:
        """Samples of one measurement."""
        return int(self.sample_rate * self.measure_duration + 0.5)

    @property
    def period(self) -> int:
        """Samples between measurements."""
        return int(self.sample_rate / self.measure_freq + 0.5)

    def measures(self, kind: np.dtype) -> int:
        """Returns the number of measurements that are searched; rounding depends on the dtype."""
        return math.ceil(kind.type(self.search_time) * kind.type(self.measure_freq))

    def verify(self) -> None:
        if not self.search_time:
            raise RuntimeError(
                "Vad: the length of measures cannot be zero; give a longer search_time."
            )

    def supports_block(self, xs: np.ndarray) -> bool:
        return False

    def compute(self, xs: np.ndarray) -> np.ndarray:
        x = as_float(xs)
        rows = x.reshape(-1, x.shape[-1]).astype(np.float64)
        return np.array(x[..., self._msacc_start(rows, self.measures(x.dtype)) :])

    def _msacc_start(self, rows: np.ndarray, measures: int) -> int:
        """Returns the first sample of the result."""
        time, before = rows.shape[1], int(self.pre_trigger_time * self.sample_rate + 0.5)
        length = before + measures * self.period + self.length
        silence = np.zeros((len(rows), self.length))
        long = np.concatenate([silence, rows], axis=1)
        search = _Search(self, len(rows), measures)
        for position in range(self.length - 1, time, self.period):
            flush = search.step(long[:, position : position + self.length])
            if flush is not None:
                start = position + 1 - length + (measures - flush) * self.period
                return start + time if -time <= start < 0 else max(start, 0)
        start = time - length
        return start + time if -time <= start < 0 else max(start, 0)


class _Search:
    """The measurements so far, and the detection of a voice."""

    def __init__(self, vad: Vad, channels: int, count: int) -> None:
        self.vad, self.count, self.meter = vad, count, _LevelMeter(vad, channels)
        self.means = np.zeros(channels)
        self.levels = np.zeros((channels, count))
        self.position, self.boot = 0, 0
        self.boot_max = int(vad.boot_time * vad.measure_freq - 0.5)

    def step(self, samples: np.ndarray) -> int | None:
        """Measures all channels; returns the number of measurements before a voice, or None without one."""
        vad, triggered, flush = self.vad, False, 0
        for i, row in enumerate(samples):
            value = self.meter.measure(i, row, self.boot)
            self.levels[i, self.position] = value
            self.means[i] = self.means[i] * vad.trigger + value * (1 - vad.trigger)
            triggered = triggered or self.means[i] >= vad.trigger_level
            if triggered:
                flush = min(max(flush, self._softer(i)), self.count)
        self.position = (self.position + 1) % self.count
        self.boot = -1 if 0 <= self.boot == self.boot_max else self.boot + (self.boot >= 0)
        return flush if triggered else None

    def _softer(self, channel: int) -> int:
        """Returns how many measurements ago the first softer sound was."""
        gap = int(self.vad.allowed_gap * self.vad.measure_freq + 0.5)
        count = self.count
        last = silent = count
        for back in range(count):
            value = self.levels[channel, (self.position - back) % count]
            if value >= self.vad.trigger_level and back <= last + gap:
                last = silent = back
            elif value == 0 and last >= silent:
                silent = back
        return silent
