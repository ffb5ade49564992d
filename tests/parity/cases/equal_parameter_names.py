"""Parameters of equal names in one Cell: when they are renamed by their paths, to what, and what a checkpoint holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.cases.checkpoint_arguments import in_folder
from tests.parity.graph_modes import mode
from tests.parity.harness import Arrays, as_array, case, merge

ROW = np.ones((1, 2), np.float32)


def names(net: Any) -> np.ndarray:
    return np.array(" ".join(p.name for p in net.get_parameters()))


def pair(ms: Any, a: Any = None, b: Any = None) -> Any:
    """The sum of two Cells, whose names are left out; Dense layers where none are given."""

    class Pair(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__(auto_prefix=False)
            self.a, self.b = a or ms.nn.Dense(2, 2), b or ms.nn.Dense(2, 2)

        def construct(self, x: Any) -> Any:
            return self.a(x) + self.b(x)

    return Pair()


def around(ms: Any, inner: Any, auto_prefix: bool = False) -> Any:
    class Around(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__(auto_prefix=auto_prefix)
            self.inner = inner

        def construct(self, x: Any) -> Any:
            return self.inner(x)

    return Around()


def gan(ms: Any) -> Any:
    """Two networks with an optimizer each, an average of one, and a parameter with a name of its own."""

    class Gan(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__(auto_prefix=False)
            self.d, self.g = ms.nn.Dense(2, 2), ms.nn.Dense(2, 2)
            self.d_optimizer = ms.nn.Adam(self.d.trainable_params())
            self.g_optimizer = ms.nn.Momentum(self.g.trainable_params(), 0.1, 0.9)
            self.average = ms.ParameterTuple(self.g.trainable_params()).clone("ema")
            self.own = ms.Parameter(ms.Tensor(1.0, ms.float32), name="special")

        def construct(self, x: Any) -> Any:
            return self.d(x) + self.g(x) + self.own

    return Gan()


def appended(ms: Any) -> Any:
    """Blocks appended to a list that is an attribute already: both are number 0."""

    class Appended(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.stages = ms.nn.CellList([])
            for _ in range(2):
                self.stages.append(ms.nn.SequentialCell(ms.nn.Dense(2, 2)))

        def construct(self, x: Any) -> Any:
            for stage in self.stages:
                x = stage(x)
            return x

    return Appended()


def tied(ms: Any) -> Any:
    net = pair(ms)
    net.b.weight = net.a.weight
    return net


def renamed_by_hand(ms: Any) -> Any:
    net = ms.nn.Dense(2, 2)
    net.weight.name = net.bias.name = "odd"
    return net


def different(ms: Any) -> Any:
    net = ms.nn.Dense(2, 2)
    net.weight.name = "odd"
    return net


def nested(ms: Any) -> Any:
    return pair(ms, pair(ms), around(ms, ms.nn.SequentialCell(ms.nn.BatchNorm1d(2)), True))


NETS: dict[str, Callable[[Any], Any]] = {
    "pair": pair,
    "inside": lambda ms: around(ms, pair(ms)),
    "inside with names": lambda ms: around(ms, pair(ms), True),
    "list": lambda ms: pair(ms, ms.nn.SequentialCell(pair(ms), pair(ms))),
    "nested": nested,
    "one Cell twice": lambda ms: (lambda d: pair(ms, d, d))(ms.nn.Dense(2, 2)),
    "tied": tied,
    "gan": gan,
    "appended": appended,
    "renamed by hand": renamed_by_hand,
    "different": different,
}


@case(jit=False)
def at_the_first_call(ms: Any, run: Any) -> Arrays:
    """Before the first call, after it, and after a second one of the part that has the names."""
    found = {}
    for kind in ("PYNATIVE_MODE", "GRAPH_MODE"):
        with mode(ms, getattr(ms, kind)):
            for label, make in NETS.items():
                net = make(ms)
                before = names(net)
                net(ms.Tensor(ROW))
                found |= {f"{kind}.{label}.before": before, f"{kind}.{label}.after": names(net)}
    return found


@case(jit=False)
def part_first(ms: Any, run: Any) -> Arrays:
    """The names that the first Cell that is called gives stay."""
    found = {}
    for kind in ("PYNATIVE_MODE", "GRAPH_MODE"):
        with mode(ms, getattr(ms, kind)):
            for label, outer_first in (("part", False), ("outer", True)):
                inner = pair(ms)
                outer = around(ms, inner)
                for cell in (outer, inner) if outer_first else (inner, outer):
                    cell(ms.Tensor(ROW))
                found[f"{kind}.{label}"] = names(outer)
            parts = [ms.nn.Dense(2, 2), ms.nn.Dense(2, 2)]
            for part in parts:
                part(ms.Tensor(ROW))
            together = pair(ms, *parts)
            together(ms.Tensor(ROW))
            found[f"{kind}.called before"] = names(together)
    return found


@case(jit=False)
def later(ms: Any, run: Any) -> Arrays:
    """What comes after the first call keeps its name, op by op."""
    net = pair(ms)
    net(ms.Tensor(ROW))
    for name in "cd":
        net.insert_child_to_cell(name, ms.nn.Dense(2, 2))
    net(ms.Tensor(ROW))
    found = {"later": names(net)}
    net.check_names_and_refresh_name()
    return found | {"asked for": names(net)}


@case(jit=False)
def in_training(ms: Any, run: Any) -> Arrays:
    """Optimizers made before the names differ, and after; Model's networks."""
    found = {}
    for kind in ("PYNATIVE_MODE", "GRAPH_MODE"):
        with mode(ms, getattr(ms, kind)):
            for label, called in (("before", False), ("after", True)):
                net = pair(ms)
                if called:
                    net(ms.Tensor(ROW))
                own = net.trainable_params() if called else [net.a.weight]
                optimizer = ms.nn.Momentum(own, 0.1, 0.9)
                loss = ms.nn.WithLossCell(net, ms.nn.MSELoss())
                step = ms.nn.TrainOneStepCell(loss, optimizer)
                step(ms.Tensor(ROW), ms.Tensor(ROW))
                found[f"{kind}.{label}"] = names(step)
                moments = " ".join(p.name for p in optimizer.moments)
                found[f"{kind}.{label}.moments"] = np.array(moments)
            found |= {f"{kind}.{name}": value for name, value in of_model(ms).items()}
    return found


def of_model(ms: Any) -> Arrays:
    found = {}
    rows = np.repeat(ROW, 4, 0)

    def data() -> Any:
        return ms.dataset.NumpySlicesDataset((rows, rows), shuffle=False).batch(2)

    net = pair(ms)
    ms.Model(net).predict(ms.Tensor(ROW))
    found["predict"] = names(net)
    net = pair(ms)
    ms.Model(net, ms.nn.MSELoss(), metrics={"loss"}).eval(data(), dataset_sink_mode=False)
    found["eval"] = names(net)
    net = pair(ms)
    optimizer = ms.nn.SGD([net.a.weight], 0.1)
    ms.Model(net, ms.nn.MSELoss(), optimizer).train(1, data(), dataset_sink_mode=False)
    found["train"] = names(net)
    return found


@case(jit=False)
def of_gradients(ms: Any, run: Any) -> Arrays:
    """Gradients op by op call the Cell."""
    found = {}
    row = ms.Tensor(ROW)
    calls: dict[str, Callable[[Any], Any]] = {
        "grad": lambda net: ms.grad(lambda x: net(x).sum(), None, net.trainable_params())(row),
        "value_and_grad": lambda net: ms.value_and_grad(net, None, net.trainable_params())(row),
        "GradOperation": lambda net: ms.ops.GradOperation(get_all=True)(net)(row),
    }
    for name, call in calls.items():
        net = pair(ms)
        call(net)
        found[name] = names(net)
    return found


@case(jit=False)
def by_hand(ms: Any, run: Any) -> Arrays:
    """The methods that look at names and give them."""
    net, other, plain = pair(ms), pair(ms), different(ms)
    found = merge(
        check=run.raises(net.check_names),
        compile=run.raises(lambda: net.compile(ms.Tensor(ROW))),
        tuple=run.raises(lambda: ms.ParameterTuple(net.trainable_params())),
        optimizer=run.raises(lambda: ms.nn.SGD(net.trainable_params(), 0.1)),
    )
    net.check_names_and_refresh_name()
    other.update_parameters_name()
    plain.check_names_and_refresh_name()
    found |= {"refreshed": names(net), "updated": names(other), "different": names(plain)}
    other.update_parameters_name("k")
    plain.update_parameters_name()
    return found | {"with prefix": names(other), "paths": names(plain)}


@in_folder
def saved(ms: Any, run: Any, folder: str) -> Arrays:
    """A checkpoint of a Cell that was called holds all, and another such Cell takes them."""
    found = {}
    for label, make in (("pair", pair), ("gan", gan), ("nested", nested)):
        for format in ("ckpt", "safetensors"):
            first, second = make(ms), make(ms)
            first(ms.Tensor(ROW)), second(ms.Tensor(ROW))
            path = f"{folder}/{label}.{format}"
            ms.save_checkpoint(first, path, format=format)
            values = ms.load_checkpoint(path, format=format)
            missing = ms.load_param_into_net(second, values)
            same = [
                np.array_equal(as_array(a), as_array(b))
                for a, b in zip(first.get_parameters(), second.get_parameters(), strict=True)
            ]
            key = f"{label}.{format}"
            found |= {
                f"{key}.names": np.array(" ".join(sorted(values))),
                f"{key}.missing": np.array(str(missing)),
                f"{key}.same": np.array(same),
            }
    return found


@in_folder
def read_before_the_first_call(ms: Any, run: Any, folder: str) -> Arrays:
    """A value for two parameters of one name."""
    values = {
        n: ms.Parameter(ms.Tensor(v), name=n) for n, v in (("weight", np.eye(2, dtype=np.float32)),)
    }
    ms.save_checkpoint(list(values.values()), f"{folder}/a.ckpt")
    return merge(
        dict=run.raises(lambda: ms.load_param_into_net(pair(ms), values)),
        strictly=run.raises(lambda: ms.load_param_into_net(pair(ms), values, strict_load=True)),
        file=run.raises(lambda: ms.load_checkpoint(f"{folder}/a.ckpt", pair(ms))),
    )
