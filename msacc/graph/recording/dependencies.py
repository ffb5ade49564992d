"""What Python may read in a run besides its arguments, as it was when the run was recorded.

Everything that can be reached from the function is looked at: attributes of Cells and of other objects, variables of
closures, globals that its code names, items of containers, methods of the user's classes, arrays. A recorded run stands
for a later call as long as all of it is unchanged; what the run itself has changed is a side effect.
"""

from __future__ import annotations

import operator
from collections.abc import Hashable, Iterable
from types import CodeType
from typing import Any

from msacc.common.parameter import Structure
from msacc.common.remote_parameters import is_absent
from msacc.common.tensor import is_described
from msacc.graph.recording.code_names import names_said
from msacc.graph.recording.places import Change, Place
from msacc.graph.recording.recorder import CannotRecord
from msacc.graph.recording.user_lines import line_of_change
from msacc.graph.recording.walk import Walk

_OTHER_KIND = Change("the shape or dtype of a Tensor", "")
_tensor_of = operator.attrgetter("_t")


class Dependencies:
    """All that a function may read from `roots` on, as it is now. Raises CannotRecord where that cannot be known."""

    def __init__(self, roots: Iterable[Any]) -> None:
        found = Walk(roots)
        self.tensors = [t for t in found.tensors if not _has_no_tensor(t)]
        self._places, self._counted, self._effects = found.places, found.counted, found.effects
        self._caches = found.caches
        self._functions = found.functions
        # What has run.
        self.code: set[CodeType] = set()
        for kind, name in found.iterators:
            raise CannotRecord(f"it may advance the {kind} '{name}'{self.line_of(name)}")
        self._counts = _change_counts()
        self._last = list(map(_tensor_of, self.tensors))
        self._kinds = list(map(_kind, self.tensors))

    def change(self) -> Change | None:
        """What is not as it was, if anything. What is counted is looked at only where the counts are others."""
        if (change := _first_change(self._places)) is not None:
            return change
        counts = _change_counts()
        if counts != self._counts:
            if (change := _first_change(self._counted)) is not None:
                return change
            if any(map(_has_no_tensor, self.tensors)):
                return _OTHER_KIND
            if list(map(_kind, self.tensors)) != self._kinds:
                return _OTHER_KIND
            self._counts = counts
        return _OTHER_KIND if self._has_other_kinds() else None

    def settle(self) -> None:
        """After the recording: forgets what only told side effects, and large data, such as a data set, whose name no
        code says that has run.
        """
        names = {"", *(name for code in self.code for name in names_said(code))}
        self._places = [place for place in self._places if place.large_name() in names]
        self._effects, self._caches = [], []
        self.code.clear()

    def places(self) -> int:
        """How many places each call looks at."""
        return len(self._places)

    def _has_other_kinds(self) -> bool:
        """Whether a Tensor has another shape or dtype than it had; most hold the very tensor they held last."""
        try:
            now = list(map(_tensor_of, self.tensors))
        except RuntimeError:  # another stage has one of them by now
            return True
        if all(map(operator.is_, now, self._last)):
            return False
        for i, t in enumerate(now):
            if t is not self._last[i] and _kind(self.tensors[i]) != self._kinds[i]:
                return True
        self._last = now
        return False

    def effect(self) -> str | None:
        """What the run has changed, if anything, and at which line."""
        if (change := _first_change(self._all())) is not None:
            return f"it changes {change.what}{self.line_of(change.name)}"
        return None

    def line_of(self, name: str) -> str:
        """Where the code changes what has that name."""
        functions = self._functions.functions
        return line_of_change(name, functions) or line_of_change(name.lstrip("_"), functions)

    def undo(self) -> None:
        """Puts everything back."""
        for place in self._all():
            if place.change() is not None:
                place.restore()
        for cache in self._caches:
            cache.restore()

    def _all(self) -> tuple[Place, ...]:
        return (*self._places, *self._counted, *self._effects, *self._caches)


def _has_no_tensor(holder: Any) -> bool:
    """Whether a Tensor only describes an input, is whole only while its layer runs, or lies on another stage."""
    return is_described(holder) or getattr(holder, "gathers", False) or is_absent(holder)


def _first_change(places: Iterable[Place]) -> Change | None:
    for place in places:
        if (change := place.change()) is not None:
            return change
    return None


def _change_counts() -> tuple[int, ...]:
    return Structure.version, Structure.attributes


def _kind(holder: Any) -> Hashable:
    """What code may ask of a Tensor besides its values."""
    t = holder._t
    if t is None:  # other processes have it
        return None
    shape = t.dtype, t.shape, t.stride(), t.device, t.requires_grad, getattr(t, "placements", None)
    return *shape, getattr(holder, "_requires_grad", None)
