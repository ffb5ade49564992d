"""Random walks of node2vec."""

from __future__ import annotations

import random
from collections.abc import Sequence

from msacc.dataset.errors import pipeline_error
from msacc.former.graph_data.store import GraphStore

MOST_STEPS = 80
_LEAST = 0.0001


class Walks:
    """Walks along edges, each step to a neighbor of a given type.

    `home`, `away`: p and q of node2vec. From the second step on a neighbor weighs 1 / p if the walk has just come from
      it, 1 if it is also a neighbor of that node, else 1 / q.
    """

    def __init__(
        self,
        store: GraphStore,
        types: Sequence[int],
        home: float,
        away: float,
        draws: random.Random,
    ) -> None:
        if not 1 <= len(types) <= MOST_STEPS:
            raise pipeline_error(
                f"Failed, meta path required between 1 and {MOST_STEPS}. The size of input path is {len(types)}."
            )
        if min(home, away) < _LEAST:
            raise pipeline_error(
                f"Failed, step_home_param and step_away_param required greater than {_LEAST}. "
                f"Got {home} and {away}."
            )
        self._place_of = store.nodes.place_of
        self._tables = [store.neighbors(kind) for kind in types]
        self._home, self._away, self._draws = home, away, draws

    def walk(self, node: int, default: int) -> list[int]:
        """`node` and one for each type; `default` where a node without such neighbors ends the walk."""
        path = [node]
        for step in range(len(self._tables)):
            neighbors = self._neighbors(step, path[-1])
            if not neighbors:
                return path + [default] * (len(self._tables) - step)
            path.append(self._choose(neighbors, path, step))
        return path

    def _neighbors(self, step: int, node: int) -> list[int]:
        return self._tables[step].of(self._place_of[node]).tolist()  # type: ignore[no-any-return]

    def _choose(self, neighbors: list[int], path: list[int], step: int) -> int:
        if step == 0 or self._home == self._away == 1.0:
            return self._draws.choice(neighbors)
        before = path[-2]
        near = set(self._neighbors(step - 1, before))
        weights = [
            1 / self._home if n == before else 1.0 if n in near else 1 / self._away
            for n in neighbors
        ]
        return self._draws.choices(neighbors, weights)[0]
