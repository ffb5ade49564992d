"""The public datasets of speech and music: CMU Arctic, GTZAN, LibriTTS, LJSpeech, SpeechCommands, TED-LIUM, YesNo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msacc.common import checks as check
from msacc.dataset import shared_arguments
from msacc.dataset.dataset import MappableDataset
from msacc.dataset.sampler_arguments import file_sampler
from msacc.dataset.sources.classes.images import choice_or_default
from msacc.dataset.sources.classes.shared_arguments import describe_shared_arguments
from msacc.dataset.sources.readers.speech import (
    CMUArcticSource,
    GTZANSource,
    LibriTTSSource,
    LJSpeechSource,
    SpeechCommandsSource,
    TedliumSource,
    YesNoSource,
)

if TYPE_CHECKING:
    from msacc.dataset.cache import DatasetCache
    from msacc.dataset.samplers import SamplerLike

_VOICES = [
    "aew",
    "ahw",
    "aup",
    "awb",
    "axb",
    "bdl",
    "clb",
    "eey",
    "fem",
    "gka",
    "jmk",
    "ksp",
    "ljm",
    "lnh",
    "rms",
    "rxr",
    "slp",
    "slt",
]


@describe_shared_arguments
class CMUArcticDataset(MappableDataset):
    """CMU Arctic: `waveform` float32 (1, samples), `sample_rate` uint32, `transcript` and
    `utterance_id`, strings.

    `name`: the voice, one of aew (None), ahw, aup, awb, axb, bdl, clb, eey, fem, gka, jmk, ksp, ljm,
    lnh, rms, rxr, slp and slt.
    """

    def __init__(
        self,
        dataset_dir: str,
        name: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        where = shared_arguments.directory(dataset_dir)
        if name is not None:
            check.instance(None, "name", name, str)
            check.choice(None, "name", name, _VOICES)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        super().__init__(CMUArcticSource(where, name or "aew", source_sampler))


@describe_shared_arguments
class GTZANDataset(MappableDataset):
    """GTZAN: `waveform` float32 (1, samples), `sample_rate` uint32 and `label`, the genre.

    `usage`: train, valid, test (lists without faulty recordings) or all (None).
    """

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        where = shared_arguments.directory(dataset_dir)
        part = choice_or_default(usage, ["train", "valid", "test", "all"])
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        super().__init__(GTZANSource(where, part, source_sampler))


@describe_shared_arguments
class LibriTTSDataset(MappableDataset):
    """LibriTTS: `waveform` float32 (1, samples), `sample_rate` uint32, `original_text`,
    `normalized_text`, `speaker_id` and `chapter_id` uint32, and `utterance_id`.

    `usage`: dev-clean, dev-other, test-clean, test-other, train-clean-100, train-clean-360,
    train-other-500 or all (None).
    """

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        where = shared_arguments.directory(dataset_dir)
        part = choice_or_default(usage, [*LibriTTSSource.PARTS, "all"])
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        super().__init__(LibriTTSSource(where, part, source_sampler))


@describe_shared_arguments
class LJSpeechDataset(MappableDataset):
    """LJSpeech: `waveform` float32 (1, samples), `sample_rate` int32, `transcription` and
    `normalized_transcription`, strings.
    """

    def __init__(
        self,
        dataset_dir: str,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        where = shared_arguments.directory(dataset_dir)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        super().__init__(LJSpeechSource(where, source_sampler))


@describe_shared_arguments
class SpeechCommandsDataset(MappableDataset):
    """Speech Commands: `waveform` float32 (1, samples), `sample_rate` int32, `label`, `speaker_id`
    and `utterance_number` int32.

    `usage`: test and valid are the set's lists, train is the rest, all (None).
    """

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        where = shared_arguments.directory(dataset_dir)
        part = choice_or_default(usage, ["train", "test", "valid", "all"])
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        super().__init__(SpeechCommandsSource(where, part, source_sampler))


@describe_shared_arguments
class TedliumDataset(MappableDataset):
    """TED-LIUM: `waveform` float32 (1, samples), `sample_rate` int32, `transcript`, `talk_id`, `speaker_id` and
    `identifier`, strings.

    `release`: release1, release2 or release3.
    `usage`: train, test, dev or all (None); only all for release3.
    `extensions`: the ending of the sound files, which can only be .sph.

    Differs from MindSpore, which returns zeros for every sample: they are read from the files.
    """

    def __init__(
        self,
        dataset_dir: str,
        release: str,
        usage: str | None = None,
        extensions: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        check.instance(None, "release", release, str)
        check.choice(None, "release", release, ["release1", "release2", "release3"])
        where = shared_arguments.directory(dataset_dir)
        parts = ["all"] if release == "release3" else ["train", "test", "dev", "all"]
        part = choice_or_default(usage, parts)
        ending = ".sph" if extensions is None else extensions
        check.instance(None, "extensions", ending, str)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        super().__init__(TedliumSource(where, release, part, ending, source_sampler))


@describe_shared_arguments
class YesNoDataset(MappableDataset):
    """YesNo: `waveform` float32 (1, samples), `sample_rate` int32 and `label` int32, the numbers of
    the file's name. Rows are sorted by it.
    """

    def __init__(
        self,
        dataset_dir: str,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        sampler: SamplerLike | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        where = shared_arguments.directory(dataset_dir)
        source_sampler = file_sampler(
            num_parallel_workers, shuffle, sampler, num_samples, num_shards, shard_id, cache
        )
        super().__init__(YesNoSource(where, source_sampler))
