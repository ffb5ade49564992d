"""Two files of lines that say the same in two languages: IWSLT and Multi30k."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from msacc.common import safe_parsing
from msacc.dataset.errors import pipeline_error
from msacc.dataset.pipeline.block import Block, texts
from msacc.dataset.sources.readers.sequential_files import Piece, Reading
from msacc.dataset.sources.readers.text import TextSource

# What begins a line of a training file that is no sentence.
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
    """`text` and `translation`; `pairs` gives the other file of each file."""

    names = ["text", "translation"]

    def __init__(self, pairs: dict[str, str], reading: Reading) -> None:
        super().__init__(list(pairs), reading)
        self.pairs = pairs
        self._texts: dict[str, list[str]] = {}

    def sentences(self, path: str) -> list[str]:
        """A file's sentences."""
        return [line for line in safe_parsing.read_text(path).split("\n") if line]

    def _known(self, path: str) -> list[str]:
        if path not in self._texts:
            self._texts[path] = self.sentences(path)
        return self._texts[path]

    def count(self, path: str) -> int:
        texts, others = self._known(path), self._known(self.pairs[path])
        if len(texts) != len(others):
            raise pipeline_error(
                f"Invalid data, {path} has {len(texts)} sentences, but {self.pairs[path]} "
                f"{len(others)}; they should be translations of each other, line by line."
            )
        return len(texts)

    def read(self, piece: Piece, rows: int) -> Iterator[Block]:
        own, others = self._known(piece.path), self._known(self.pairs[piece.path])
        for i in range(piece.start, piece.stop, rows):
            part = slice(i, min(i + rows, piece.stop))
            columns = [texts(own[part]), texts(others[part])]
            yield Block(columns, len(own[part]))

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_texts": {}}


class TalkSource(TranslationSource):
    """IWSLT's talks: lines between tags for training, XML for the other parts."""

    def __init__(self, pairs: dict[str, str], reading: Reading) -> None:
        super().__init__(pairs, reading)
        # XML first, as MindSpore turns it into lines before anything else.
        for path in sorted([*pairs, *pairs.values()], key=lambda p: not p.endswith(".xml")):
            if not os.path.isfile(path):
                kind = "xml file" if path.endswith(".xml") else "file"
                raise pipeline_error(f"Invalid file, failed to load {kind}: {path}")

    def sentences(self, path: str) -> list[str]:
        if not path.endswith(".xml"):
            texts = [line.strip() for line in super().sentences(path)]
            return [text for text in texts if text and not text.startswith(_TAGS)]
        try:
            found = safe_parsing.read_xml(path).iter("seg")
            return ["".join(segment.itertext()).strip() for segment in found]
        except ValueError as error:
            raise pipeline_error(
                f"Invalid file, failed to load xml file: {path}: {error}"
            ) from error
