"""Audio transforms in pipelines, and what msacc does where MindSpore misreads or finds nothing."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc.dataset as ds
from msacc.dataset import audio
from msacc.dataset.audio.iir import lfilter
from tests.dataset import sound_layouts
from tests.parity.audio_cases import COMPLEX, SPECTRUM, WAVE

STEPS = [
    (audio.BassBiquad(16000, 6.0), WAVE),
    (audio.AmplitudeToDB(top_db=2.0), SPECTRUM),
    (audio.AmplitudeToDB(top_db=2.0), SPECTRUM[:, None]),
    (audio.MFCC(16000, 6), WAVE),
    (audio.MFCC(16000, 6), WAVE[:, None]),
    (audio.SlidingWindowCmn(4, 2, norm_vars=True), SPECTRUM),
    (audio.SlidingWindowCmn(4, 2), SPECTRUM[:, :1]),
    (audio.Resample(16000, 11025), WAVE),
    (audio.Phaser(8000), WAVE),
    (audio.Flanger(8000, regen=30), np.stack([WAVE, WAVE[::-1]])),
    (audio.PhaseVocoder(1.3, np.ones((33, 1))), COMPLEX),
    (audio.SpectralCentroid(8000, 64), WAVE),
    (audio.GriffinLim(64, 2, rand_init=False), SPECTRUM),
    (audio.Fade(20, 30, audio.FadeShape.HALF_SINE), WAVE),
]


def _mapped(step: Any, rows: np.ndarray, workers: int = 1) -> list[np.ndarray]:
    data = ds.NumpySlicesDataset(rows, ["x"], shuffle=False)
    data = data.map([step], ["x"], num_parallel_workers=workers)
    return [row["x"] for row in data.create_dict_iterator(output_numpy=True, num_epochs=1)]


@pytest.mark.parametrize(("step", "rows"), STEPS, ids=lambda v: type(v).__name__)
def test_a_pipeline_gives_what_a_call_gives(step: Any, rows: np.ndarray) -> None:
    for result, row in zip(_mapped(step, rows), rows, strict=True):
        np.testing.assert_allclose(result, step(row), rtol=1e-12, atol=1e-12)


def test_inputs_stay_as_they_are() -> None:
    for step, rows in STEPS:
        before = copy.deepcopy(rows)
        step(rows[0])
        np.testing.assert_array_equal(rows, before)


def test_transforms_travel_to_workers() -> None:
    step = audio.FrequencyMasking(True, 5)
    again = pickle.loads(pickle.dumps(step))
    ds.config.set_seed(3)
    np.testing.assert_array_equal(step(SPECTRUM), again(SPECTRUM))
    assert len(_mapped(lambda x: x * 2, SPECTRUM, workers=2)) == 2
    assert len(_mapped(again, SPECTRUM, workers=2)) == 2


def test_draws_without_a_seed_differ() -> None:
    ds.config.set_seed(5489)
    step = audio.MaskAlongAxisIID(30, 0.0, 1)
    assert len({step(np.ones((200, 3))).tobytes() for _ in range(5)}) > 1


@pytest.mark.parametrize("order", [1, 2, 5, 130])
def test_a_filter_gives_what_a_loop_gives(order: int) -> None:
    random = np.random.RandomState(order)
    a = np.concatenate([[1.5], random.uniform(-1, 1, order) / order])
    b, x = random.uniform(-1, 1, order + 1), random.uniform(-1, 1, (2, 400))
    expected = np.zeros_like(x)
    for n in range(x.shape[1]):
        total = sum(b[k] * x[:, n - k] for k in range(min(n, order) + 1))
        total -= sum(a[k] * expected[:, n - k] for k in range(1, min(n, order) + 1))
        expected[:, n] = total / a[0]
    np.testing.assert_allclose(lfilter(x, a, b, clamp=False), expected, rtol=1e-9, atol=1e-9)


def test_a_filter_that_explodes_is_finite_as_long_as_it_can_be() -> None:
    x = np.ones((1, 300))
    result = lfilter(x, np.array([1.0, -2.0]), np.array([1.0, 0.0]), clamp=False)
    np.testing.assert_allclose(result[0], 2.0 ** np.arange(1, 301) - 1, rtol=1e-12)
    steep = lfilter(x, np.array([1.0, -1e30, 1.0]), np.array([1.0, 0.0, 0.0]), clamp=True)
    assert np.isfinite(steep[0, :10]).all()


def test_float64_is_not_misread() -> None:
    for step in (audio.MelSpectrogram(n_fft=64, n_mels=12), audio.MFCC(16000, 6), audio.LFCC()):
        double, single = step(WAVE), step(WAVE.astype(np.float32))
        np.testing.assert_allclose(double, single, rtol=1e-2, atol=1e-2)
    ints = (COMPLEX * 100).astype(np.int32)
    inverse = audio.InverseSpectrogram(n_fft=64)
    np.testing.assert_allclose(inverse(ints), inverse(ints.astype(np.float32)))


def test_a_voice_is_found() -> None:
    rate = 16000
    x = np.random.RandomState(0).normal(0, 1e-4, 3 * rate)
    voice = 0.3 * np.sign(np.sin(2 * np.pi * 160 * np.arange(2 * rate) / rate))
    spoken = x.copy()
    spoken[rate:] += voice
    kept = audio.Vad(rate)(spoken)
    # It begins with the measure before the voice.
    np.testing.assert_array_equal(kept, spoken[rate - 1600 :])
    earlier = audio.Vad(rate, pre_trigger_time=0.2)(spoken.astype(np.float32))
    assert len(earlier) == len(kept) + rate // 5
    both = np.stack([x, spoken])
    np.testing.assert_array_equal(audio.Vad(rate)(both), both[:, rate - 1600 :])
    # Nothing but noise: the end of it.
    np.testing.assert_array_equal(audio.Vad(rate)(x), x[-17600:])


def test_softer_sounds_before_a_voice_are_kept() -> None:
    rate = 16000
    x = np.random.RandomState(0).normal(0, 1e-4, 3 * rate)
    tone = 0.3 * np.sign(np.sin(2 * np.pi * 160 * np.arange(3 * rate) / rate))
    x[2 * rate :] += tone[2 * rate :]
    alone = len(audio.Vad(rate)(x))
    # Too short to count as a voice, and not far before it.
    x[28000:29200] += tone[28000:29200]
    assert len(audio.Vad(rate)(x)) > alone
    gaps = [len(audio.Vad(rate, allowed_gap=gap)(x)) for gap in (0.0, 1.0)]
    assert gaps[0] <= gaps[1]


def test_refusals_of_a_pipeline_come_before_its_rows() -> None:
    data = ds.NumpySlicesDataset(SPECTRUM, ["x"], shuffle=False)
    data = data.map([audio.Angle()]).map([audio.GriffinLim(64, momentum=1)])
    with pytest.raises(RuntimeError, match="momentum equal to or greater than 1"):
        next(iter(data))


def test_mel_scales_need_one_side() -> None:
    with pytest.raises(RuntimeError, match="onesided=True"):
        audio.MelSpectrogram(n_fft=64, n_mels=12, onesided=False)(WAVE)


def test_a_length_must_give_the_frames() -> None:
    with pytest.raises(RuntimeError, match="gives 6 frames and not the 9"):
        audio.GriffinLim(64, 2, length=180)(SPECTRUM)


def test_talks_are_read_from_their_files(tmp_path: Path) -> None:
    sound_layouts.tedlium(tmp_path)
    samples = np.random.RandomState(0).randint(-32768, 32768, 100).astype(np.float32) / 32767
    rows = ds.TedliumDataset(str(tmp_path), "release3", shuffle=False).create_dict_iterator(
        output_numpy=True, num_epochs=1
    )
    spans = [slice(0, 20), slice(0, 20), slice(10, 30), slice(10, 30)]
    for row, span in zip(rows, spans, strict=True):
        np.testing.assert_allclose(row["waveform"], samples[None, span], rtol=1e-6)
        assert row["sample_rate"] == 100


def test_speech_commands_tell_the_size_of_their_part(tmp_path: Path) -> None:
    sound_layouts.speech_commands(tmp_path)
    sizes = {
        part: ds.SpeechCommandsDataset(str(tmp_path), part).get_dataset_size()
        for part in ("train", "test", "valid", "all")
    }
    assert sizes == {"train": 2, "test": 1, "valid": 1, "all": 4}


def test_wav_files_of_other_kinds_are_refused(tmp_path: Path) -> None:
    sound_layouts.yes_no(tmp_path)
    path = next(tmp_path.iterdir())
    raw = bytearray(path.read_bytes())
    raw[34] = 8
    path.write_bytes(raw)
    with pytest.raises(RuntimeError, match="8 bits a sample"):
        next(iter(ds.YesNoDataset(str(tmp_path))))
    path.write_bytes(b"RIFF")
    with pytest.raises(RuntimeError, match="no wav file"):
        next(iter(ds.YesNoDataset(str(tmp_path))))


def test_genres_are_all_read_without_a_part(tmp_path: Path) -> None:
    sound_layouts.gtzan(tmp_path)
    (tmp_path / "pop/pop.00021.wav").unlink()
    rows = ds.GTZANDataset(str(tmp_path), shuffle=False).create_dict_iterator(
        output_numpy=True, num_epochs=1
    )
    assert [str(row["label"]) for row in rows] == ["blues", "blues", "disco", "jazz", "rock"]
