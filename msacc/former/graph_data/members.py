"""The nodes of a graph, or its edges: their numbers, types and features."""

from __future__ import annotations

import functools
from collections.abc import Sequence

import numpy as np

from msacc.dataset.errors import pipeline_error


class FeatureTable:
    """One feature of the members that have it; others have zeros.

    `values`: (members with it, values). `places`: which members these are, of `count`. `uneven`: places of members
      whose values are of another number.
    """

    def __init__(
        self,
        values: np.ndarray,
        places: np.ndarray,
        count: int,
        uneven: Sequence[int] | np.ndarray = (),
    ) -> None:
        self.size = values.shape[1]
        # Row 0 is for those without it.
        self._matrix = np.concatenate([np.zeros((1, self.size), values.dtype), values])
        self._row = np.zeros(count + 1, np.int64)
        self._row[places] = np.arange(1, len(values) + 1)
        self._row[np.array(uneven, np.int64)] = -1

    def of(self, places: np.ndarray) -> np.ndarray:
        """(..., values) for places (...); a place of -1 has zeros."""
        rows = self._row[places]
        if (rows < 0).any():
            raise pipeline_error(
                f"Some of these members have a feature of another size than {self.size}, that of the first one in "
                "the file; write it with one size."
            )
        return self._matrix[rows]


class Members:
    """Nodes (`kind="node"`) or edges, in the order in which they were given.

    `ids`, `types`: a number for each. `features`: feature type -> its table.
    """

    def __init__(
        self, kind: str, ids: np.ndarray, types: np.ndarray, features: dict[int, FeatureTable]
    ) -> None:
        self.kind = kind
        self.ids = ids.astype(np.int32)
        self.types = types
        self.features = features
        # Of two with one number the first one counts.
        self._sorted, self._place = np.unique(self.ids, return_index=True)

    def kinds(self) -> dict[int, int]:
        """Type -> how many have it."""
        types, counts = np.unique(self.types, return_counts=True)
        return dict(zip(types.tolist(), counts.tolist(), strict=True))

    def of_type(self, kind: int) -> np.ndarray:
        """The numbers of those of a type."""
        found = self.ids[self.types == kind]
        if not len(found):
            raise pipeline_error(
                f"Invalid {self.kind} type:{kind}. The graph has {list(self.kinds())}."
            )
        return found

    def find(self, ids: np.ndarray) -> np.ndarray:
        """Their places, -1 for numbers that none has."""
        if not len(self._sorted):
            return np.full(ids.shape, -1)
        near = np.searchsorted(self._sorted, ids).clip(max=len(self._sorted) - 1)
        return np.where(self._sorted[near] == ids, self._place[near], -1)

    @functools.cached_property
    def place_of(self) -> dict[int, int]:
        """Number -> place."""
        return dict(zip(self._sorted.tolist(), self._place.tolist(), strict=True))

    def places(self, ids: np.ndarray) -> np.ndarray:
        """Their places; RuntimeError for a number that none has."""
        places = self.find(ids)
        if (places < 0).any():
            raise pipeline_error(
                f"Invalid {self.kind} id:{ids[places < 0].flat[0]}. No {self.kind} has this number."
            )
        return places

    def feature(self, ids: np.ndarray, feature_types: Sequence[int]) -> list[np.ndarray]:
        """For each type (..., values), without dimensions of 1; zeros for numbers that none has."""
        if not ids.size:
            raise pipeline_error(f"Input {self.kind}s is empty.")
        if not len(feature_types):
            raise pipeline_error("Input feature_types is empty.")
        for kind in feature_types:
            if kind not in self.features:
                raise pipeline_error(
                    f"Invalid feature type:{kind}. The graph's {self.kind}s have {sorted(self.features)}."
                )
        places = self.find(ids)
        return [self.features[kind].of(places).squeeze() for kind in feature_types]
