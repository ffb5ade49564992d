"""layout_picture: which process of a job holds which part of which parameter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import torch.distributed as dist

from msacc.common.svg_shapes import written
from msacc.common.text_tables import as_text, html_table, rich_table, size
from msacc.nn.cell import Cell
from msacc.parallel.held_parts import Part, own_parts
from msacc.parallel.layout_drawing import drawing
from msacc.parallel.sharding_report import plan
from msacc.step.pipeline_runtime.parameter_stages import stages_of_parameter

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions

_COLUMNS = ("parameter", "shape", "of it", "part", "processes", "bytes each")
_TOTALS = ("process", "stage", "bytes of parameters", "bytes of optimizer state")


@dataclass
class LayoutPicture:
    """`parts`: what every process holds, by rank; `names`: the parameters; `stages`: the stage of each process of a
    pipeline, None without one; `mesh`: what the processes share, in words.

    Printed it is two tables: a line for each part with the processes that hold it, and what each process holds in all.
    `svg()` is the picture, which a notebook shows.
    """

    mesh: str
    names: list[str]
    parts: list[Part]
    stages: list[int | None]

    def held(self, rank: int, parameter: str, state: str = "") -> Part | None:
        """What a process holds of a parameter, or of an optimizer's state for it; None for nothing."""
        wanted = rank, parameter, state
        return next((p for p in self.parts if (p.rank, p.parameter, p.state) == wanted), None)

    def svg(self, path: str | Path | None = None) -> str:
        """The picture as SVG; written to the file `path` too, if it is given.

        A column is a process, a row a parameter: a box is the whole of it, with its first axis downwards, and what is
        filled is held by the process. Equal colours in a row are copies. The strips below a box are the optimizer's
        states. A browser shows the exact places under the pointer.
        """
        return written(drawing(self.mesh, self.names, self.parts, self.stages), path)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return "\n\n".join(as_text(rich_table(*parts)) for parts in self._tables())

    __repr__ = __str__

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Any]:
        for parts in self._tables():
            yield rich_table(*parts)

    def _repr_html_(self) -> str:
        return self.svg() + "".join(html_table(*parts) for parts in self._tables())

    def _tables(self) -> list[tuple[str, tuple[str, ...], list[tuple[str, ...]]]]:
        return [(self.mesh, _COLUMNS, self._lines()), ("Bytes", _TOTALS, self._totals())]

    def _lines(self) -> list[tuple[str, ...]]:
        """A line for each part; states that lie alike share one."""
        lines: list[tuple[str, ...]] = []
        for name in self.names:
            own = [part for part in self.parts if part.parameter == name]
            shown = ""
            for (what, place, nbytes), ranks in _by_place(own).items():
                title = (name, str(own[0].shape)) if shown != name else ("", "")
                lines.append((*title, what, place, _ranks(ranks), f"{nbytes:,}"))
                shown = name
        return lines

    def _totals(self) -> list[tuple[str, ...]]:
        lines = []
        for rank, stage in enumerate(self.stages):
            own = [part for part in self.parts if part.rank == rank]
            sums = (sum(p.nbytes for p in own if bool(p.state) == state) for state in (False, True))
            lines.append((str(rank), "" if stage is None else str(stage), *map(size, sums)))
        return lines


def _by_place(parts: list[Part]) -> dict[tuple[str, str, int], list[int]]:
    """{(value or the states' names, place, bytes): ranks}."""
    ranks: dict[tuple[str, str, int], list[int]] = {}
    for part in parts:
        ranks.setdefault((part.state, part.place, part.nbytes), []).append(part.rank)
    alike: dict[Any, list[str]] = {}
    for (state, place, nbytes), holders in ranks.items():
        alike.setdefault((bool(state), place, nbytes, tuple(holders)), []).append(state)
    order = sorted(alike.items(), key=lambda item: item[0][0])
    return {
        (", ".join(states) or "value", place, nbytes): list(holders)
        for (_, place, nbytes, holders), states in order
    }


def _ranks(ranks: list[int]) -> str:
    """'0-3, 6'."""
    runs: list[list[int]] = []
    for rank in sorted(ranks):
        if runs and runs[-1][-1] == rank - 1:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def layout_picture(net: Cell) -> LayoutPicture:
    """Which process holds which part of each parameter of `net` and of its optimizer's state.

    `net`: a Cell, or a part of one. All processes of a job must call it, and all get the same: each tells of the
    tensors that it has. The first training step lays parameters out; before it every process has them whole. In one
    process without a job it tells of that one. Raises TypeError for a `net` that is no Cell. MindSpore has no such
    function.
    """
    if not isinstance(net, Cell):
        raise TypeError(f"For 'layout_picture', 'net' should be a Cell, but got {net!r}.")
    in_job = dist.is_available() and dist.is_initialized()
    rank, world = (dist.get_rank(), dist.get_world_size()) if in_job else (0, 1)
    told: list[Any] = [None] * world
    mine = plan(net).mesh, own_parts(net, rank), _stage(net)
    if in_job:
        dist.all_gather_object(told, mine)
    else:
        told[0] = mine
    parts = [part for _, own, _ in told for part in own]
    names = [parameter.name for parameter in net.get_parameters()]
    return LayoutPicture(told[0][0], names, parts, [stage for _, _, stage in told])


def _stage(net: Cell) -> int | None:
    """This process's stage of a pipeline."""
    for parameter in net.get_parameters():
        stages = stages_of_parameter(parameter)
        if stages is not None:
            return stages.mesh.stage
    return None
