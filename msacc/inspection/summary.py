"""summary: the Cells of a network, what they give, and what they cost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from msacc.common import checks as check
from msacc.common.parameter import Parameter
from msacc.common.text_tables import as_text, html_table, rich_table, size
from msacc.inspection.described_inputs import described
from msacc.inspection.forward_run import ForwardRun, Outputs, Seen, forward_run
from msacc.nn.cell import Cell

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.table import Table

_NUMBERS = ("parameters", "multiply-adds")


@dataclass(frozen=True)
class Row:
    """One place of the tree of Cells.

    `outputs`: (shape, dtype) of each Tensor that its first call gave; `calls`: how many there were. `parameters`,
    `frozen` (those that are not trained) and `nbytes` are of the Cell and all below it, each parameter once.
    `shared`: parameters among them that a row above has too. `multiply_adds`: of all its calls.
    `same_as`: the path of the row above that is this very Cell.
    """

    path: str
    kind: str
    depth: int
    outputs: Outputs = ()
    calls: int = 0
    parameters: int = 0
    frozen: int = 0
    nbytes: int = 0
    shared: int = 0
    multiply_adds: int = 0
    same_as: str | None = None


@dataclass
class Summary:
    """What `summary` gives. Printed it is a table; rich and notebooks show it in their own way.

    `rows`: those of the table; `parameters`, `trainable`, `frozen` and `nbytes` count each parameter of the network
    once; `multiply_adds` are None without inputs.
    """

    rows: list[Row] = field(default_factory=list)
    parameters: int = 0
    trainable: int = 0
    nbytes: int = 0
    multiply_adds: int | None = None
    with_values: bool = False

    @property
    def frozen(self) -> int:
        """Parameters that are not trained."""
        return self.parameters - self.trainable

    def __str__(self) -> str:
        return as_text(self._table()) + "\n" + self._footer()

    __repr__ = __str__

    def _table(self) -> Table:
        columns, lines = self._cells()
        return rich_table("", columns, lines, _NUMBERS)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Any]:
        yield self._table()
        yield self._footer()

    def _repr_html_(self) -> str:
        columns, lines = self._cells()
        footer = "".join(f"<div>{line}</div>" for line in self._footer().splitlines())
        return html_table("", columns, lines, _NUMBERS) + footer

    def _footer(self) -> str:
        frozen = f", {self.frozen:,} frozen" if self.frozen else ""
        lines = [
            f"Parameters: {self.parameters:,} ({self.trainable:,} trainable{frozen}), {size(self.nbytes)}"
        ]
        if self.multiply_adds is not None:
            lines.append(
                f"Multiply-adds of products and convolutions: {_short(self.multiply_adds)}"
            )
        if self.with_values:
            lines.append("Its code asks for values: it was run on some instead of on shapes alone.")
        return "\n".join(lines)

    def _cells(self) -> tuple[list[str], list[list[str]]]:
        """The table's columns and lines, without columns that say nothing."""
        columns = ["cell", "class", "output", "parameters", "bytes", "multiply-adds", "notes"]
        lines = [_line(row) for row in self.rows]
        used = [i for i in range(len(columns)) if i < 4 or any(line[i] for line in lines)]
        return [columns[i] for i in used], [[line[i] for i in used] for line in lines]


def summary(net: Cell, *inputs: object, depth: int | None = 3) -> Summary:
    """The tree of Cells with outputs, parameters, bytes and multiply-adds: a table where it is printed.

    `inputs`: what `net` is called with, each a Tensor, an array, a shape (of float32) or a pair (shape, dtype), also in
    tuples, lists and dicts; without any the table says nothing of outputs. `depth`: how many levels below `net` are
    shown, None for all; what lies deeper is counted above.

    The network runs forward once, without values and so without memory, unfilled parameters or not; where its code
    asks for values it runs on those given, and zeros. Parameters, attributes and random streams are as before.
    Multiply-adds are those of products of matrices, convolutions, attention and recurrent layers, by
    torch.utils.flop_counter.

    Raises TypeError for a `net` that is no Cell, a `depth` that is no int and inputs of other kinds, ValueError for
    a `depth` below 0 and shapes with unknown dimensions, and what `construct` raises on such inputs.
    MindSpore has no such function.
    """
    check.instance("summary", "net", net, Cell)
    if depth is not None:
        check.integer("summary", "depth", depth, 0, check.INT32_MAX)
    run = (
        forward_run(net, tuple(described("summary", value) for value in inputs))
        if inputs
        else ForwardRun()
    )
    parameters = list(net.get_parameters())
    return Summary(
        list(_rows(net, run, depth)),
        sum(p.size for p in parameters),
        sum(p.size for p in parameters if p.requires_grad),
        sum(p.nbytes for p in parameters),
        run.flops // 2 if inputs else None,
        not run.fake,
    )


def _rows(net: Cell, run: ForwardRun, depth: int | None) -> Iterator[Row]:
    """The tree, parents first; a Cell that comes again has one more row, and nothing below it."""
    paths: dict[int, str] = {}
    counted: set[int] = set()
    waiting: list[tuple[str, Cell, int]] = [("", net, 0)]
    while waiting:
        path, cell, level = waiting.pop()
        same_as = paths.get(id(cell))
        paths.setdefault(id(cell), path)
        below = [] if same_as is not None else _children(path, cell, level)
        shown = below if depth is None or level < depth else []
        yield _row(path, cell, level, run.cells.get(id(cell), Seen()), counted, same_as)
        # Those of a Cell whose children have rows of their own are counted there.
        counted |= {id(p) for p in cell.get_parameters(expand=not shown)}
        waiting += reversed(shown)


def _children(path: str, cell: Cell, level: int) -> list[tuple[str, Cell, int]]:
    named = ((name, child) for name, child in cell._cells.items() if child is not None)
    return [(f"{path}.{name}" if path else name, child, level + 1) for name, child in named]


def _row(
    path: str, cell: Cell, level: int, seen: Seen, counted: set[int], same_as: str | None
) -> Row:
    parameters: list[Parameter] = list(cell.get_parameters())
    return Row(
        path,
        cell.cls_name,
        level,
        seen.outputs,
        seen.calls,
        sum(p.size for p in parameters),
        sum(p.size for p in parameters if not p.requires_grad),
        sum(p.nbytes for p in parameters),
        sum(p.size for p in parameters if id(p) in counted),
        seen.flops // 2,
        same_as,
    )


def _line(row: Row) -> list[str]:
    name = row.path.rpartition(".")[2]
    outputs = ", ".join(_output(shape, dtype) for shape, dtype in row.outputs)
    costs = ["", "", ""]
    if row.same_as is None:
        costs[0] = f"{row.parameters:,}" if row.parameters else ""
        costs[1] = size(row.nbytes) if row.nbytes else ""
        costs[2] = _short(row.multiply_adds) if row.multiply_adds else ""
    return ["  " * row.depth + name if name else "(all)", row.kind, outputs, *costs, _notes(row)]


def _output(shape: tuple[int, ...], dtype: str) -> str:
    return f"{shape}" if dtype == "Float32" else f"{shape} {dtype}"


def _notes(row: Row) -> str:
    if row.same_as is not None:
        return f"the same as {row.same_as or '(all)'}"
    notes = []
    if row.shared:
        notes.append("shared" if row.shared == row.parameters else f"{row.shared:,} shared")
    if row.frozen:
        notes.append("frozen" if row.frozen == row.parameters else f"{row.frozen:,} frozen")
    if row.calls > 1:
        notes.append(f"{row.calls} calls")
    return ", ".join(notes)


def _short(number: int) -> str:
    """A count, as a reader takes it in."""
    for unit, factor in (("T", 1e12), ("G", 1e9), ("M", 1e6)):
        if number >= factor:
            return f"{number / factor:.1f} {unit}"
    return f"{number:,}"
