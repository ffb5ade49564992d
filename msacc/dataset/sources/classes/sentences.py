"""The public text datasets of tagged sentences, questions and JSON lines: CLUE, CoNLL2000, UDPOS, SQuAD, SST-2."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from msacc.dataset import shared_arguments
from msacc.dataset.enums import Shuffle
from msacc.dataset.errors import pipeline_error
from msacc.dataset.sources.classes.images import choice_or_default
from msacc.dataset.sources.classes.sequential_files import FileDataset, find_files, read_options
from msacc.dataset.sources.classes.shared_arguments import describe_shared_arguments
from msacc.dataset.sources.readers.sentences import (
    ClueSource,
    SentimentSource,
    SquadSource,
    TaggedSource,
    WholeLinesSource,
)
from msacc.dataset.sources.readers.sequential_files import FileSource, ReadOptions

if TYPE_CHECKING:
    from msacc.dataset.cache import DatasetCache

_PAIR = {"sentence1": "sentence1", "sentence2": "sentence2"}
_SPANS = {
    name: f"target/{name}" for name in ("span1_index", "span2_index", "span1_text", "span2_text")
}
_LABEL, _ID = {"label": "label"}, {"id": "id"}
# Task -> key path of each column in a line's object: common, of the test part, and of the other parts.
_CLUE: dict[str, tuple[dict[str, str], dict[str, str], dict[str, str]]] = {
    "AFQMC": (_PAIR, _ID, _LABEL),
    "CMNLI": (_PAIR, _ID, _LABEL),
    "TNEWS": (
        {"sentence": "sentence", "keywords": "keywords"},
        _ID,
        {"label_desc": "label_desc", **_LABEL},
    ),
    "IFLYTEK": ({"sentence": "sentence"}, _ID, {"label_des": "label_des", **_LABEL}),
    "WSC": ({**_SPANS, "idx": "idx", "text": "text"}, {}, _LABEL),
    "CSL": ({"id": "id", "abst": "abst", "keyword": "keyword"}, {}, _LABEL),
}


@describe_shared_arguments
class CLUEDataset(FileDataset):
    """CLUE's tasks, a JSON object per line: columns in alphabetical order, strings and uint32.

    `dataset_files`: a path or pattern, or a list of them.
    `task`: AFQMC, TNEWS, IFLYTEK, CMNLI, WSC or CSL.
    `usage`: train, eval or test, without labels.
    """

    def __init__(
        self,
        dataset_files: str | list[str],
        task: str | None = "AFQMC",
        usage: str | None = "train",
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        files = find_files(dataset_files)
        if task not in _CLUE:
            raise ValueError(
                "task should be 'AFQMC', 'TNEWS', 'IFLYTEK', 'CMNLI', 'WSC' or 'CSL'. "
                f"Got {task!r}."
            )
        if usage not in ("train", "test", "eval"):
            raise ValueError(f"usage should be 'train', 'test' or 'eval'. Got {usage!r}.")
        common, test, others = _CLUE[task]
        fields = {**common, **(test if usage == "test" else others)}
        how = read_options(num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache)
        super().__init__(ClueSource(files, how, fields))


class _TaggedSet(FileDataset):
    """Base of datasets of tagged sentences; a subclass has the names of files and columns."""

    _msacc_FILES: dict[str, str] = {}
    _msacc_COLUMNS: list[str] = []
    _msacc_SEPARATOR = "\t"

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        num_samples: int | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        num_parallel_workers: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        where, part = (
            shared_arguments.directory(dataset_dir),
            choice_or_default(usage, [*self._msacc_FILES, "all"]),
        )
        names = sorted(name for key, name in self._msacc_FILES.items() if part in (key, "all"))
        files = [os.path.join(where, name) for name in names]
        how = read_options(num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache)
        super().__init__(TaggedSource(files, how, self._msacc_COLUMNS, self._msacc_SEPARATOR))


@describe_shared_arguments
class CoNLL2000Dataset(_TaggedSet):
    """CoNLL-2000: `word`, `pos_tag` and `chunk_tag`, a string per word. `usage`: train, test, all.

    As in MindSpore, `get_dataset_size` counts words, shards are equal parts of the words, and words
    after a file's last empty line are skipped.
    """

    _msacc_FILES = {"train": "train.txt", "test": "test.txt"}
    _msacc_COLUMNS = ["word", "pos_tag", "chunk_tag"]
    _msacc_SEPARATOR = " "


@describe_shared_arguments
class UDPOSDataset(_TaggedSet):
    """UDPOS: `word`, `universal` and `stanford`, a string per word. `usage`: train, valid, test, all.

    As in MindSpore, `get_dataset_size` counts words, shards are equal parts of the words, and words
    after a file's last empty line are skipped.
    """

    _msacc_FILES = {
        "train": "en-ud-tag.v2.train.txt",
        "valid": "en-ud-tag.v2.dev.txt",
        "test": "en-ud-tag.v2.test.txt",
    }
    _msacc_COLUMNS = ["word", "universal", "stanford"]


@describe_shared_arguments
class EnWik9Dataset(FileDataset):
    """EnWik9: `text`, a line of the file enwik9, empty ones too. Shuffled by default.

    Differs from MindSpore: `get_dataset_size` counts empty lines as well.
    """

    def __init__(
        self,
        dataset_dir: str,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = True,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        file = os.path.join(shared_arguments.directory(dataset_dir), "enwik9")
        how = read_options(num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache)
        super().__init__(WholeLinesSource([file], how))


class _QuestionSet(FileDataset):
    """Base of datasets whose `_msacc_source` selects the files by usage."""

    _msacc_PARTS: list[str] = []
    _msacc_DEFAULT = "all"

    def __init__(
        self,
        dataset_dir: str,
        usage: str | None = None,
        num_samples: int | None = None,
        num_parallel_workers: int | None = None,
        shuffle: bool | Shuffle | None = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        cache: DatasetCache | None = None,
    ) -> None:
        where = shared_arguments.directory(dataset_dir)
        part = choice_or_default(usage, self._msacc_PARTS, self._msacc_DEFAULT)
        how = read_options(num_samples, num_parallel_workers, shuffle, num_shards, shard_id, cache)
        super().__init__(self._msacc_source(where, part, how))

    def _msacc_source(self, where: str, part: str, how: ReadOptions) -> FileSource:
        raise NotImplementedError


@describe_shared_arguments
class SQuADDataset(_QuestionSet):
    """SQuAD 1.1 and 2.0: `context`, `question`, `text` and `answer_start` (uint32) of all answers.

    A question without answers has an empty one at 4294967295. `usage`: train, dev or all.
    """

    _msacc_PARTS = ["train", "dev", "all"]

    def _msacc_source(self, where: str, part: str, how: ReadOptions) -> FileSource:
        parts = ["train", "dev"] if part == "all" else [part]
        return SquadSource([_squad(where, name) for name in parts], how)


def _squad(where: str, part: str) -> str:
    """Returns the file of this part, in either version."""
    names = sorted(
        n for n in os.listdir(where) if n.startswith(f"{part}-v") and n.endswith(".json")
    )
    if not names:
        raise pipeline_error(f"Invalid path, failed to find SQuAD {part} data file: {where}")
    return os.path.join(where, names[0])


@describe_shared_arguments
class SST2Dataset(_QuestionSet):
    """SST-2: `sentence` and `label`, strings; for usage test `sentence` alone.

    `usage`: train (None), test or dev.
    """

    _msacc_PARTS = ["train", "test", "dev"]
    _msacc_DEFAULT = "train"

    def _msacc_source(self, where: str, part: str, how: ReadOptions) -> FileSource:
        path = os.path.join(where, f"{part}.tsv")
        if not os.path.isfile(path):
            raise pipeline_error(
                f"Invalid file, failed to obtain column name from input sst2 file list: {path}."
            )
        return SentimentSource([path], how, "\t", [], [])
