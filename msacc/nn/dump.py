"""set_dump: a mark for MindSpore's dump on Ascend."""

from __future__ import annotations

from msacc.common.warn_once import no_effect
from msacc.nn.cell import Cell
from msacc.ops.core.primitive import Primitive


def set_dump(target: Cell | Primitive, enabled: bool = True) -> None:
    """Mark a Cell with all below it, or a Primitive, for the dump of its values; said once to have no effect.

    The flag `dump` or the attribute `dump` keeps the mark; False on a Cell also reaches Primitives that are marked.
    Raises ValueError for another `target` and for an `enabled` that is no bool. Values are looked at with hooks:
    `Cell.register_forward_hook`.
    """
    if not isinstance(target, (Cell, Primitive)):
        raise ValueError(
            f'The "target" parameter must be an instance of Cell or Primitive, but got {target!r}.'
        )
    if not isinstance(enabled, bool):
        raise ValueError(f'The "enabled" parameter must be bool, but got {enabled!r}.')
    no_effect("set_dump", "enabled", enabled, "only Ascend dumps values; use Cell hooks")
    if isinstance(target, Cell):
        target.add_flags_recursive(dump=enabled)
        if not enabled:
            _unmark_primitives(target)
    else:
        target.add_prim_attr("dump", "true" if enabled else "false")


def _unmark_primitives(target: Cell) -> None:
    for _, cell in target.cells_and_names():
        for item in vars(cell).values():
            if isinstance(item, Primitive) and "dump" in item.attrs:
                item.add_prim_attr("dump", "false")
