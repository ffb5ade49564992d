"""Negative samples: nodes of a type that are no neighbors."""

from __future__ import annotations

import numpy as np

from msacc.former.graph_data.draws import Draws

NO_NODE = -1


class Strangers:
    """Goes through the nodes of a type in a random order, in a new one for the next node after it came to the end."""

    def __init__(self, ids: np.ndarray, draws: Draws) -> None:
        self._ids, self._draws = ids, draws
        self._places = np.arange(len(ids))
        self._different = len(np.unique(ids))
        self._shuffle()

    def _shuffle(self) -> None:
        self._draws.shuffle(self._places)
        self._order: list[int] = self._ids[self._places].tolist()
        self._next = 0

    def beside(self, known: set[int], count: int) -> list[int]:
        """`count` of them that are not known, -1 if there are as many known ones as nodes of the type."""
        if self._different <= len(known):
            return [NO_NODE] * count
        found: list[int] = []
        ended = False
        while len(found) < count:
            node = self._order[self._next]
            self._next += 1
            if node not in known:
                found.append(node)
            if self._next == len(self._order):
                self._next, ended = 0, True
        if ended:
            self._shuffle()
        return found
