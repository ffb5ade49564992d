"""Sharding strategies of primitives: tuples of ints, or layouts, one for each tensor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from msacc.common.argument_types import Ints
    from msacc.sharding.layout import Layout

# Operators with lists of Tensors, whose strategies MindSpore takes in a tuple for each list.
_OF_LISTS = ("Custom", "FusedInferAttentionScore", "GroupedMatmul", "Index")


def one_for_each(name: str, strategy: Any, defines_itself: bool) -> Any:
    """The strategies in a row, where those of a list's Tensors stand in a tuple of their own.

    `defines_itself`: whether the primitive has the attribute `self_define_shard`.
    """
    if not isinstance(strategy, tuple) or not (defines_itself or name in _OF_LISTS):
        return strategy
    row: list[Any] = []
    for item in strategy:
        is_list = isinstance(item, tuple) and item and all(map(_of_tensor, item))
        row.extend(item if is_list else [item])
    return tuple(row)


def _of_tensor(item: Layout | Sequence[int]) -> bool:
    return isinstance(item, tuple) or _layout(item)


def strategy_attributes(
    name: str, in_strategy: tuple[Any, ...] | None, out_strategy: tuple[Any, ...] | None
) -> dict[str, Any]:
    """The attributes that `shard` sets from the strategies of a primitive's inputs and outputs.

    Raises TypeError for one that is no tuple of tuples of ints or of layouts alone, ValueError for
    one of the outputs without one of the inputs or of another kind.
    """
    has_layout = {
        "in": _is_layout(name, "in_strategy", in_strategy),
        "out": _is_layout(name, "out_strategy", out_strategy),
    }
    if has_layout["out"] is not None and has_layout["in"] not in (None, has_layout["out"]):
        raise ValueError(
            f"For '{name}', in_strategy and out_strategy should both hold tuples or both layouts, "
            f"but got {in_strategy!r} and {out_strategy!r}."
        )
    if in_strategy is None and out_strategy is not None:
        raise ValueError(
            f"For '{name}', out_strategy needs an in_strategy beside it, but got {out_strategy!r} alone."
        )
    attributes = {}
    for side, strategy in (("in", in_strategy), ("out", out_strategy)):
        if strategy is not None and True in has_layout.values():
            attributes[f"{side}_layout"] = tuple(_grid(name, side, item) for item in strategy)
        elif strategy is not None:
            attributes[f"{side}_strategy"] = strategy
    return attributes


def _is_layout(name: str, argument: str, value: Any) -> bool | None:
    """Whether a strategy begins with a layout; None for no strategy and for an empty one."""
    if value is None:
        return None
    if not isinstance(value, tuple):
        raise TypeError(f"For '{name}', {argument} should be a tuple, but got {value!r}.")
    for item in value:
        if not isinstance(item, tuple) and not _layout(item):
            raise TypeError(
                f"For '{name}', {argument} should hold tuples or layouts, but got {item!r} in {value!r}."
            )
        if isinstance(item, tuple) and not all(isinstance(number, int) for number in item):
            raise TypeError(
                f"For '{name}', the tuples in {argument} should hold ints, but got {item!r}."
            )
    return _layout(value[0]) if value else None


def _layout(item: Ints | Layout) -> bool:
    """Duck-typed: the module of `Layout` is above the ops."""
    return hasattr(item, "to_dict") and hasattr(item, "cuts")


def _grid(name: str, side: str, layout: Layout) -> dict[str, Any]:
    if not _layout(layout):
        raise TypeError(
            f"For '{name}', {side}_strategy holds layouts, so {layout!r} should be a layout too."
        )
    fields = layout.to_dict()
    if fields["interleaved_parallel"]:
        raise NotImplementedError(
            f"For '{name}', msacc has no virtual axes: leave 'interleaved_parallel' out of the Layout's alias_name "
            "and its size out of device_matrix."
        )
    return {key: value for key, value in fields.items() if key != "rank_list"}
