"""The public datasets of translations: IWSLT and Multi30k."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msacc.common import checks as check
from msacc.dataset import shared_arguments
from msacc.dataset.enums import Shuffle
from msacc.dataset.errors import pipeline_error
from msacc.dataset.sources.classes.images import bool_or_default, choice_or_default
from msacc.dataset.sources.classes.sequential_files import FileDataset, read_options
from msacc.dataset.sources.classes.shared_arguments import describe_shared_arguments
from msacc.dataset.sources.readers.translations import TalkSource, TranslationSource

if TYPE_CHECKING:
    from msacc.dataset.cache import DatasetCache
    from msacc.dataset.sources.readers.sequential_files import ReadOptions

_PARTS = ["train", "test", "valid", "all"]
_SETS = ["dev2010", "tst2010", "tst2011", "tst2012", "tst2013", "tst2014"]
_WITH_ENGLISH = [("en", other) for other in ("ar", "de", "fr", "cs")]
_2016 = [*_WITH_ENGLISH, *[(b, a) for a, b in _WITH_ENGLISH]]
_FIVE = ("en", "nl", "de", "it", "ro")
_2017 = [(a, b) for a in _FIVE for b in _FIVE if a != b]


def _languages(value: Sequence[str] | None, allowed: list[tuple[str, str]]) -> tuple[str, str]:
    """Checks and returns `language_pair`; German to English by default."""
    if value is None:
        return "de", "en"
    if not isinstance(value, (list, tuple)):
        raise TypeError("language_pair should be a type list or tuple of length 2.")
    if len(value) != 2:
        raise ValueError(f"Input language_pair is a list or tuple of length 2. Got {value!r}.")
    for name in value:
        check.instance(None, "language_pair", name, str)
    if tuple(value) not in allowed:
        raise ValueError(
            f"Input language_pair{value!r} is not within the valid set of "
            f"{[list(pair) for pair in allowed]}."
        )
    return value[0], value[1]


class _Talks(FileDataset):
    """Base of the IWSLT datasets: talks of one year and language pair."""

    def _msacc_open(
        self, folder: str, year: int, pair: tuple[str, str], parts: list[str], how: ReadOptions
    ) -> None:
        both = "-".join(pair)

        def path(name: str, language: str) -> str:
            if name == "train":
                return os.path.join(folder, f"train.tags.{both}.{language}")
            return os.path.join(folder, f"IWSLT{year}.TED.{name}.{both}.{language}.xml")

        pairs = {path(name, pair[0]): path(name, pair[1]) for name in parts}
        super().__init__(TalkSource(pairs, how))


@describe_shared_arguments
class IWSLT2016Dataset(_Talks):
    """IWSLT 2016's talks: `text` and `translation`, strings.

    `usage`: train, valid, test or all.
    `language_pair`: English with ar, cs, de or fr; ("de", "en") by default.
    `valid_set` (tst2013) and `test_set` (tst2014) name the files of these parts.
    """

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        language_pair: Sequence[str] | None = None,
        valid_set: str | None = None,
        test_set: str | None = None,
        num_samples: int | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        num_parallel_workers: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        where, part = shared_arguments.directory(dataset_dir), choice_or_default(usage, _PARTS)
        pair = _languages(language_pair, _2016)
        valid = choice_or_default(valid_set, _SETS, "tst2013", "valid_set")
        test = choice_or_default(test_set, _SETS, "tst2014", "test_set")
        sets = {"train": "train", "valid": valid, "test": test}
        parts = [name for key, name in sets.items() if part in (key, "all")]
        how = read_options(num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache)
        folder = os.path.join(where, "texts", pair[0], pair[1], f"{pair[0]}-{pair[1]}")
        self._msacc_open(folder, 16, pair, parts, how)


@describe_shared_arguments
class IWSLT2017Dataset(_Talks):
    """IWSLT 2017's talks: `text` and `translation`, strings. `usage`: train, valid, test or all.

    `language_pair`: two of de, en, it, nl and ro; ("de", "en") by default.
    """

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        language_pair: Sequence[str] | None = None,
        num_samples: int | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        num_parallel_workers: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        where, part = shared_arguments.directory(dataset_dir), choice_or_default(usage, _PARTS)
        pair = _languages(language_pair, _2017)
        sets = {"train": "train", "valid": "dev2010", "test": "tst2010"}
        parts = [name for key, name in sets.items() if part in (key, "all")]
        how = read_options(num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache)
        group = "DeEnItNlRo"
        folder = os.path.join(where, "texts", group, group, f"{group}-{group}")
        self._msacc_open(folder, 17, pair, parts, how)


@describe_shared_arguments
class Multi30kDataset(FileDataset):
    """Multi30k: `text` and `translation`, strings. `usage`: train, test, valid or all.

    `language_pair`: ["en", "de"] (None) or ["de", "en"].
    """

    _msacc_FILES = {
        "test": "mmt16_task1_test/test",
        "train": "training/train",
        "valid": "validation/val",
    }

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        language_pair: Sequence[str] | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | None = None,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        where, part = shared_arguments.directory(dataset_dir), choice_or_default(usage, _PARTS)
        source, target = self._msacc_languages(language_pair)
        shuffled = bool_or_default("shuffle", shuffle, True)
        how = read_options(num_samples, num_parallel_workers, shuffled, num_shards, shard_id, cache)
        stems = [os.path.join(where, n) for k, n in self._msacc_FILES.items() if part in (k, "all")]
        pairs = {f"{stem}.{source}": f"{stem}.{target}" for stem in stems}
        for path in [*pairs, *pairs.values()]:
            if not os.path.isfile(path):
                raise pipeline_error(
                    f"Multi30kDataset: dataset file: [{path}] is invalid or does not exist."
                )
        super().__init__(TranslationSource(pairs, how))

    @staticmethod
    def _msacc_languages(value: Sequence[str] | None) -> tuple[str, str]:
        if value is None:
            return "en", "de"
        check.instance(None, "language_pair", value, (list, tuple))
        if len(value) != 2:
            raise ValueError(
                f"language_pair should be a list or tuple of length 2, but got {len(value)}"
            )
        if tuple(value) not in (("en", "de"), ("de", "en")):
            raise ValueError(
                f"language_pair can only be ['en', 'de'] or ['de', 'en'], but got {value}"
            )
        return value[0], value[1]
