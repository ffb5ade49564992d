"""compare_records: two files that `record` wrote."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from msacc.common import checks as check
from msacc.comparison.differences import (
    gradient_difference,
    output_difference,
    own_rounding,
)
from msacc.comparison.one_side import renamed
from msacc.comparison.processes import joined
from msacc.comparison.recording import Call, Recording, read
from msacc.comparison.report import Comparison, Row

# Classes of Cells that mixed precision puts around others, here and in MindSpore.
_WRAPPER = re.compile(r"CastOutput|_OutputTo\w+")


def compare_records(
    first: str | Path,
    second: str | Path | Sequence[str | Path],
    names: Mapping[str, str] | None = None,
    gradients_mean: bool = True,
) -> Comparison:
    """Where the run in the file `first` and that in `second` part by more than rounding: a table where it is printed.

    Both were written by `msacc.record`, by msacc, MindSpore or torch, from the same weights and batch. `names`: paths
    of Cells in `second` for paths in `first`, where they differ (`{"blocks": "layers", "head": "fc"}`); what lies below
    is renamed too. A Cell is judged by its own inputs: its outputs may be apart by what its inputs are, as far as the
    Cell carries that on, and by rounding, both measured when it was recorded.

    `second`: the files of all processes of a job, in the order of their ranks, where each had its part of the batch
    that `first` had whole. Their arrays are put together along the axis in which they are shorter. `gradients_mean`:
    the loss of a process was the mean over its part, as where gradients are averaged over processes; False: a sum.

    Raises TypeError for `names` and `gradients_mean` of other kinds, FileNotFoundError without a file, ValueError for a
    file of another kind, for two that have no Cell in common and for processes that called other Cells than the first
    of them. MindSpore has no such function.
    """
    check.boolean("compare_records", "gradients_mean", gradients_mean)
    if names is not None:
        check.instance("compare_records", "names", names, Mapping)
    mapped, mine = dict(names or {}), read(first)
    if isinstance(second, (str, Path)):
        return _compared(mine, read(second), mapped)
    if not second:
        raise ValueError("For 'compare_records', 'second' has no files; give one of each process.")
    parts = [read(path) for path in second]
    whole = {renamed(name, mapped): call for name, call in _unwrapped(mine).items()}
    of_whole = {call.number: whole.get(name) for name, call in _unwrapped(parts[0]).items()}
    return _compared(mine, joined(of_whole, parts, gradients_mean), mapped)


def _compared(first: Recording, second: Recording, names: dict[str, str]) -> Comparison:
    mine, others = _unwrapped(first), _unwrapped(second)
    pairs = []
    for name, call in mine.items():
        call.name = name
        other = others.pop(renamed(name, names), None)
        if other is not None:
            pairs.append((call, other))
    if not pairs:
        raise ValueError(
            f"The two files have no Cell in common: {_some_names(mine)} and {_some_names(others)}; "
            "'names' maps paths of the first to paths of the second."
        )
    _check_batch(*pairs[0])
    paired = {a.number for a, _ in pairs}
    missing = tuple(name for name, call in mine.items() if call.number not in paired)
    return _judged(pairs, first.framework == second.framework, missing, tuple(others))


def _check_batch(first: Call, second: Call) -> None:
    """ValueError where the networks themselves, called first, got arrays of other shapes: nothing could be compared."""
    shapes = [[array.shape for array in call.inputs] for call in (first, second)]
    if first.number == second.number == 0 and shapes[0] != shapes[1]:
        told = [", ".join(map(str, side)) or "no arrays" for side in shapes]
        raise ValueError(
            f"The two networks did not get the same batch: {told[0]} and {told[1]}. Where the second is one process of "
            "a job with a part of the batch, give the files of all its processes."
        )


def _unwrapped(recording: Recording) -> dict[str, Call]:
    """The calls by name, without the Cells of mixed precision and their part of the names below them."""
    wrappers = {c.name.partition("#")[0] for c in recording.calls if _WRAPPER.fullmatch(c.kind)}
    return {
        _without(call.name, wrappers): call
        for call in recording.calls
        if not _WRAPPER.fullmatch(call.kind)
    }


def _without(name: str, wrappers: set[str]) -> str:
    path, sign, number = name.partition("#")
    pieces = path.split(".") if path else []
    kept = [piece for i, piece in enumerate(pieces) if ".".join(pieces[:i]) not in wrappers]
    return ".".join(kept) + sign + number


def _judged(
    pairs: list[tuple[Call, Call]], same: bool, missing: tuple[str, ...], extra: tuple[str, ...]
) -> Comparison:
    rows = {
        a.number: Row(a.name, a.kind, len(a.name.split(".")) if a.name else 0) for a, _ in pairs
    }
    for a, b in pairs:
        row, drawn = rows[a.number], _drawn(a, b, same)
        row.notes = _notes(a, b, drawn)
        if not drawn or a.training != b.training:
            row.output = output_difference(a, b, _inside(a, "gain"))
        if not drawn:
            row.gradient = gradient_difference(a, b, _inside(a, "back_gain"))
    forward = [rows[a.number] for a, _ in sorted(pairs, key=lambda pair: pair[0].leave)]
    parted = {a.number for a, _ in pairs if (o := rows[a.number].output) and o.parts}
    backward = [
        rows[a.number]
        for a, _ in sorted(pairs, key=lambda pair: -pair[0].enter)
        if not any(c.number in parted for c in _below(a))  # another function has another gradient
    ]
    return Comparison(
        [rows[a.number] for a, _ in pairs],
        next((row for row in forward if row.output and row.output.parts), None),
        next((row for row in backward if row.gradient and row.gradient.parts), None),
        missing,
        extra,
    )


def _drawn(first: Call, second: Call, same: bool) -> bool:
    """Whether it draws random numbers that the two sides do not share."""
    return (first.random or second.random) and not (same and first.repeats and second.repeats)


def _inside(call: Call, gain: str) -> float:
    """The relative rounding of the Cells that it calls, together; -1 where it calls none."""
    if not call.calls:
        return -1.0
    return sum(own_rounding(c, getattr(c, gain)) ** 2 for c in _below(call) if not c.calls) ** 0.5


def _below(call: Call) -> list[Call]:
    return [*call.calls, *(inner for c in call.calls for inner in _below(c))]


def _notes(first: Call, second: Call, drawn: bool) -> list[str]:
    notes = []
    if first.training != second.training:
        notes.append(f"set_train({first.training}) and set_train({second.training})")
    for name in first.weights.keys() & second.weights.keys():
        (shape, dtype, digest), (shape2, dtype2, digest2) = (
            first.weights[name],
            second.weights[name],
        )
        if shape != shape2:
            notes.append(f"{name}: shapes {tuple(shape)} and {tuple(shape2)}")
        elif dtype == dtype2 and digest != digest2:
            notes.append(f"{name} has other values")
    if first.kind != second.kind:
        notes.append(f"{second.kind} there")
    notes += second.notes
    if drawn:
        notes.append("random, not compared")
    notes += [f"not measured: {why}" for why in (first.unmeasured or second.unmeasured,) if why]
    return notes


def _some_names(calls: dict[str, Call]) -> list[str]:
    return [name or "(all)" for name in list(calls)[:5]]
