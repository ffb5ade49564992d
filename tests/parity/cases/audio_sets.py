"""Speech and music sets: rows, orders, refusals."""

from __future__ import annotations

import importlib
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tests.dataset import sound_layouts
from tests.parity.cases.dataset_images import Build
from tests.parity.cases.dataset_pipeline import found
from tests.parity.harness import Arrays, case

SEED = 5


def rows(layout: str, build: Build, sized: bool = True) -> Callable[[Any, Any], Arrays]:
    """A case that reads the dataset `build` makes of a folder of that layout."""

    def body(ms: Any, run: Any) -> Arrays:
        ds = importlib.import_module(f"{ms.__name__}.dataset")
        ds.config.set_seed(SEED)
        with tempfile.TemporaryDirectory() as folder:
            getattr(sound_layouts, layout)(Path(folder))
            dataset = build(ds, folder)
            size = {"size": np.array(dataset.get_dataset_size())} if sized else {}
            return {**size, **found(dataset, epochs=2)}

    body.__module__ = __name__
    return body


def _of(name: str, /, **options: Any) -> Build:
    return lambda ds, d: getattr(ds, f"{name}Dataset")(d, num_parallel_workers=1, **options)


def _resampled(ds: Any, data: Any) -> Any:
    data.use_sampler(new_sampler=ds.SequentialSampler(1))
    return data


SETS: dict[str, dict[str, Build]] = {
    "lj_speech": {
        "all": _of("LJSpeech", shuffle=False),
        "shuffled": _of("LJSpeech"),
        "shard": _of("LJSpeech", num_shards=2, shard_id=1, num_samples=1),
        "sampler": lambda ds, d: ds.LJSpeechDataset(d, sampler=ds.SequentialSampler(1, 2)),
    },
    "speech_commands": {
        "all": _of("SpeechCommands", shuffle=False),
        "shuffled": _of("SpeechCommands", usage="all"),
        "shard": _of("SpeechCommands", num_shards=2, shard_id=0),
        "sampler": lambda ds, d: ds.SpeechCommandsDataset(d, sampler=ds.SubsetSampler([2, 0])),
        "some": _of("SpeechCommands", num_samples=2, shuffle=False),
    },
    "yes_no": {
        "one": _of("YesNo", shuffle=False),
        "some": _of("YesNo", num_samples=1),
        "shard": _of("YesNo", num_shards=1, shard_id=0),
        "sampler": lambda ds, d: ds.YesNoDataset(d, sampler=ds.SequentialSampler()),
    },
    "gtzan": {
        "train": _of("GTZAN", usage="train", shuffle=False),
        "valid": _of("GTZAN", usage="valid", shuffle=False),
        "test": _of("GTZAN", usage="test"),
        "shard": _of("GTZAN", usage="train", num_shards=2, shard_id=1, num_samples=1),
        "sampler": lambda ds, d: ds.GTZANDataset(d, "train", sampler=ds.SequentialSampler(1)),
    },
    "cmu_arctic": {
        "all": _of("CMUArctic", shuffle=False),
        "shuffled": _of("CMUArctic", name="aew"),
        "voice": _of("CMUArctic", name="ksp", shuffle=False, num_samples=1),
        "shard": _of("CMUArctic", num_shards=2, shard_id=1),
        "sampler": lambda ds, d: ds.CMUArcticDataset(d, sampler=ds.SequentialSampler(1)),
        "use_sampler": lambda ds, d: _resampled(ds, ds.CMUArcticDataset(d)),
    },
    "libri_tts": {
        "all": _of("LibriTTS", shuffle=False),
        "shuffled": _of("LibriTTS", usage="all"),
        "part": _of("LibriTTS", usage="train-clean-100", shuffle=False, num_samples=1),
        "shard": _of("LibriTTS", num_shards=2, shard_id=1),
        "sampler": lambda ds, d: ds.LibriTTSDataset(d, sampler=ds.SequentialSampler(1)),
    },
}

for _layout, _builds in SETS.items():
    for _name, _build in _builds.items():
        case(name=f"{_layout}_{_name}", jit=False, rtol=1e-6, atol=0)(rows(_layout, _build))

# Of a part MindSpore tells the size of the whole.
for _part in ("train", "test", "valid"):
    case(name=f"speech_commands_{_part}", jit=False, rtol=1e-6, atol=0)(
        rows("speech_commands", _of("SpeechCommands", usage=_part, shuffle=False), sized=False)
    )

# Samples that MindSpore reads as zeros are left out.
_TALKS = ["sample_rate", "transcript", "talk_id", "speaker_id", "identifier"]


def _talks(**options: Any) -> Build:
    return lambda ds, d: _of("Tedlium", **options)(ds, d).project(_TALKS)


TALKS: dict[str, Build] = {
    "one": _talks(release="release1", usage="train", shuffle=False),
    "all": _talks(release="release2", usage="all", shuffle=False, extensions=".sph"),
    "shuffled": _talks(release="release1"),
    "three": _talks(release="release3", shuffle=False, num_samples=2),
    "shard": _talks(release="release3", usage="all", num_shards=2, shard_id=1),
    "sampler": lambda ds, d: ds.TedliumDataset(
        d, "release1", "dev", sampler=ds.SequentialSampler()
    ).project(_TALKS),
}
for _name, _build in TALKS.items():
    case(name=f"tedlium_{_name}", jit=False, rtol=0, atol=0)(rows("tedlium", _build))

REFUSED: dict[str, dict[str, Build]] = {
    "lj_speech": {
        "absent": lambda ds, d: list(ds.LJSpeechDataset(tempfile.gettempdir())),
        "folder": lambda ds, d: ds.LJSpeechDataset(f"{d}/x"),
        "number": lambda ds, d: ds.LJSpeechDataset(5),
        "no_sound": lambda ds, d: list(ds.LJSpeechDataset(_listed(d, "x|y|z\n"))),
        "sharding": lambda ds, d: ds.LJSpeechDataset(
            d, sampler=ds.SequentialSampler(), num_shards=2, shard_id=0
        ),
        "workers": lambda ds, d: ds.LJSpeechDataset(d, num_parallel_workers=0),
        "many_workers": lambda ds, d: ds.LJSpeechDataset(d, num_parallel_workers=100000),
    },
    "speech_commands": {
        "usage": lambda ds, d: ds.SpeechCommandsDataset(d, "x"),
        "usage_number": lambda ds, d: ds.SpeechCommandsDataset(d, usage=5),
        "absent": lambda ds, d: list(ds.SpeechCommandsDataset(f"{d}/bob")),
    },
    "yes_no": {
        "absent": lambda ds, d: list(ds.YesNoDataset(_emptied(d))),
        "name": lambda ds, d: list(ds.YesNoDataset(_named(d))),
    },
    "gtzan": {
        "usage": lambda ds, d: ds.GTZANDataset(d, "x"),
        "absent": lambda ds, d: list(ds.GTZANDataset(f"{d}/blues")),
        "rate": lambda ds, d: list(ds.GTZANDataset(d, "all")),
    },
    "cmu_arctic": {
        "name": lambda ds, d: ds.CMUArcticDataset(d, "x"),
        "name_number": lambda ds, d: ds.CMUArcticDataset(d, name=5),
        "absent": lambda ds, d: list(ds.CMUArcticDataset(d, "slt")),
    },
    "libri_tts": {
        "usage": lambda ds, d: ds.LibriTTSDataset(d, "x"),
        "absent": lambda ds, d: list(ds.LibriTTSDataset(d, "dev-clean")),
    },
    "tedlium": {
        "release": lambda ds, d: ds.TedliumDataset(d, "release4"),
        "release_number": lambda ds, d: ds.TedliumDataset(d, 5),
        "usage": lambda ds, d: ds.TedliumDataset(d, "release1", "x"),
        "usage_of_three": lambda ds, d: ds.TedliumDataset(d, "release3", "train"),
        "ends": lambda ds, d: list(ds.TedliumDataset(d, "release1", "train", ".wav")),
        "ends_number": lambda ds, d: list(ds.TedliumDataset(d, "release1", "train", 5)),
        "absent": lambda ds, d: list(ds.TedliumDataset(f"{d}/train", "release3")),
    },
}


def _listed(folder: str, text: str) -> str:
    (Path(folder) / "metadata.csv").write_text(text)
    return folder


def _emptied(folder: str) -> str:
    for path in Path(folder).iterdir():
        path.unlink()
    return folder


def _named(folder: str) -> str:
    next(iter(Path(folder).iterdir())).rename(Path(folder) / "yes.wav")
    return folder


def _refused(layout: str, build: Build) -> Callable[[Any, Any], Arrays]:
    def body(ms: Any, run: Any) -> Arrays:
        ds = importlib.import_module(f"{ms.__name__}.dataset")

        def call(folder: str) -> list[Any]:
            build(ds, folder)
            return []

        with tempfile.TemporaryDirectory() as folder:
            getattr(sound_layouts, layout)(Path(folder))
            return run.raises(lambda: call(folder))

    body.__module__ = __name__
    return body


for _layout, _builds in REFUSED.items():
    for _name, _build in _builds.items():
        case(name=f"{_layout}_no_{_name}", jit=False)(_refused(_layout, _build))
