"""What a map applies: operations on rows, and on whole blocks where they can."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from msacc.dataset.errors import pipeline_error, user_error
from msacc.dataset.pipeline.block import Block, Column, values
from msacc.dataset.pipeline.columns import to_array
from msacc.dataset.recorded_arguments import Made
from msacc.dataset.transform_random import Draws, Streams, Turns, draws_of

# Memory for a row's value of this shape and type.
Room = Callable[[tuple[int, ...], np.dtype], np.ndarray]

_PACKAGE = __name__.split(".", maxsplit=1)[0] + "."


class Operation(Made):
    """One step of a map."""

    # True when `columns` works on stacked arrays and gives exactly what `row` gives.
    vectorised = False
    # Whether no row may be made ahead: it lends itself what the loop draws from.
    held = False

    def row(self, items: tuple[Any, ...]) -> tuple[Any, ...]:
        """The step on one row of the input columns."""
        raise NotImplementedError

    def row_in(self, items: tuple[Any, ...], room: Room) -> tuple[Any, ...]:
        """`row`, its first column perhaps written where `room` says."""
        return self.row(items)

    def columns(self, columns: list[Column], size: int) -> list[Column]:
        """The step on `size` rows at once."""
        raise NotImplementedError

    def flat(self) -> list[Operation]:
        """The steps this one stands for."""
        return [self]

    def seeded(self, turns: Turns, inner: bool = False) -> Operation:
        """A private copy with generators of its own; itself when there is nothing random."""
        return self

    def threadable(self) -> bool:
        """Whether rows may go through it in several threads: no user's code, no generator that others draw from."""
        return False


class Function(Operation):
    """A user's Python function of all input columns; a tuple gives several columns."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    @property
    def name(self) -> str:
        """What the function is called, or its class."""
        return getattr(self.function, "__name__", type(self.function).__name__)

    def row(self, items: tuple[Any, ...]) -> tuple[Any, ...]:
        try:
            result = self.function(*items)
            if isinstance(result, tuple):
                return tuple(r if is_image(r) else to_array(r) for r in result)
            return (result if is_image(result) else to_array(result),)
        except Exception as error:
            raise user_error(self.function, error, in_map=True) from error


def _is_own(step: Operation) -> bool:
    """Whether it is a class of the package itself: a subclass of a user's may hold a state."""
    return type(step).__module__.startswith(_PACKAGE)


def is_image(value: Any) -> bool:
    """Whether it is a PIL image: these travel between the steps of a map as they are."""
    return hasattr(value, "getbands")


def operation(step: Callable[..., Any]) -> Operation:
    """A step as an Operation."""
    return step if isinstance(step, Operation) else Function(step)


class Transform(Operation):
    """Base of the built-in transforms: one array in, one array (or a tuple of them) out.

    A subclass gives `sample(x)`; if it also gives `block(xs)` (rows first), maps use that.
    `pairs` marks transforms that treat several columns alike with the same random draw.
    """

    implementation: Any = None
    pairs = False
    # Whether a sample's result follows from the sample alone.
    steady = False
    # What lets it share one pass over an image (H, W, C) with its neighbours: each value of the result follows from the
    # same value and its channel alone; the channels come to the front; the image is mirrored, by `mirrored`.
    by_value = False
    channels_first = False
    mirrors = False

    def sample(self, x: Any) -> Any:
        """The transform on one sample."""
        raise NotImplementedError

    def block(self, xs: np.ndarray) -> np.ndarray:
        """The transform on stacked samples."""
        raise NotImplementedError

    def mirrored(self, x: np.ndarray) -> np.ndarray:
        """An image mirrored, without copying."""
        raise NotImplementedError

    @property
    def vectorised(self) -> bool:  # type: ignore[override]
        return type(self).block is not Transform.block

    def threadable(self) -> bool:
        return self.steady and _is_own(self)

    def _one(self, items: Sequence[Any]) -> Any:
        if len(items) != 1:
            raise pipeline_error(
                f"map operation: [{type(self).__name__}] failed. The op is OneToOne, can only "
                f"accept one tensor as input, but got {len(items)} columns."
            )
        return items[0]

    def row(self, items: tuple[Any, ...]) -> tuple[Any, ...]:
        try:
            result = self.sample(self._one(items))
        except (RuntimeError, TypeError, ValueError) as error:
            raise _told(self, error) from error
        return result if isinstance(result, tuple) else (result,)

    def columns(self, columns: list[Column], size: int) -> list[Column]:
        column = self._one(columns)
        if isinstance(column, np.ndarray) and self.takes(column):
            try:
                return [self.block(column)]
            except (RuntimeError, TypeError, ValueError) as error:
                raise _told(self, error) from error
        rows = [self.row((value,)) for value in values(column)]
        return _columns_of(rows)

    def takes(self, xs: np.ndarray) -> bool:
        """Whether `block` can work on this array."""
        return True

    def __call__(self, *inputs: Any) -> Any:
        """Apply it at once to an array, list, number or PIL image; the result is an array."""
        items = tuple(item if is_image(item) else to_array(item) for item in inputs)
        result = self.row(items)
        return result if len(result) > 1 else result[0]


def _columns_of(rows: list[tuple[Any, ...]]) -> list[Column]:
    from_images = [tuple(r if is_image(r) else to_array(r) for r in row) for row in rows]
    return Block([_packed([row[i] for row in from_images]) for i in range(len(rows[0]))], 0).columns


def _packed(items: list[Any]) -> Column:
    shapes = {(i.shape, i.dtype) if isinstance(i, np.ndarray) else None for i in items}
    return np.stack(items) if len(shapes) == 1 and None not in shapes else items


def _told(transform: Transform, error: Exception) -> Exception:
    name = type(transform).__name__
    if str(error).startswith(("map operation", "Exception thrown")):
        return error
    text = f"map operation: [{name}] failed. {error}"
    return type(error)(text) if type(error) in (TypeError, ValueError) else pipeline_error(text)


class RandomTransform(Transform):
    """A transform by chance.

    A subclass gives `draw(x, draws)`, what is drawn for a sample, and `drawn(x, plan)`, the transform
    with it; perhaps `draw_python(x)`, the draws for a PIL image, and `drawn_block(xs, plans)`.
    """

    streams: Streams | None = None

    def seeded(self, turns: Turns, inner: bool = False) -> Operation:
        fresh = copy.copy(self)
        fresh.streams = Streams(turns, inner)
        return fresh

    def draws(self) -> Draws:
        """The generator for the row at hand."""
        return draws_of(self.streams)

    def draw(self, x: Any, draws: Draws) -> Any:
        """What is drawn for a sample."""
        raise NotImplementedError

    def draw_python(self, x: Any) -> Any:
        """What is drawn for a PIL image, from Python's `random`."""
        return self.draw(x, self.draws())

    def plan(self, x: Any) -> Any:
        """What is drawn for a sample, array or PIL image."""
        return self.draw_python(x) if is_image(x) else self.draw(x, self.draws())

    def opened(self, x: Any) -> Any:
        """A sample as `draw` and `drawn` take it."""
        return x

    def drawn(self, x: Any, plan: Any) -> Any:
        """The transform on one sample with its draws."""
        raise NotImplementedError

    def drawn_block(self, xs: np.ndarray, plans: Sequence[Any]) -> np.ndarray:
        """The transform on stacked samples with their draws."""
        raise NotImplementedError

    @property
    def vectorised(self) -> bool:  # type: ignore[override]
        return type(self).drawn_block is not RandomTransform.drawn_block

    def threadable(self) -> bool:
        # Another plan draws from Python's own generators.
        return _is_own(self) and type(self).plan is RandomTransform.plan

    def row(self, items: tuple[Any, ...]) -> tuple[Any, ...]:
        if not self.pairs:
            self._one(items)
        try:
            opened = [self.opened(item) for item in items]
            plan = self.plan(opened[0])
            results = [self.drawn(item, plan) for item in opened]
        except (RuntimeError, TypeError, ValueError) as error:
            raise _told(self, error) from error
        return results[0] if isinstance(results[0], tuple) else tuple(results)

    def columns(self, columns: list[Column], size: int) -> list[Column]:
        if not self.pairs:
            self._one(columns)
        first = [self.opened(x) for x in values(columns[0])]
        plans = []
        try:
            for i, x in enumerate(first):
                if self.streams is not None:
                    self.streams.turns.at(i)
                plans.append(self.plan(x))
            return [self._column(column, plans) for column in columns]
        except (RuntimeError, TypeError, ValueError) as error:
            raise _told(self, error) from error

    def _column(self, column: Column, plans: Sequence[Any]) -> Column:
        if isinstance(column, np.ndarray) and self.takes(column):
            return self.drawn_block(column, plans)
        return _packed(
            [self.drawn(self.opened(x), p) for x, p in zip(values(column), plans, strict=True)]
        )
