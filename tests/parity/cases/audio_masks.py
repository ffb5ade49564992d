"""Masks, and all that is drawn: with a seed both sides draw the same."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.audio_cases import SPECTRUM, WAVE, Build, audio, call_cases
from tests.parity.harness import Arrays, case

FIXED: dict[str, tuple[Build, np.ndarray]] = {
    "frequency": (lambda a: a.FrequencyMasking(False, 3, 1), SPECTRUM),
    "frequency_value": (
        lambda a: a.FrequencyMasking(
            iid_masks=False, freq_mask_param=5, mask_start=28, mask_value=2.5
        ),
        SPECTRUM[0],
    ),
    "frequency_nothing": (lambda a: a.FrequencyMasking(), SPECTRUM),
    "time": (lambda a: a.TimeMasking(False, 2, 1), SPECTRUM),
    "time_value": (
        lambda a: a.TimeMasking(iid_masks=False, time_mask_param=1, mask_start=8, mask_value=3),
        SPECTRUM[None],
    ),
    "along_frequency": (lambda a: a.MaskAlongAxis(1, 2, 0.5, 1), SPECTRUM),
    "along_time": (
        lambda a: a.MaskAlongAxis(mask_start=7, mask_width=2, mask_value=-0.5, axis=2),
        SPECTRUM,
    ),
}
call_cases(__name__, FIXED, kinds=(np.float64, np.float32, np.float16, np.int32), rtol=0, atol=0)

Drawn = Callable[[Any], Any]

DRAWN: dict[str, tuple[Drawn, np.ndarray]] = {
    "drawn_frequency": (lambda a: a.FrequencyMasking(True, 10, mask_value=2), SPECTRUM),
    "drawn_time": (lambda a: a.TimeMasking(iid_masks=True, time_mask_param=6), SPECTRUM),
    "drawn_along_frequency": (lambda a: a.MaskAlongAxisIID(12, 0.5, 1), SPECTRUM),
    "drawn_along_time": (
        lambda a: a.MaskAlongAxisIID(mask_param=9, mask_value=-1, axis=2),
        SPECTRUM[0],
    ),
    "drawn_nothing": (lambda a: a.MaskAlongAxisIID(0, 0.5, 1), SPECTRUM),
    "drawn_dither": (lambda a: a.Dither(a.DensityFunction.RPDF), WAVE),
    "drawn_dither_one": (lambda a: a.Dither(a.DensityFunction.RPDF, True), WAVE[0]),
    "drawn_dither_gauss": (lambda a: a.Dither(a.DensityFunction.GPDF), WAVE),
    "drawn_griffin_lim": (lambda a: a.GriffinLim(64, 2), SPECTRUM),
    "drawn_griffin_lim_one": (lambda a: a.GriffinLim(64, 1, rand_init=True), SPECTRUM[0]),
    "drawn_inverse_mel": (lambda a: a.InverseMelScale(20, 33, max_iter=5), SPECTRUM),
    "drawn_inverse_mel_given": (
        lambda a: a.InverseMelScale(
            n_stft=15,
            n_mels=33,
            sample_rate=8000,
            f_min=10.0,
            f_max=3000.0,
            max_iter=50,
            tolerance_loss=0.01,
            tolerance_change=1e-3,
            sgdargs={"sgd_lr": 0.2, "sgd_momentum": 0.5},
            norm=a.NormType.SLANEY,
            mel_type=a.MelType.SLANEY,
        ),
        SPECTRUM[0],
    ),
}


def _seeded(name: str, build: Drawn, x: np.ndarray, kind: Any) -> None:
    def body(ms: Any, run: Any) -> Arrays:
        ds = importlib.import_module(f"{ms.__name__}.dataset")
        ds.config.set_seed(12345)
        step = build(audio(ms))
        again = np.array(step(x.astype(kind)))
        return {"first": np.array(step(x.astype(kind))), "again": again}

    body.__module__ = __name__
    case(name=f"{name}_{np.dtype(kind)}", jit=False, rtol=1e-3, atol=1e-4)(body)


for _name, (_build, _x) in DRAWN.items():
    for _kind in (np.float64, np.float32):
        _seeded(_name, _build, _x, _kind)


def _rows(name: str, steps: Drawn) -> None:
    def body(ms: Any, run: Any) -> Arrays:
        ds = importlib.import_module(f"{ms.__name__}.dataset")
        ds.config.set_seed(7)
        rows = np.ones((6, 12, 10), np.float32)
        data = ds.NumpySlicesDataset(rows, ["x"], shuffle=False)
        data = data.map(steps(audio(ms)), ["x"], num_parallel_workers=1)
        epochs = data.create_dict_iterator(output_numpy=True, num_epochs=2)
        return {str(i): np.stack([row["x"] for row in epochs]) for i in range(2)}

    body.__module__ = __name__
    case(name=name, jit=False, rtol=1e-5, atol=1e-6)(body)


_rows("pipeline_masks", lambda a: [a.FrequencyMasking(True, 5), a.TimeMasking(True, 5)])
_rows("pipeline_along", lambda a: [a.MaskAlongAxisIID(8, 0.0, 1), a.Gain(6.0)])
_rows("pipeline_steps", lambda a: [a.AmplitudeToDB(), a.ComputeDeltas(), a.SlidingWindowCmn(3, 1)])
