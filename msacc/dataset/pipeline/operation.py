"""Operations that a map applies: on rows, and on whole blocks where they are vectorised."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from msacc.dataset.errors import pipeline_error, user_error
from msacc.dataset.pipeline.block import Block, Column, values
from msacc.dataset.pipeline.columns import to_array
from msacc.dataset.recorded_arguments import RecordedArguments
from msacc.dataset.transform_random import Draws, Streams, WorkerSchedule, draws_of
from msacc.mindspore_homes import defined_in

# Returns memory for a row's value of this shape and dtype.
Allocator = Callable[[tuple[int, ...], np.dtype], np.ndarray]

_PACKAGE = __name__.split(".", maxsplit=1)[0] + "."


class Operation(RecordedArguments):
    """One step of a map."""

    # True when `columns` works on stacked arrays with exactly the results of `row`.
    vectorised = False
    # Whether no row may be computed in advance: the operation shares a random generator with the loop.
    forbids_prefetch = False

    def row(self, items: tuple[Any, ...]) -> tuple[Any, ...]:
        """Applies the step to one row of the input columns."""
        raise NotImplementedError

    def row_into(self, items: tuple[Any, ...], allocate: Allocator) -> tuple[Any, ...]:
        """`row`, whose first column may be written to memory of `allocate`."""
        return self.row(items)

    def columns(self, columns: list[Column], size: int) -> list[Column]:
        """Applies the step to `size` rows at once."""
        raise NotImplementedError

    def flat(self) -> list[Operation]:
        """Returns the steps this one consists of."""
        return [self]

    def seeded(self, schedule: WorkerSchedule, inner: bool = False) -> Operation:
        """Returns a private copy with its own generators, or itself when nothing is random."""
        return self

    def threadable(self) -> bool:
        """Whether several threads may apply it: no user code, no shared generator."""
        return False


class Function(Operation):
    """A user's Python function of all input columns; a tuple gives several columns."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function

    @property
    def name(self) -> str:
        """The name of the function or of its class."""
        return getattr(self.function, "__name__", type(self.function).__name__)

    def row(self, items: tuple[Any, ...]) -> tuple[Any, ...]:
        try:
            result = self.function(*items)
            if isinstance(result, tuple):
                return tuple(r if is_image(r) else to_array(r) for r in result)
            return (result if is_image(result) else to_array(result),)
        except Exception as error:
            raise user_error(self.function, error, in_map=True) from error


def _is_builtin(step: Operation) -> bool:
    """Whether the class belongs to this package: a user's subclass may hold state."""
    return defined_in(type(step)).startswith(_PACKAGE)


def is_image(value: object) -> bool:
    """Whether it is a PIL image: these pass between the steps of a map unchanged."""
    return hasattr(value, "getbands")


def operation(step: Callable[..., Any]) -> Operation:
    """Returns a step as an Operation."""
    return step if isinstance(step, Operation) else Function(step)


class Transform(Operation):
    """Base of the built-in transforms: one array in, one array (or a tuple of them) out.

    A subclass implements `sample(x)`, and perhaps `block(xs)` (rows first), which maps then use.
    `pairs` marks transforms that apply the same random draw to several columns.
    """

    implementation: Any = None
    pairs = False
    # Whether a sample's result depends on the sample alone.
    deterministic = False
    # Properties that allow fusion with neighbouring steps over an image (H, W, C): each output value depends on the
    # input value there and its channel alone; the channels move to the front; the image is mirrored, by `mirrored`.
    pointwise = False
    channels_first = False
    mirrors = False

    def sample(self, x: Any) -> Any:
        """Transforms one sample."""
        raise NotImplementedError

    def block(self, xs: np.ndarray) -> np.ndarray:
        """Transforms stacked samples."""
        raise NotImplementedError

    def mirrored(self, x: np.ndarray) -> np.ndarray:
        """Returns a mirrored view of an image."""
        raise NotImplementedError

    @property
    def vectorised(self) -> bool:  # type: ignore[override]
        return type(self).block is not Transform.block

    def threadable(self) -> bool:
        return self.deterministic and _is_builtin(self)

    def _msacc_only_column(self, items: Sequence[Any]) -> Any:
        if len(items) != 1:
            raise pipeline_error(
                f"map operation: [{type(self).__name__}] failed. The op is OneToOne, can only "
                f"accept one tensor as input. Got {len(items)}; name one column or wrap the transform."
            )
        return items[0]

    def row(self, items: tuple[Any, ...]) -> tuple[Any, ...]:
        try:
            result = self.sample(self._msacc_only_column(items))
        except (RuntimeError, TypeError, ValueError) as error:
            raise _named_error(self, error) from error
        return result if isinstance(result, tuple) else (result,)

    def columns(self, columns: list[Column], size: int) -> list[Column]:
        column = self._msacc_only_column(columns)
        if isinstance(column, np.ndarray) and self.supports_block(column):
            try:
                return [self.block(column)]
            except (RuntimeError, TypeError, ValueError) as error:
                raise _named_error(self, error) from error
        rows = [self.row((value,)) for value in values(column)]
        return _stack_rows(rows)

    def supports_block(self, xs: np.ndarray) -> bool:
        """Whether `block` can work on this array."""
        return True

    def __call__(self, *inputs: Any) -> Any:
        """Applies it eagerly to an array, list, number or PIL image; the result is an array."""
        items = tuple(item if is_image(item) else to_array(item) for item in inputs)
        result = self.row(items)
        return result if len(result) > 1 else result[0]


def _stack_rows(rows: list[tuple[Any, ...]]) -> list[Column]:
    arrays = [tuple(r if is_image(r) else to_array(r) for r in row) for row in rows]
    return Block([_stacked([row[i] for row in arrays]) for i in range(len(rows[0]))], 0).columns


def _stacked(items: list[Any]) -> Column:
    shapes = {(i.shape, i.dtype) if isinstance(i, np.ndarray) else None for i in items}
    return np.stack(items) if len(shapes) == 1 and None not in shapes else items


def _named_error(transform: Transform, error: Exception) -> Exception:
    name = type(transform).__name__
    if str(error).startswith(("map operation", "Exception thrown")):
        return error
    text = f"map operation: [{name}] failed. {error}"
    return type(error)(text) if type(error) in (TypeError, ValueError) else pipeline_error(text)


class RandomTransform(Transform):
    """Base of random transforms.

    A subclass implements `draw(x, draws)`, which returns the random parameters (the plan) of a sample, and
    `apply(x, plan)`, the transform with them; perhaps `draw_python(x)`, the parameters for a PIL image, and
    `apply_block(xs, plans)`.
    """

    streams: Streams | None = None

    def seeded(self, schedule: WorkerSchedule, inner: bool = False) -> Operation:
        fresh = copy.copy(self)
        fresh.streams = Streams(schedule, inner)
        return fresh

    def draws(self) -> Draws:
        """Returns the generator for the current row."""
        return draws_of(self.streams)

    def draw(self, x: Any, draws: Draws) -> Any:
        """Returns the random parameters for a sample."""
        raise NotImplementedError

    def draw_python(self, x: Any) -> Any:
        """Returns the random parameters for a PIL image, from Python's `random`."""
        return self.draw(x, self.draws())

    def plan(self, x: Any) -> Any:
        """Returns the random parameters for a sample, array or PIL image."""
        return self.draw_python(x) if is_image(x) else self.draw(x, self.draws())

    def decode(self, x: Any) -> Any:
        """Converts a sample to the form that `draw` and `apply` take."""
        return x

    def apply(self, x: Any, plan: Any) -> Any:
        """Transforms one sample with its random parameters."""
        raise NotImplementedError

    def apply_block(self, xs: np.ndarray, plans: Sequence[Any]) -> np.ndarray:
        """Transforms stacked samples with their random parameters."""
        raise NotImplementedError

    @property
    def vectorised(self) -> bool:  # type: ignore[override]
        return type(self).apply_block is not RandomTransform.apply_block

    def threadable(self) -> bool:
        # Overridden plans draw from Python's global generators.
        return _is_builtin(self) and type(self).plan is RandomTransform.plan

    def row(self, items: tuple[Any, ...]) -> tuple[Any, ...]:
        if not self.pairs:
            self._msacc_only_column(items)
        try:
            samples = [self.decode(item) for item in items]
            plan = self.plan(samples[0])
            results = [self.apply(sample, plan) for sample in samples]
        except (RuntimeError, TypeError, ValueError) as error:
            raise _named_error(self, error) from error
        return results[0] if isinstance(results[0], tuple) else tuple(results)

    def columns(self, columns: list[Column], size: int) -> list[Column]:
        if not self.pairs:
            self._msacc_only_column(columns)
        first = [self.decode(x) for x in values(columns[0])]
        plans = []
        try:
            for i, x in enumerate(first):
                if self.streams is not None:
                    self.streams.schedule.set_offset(i)
                plans.append(self.plan(x))
            return [self._msacc_column(column, plans) for column in columns]
        except (RuntimeError, TypeError, ValueError) as error:
            raise _named_error(self, error) from error

    def _msacc_column(self, column: Column, plans: Sequence[Any]) -> Column:
        if isinstance(column, np.ndarray) and self.supports_block(column):
            return self.apply_block(column, plans)
        return _stacked(
            [self.apply(self.decode(x), p) for x, p in zip(values(column), plans, strict=True)]
        )
