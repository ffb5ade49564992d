"""The tree of Cells: children, their names, insertion and lookup."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Container, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from msacc.common.parameter import Structure

if TYPE_CHECKING:
    from msacc.nn.cell.cell import Cell


class TreeMixin:
    """Walking the cells below a Cell, each once."""

    _cells: dict[str, Any]
    _auto_prefix: bool
    # Attributes of the class that a Parameter or Cell may hide: those MindSpore's class does not have.
    _free_names: ClassVar[tuple[str, ...]] = ("place",)

    def cells(self) -> Any:
        """The direct children."""
        return self.name_cells().values()

    def name_cells(self) -> OrderedDict[str, Cell]:
        """The direct children by attribute name, each once."""
        seen: set[int] = set()
        children: OrderedDict[str, Cell] = OrderedDict()
        for name, cell in self._cells.items():
            if cell is not None and id(cell) not in seen:
                seen.add(id(cell))
                children[name] = cell
        return children

    def cells_and_names(
        self, cells: Any = None, name_prefix: str = ""
    ) -> Iterator[tuple[str, Cell]]:
        """(path, cell) for this Cell and all below it, parents first.

        `cells`: Cells that are left out with what is below them, None for none. `name_prefix`: a
        str before each path.
        """
        return self._walk(set() if cells is None else {id(c) for c in cells}, name_prefix)

    def _walk(self, seen: set[int], prefix: str) -> Iterator[tuple[str, Any]]:
        if id(self) in seen:
            return
        seen.add(id(self))
        yield prefix, self
        for name, cell in self._cells.items():
            if cell is not None:
                yield from cell._walk(seen, f"{prefix}.{name}" if prefix else name)

    def get_sub_cell(self, target: str) -> Cell:
        """The cell at the dotted path `target`; AttributeError where there is none."""
        at: Any = self
        for name in filter(None, target.split(".")):
            at = at._cells.get(name)
            if at is None:
                raise AttributeError(f"{type(self).__name__} has no cell '{target}' (no '{name}').")
        return at

    def insert_child_to_cell(self, child_name: str, child_cell: Cell) -> None:
        """Add the Cell `child_cell` under the new name `child_name`, or in the place of a child; its parameters
        keep their names.

        Raises TypeError for a name that is no str and for what is no Cell, KeyError for a name that is empty,
        has a '.' or is another attribute's.
        """
        check_free(self, "insert_child_to_cell", "child_name", child_name, self._cells)
        if not isinstance(child_cell, TreeMixin) and child_cell is not None:
            raise TypeError(
                f"For 'insert_child_to_cell', 'child_cell' must be a Cell, but got {type(child_cell)}."
            )
        Structure.change()
        self._cells[child_name] = self.__dict__[child_name] = child_cell

    def apply(self, fn: Callable[[Cell], Any]) -> Any:
        """Call `fn` on every cell, children first; returns self."""
        for cell in self.cells():
            cell.apply(fn)
        fn(self)  # type: ignore[arg-type]
        return self

    def update_cell_prefix(self) -> None:
        """Note each cell's path in its `param_prefix`."""
        for name, cell in self.cells_and_names():
            cell.param_prefix = name

    def generate_scope(self) -> None:
        """Scopes name nodes in MindSpore's own graphs; nothing to do here."""


def check_free(
    cell: Any, where: str, argument: str, name: Any, own: Container[str], dots: bool = False
) -> None:
    """TypeError for a name that is no str, KeyError for one that cannot be a new attribute's.

    `own`: the names of things of its kind, which it may replace; `dots`: it may have '.' in it.
    """
    if not isinstance(name, str):
        raise TypeError(f"For '{where}', '{argument}' must be a str, but got {name!r}.")
    if not name or ("." in name and not dots):
        raise KeyError(f"For '{where}', '{argument}' must not be empty or hold '.', got {name!r}.")
    if hasattr(cell, name) and name not in own:
        raise KeyError(
            f"For '{where}', '{argument}' {name!r} is an attribute of {cell.cls_name} already."
        )


# Attributes of every Cell that its class does not show.
_STATE = ("training", "requires_grad", "phase", "param_prefix")


def check_new(cell: Any, name: str, own: Container[str]) -> None:
    """KeyError where a Parameter or Cell would hide something of another kind, or have no plain name.

    `own`: the names of what it may replace; other plain attributes it may replace too.
    """
    if name in own:
        return
    tables = (cell._params, cell._cells, cell.__dict__.get("_buffers", ()))
    hidden = hasattr(type(cell), name) and name not in cell._free_names
    if not name or "." in name or hidden or name in _STATE or any(name in t for t in tables):
        raise KeyError(
            f"'{name}' is an attribute of {cell.cls_name} already, or no name for one: choose another."
        )
