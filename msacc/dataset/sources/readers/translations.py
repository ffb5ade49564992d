"""Parallel corpora, two files of corresponding lines: IWSLT and Multi30k."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from msacc.common import safe_parsing
from msacc.dataset.errors import pipeline_error
from msacc.dataset.pipeline.block import Block, string_column
from msacc.dataset.sources.readers.sequential_files import FileRange, ReadOptions
from msacc.dataset.sources.readers.text import TextSource

# Line prefixes in a training file that mark metadata, not sentences.
_TAGS: tuple[str, ...] = (
    "<url",
    "<keywords",
    "<talkid",
    "<description",
    "<reviewer",
    "<translator",
)
_TAGS += ("<title", "<speaker", "<doc", "</doc")


class TranslationSource(TextSource):
    """`text` and `translation`; `pairs` maps each file to the translated one."""

    names = ["text", "translation"]

    def __init__(self, pairs: dict[str, str], options: ReadOptions) -> None:
        super().__init__(list(pairs), options)
        self.pairs = pairs
        self._texts: dict[str, list[str]] = {}

    def sentences(self, path: str) -> list[str]:
        """Returns a file's sentences."""
        return [line for line in safe_parsing.read_text(path).split("\n") if line]

    def _cached(self, path: str) -> list[str]:
        if path not in self._texts:
            self._texts[path] = self.sentences(path)
        return self._texts[path]

    def count(self, path: str) -> int:
        texts, others = self._cached(path), self._cached(self.pairs[path])
        if len(texts) != len(others):
            raise pipeline_error(
                f"Invalid data, {path} has {len(texts)} sentences, but {self.pairs[path]} "
                f"{len(others)}; they should be translations of each other, line by line."
            )
        return len(texts)

    def read(self, file_range: FileRange, rows: int) -> Iterator[Block]:
        texts, others = self._cached(file_range.path), self._cached(self.pairs[file_range.path])
        for i in range(file_range.start, file_range.stop, rows):
            part = slice(i, min(i + rows, file_range.stop))
            columns = [string_column(texts[part]), string_column(others[part])]
            yield Block(columns, len(texts[part]))

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_texts": {}}


class TalkSource(TranslationSource):
    """IWSLT's talks: tagged lines for training, XML for the other parts."""

    def __init__(self, pairs: dict[str, str], options: ReadOptions) -> None:
        super().__init__(pairs, options)
        # XML files are checked first, as in MindSpore, which converts them first.
        for path in sorted([*pairs, *pairs.values()], key=lambda p: not p.endswith(".xml")):
            if not os.path.isfile(path):
                kind = "xml file" if path.endswith(".xml") else "file"
                raise pipeline_error(f"Invalid file, failed to load {kind}: {path}")

    def sentences(self, path: str) -> list[str]:
        if not path.endswith(".xml"):
            texts = [line.strip() for line in super().sentences(path)]
            return [text for text in texts if text and not text.startswith(_TAGS)]
        try:
            segments = safe_parsing.read_xml(path).iter("seg")
            return ["".join(segment.itertext()).strip() for segment in segments]
        except ValueError as error:
            raise pipeline_error(
                f"Invalid file, failed to load xml file: {path}: {error}"
            ) from error
