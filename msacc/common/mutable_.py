"""mutable and Symbol: arguments that may vary between the calls of one graph."""

from __future__ import annotations

from typing import Any, NamedTuple

from msacc.common.checks import boolean
from msacc.common.tensor import Tensor
from msacc.common.warn_once import no_effect


class _Varying:
    """What tuples and lists that `mutable` marked have in common: sums and slices of them vary too."""

    dynamic_len = False

    def _like(self, items: Any, dynamic_len: bool) -> Any:
        kind: type[Any] = type(self)
        marked = kind(items)
        if dynamic_len:
            marked.dynamic_len = True
        return marked

    def _sum(self, first: Any, second: Any) -> Any:
        varies = any(getattr(one, "dynamic_len", False) for one in (first, second))
        if varies and first and second and _kind(first[0]) != _kind(second[0]):
            raise TypeError(
                f"For sequences of varying length, the element of first input, {first[0]!r}, is not same with the "
                f"element of second input, {second[0]!r}."
            )
        return self._like([*first, *second], varies)

    def __add__(self, other: Any) -> Any:
        return self._sum(self, other) if isinstance(other, (tuple, list)) else NotImplemented

    def __radd__(self, other: Any) -> Any:
        return self._sum(other, self) if isinstance(other, (tuple, list)) else NotImplemented

    def __getitem__(self, index: Any) -> Any:
        item = super().__getitem__(index)  # type: ignore[misc]
        return self._like(item, self.dynamic_len) if isinstance(index, slice) else item


class MutableTuple(_Varying, tuple):
    """A tuple that `mutable` marked; `dynamic_len`: its length may vary too."""


class MutableList(_Varying, list):
    """A list that `mutable` marked; `dynamic_len`: its length may vary too."""


def _kind(item: Any) -> Any:
    """What elements of one sequence of varying length have in common."""
    if isinstance(item, Tensor):
        return item.dtype, item.shape
    if isinstance(item, (tuple, list)):
        return tuple(map(_kind, item))
    return float if isinstance(item, float) else int if isinstance(item, int) else type(item)


class MutableDict(dict):
    """A dict that `mutable` marked."""


class MutableInt(int):
    """An int that `mutable` marked."""


class MutableFloat(float):
    """A float that `mutable` marked."""


_MARKED: dict[type, type] = {
    tuple: MutableTuple,
    list: MutableList,
    dict: MutableDict,
    int: MutableInt,
    float: MutableFloat,
}
_PLAIN: dict[type, type] = {marked: plain for plain, marked in _MARKED.items()}


def mutable(input_data: Any, dynamic_len: bool = False) -> Any:
    """`input_data`, marked as what may vary between calls: `set_inputs`, `enable_dynamic` and gradients in
    graphs ask.

    `input_data` is a Tensor, a number, or a tuple, list or dict of them, nested as you like; Tensors and
      bools come back as they are.
    `dynamic_len`: the length of a tuple or list varies too, which makes a graph for each length.

    Raises TypeError for other data, and for `dynamic_len` with what is no tuple or list.

    Differs from MindSpore: unmarked numbers, tuples and lists may vary between calls as well.
    """
    boolean("mutable", "dynamic_len", dynamic_len)
    if not _may_vary(input_data):
        raise TypeError(
            "For 'mutable', the 'input_data' should be one of (bool, int, float, Tensor, tuple, list, dict) or their "
            f"nested structures, but got {type(input_data).__name__}: {input_data!r}."
        )
    if dynamic_len and not isinstance(input_data, (tuple, list)):
        raise TypeError(
            f"For 'mutable', 'dynamic_len' goes with a tuple or a list, but got {input_data!r}."
        )
    marked_class = _MARKED.get(type(input_data))
    if marked_class is None:
        return input_data
    marked = marked_class(input_data)
    if dynamic_len:
        marked.dynamic_len = True
    return marked


def _may_vary(value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return all(map(_may_vary, value))
    if isinstance(value, dict):
        return all(map(_may_vary, value.values()))
    return isinstance(value, (int, float, Tensor)) or hasattr(value, "_t")


def is_mutable(value: Any) -> bool:
    """Whether a value may vary from call to call: a Tensor, or what `mutable` marked."""
    return isinstance(value, Tensor) or type(value) in _PLAIN


def unmarked(value: Any) -> Any:
    """A value without the mark of `mutable`: what graphs get."""
    plain = _PLAIN.get(type(value))
    return value if plain is None else plain(value)


MARKED_CONTAINERS = (MutableTuple, MutableList, MutableDict)


class MarkedEdge(NamedTuple):
    """A marked container at the edge of a graph: the name of its class, and it without the mark."""

    kind: str
    inside: Any

    def marked(self, inside: Any) -> Any:
        """`inside` with the mark."""
        return _BY_NAME[self.kind](inside)


_BY_NAME = {kind.__name__: kind for kind in MARKED_CONTAINERS}


# The rules of a dimension that may have any size.
_IDLE_RULES = {"max": 0, "min": 1, "divisor": 1, "remainder": 0}


class Symbol:
    """A dimension of `set_inputs` that varies: from `min` to `max` (0: any), `divisor` * N + `remainder`.

    `unique`: dimensions with this very Symbol are equal in a call. Raises TypeError for what is no int (`unique`: no
    bool), ValueError for a `min` or `divisor` below 1 and a `remainder` outside [0, `divisor`). As in MindSpore.
    """

    def __init__(
        self,
        max: int = 0,
        min: int = 1,
        divisor: int = 1,
        remainder: int = 0,
        unique: bool = False,
        **kwargs: Any,
    ):
        for name, value in kwargs.items():
            no_effect("Symbol", name, value, "no rule of a dimension has this name")
        rules = {"max": max, "min": min, "divisor": divisor, "remainder": remainder}
        for name, value in rules.items():
            if not isinstance(value, int):
                raise TypeError(
                    f"For 'Symbol', the argument '{name}' must be int, but got {type(value)}."
                )
        if not isinstance(unique, bool):
            raise TypeError(
                f"For 'Symbol', the argument 'unique' must be bool, but got {type(unique)}."
            )
        for name in ("min", "divisor"):
            if rules[name] <= 0:
                raise ValueError(
                    f"For 'Symbol', the '{name}' value should be positive, but got {rules[name]}."
                )
        if not 0 <= remainder < divisor:
            raise ValueError(
                f"For 'Symbol', the 'remainder' value should be in the range [0, {divisor}), but got {remainder}."
            )
        self.max, self.min, self.divisor, self.remainder, self.unique = (
            max,
            min,
            divisor,
            remainder,
            unique,
        )

    def __str__(self) -> str:
        """The rules that are set, and under `id` what tells Symbols that are `unique` apart."""
        ids = {"id": id(self)} if self.unique else {}
        return str(
            {
                name: getattr(self, name)
                for name, idle in _IDLE_RULES.items()
                if getattr(self, name) != idle
            }
            | ids
        )
