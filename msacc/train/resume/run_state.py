"""The state of a run beside its data: as a tree of values, and restored from one into a run of the same kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import torch

from msacc.common.generator import Generator
from msacc.common.parameter import Parameter
from msacc.common.settings import settings
from msacc.common.tensor import wrap
from msacc.common.warn_once import once
from msacc.ops.random import Stream
from msacc.step.step import TrainStep
from msacc.step.window_state import load_window_state, window_state
from msacc.train.callback._builtin_callbacks import built_in_of
from msacc.train.callback._callback import Callback
from msacc.train.serialization import load_param_into_net
from msacc.train.serialization.save import values_here
from msacc.train.sharded_checkpoints.slice_save import operator_slices

if TYPE_CHECKING:
    from msacc.common.tensor import Tensor
    from msacc.nn.cell.cell import Cell
    from msacc.train.loss_scale_manager import DynamicLossScaleManager


# -- the network -------------------------------------------------------------------------------
def network_tree(network: Cell, shared: bool) -> dict[str, Any]:
    """Parameters, buffers, accumulation windows and random streams of a train network. Collective where `shared`.

    Parameters that operators cut are there in slices, with what the slices are of; the others are whole.
    """
    values = values_here(network, "share" if shared else "alone")
    return {
        "slices": operator_slices(network) if shared else {},
        "parameters": {item["name"]: item["data"] for item in values},
        "buffers": {name: buffer for name, buffer in network.named_buffers() if buffer is not None},
        "windows": {
            n: window_state(step)
            for n, step in _steps(network)
            if step._msacc_step_runtime is not None
        },
        "streams": {name: stream.get_state() for name, stream in _streams(network)},
    }


def load_network_tree(
    network: Cell, tree: dict[str, Any], shared: bool, inputs: tuple[Any, ...]
) -> None:
    """Restores a network's tree, in steps begun with `inputs`.

    `shared`: its parameters are this process's share of them, and the others have theirs. Collective then.
    """
    network.check_names_and_refresh_name()
    steps = [(name, step) for name, step in _steps(network) if name in tree["windows"]]
    for _, step in steps:
        step.reread_changes(inputs)
    entries = {n: Parameter(value, name=n) for n, value in tree["parameters"].items()}
    missing, unused = load_param_into_net(network, entries, remove_redundancy=shared)
    if missing or unused:
        raise ValueError(
            f"the network has {missing} which the run had not, and the run had {unused} which the network has not"
        )
    for name, buffer in network.named_buffers():
        if buffer is not None:
            buffer._t.copy_(tree["buffers"][name]._t)
    for name, step in steps:
        if tree["windows"][name]:
            load_window_state(step, tree["windows"][name])
    for name, stream in _streams(network):
        stream.set_state(tree["streams"][name])


def _steps(network: Cell) -> Iterator[tuple[str, TrainStep]]:
    return ((n, c) for n, c in network.cells_and_names() if isinstance(c, TrainStep))


def _streams(network: Cell) -> Iterator[tuple[str, Any]]:
    """The Generators of Cells, and the streams of their Primitives."""
    for path, cell in network.cells_and_names():
        for name, value in vars(cell).items():
            if isinstance(value, Generator):
                yield f"{path}.{name}", value
            stream = getattr(value, "_msacc_stream", None)
            if isinstance(stream, Stream) and any(stream.seeds):
                yield f"{path}.{name}", PrimitiveStream(stream)


class PrimitiveStream:
    """The random stream of a Primitive with seeds of its own, with a Generator's get_state and set_state."""

    def __init__(self, stream: Stream):
        self.stream = stream

    def _generator(self) -> torch.Generator:
        generator = self.stream.on(settings.device)
        assert generator is not None
        return generator

    def get_state(self) -> Any:
        """The state, a UInt8 vector."""
        return wrap(self._generator().get_state())

    def set_state(self, state: Tensor) -> None:
        """Restores the state."""
        self._generator().set_state(state._t)


# -- callbacks ---------------------------------------------------------------------------------
def callback_trees(callbacks: list[Callback]) -> list[dict[str, Any]]:
    """The `resume_attributes` of each callback."""
    return [
        {
            "class": type(callback).__name__,
            "values": {name: getattr(callback, name) for name in callback.resume_attributes},
        }
        for callback in callbacks
    ]


def load_callback_trees(callbacks: list[Callback], trees: list[dict[str, Any]]) -> None:
    """Restores them; ValueError for other callbacks."""
    before, now = [t["class"] for t in trees], [type(c).__name__ for c in callbacks]
    if before != now:
        raise ValueError(f"its callbacks are {now}, and were {before}")
    for callback, tree in zip(callbacks, trees, strict=True):
        values = tree["values"]
        if not isinstance(values, dict) or set(values) - set(callback.resume_attributes):
            raise ValueError(f"of {type(callback).__name__} it holds {values!r:.200}")
        for name, value in values.items():
            setattr(callback, name, value)


def warn_unsaved_callbacks(callbacks: list[Callback]) -> None:
    """Warns once of a script's callbacks whose attributes are not saved."""
    for callback in callbacks:
        silent = built_in_of(callback) is None and not callback.resume_attributes
        if silent and vars(callback):
            name = type(callback).__name__
            once(
                f"resume:{name}",
                f"a resumed run makes {name} anew: what it counts begins again, unless its class names "
                "those attributes in "
                f"resume_attributes = (...). It has {sorted(vars(callback))}.",
            )


# -- loss scale managers -----------------------------------------------------------------------
def manager_tree(manager: DynamicLossScaleManager | None) -> dict[str, Any]:
    """The numeric attributes of a loss scale manager."""
    attributes = {} if manager is None else vars(manager)
    return {n: v for n, v in attributes.items() if isinstance(v, (bool, int, float))}


def load_manager_tree(manager: DynamicLossScaleManager, tree: dict[str, Any]) -> None:
    """Restores them; ValueError for other names and other kinds."""
    current = manager_tree(manager)
    if not isinstance(tree, dict) or _value_kinds(tree) != _value_kinds(current):
        raise ValueError(f"its loss scale manager has {current}, and had {tree!r:.200}")
    vars(manager).update(tree)


def _value_kinds(numbers: dict[str, Any]) -> dict[str, str]:
    """The kind of each value, "bool" or "number": a scale that was an int is a float once it was halved."""
    return {
        name: "bool" if isinstance(n, bool) else "number" if isinstance(n, (int, float)) else "else"
        for name, n in numbers.items()
    }
