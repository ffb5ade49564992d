"""What a run consists of beside its data: taken as a tree, and put back into a run of the same kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

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


# -- the network -------------------------------------------------------------------------------
def network_tree(network: Any, shared: bool) -> dict[str, Any]:
    """Parameters, buffers, windows and streams of a train network. Collective where it is `shared`."""
    values = values_here(network, "share" if shared else "alone")
    return {
        "parameters": {item["name"]: item["data"] for item in values},
        "buffers": {name: held for name, held in network.named_buffers() if held is not None},
        "windows": {n: window_state(step) for n, step in _steps(network) if step._live is not None},
        "streams": {name: found.get_state() for name, found in _streams(network)},
    }


def load_network_tree(
    network: Any, tree: dict[str, Any], shared: bool, inputs: tuple[Any, ...]
) -> None:
    """Put them back, where steps are begun with `inputs`. Collective where it is `shared`."""
    begun = [(name, step) for name, step in _steps(network) if name in tree["windows"]]
    for _, step in begun:
        step.hear_changes(inputs)
    named = {n: Parameter(value, name=n) for n, value in tree["parameters"].items()}
    missing, unused = load_param_into_net(network, named, remove_redundancy=shared)
    if missing or unused:
        raise ValueError(
            f"the network has {missing} which the run had not, and the run had {unused} which the network has not"
        )
    for name, held in network.named_buffers():
        if held is not None:
            held._t.copy_(tree["buffers"][name]._t)
    for name, step in begun:
        load_window_state(step, tree["windows"][name])
    for name, found in _streams(network):
        found.set_state(tree["streams"][name])


def _steps(network: Any) -> Iterator[tuple[str, TrainStep]]:
    return ((n, c) for n, c in network.cells_and_names() if isinstance(c, TrainStep))


def _streams(network: Any) -> Iterator[tuple[str, Any]]:
    """Generators of random numbers that Cells hold, and those of their Primitives."""
    for path, cell in network.cells_and_names():
        for name, value in vars(cell).items():
            if isinstance(value, Generator):
                yield f"{path}.{name}", value
            stream = getattr(value, "_stream", None)
            if isinstance(stream, Stream) and any(stream.seeds):
                yield f"{path}.{name}", Seeded(stream)


class Seeded:
    """The stream of a Primitive with seeds of its own, as a Generator shows its state."""

    def __init__(self, stream: Stream):
        self.stream = stream

    def _generator(self) -> torch.Generator:
        found = self.stream.on(settings.device)
        assert found is not None
        return found

    def get_state(self) -> Any:
        """The state, a UInt8 vector."""
        return wrap(self._generator().get_state())

    def set_state(self, state: Any) -> None:
        """Go on from it."""
        self._generator().set_state(state._t)


# -- callbacks ---------------------------------------------------------------------------------
def callback_trees(callbacks: list[Callback]) -> list[dict[str, Any]]:
    """What each callback says that it remembers."""
    return [
        {
            "class": type(callback).__name__,
            "values": {name: getattr(callback, name) for name in callback.resume_attributes},
        }
        for callback in callbacks
    ]


def load_callback_trees(callbacks: list[Callback], trees: list[dict[str, Any]]) -> None:
    """Put it back; ValueError where they are other callbacks."""
    before, now = [t["class"] for t in trees], [type(c).__name__ for c in callbacks]
    if before != now:
        raise ValueError(f"its callbacks are {now}, and were {before}")
    for callback, tree in zip(callbacks, trees, strict=False):
        values = tree["values"]
        if not isinstance(values, dict) or set(values) - set(callback.resume_attributes):
            raise ValueError(f"of {type(callback).__name__} it holds {values!r:.200}")
        for name, value in values.items():
            setattr(callback, name, value)


def say_what_begins_anew(callbacks: list[Callback]) -> None:
    """A script's callbacks whose attributes nobody keeps are named once."""
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
def manager_tree(manager: Any) -> dict[str, Any]:
    """The numbers that a loss scale manager holds."""
    held = {} if manager is None else vars(manager)
    return {n: v for n, v in held.items() if isinstance(v, (bool, int, float))}


def load_manager_tree(manager: Any, tree: Any) -> None:
    """Put them back; ValueError for other names and other kinds."""
    held = manager_tree(manager)
    if not isinstance(tree, dict) or _kinds(tree) != _kinds(held):
        raise ValueError(f"its loss scale manager has {held}, and had {tree!r:.200}")
    vars(manager).update(tree)


def _kinds(numbers: dict[str, Any]) -> dict[str, str]:
    """Which are switches and which numbers: a scale that was an int is a float once it was halved."""
    return {
        name: "bool" if isinstance(n, bool) else "number" if isinstance(n, (int, float)) else "else"
        for name, n in numbers.items()
    }
