"""Waveforms with labels: LJSpeech, SpeechCommands, YesNo, GTZAN, CMU Arctic, LibriTTS, TED-LIUM."""

from __future__ import annotations

import os
import re
from typing import Any

import numpy as np

from msacc.common import safe_parsing
from msacc.dataset.errors import pipeline_error, read_errors
from msacc.dataset.pipeline.block import Block, from_rows
from msacc.dataset.sources.readers.base import RowSource
from msacc.dataset.sources.readers.genres import GENRES, PARTS
from msacc.dataset.sources.readers.sound_files import read_sphere, read_wav

Values = list[np.ndarray]


class WaveSource(RowSource):
    """Rows of one sound file and its labels: `waveform` float32 (1, samples), `sample_rate`.

    A subclass implements `load()`.
    """

    cheap = False
    # The rate that all files must have (uint32), or None for any (int32).
    rate: int | None = None

    def __init__(self, folder: str, *options: Any) -> None:
        super().__init__(*options)
        self.folder = folder
        self._entries: list[tuple[str, Values]] | None = None

    def load(self) -> list[tuple[str, Values]]:
        """Returns each row's sound file and the values of the other columns."""
        raise NotImplementedError

    def entries(self) -> list[tuple[str, Values]]:
        """Returns the cached result of `load`; RuntimeError when there is no row."""
        if self._entries is None:
            with read_errors(self.folder):
                self._entries = self.load()
        if not self._entries:
            name = type(self).__name__.removesuffix("Source")
            raise pipeline_error(
                f"Invalid data, no valid data matching the dataset API {name}Dataset. Please check "
                f"file path or dataset API: {self.folder}."
            )
        return self._entries

    def rows(self) -> int:
        return len(self.entries())

    def sound(self, path: str) -> Values:
        """Returns `waveform` and `sample_rate` of a file."""
        wave, rate = read_wav(path)
        if self.rate not in (None, rate):
            raise pipeline_error(
                f"Invalid file, sampling rate of wav file must be {self.rate}, but it is {rate}: "
                f"{path}"
            )
        return [wave, np.array(rate, np.int32 if self.rate is None else np.uint32)]

    def row(self, path: str, values: Values) -> Values:
        """Returns the columns of one row."""
        return [*self.sound(path), *values]

    def read(self, indices: np.ndarray) -> Block:
        entries = [self.entries()[i] for i in indices.tolist()]
        with read_errors(self.folder):
            return from_rows([self.row(path, values) for path, values in entries])

    def origins(self, indices: np.ndarray) -> np.ndarray | None:
        """Returns the sound files of these rows."""
        return np.array([self.entries()[i][0] for i in indices.tolist()], dtype=object)

    def path(self, *names: str) -> str:
        """Returns a path below the dataset's folder."""
        return os.path.join(self.folder, *names)


def _lines(path: str) -> list[str]:
    if not os.path.isfile(path):
        raise pipeline_error(f"Invalid file, failed to find file: {path}")
    with read_errors(path):
        return safe_parsing.read_text(path).splitlines()


def _waves(folder: str) -> list[str]:
    """Returns the wav files of a folder, sorted."""
    if not os.path.isdir(folder):
        return []
    return sorted(e.path for e in os.scandir(folder) if e.name.endswith(".wav"))


class LJSpeechSource(WaveSource):
    """`transcription` and `normalized_transcription` of metadata.csv."""

    names = ["waveform", "sample_rate", "transcription", "normalized_transcription"]

    def load(self) -> list[tuple[str, Values]]:
        rows = [line.split("|") for line in _lines(self.path("metadata.csv"))]
        return [
            (self.path("wavs", f"{row[0]}.wav"), [np.array(row[1]), np.array(row[2])])
            for row in rows
        ]


class SpeechCommandsSource(WaveSource):
    """`label` (the folder), `speaker_id` and `utterance_number` int32."""

    names = ["waveform", "sample_rate", "label", "speaker_id", "utterance_number"]
    _LISTS = {"test": "testing_list.txt", "valid": "validation_list.txt"}

    def __init__(self, folder: str, usage: str, *options: Any) -> None:
        super().__init__(os.path.realpath(folder), *options)
        self.usage = usage

    def _listed(self, usage: str) -> set[str]:
        path = self.path(self._LISTS[usage])
        return {self.path(line) for line in _lines(path)} if os.path.isfile(path) else set()

    def _all(self) -> set[str]:
        folders = [e.path for e in os.scandir(self.folder) if e.is_dir()]
        return {
            path
            for folder in folders
            if "_background_noise_" not in folder
            for path in _waves(folder)
        }

    def load(self) -> list[tuple[str, Values]]:
        if self.usage in self._LISTS:
            paths = self._listed(self.usage)
        else:
            paths = self._all()
            if self.usage == "train":
                paths = paths - self._listed("test") - self._listed("valid")
        return [(path, self._values(path)) for path in sorted(paths)]

    def _values(self, path: str) -> Values:
        folder, name = path.split(os.sep)[-2:]
        match = re.fullmatch(r"(.+)_nohash_(\d+)\.wav", name)
        if not match:
            raise pipeline_error(f"Invalid file name, failed to get file info: {name}")
        return [np.array(folder), np.array(match[1]), np.array(int(match[2]), np.int32)]


class YesNoSource(WaveSource):
    """`label`, the numbers of a file's name as int32."""

    names = ["waveform", "sample_rate", "label"]

    def load(self) -> list[tuple[str, Values]]:
        return [(path, [self._labels(path)]) for path in _waves(self.folder)]

    def _labels(self, path: str) -> np.ndarray:
        numbers = os.path.basename(path)[:15].split("_")
        try:
            return np.array([int(number) for number in numbers if number], np.int32)
        except ValueError as error:
            raise pipeline_error(f"A file's name should be numbers: {path}") from error


class GTZANSource(WaveSource):
    """`label`, the genre."""

    names = ["waveform", "sample_rate", "label"]
    rate = 22050

    def __init__(self, folder: str, usage: str, *options: Any) -> None:
        super().__init__(folder, *options)
        self.usage = usage

    def load(self) -> list[tuple[str, Values]]:
        if self.usage == "all":
            files = [(path, name) for name in GENRES for path in _waves(self.path(name))]
            files = [(path, name) for path, name in files if "." in os.path.basename(path)[:-4]]
        else:
            listed = [
                (self.path(name, f"{name}.{number:05}.wav"), name)
                for name, numbers in PARTS[self.usage].items()
                for number in numbers
            ]
            files = [(path, name) for path, name in listed if os.path.exists(path)]
        return [(path, [np.array(name)]) for path, name in files]


class CMUArcticSource(WaveSource):
    """`transcript` and `utterance_id`."""

    names = ["waveform", "sample_rate", "transcript", "utterance_id"]
    rate = 16000

    def __init__(self, folder: str, name: str, *options: Any) -> None:
        super().__init__(os.path.join(folder, f"cmu_us_{name}_arctic"), *options)

    def load(self) -> list[tuple[str, Values]]:
        return [self._entry(line) for line in _lines(self.path("etc", "txt.done.data"))]

    def _entry(self, line: str) -> tuple[str, Values]:
        match = re.match(r'. ([^"]*) "([^"]*)"', line)
        if not match or "_" not in match[1][:-1]:
            raise pipeline_error(
                f"Invalid file, the file may not be a CMUArctic dataset file: {self.folder}"
            )
        name, number = match[1], match[1].rpartition("_")[2]
        return self.path("wav", f"{name}.wav"), [np.array(match[2]), np.array(number)]


class LibriTTSSource(WaveSource):
    """Texts, and the ids of speaker, chapter and utterance."""

    names = [
        "waveform",
        "sample_rate",
        "original_text",
        "normalized_text",
        "speaker_id",
        "chapter_id",
        "utterance_id",
    ]
    rate = 24000
    PARTS = [
        "dev-clean",
        "dev-other",
        "test-clean",
        "test-other",
        "train-clean-100",
        "train-clean-360",
        "train-other-500",
    ]

    def __init__(self, folder: str, usage: str, *options: Any) -> None:
        super().__init__(folder, *options)
        self.parts = self.PARTS if usage == "all" else [usage]

    def load(self) -> list[tuple[str, Values]]:
        return [
            self._entry(part, line)
            for part in self.parts
            for path in self._lists(self.path(part))
            for line in _lines(path)
        ]

    def _lists(self, folder: str) -> list[str]:
        """Returns the first list of each folder, folder by folder."""
        walked = sorted((directory, sorted(files)) for directory, _, files in os.walk(folder))
        lists = [
            (directory, [f for f in files if f.endswith(".trans.tsv")])
            for directory, files in walked
        ]
        return [os.path.join(directory, files[0]) for directory, files in lists if files]

    def _entry(self, part: str, line: str) -> tuple[str, Values]:
        name, original, normalized, *_ = [*line.split("\t", 2), "", ""]
        ids = name.split("_")
        if len(ids) != 4 or not (ids[0].isdigit() and ids[1].isdigit()):
            raise pipeline_error(
                f"Invalid file, the file may not be a LibriTTS dataset file: {line}"
            )
        speaker, chapter = np.array(int(ids[0]), np.uint32), np.array(int(ids[1]), np.uint32)
        texts = [np.array(original), np.array(normalized)]
        path = self.path(part, str(speaker), str(chapter), f"{name}.wav")
        return path, [*texts, speaker, chapter, np.array(name)]


class TedliumSource(WaveSource):
    """`transcript`, `talk_id`, `speaker_id` and `identifier`; a row is a part of a talk."""

    names = ["waveform", "sample_rate", "transcript", "talk_id", "speaker_id", "identifier"]

    def __init__(self, folder: str, release: str, usage: str, ending: str, *options: Any) -> None:
        super().__init__(folder, *options)
        if ending != ".sph":
            raise RuntimeError(f"TedliumNode: extension {ending} is not supported. Give '.sph'.")
        all_parts = ["train", "test", "dev"] if release != "release3" else ["data"]
        self.parts = all_parts if usage == "all" else [usage]

    def load(self) -> list[tuple[str, Values]]:
        # Sorted by the line number as text, then by talk and part, as in MindSpore.
        lines = sorted(line for part in self.parts for line in self._part(part))
        return [self._entry(name, part, text) for _, name, part, text in lines]

    def _part(self, part: str) -> list[tuple[str, str, str, str]]:
        folder = self.path(part, "stm")
        if not os.path.isdir(folder):
            raise pipeline_error(f"Invalid file, failed to open folder: {folder}")
        return [
            (str(i), line.partition(" ")[0], part, line)
            for name in sorted(os.listdir(folder))
            if name.endswith(".stm")
            for i, line in enumerate(_lines(os.path.join(folder, name)))
        ]

    def _entry(self, name: str, part: str, line: str) -> tuple[str, Values]:
        fields = line.split(" ", 6)
        if len(fields) != 7:
            raise pipeline_error("Invalid data, stm data was broken.")
        talk, _, speaker, start, stop, identifier, transcript = fields
        span = np.array([float(start), float(stop)])
        texts = [np.array(text) for text in (transcript, talk, speaker, identifier)]
        return self.path(part, "sph", f"{name}.sph"), [span, *texts]

    def row(self, path: str, values: Values) -> Values:
        (start, stop), *texts = values
        wave, rate = read_sphere(path, float(start), float(stop))
        return [wave, np.array(rate, np.int32), *texts]
