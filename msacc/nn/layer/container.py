"""Containers: cells in sequence, in lists and in dicts."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from msacc.common import checks as check
from msacc.common.parameter import Structure
from msacc.graph.execution_state import execution
from msacc.nn.cell import Cell

if TYPE_CHECKING:
    from collections.abc import Mapping


class _Numbered(Cell):
    """Cells under the names '0', '1', …; parameter names follow the position."""

    def _msacc_check(self, cell: Cell, what: str) -> Cell:
        if not isinstance(cell, Cell):
            raise TypeError(
                f"For '{self.cls_name}', {what} must be subclass of Cell, but got {type(cell).__name__}."
            )
        return cell

    def _msacc_place(self, position: int, cell: Cell) -> None:
        """Put a cell at a number and name its parameters after it."""
        Structure.change()
        before, _ = _prefix(self._cells)
        names = list(self._cells)
        name = names[position] if position < len(names) else str(position)
        self._cells[name] = cell
        self.__dict__[name] = cell
        if (
            self._auto_prefix and not execution.now.graph
        ):  # a graph changes no names: `self.cells[1:]`
            cell.update_parameters_name(f"{before}{name}.")

    def _msacc_renumber(self, cells: list[Cell]) -> None:
        """Number the cells anew; their parameters keep what stands behind the number."""
        Structure.change()
        before, depth = _prefix(self._cells)
        for name in list(self._cells):
            del self.__dict__[name]
        self._cells.clear()
        for i, cell in enumerate(cells):
            self._cells[str(i)] = self.__dict__[str(i)] = cell
            for parameter in cell.get_parameters() if self._auto_prefix else ():
                rest = ".".join(parameter.name.split(".")[depth + 1 :])
                parameter.name = f"{before}{i}.{rest}"

    def _msacc_list(self) -> list[Cell]:
        # Read as attributes: by a table's values Dynamo names a Cell in twice as many characters at each level.
        return [getattr(self, name) for name in self._cells]

    def _msacc_index(self, index: int) -> int:
        if not isinstance(index, int) or isinstance(index, bool):
            raise TypeError(
                f"For '{self.cls_name}', 'index' must be int or slice, but got {index!r}."
            )
        size = len(self._cells)
        if not -size <= index < size:
            raise IndexError(
                f"For '{self.cls_name}', 'index' {index} is out of range of {size} cells."
            )
        return index % size

    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return (
                type(self)(*[self._msacc_list()[index]])
                if isinstance(self, CellList)
                else self._msacc_part(index)
            )
        if isinstance(index, str):
            return self._cells[index]
        return self._msacc_list()[self._msacc_index(index)]

    def _msacc_part(self, index: slice) -> Any:
        kind: Any = type(self)
        part = kind(OrderedDict(list(self._cells.items())[index]))
        if not self._msacc_uncalled:  # nor need the names of a part be looked at anew, call by call
            part.__dict__["_msacc_uncalled"] = False
            part._msacc_refresh()
        return part

    def __setitem__(self, index: int, cell: Cell) -> None:
        self._msacc_place(self._msacc_index(index), self._msacc_check(cell, "each cell"))

    def __delitem__(self, index: int | slice) -> None:
        rest = self._msacc_list()
        del rest[index if isinstance(index, slice) else self._msacc_index(index)]
        self._msacc_renumber(rest)

    def __len__(self) -> int:
        return len(self._cells)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._msacc_list())

    def append(self, cell: Cell) -> None:
        """Add a cell at the end."""
        self._msacc_place(len(self), self._msacc_check(cell, "each cell"))

    def insert(self, index: int, cell: Cell) -> None:
        """Put a cell in front of position `index`."""
        check.instance(self.cls_name, "index", index, int)
        if not -len(self) <= index <= len(self):
            raise IndexError(
                f"For '{self.cls_name}', 'index' {index!r} is out of range of {len(self)} cells."
            )
        at = index % (len(self) + 1) if index >= 0 else index % len(self)
        cells = self._msacc_list()
        cells.insert(at, Cell())
        self._msacc_renumber(cells)
        self._msacc_place(at, self._msacc_check(cell, "each cell"))

    def set_grad(self, flag: bool = True) -> Any:
        """`Cell.set_grad` under MindSpore's name of its argument here, `flag`; the cells inside are told too."""
        for cell in self:
            cell.set_grad(flag)
        return super().set_grad(flag)

    def extend(self, cells: Iterable[Cell]) -> Any:
        """Add cells at the end; returns self."""
        if not isinstance(cells, (list, tuple, _Numbered)):
            raise TypeError(
                f"For '{self.cls_name}', 'cells' must be a list of Cells, but got {cells!r}."
            )
        for cell in cells:
            if isinstance(cell, CellDict) and isinstance(self, CellList):
                raise TypeError(
                    "For 'CellList', the type of cell can not be CellDict, but got CellDict; assign it to an attribute."
                )
            self.append(cell)
        return self


def _prefix(cells: dict[str, Cell]) -> tuple[str, int]:
    """What stands before the number in the parameters' names, and at which dot the number stands.

    Names may have been prefixed since the cells came in, so this is read off the first parameter: the
    part that equals its cell's number, confirmed by the next cell's where there is one. With one cell
    whose name repeats its number the last such part wins, as in MindSpore.
    """
    firsts = [(key, next(cell.get_parameters(), None)) for key, cell in cells.items()]
    named = [(key, first.name.split(".")) for key, first in firsts if first is not None]
    if not named:
        return "", 0
    key, parts = named[0]
    positions = [at for at, part in enumerate(parts) if part == key]
    if not positions:
        return "", 0
    other = named[1] if len(named) > 1 else None
    sure = [at for at in positions if other and at < len(other[1]) and other[1][at] == other[0]]
    at = sure[0] if sure else positions[-1]
    return "".join(f"{part}." for part in parts[:at]), at


class SequentialCell(_Numbered):
    """Cells called one after the other, each with what the one before returned.

    `SequentialCell(cell, …)`, `SequentialCell([cell, …])` or `SequentialCell(OrderedDict(…))`, in
    which names take the place of numbers. It is called with what the first cell takes, of any shape
    and dtype, and returns what the last one gives; without cells, its input. Indexing, slices,
    `append`, `insert`, `del` and `len` work as for a list.

    Raises TypeError for what is no Cell and for more than one input, IndexError for an index out of
    range.

    Differs from MindSpore: `extend` and indexing by name work.
    """

    def __init__(self, *args: Any):
        super().__init__()
        cells = args[0] if len(args) == 1 and isinstance(args[0], (list, OrderedDict)) else args
        if isinstance(cells, OrderedDict):
            for name, cell in cells.items():
                setattr(self, name, self._msacc_check(cell, "each cell"))
            return
        for i, cell in enumerate(cells):
            if not isinstance(cell, Cell):
                raise TypeError(
                    f"For 'SequentialCell', the 'args[{i}]' must be Cell, list or orderedDict, "
                    f"but got {type(cell).__name__}"
                )
            setattr(self, str(i), cell)

    @property
    def cell_list(self) -> list[Cell]:
        """The cells, in order; a list of as many Cells set here takes their places."""
        return list(self._cells.values())

    @cell_list.setter
    def cell_list(self, cells: Iterable[Cell]) -> None:
        new = [self._msacc_check(cell, "each cell") for cell in cells]
        if len(new) != len(self):
            raise ValueError(
                f"For 'SequentialCell', 'cell_list' must hold {len(self)} cells as before, but got {len(new)}; "
                "use append, insert or del."
            )
        for (name, old), cell in zip(list(self._cells.items()), new, strict=True):
            if cell is not old:
                setattr(self, name, cell)

    def construct(self, input_data: Any) -> Any:
        for cell in self._msacc_list():
            input_data = cell(input_data)
        return input_data


class CellList(_Numbered):
    """A list of cells, whose parameters belong to the cell that holds it.

    `CellList([cell, …])`, or `CellList()` to `append` to; `auto_prefix=False` leaves the cells'
    number out of their parameters' names. Indexing, slices, `insert`, `extend`, `del` and iteration
    work as for a list and give the cells; their inputs may have any shapes and dtypes.

    Raises NotImplementedError when it is called itself, TypeError for what is no Cell, IndexError
    for an index out of range.

    Differs from MindSpore: other keywords are a TypeError.
    """

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(auto_prefix=kwargs.pop("auto_prefix", True))
        if kwargs:
            raise TypeError(f"CellList() got unexpected keyword arguments {sorted(kwargs)}.")
        if len(args) == 1:
            self.extend(args[0])

    def __iadd__(self, cells: list[Cell]) -> Any:
        if not isinstance(cells, list):
            raise TypeError(
                "For 'CellList', the new cells wanted to append should be instance of list, but got "
                f"{type(cells).__name__}; use extend."
            )
        return self.extend(cells)

    def construct(self, *inputs: Any) -> Any:
        raise NotImplementedError("CellList is not callable: call the cells in it.")


class CellDict(Cell):
    """A dict of cells, whose parameters belong to the cell that holds it.

    `CellDict({name: cell, …})`, pairs or another CellDict, or `CellDict()` to fill;
    `auto_prefix=False` leaves the cells' names out of their parameters' names. Indexing, `update`,
    `pop`, `keys`, `values`, `items` work as for a dict and give the cells; their inputs may have
    any shapes and dtypes. Raises NotImplementedError when it is called itself, TypeError for what
    is no Cell and for a CellDict, CellList or SequentialCell, KeyError for an unknown name, ValueError for
    what is no pair. As in MindSpore.
    """

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(auto_prefix=kwargs.pop("auto_prefix", True))
        if args:
            self.update(args[0])

    def __getitem__(self, key: str) -> Cell:
        return self._cells[key]

    def __setitem__(self, key: str, cell: Cell) -> None:
        if not isinstance(key, str) or not isinstance(cell, Cell):
            raise TypeError(
                f"For 'CellDict', a str and a Cell are needed, but got {key!r}: {cell!r}."
            )
        if isinstance(cell, (CellDict, CellList, SequentialCell)):
            raise TypeError(
                "For 'CellDict', the type of cell can not be CellDict, CellList or SequentialCell, but got "
                f"{type(cell).__name__} for {key!r}; assign it to an attribute of the Cell that holds the dict."
            )
        if not key or "." in key or (key not in self._cells and hasattr(self, key)):
            raise KeyError(
                f"For 'CellDict', the key can not be empty, contain '.' or be an attribute of Cell, but got {key!r}."
            )
        setattr(self, key, cell)

    def __delitem__(self, key: str) -> None:
        if key not in self._cells:
            raise KeyError(f"For 'CellDict', there is no cell {key!r}.")
        delattr(self, key)

    def __len__(self) -> int:
        return len(self._cells)

    def __iter__(self) -> Iterator[str]:
        return iter(self._cells)

    def __contains__(self, key: str) -> bool:
        return key in self._cells

    def keys(self) -> Any:
        """The names."""
        return OrderedDict(self._cells).keys()

    def values(self) -> Any:
        """The cells."""
        return OrderedDict(self._cells).values()

    def items(self) -> Any:
        """(name, cell) pairs."""
        return OrderedDict(self._cells).items()

    def pop(self, key: str) -> Cell:
        """Take the cell of the name `key` out and return it."""
        cell = self._cells[key]
        del self[key]
        return cell

    def clear(self) -> None:
        """Take every cell out."""
        for key in list(self._cells):
            del self[key]

    def update(self, cells: Mapping[str, Cell] | Iterable[Any]) -> None:
        """Add cells from a dict, a CellDict or (name, cell) pairs."""
        pairs = cells.items() if hasattr(cells, "items") else cells
        if not isinstance(pairs, Iterable):
            raise TypeError(
                "CellDict.update() should be called with an iterable of key-value pairs, but got "
                f"{type(cells).__name__}"
            )
        for number, pair in enumerate(pairs):
            if not isinstance(pair, Iterable) or isinstance(pair, Cell):
                raise TypeError(
                    f"CellDict update sequence element #{number} should be Iterable; but got {type(pair).__name__}"
                )
            items = tuple(pair)
            if len(items) != 2:
                raise ValueError(
                    f"CellDict update sequence element #{number}, length should be 2; but has length {len(items)}"
                )
            self[items[0]] = items[1]

    def construct(self, *inputs: Any) -> Any:
        raise NotImplementedError("CellDict is not callable: call the cells in it.")


__all__ = ["CellDict", "CellList", "SequentialCell"]
