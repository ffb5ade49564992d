"""What a map applies: operations on rows, and on whole blocks where they can."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from msacc.dataset.errors import pipeline_error, user_error
from msacc.dataset.kept import kept_random
from msacc.dataset.pipeline.block import Block, Column, values
from msacc.dataset.pipeline.columns import to_array
from msacc.dataset.rng import pipeline_seed


class Operation:
    """One step of a map."""

    # True when `columns` works on stacked arrays and gives exactly what `row` gives.
    vectorised = False

    def row(self, items: tuple[Any, ...]) -> tuple[Any, ...]:
        """The step on one row of the input columns."""
        raise NotImplementedError

    def columns(self, columns: list[Column], size: int) -> list[Column]:
        """The step on `size` rows at once."""
        raise NotImplementedError

    def flat(self) -> list[Operation]:
        """The steps this one stands for."""
        return [self]

    def seeded(self, seed: Sequence[int]) -> Operation:
        """A private copy with its own random stream; itself when there is nothing random."""
        return self


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
                return tuple(r if _is_image(r) else to_array(r) for r in result)
            return (result if _is_image(result) else to_array(result),)
        except Exception as error:
            raise user_error(self.function, error, in_map=True) from error


def _is_image(value: Any) -> bool:
    # PIL images travel between the steps of a map as they are.
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

    def sample(self, x: Any) -> Any:
        """The transform on one sample."""
        raise NotImplementedError

    def block(self, xs: np.ndarray) -> np.ndarray:
        """The transform on stacked samples."""
        raise NotImplementedError

    @property
    def vectorised(self) -> bool:  # type: ignore[override]
        return type(self).block is not Transform.block

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
        items = tuple(item if _is_image(item) else to_array(item) for item in inputs)
        result = self.row(items)
        return result if len(result) > 1 else result[0]


def _columns_of(rows: list[tuple[Any, ...]]) -> list[Column]:
    from_images = [tuple(r if _is_image(r) else to_array(r) for r in row) for row in rows]
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
    """A transform that draws `draws` uniform numbers a sample from its own stream.

    A subclass gives `drawn(x, u)` and perhaps `drawn_block(xs, us)`.
    """

    draws = 1
    random: np.random.Generator | None = None

    def seeded(self, seed: Sequence[int]) -> Operation:
        fresh = copy.copy(self)
        fresh.random = kept_random(np.random.default_rng(list(seed)))
        return fresh

    def uniforms(self, count: int) -> np.ndarray:
        """(count, draws) numbers in [0, 1): the same stream one by one or all at once."""
        if self.random is None:
            self.random = eager_random(type(self).__name__)
        return self.random.random((count, self.draws))

    def drawn(self, x: Any, u: np.ndarray) -> Any:
        """The transform on one sample with its draws (draws,)."""
        raise NotImplementedError

    def drawn_block(self, xs: np.ndarray, us: np.ndarray) -> np.ndarray:
        """The transform on stacked samples with their draws (rows, draws)."""
        raise NotImplementedError

    @property
    def vectorised(self) -> bool:  # type: ignore[override]
        return type(self).drawn_block is not RandomTransform.drawn_block

    def row(self, items: tuple[Any, ...]) -> tuple[Any, ...]:
        if not self.pairs:
            self._one(items)
        u = self.uniforms(1)[0]
        try:
            results = [self.drawn(item, u) for item in items]
        except (RuntimeError, TypeError, ValueError) as error:
            raise _told(self, error) from error
        return results[0] if isinstance(results[0], tuple) else tuple(results)

    def columns(self, columns: list[Column], size: int) -> list[Column]:
        if not self.pairs:
            self._one(columns)
        us = self.uniforms(size)
        return [self._column(column, us) for column in columns]

    def _column(self, column: Column, us: np.ndarray) -> Column:
        try:
            if isinstance(column, np.ndarray) and self.takes(column):
                return self.drawn_block(column, us)
            return _packed([self.drawn(x, u) for x, u in zip(values(column), us)])
        except (RuntimeError, TypeError, ValueError) as error:
            raise _told(self, error) from error


def eager_random(name: str) -> np.random.Generator:
    """The stream of a random transform that is called outside a pipeline."""
    from_name = sum(ord(c) * 31**i for i, c in enumerate(name)) % 2**32
    return np.random.default_rng([pipeline_seed(), from_name])
