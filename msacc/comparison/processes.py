"""The recordings of the processes of a job, each with its part of a batch, as that of one process with all of it."""

from __future__ import annotations

import numpy as np

from msacc.comparison.recording import Call, Recording


def joined(
    whole: dict[int, Call | None], parts: list[Recording], gradients_mean: bool
) -> Recording:
    """One recording of several. `whole`: calls of one process by number here, whose shapes tell where arrays were cut.

    `gradients_mean`: each process had the mean over its part as its loss, so its gradients are too large by the
    number of processes. ValueError for processes that did not call the same Cells.
    """
    names = [[call.name for call in part.calls] for part in parts]
    for rank, others in enumerate(names):
        if others != names[0]:
            odd = sorted({*others} ^ {*names[0]}) or ["the order"]
            raise ValueError(
                f"The processes did not call the same Cells: process {rank} and process 0 differ in "
                f"{', '.join(odd[:5])}."
            )
    scale = 1 / len(parts) if gradients_mean else 1.0
    together = zip(*(part.calls for part in parts), strict=True)
    calls = [_joined([*of_ranks], whole.get(of_ranks[0].number), scale) for of_ranks in together]
    numbered = {call.number: call for call in calls}
    for call in calls:
        call.calls = [numbered[inner.number] for inner in call.calls]
    return Recording(parts[0].framework, calls)


def _joined(calls: list[Call], whole: Call | None, scale: float) -> Call:
    """The call of process 0, with the arrays and the rounding of all."""
    call = calls[0]
    call.random = any(c.random for c in calls)
    call.repeats &= not call.random  # each process draws its own numbers
    call.eps = max(c.eps for c in calls)
    call.gain = _largest([c.gain for c in calls])
    back_gain = _largest([c.back_gain for c in calls])
    call.back_gain = None if back_gain is None else back_gain * scale
    call.unmeasured = next((c.unmeasured for c in calls if c.unmeasured), "")
    call.notes = _differing(calls)
    if whole is None:
        return call  # compared with nothing
    for name in ("inputs", "outputs"):
        columns = zip(*(getattr(c, name) for c in calls), strict=True)
        shapes = [array.shape for array in getattr(whole, name)]
        setattr(
            call,
            name,
            [
                _values([*arrays], _at(shapes, i), scale, name == "outputs")
                for i, arrays in enumerate(columns)
            ],
        )
    for name, own in (("gradients", whole.outputs), ("back", whole.inputs)):
        shapes = [array.shape for array in own]
        common = sorted(set.intersection(*({*getattr(c, name)} for c in calls)))
        by_place = {i: [getattr(c, name)[i] for c in calls] for i in common}
        found = {i: _gradient(arrays, _at(shapes, i), scale) for i, arrays in by_place.items()}
        setattr(call, name, found)
    return call


def _largest(gains: list[float | None]) -> float | None:
    return max((gain for gain in gains if gain is not None), default=None)


def _at(shapes: list[tuple[int, ...]], i: int) -> tuple[int, ...] | None:
    return shapes[i] if i < len(shapes) else None


def _differing(calls: list[Call]) -> list[str]:
    notes = []
    for rank, other in enumerate(calls):
        if other.training != calls[0].training:
            notes.append(f"set_train({other.training}) in process {rank}")
        for name, digest in other.weights.items():
            if digest != calls[0].weights.get(name):
                notes.append(f"{name} has other values in process {rank} than in process 0")
    return notes


def _values(
    arrays: list[np.ndarray], shape: tuple[int, ...] | None, scale: float, is_output: bool
) -> np.ndarray:
    """The parts one after the other; what every process has whole: that of process 0.

    A float without axes is a loss where it is an output, or is not the same in each: the sum of all, times `scale`.
    """
    whole = _whole(arrays, shape)
    if whole is not None:
        return whole
    first = arrays[0]
    if first.dtype.kind != "f":
        return first
    alike = all(np.array_equal(first, a, equal_nan=True) for a in arrays)
    if first.ndim:
        return first if alike else _sum(arrays, 1 / len(arrays))
    return first if alike and not is_output else _sum(arrays, scale)


def _gradient(arrays: list[np.ndarray], shape: tuple[int, ...] | None, scale: float) -> np.ndarray:
    """The parts one after the other; of what every process has whole: the sum. Both times `scale`.

    Of a loss, without axes, the mean.
    """
    if not arrays[0].ndim:
        return _sum(arrays, 1 / len(arrays))
    whole = _whole(arrays, shape)
    return _sum(arrays if whole is None else [whole], scale)


def _sum(arrays: list[np.ndarray], scale: float) -> np.ndarray:
    total = np.sum([a.astype(np.float64) for a in arrays], axis=0) * scale
    return np.asarray(total, arrays[0].dtype)


def _whole(arrays: list[np.ndarray], shape: tuple[int, ...] | None) -> np.ndarray | None:
    """The arrays along the one axis in which they are shorter than `shape`; None where each has that shape."""
    first = arrays[0]
    if not first.ndim or any(a.ndim != first.ndim for a in arrays):
        return None
    if shape is None or len(shape) != first.ndim:
        return None
    shorter = [i for i in range(first.ndim) if any(a.shape[i] != shape[i] for a in arrays)]
    if len(shorter) != 1:
        return None
    return np.concatenate(arrays, axis=shorter[0])
