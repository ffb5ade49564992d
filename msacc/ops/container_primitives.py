"""Tuple and list operations, with the semantics of MindSpore's sequence primitives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

from msacc.common.tensor import Tensor, wrap
from msacc.ops.core.declaration import PrimitiveClass, Setting, bindings
from msacc.ops.core.op import op

if TYPE_CHECKING:
    from collections.abc import Sequence


@bindings(PrimitiveClass("InSequence", module="ops.operations._sequence_ops"))
def contains(target: object, sequence: Sequence[Any]) -> bool:
    """Whether a sequence holds `target`."""
    return target in sequence


@bindings(PrimitiveClass("SequenceAdd", module="ops.operations._sequence_ops"))
def concatenate(x: Any, y: Any) -> Any:
    """Two sequences of one kind, one after the other."""
    return x + y


@bindings(PrimitiveClass("SequenceCount", module="ops.operations._sequence_ops"))
def count(sequence: Sequence[Any], target: object) -> int:
    """How often `target` is in a sequence."""
    return sum(item == target for item in sequence)


@bindings(PrimitiveClass("SequenceIndex", module="ops.operations._sequence_ops"))
def index(sequence: Sequence[Any], target: object, start: int = 0, end: int | None = None) -> int:
    """Where `target` is first, from `start` on and before `end`. Raises ValueError where it is not."""
    position: int = sequence.index(target, start, len(sequence) if end is None else end)
    return position


@bindings(PrimitiveClass("SequenceMax", module="ops.operations._sequence_ops"))
def largest(sequence: Sequence[Any]) -> Any:
    """The largest of a sequence."""
    return max(sequence)


@bindings(PrimitiveClass("SequenceMin", module="ops.operations._sequence_ops"))
def smallest(sequence: Sequence[Any]) -> Any:
    """The smallest of a sequence."""
    return min(sequence)


@bindings(PrimitiveClass("SequenceMul", module="ops.operations._sequence_ops"))
def repeat_sequence(sequence: Any, scalar: int) -> Any:
    """A sequence, `scalar` times."""
    return sequence * scalar


@bindings(PrimitiveClass("SequenceSlice", module="ops.operations._sequence_ops"))
def slice_sequence(sequence: Sequence[Any], start: int, stop: int, step: int) -> Any:
    """The part of a sequence from `start` to `stop` by `step`."""
    return sequence[start:stop:step]


@bindings(PrimitiveClass("SequenceSliceSetItem", module="ops.operations._sequence_ops"))
def replace_slice(seq: Any, target: Any, start: int, stop: int, step: int) -> Any:
    """A copy of a sequence with the items of `target` from `start` to `stop` by `step`."""
    items = list(seq)
    items[start:stop:step] = list(target)
    return type(seq)(items)


@bindings(PrimitiveClass("SequenceZerosLike", module="ops.operations._sequence_ops"))
def zeros_like(sequence: Any) -> Any:
    """Zeros like the numbers and Tensors of a sequence."""
    items = [wrap(x._t * 0) if isinstance(x, Tensor) else type(x)(0) for x in sequence]
    return type(sequence)(items)


@bindings(PrimitiveClass("ListAppend", module="ops.operations._sequence_ops"))
def append_item(input_data: list[Any], target: object) -> list[Any]:
    """A copy of a list with one more item."""
    return [*input_data, target]


@bindings(PrimitiveClass("ListInsert", module="ops.operations._sequence_ops"))
def insert_item(input_data: list[Any], index: int, target: object) -> list[Any]:
    """A copy of a list with one more item at an index."""
    items = list(input_data)
    items.insert(index, target)
    return items


@bindings(PrimitiveClass("ListAppendAndInsertGrad", module="ops.operations._sequence_ops"))
def remove_item(input_data: list[Any], index: int) -> list[Any]:
    """A copy of a list without the item at an index."""
    items = list(input_data)
    del items[index]
    return items


@bindings(PrimitiveClass("sequence_len", module="ops.operations._sequence_ops"))
def length(x: Sequence[Any]) -> int:
    """How many items a sequence holds."""
    return len(x)


@bindings(
    PrimitiveClass("tuple_lt", module="ops.operations._sequence_ops"),
    PrimitiveClass("list_lt", module="ops.operations._sequence_ops"),
)
def less(x: Any, y: Any) -> bool:
    """Whether x comes before y."""
    return bool(x < y)


@bindings(
    PrimitiveClass("tuple_le", module="ops.operations._sequence_ops"),
    PrimitiveClass("list_le", module="ops.operations._sequence_ops"),
)
def at_most(x: Any, y: Any) -> bool:
    """Whether x does not come after y."""
    return bool(x <= y)


@bindings(
    PrimitiveClass("tuple_greater_than", module="ops.operations._sequence_ops"),
    PrimitiveClass("list_greater_than", module="ops.operations._sequence_ops"),
)
def greater(x: Any, y: Any) -> bool:
    """Whether x comes after y."""
    return bool(x > y)


@bindings(
    PrimitiveClass("tuple_greater_equal", module="ops.operations._sequence_ops"),
    PrimitiveClass("list_greater_equal", module="ops.operations._sequence_ops"),
)
def at_least(x: Any, y: Any) -> bool:
    """Whether x does not come before y."""
    return bool(x >= y)


@bindings(PrimitiveClass("TensorToScalar", module="ops.operations._sequence_ops"))
def to_number(x: Tensor) -> Any:
    """The number that a Tensor of one element holds. Raises ValueError for more of them."""
    if x.size != 1:
        raise ValueError(
            f"For 'TensorToScalar', 'x' should hold one element, but has shape {x.shape}."
        )
    return x.item()


@bindings(PrimitiveClass("TensorToList", module="ops.operations._sequence_ops"))
def to_list(x: Tensor) -> list[Any]:
    """The numbers of a Tensor of one axis. Raises ValueError for more axes."""
    if x.ndim > 1:
        raise ValueError(f"For 'TensorToList', 'x' should have one axis, but has shape {x.shape}.")
    items: list[Any] = x.tolist()
    return items


@bindings(PrimitiveClass("TensorToTuple", inputs=("x",), module="ops.operations._sequence_ops"))
def to_tuple(x: Tensor) -> tuple[Any, ...]:
    """The numbers of a Tensor of one axis. Raises ValueError for more axes."""
    return tuple(to_list(x))


@bindings(PrimitiveClass("SequenceAddN", module="ops.operations._sequence_ops"))
@op
def sum_tensors(inputs: Any) -> torch.Tensor:
    """The sum of the Tensors of a sequence."""
    return sum(inputs[1:], inputs[0])  # type: ignore[no-any-return]


@bindings(
    PrimitiveClass(
        "SequenceStack", settings={"axis": Setting(0)}, module="ops.operations._sequence_ops"
    )
)
@op
def stack_tensors(x: Sequence[Any], axis: int = 0) -> torch.Tensor:
    """The Tensors of a sequence along a new axis."""
    return torch.stack(list(x), axis)


@bindings(
    PrimitiveClass(
        "SequenceUnstack",
        settings={"axis": Setting(0), "num": Setting(None)},
        module="ops.operations._sequence_ops",
    )
)
@op
def unstack_tensor(
    x: torch.Tensor, axis: int = 0, num: int | None = None
) -> tuple[torch.Tensor, ...]:
    """The parts of a Tensor along an axis, which goes. Raises ValueError if they are not `num`, where that is given."""
    if num is not None and num != x.shape[axis]:
        raise ValueError(
            f"For 'SequenceUnstack', 'num' is {num}, but axis {axis} of {tuple(x.shape)} differs."
        )
    return x.unbind(axis)


__all__: list[str] = []
