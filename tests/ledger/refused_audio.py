"""Refused and said-once arguments of audio transforms and sets."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msacc.dataset as ds
from msacc.dataset import audio
from tests.dataset import sound_layouts
from tests.ledger.kit import in_folder
from tests.ledger.row import Row
from tests.parity.audio_cases import WAVE

_NO_SERVER = "MindSpore's cache is a server of its own; rows are read anew."
_LAYOUTS: dict[str, Callable[[Path], None]] = {
    "CMUArctic": sound_layouts.cmu_arctic,
    "GTZAN": sound_layouts.gtzan,
    "LJSpeech": sound_layouts.lj_speech,
    "LibriTTS": sound_layouts.libri_tts,
    "SpeechCommands": sound_layouts.speech_commands,
    "Tedlium": sound_layouts.tedlium,
    "YesNo": sound_layouts.yes_no,
}


def cached(name: str) -> Callable[[], Any]:
    """A set with `cache=`; DatasetCache speaks for it."""

    def call(folder: str) -> Any:
        _LAYOUTS[name](Path(folder))
        given = {"release": "release1"} if name == "Tedlium" else {}
        return getattr(ds, f"{name}Dataset")(folder, cache=ds.DatasetCache(1), **given)

    return in_folder(call)


ROWS: tuple[Row, ...] = (
    *(
        Row(f"mindspore.dataset.{name}Dataset", "cache", cached(name), None, _NO_SERVER)
        for name in _LAYOUTS
    ),
    Row(
        "mindspore.dataset.audio.MelSpectrogram",
        "onesided",
        lambda: audio.MelSpectrogram(n_fft=64, onesided=False)(WAVE),
        RuntimeError,
        "MindSpore ends the process.",
    ),
    Row(
        "mindspore.dataset.audio.MFCC",
        "dct_type",
        lambda: audio.MFCC(dct_type=3),
        ValueError,
        "MindSpore has the second type of the transform alone.",
    ),
    Row(
        "mindspore.dataset.audio.LFCC",
        "dct_type",
        lambda: audio.LFCC(dct_type=3),
        ValueError,
        "MindSpore has the second type of the transform alone.",
    ),
)
