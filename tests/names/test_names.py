"""Users' classes may use any private name that MindSpore's classes do not have."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

import msacc as ms
import msacc.dataset as ds
from msacc import amp, nn, ops, train
from tests.names import own
from tests.names.classes import private_names
from tests.names.hostile import Derived, check, with_attributes, with_methods
from tests.nn.layer_examples import EXAMPLES

DERIVE = {"methods": with_methods, "attributes": with_attributes}


@pytest.fixture(params=sorted(DERIVE))
def users(request: pytest.FixtureRequest) -> Any:
    """`msacc.nn`, its classes derived from."""
    return Derived(nn, DERIVE[request.param])


def test_private_names_are_reserved_or_mindspores() -> None:
    unreserved = sorted({name for cls in own.classes() for name in own.unreserved(cls)})
    assert not unreserved, "begin them with _msacc_, or make them functions: " + ", ".join(
        unreserved
    )


def test_the_names_are_found() -> None:
    class Mine(nn.Cell):
        _of_the_class = 1

        def __init__(self) -> None:
            super().__init__()
            self._of_self, self.__dict__["_of_its_dict"] = 1, 2

        def _method(self) -> None: ...

    names = {name for name in private_names(Mine) if not name.startswith("_msacc_")}
    assert names == {"_of_the_class", "_of_self", "_of_its_dict", "_method"}
    assert "_params" in own.of_mindspore(nn.Dense)
    assert {"_inner", "_t", "_refresh"} <= own.used_in_source()


# -- Cells -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("text", EXAMPLES)
def test_layers_are_made(users: Any, text: str) -> None:
    name, names = text.split("(")[0], {**vars(nn), "nn": nn, "Tensor": ms.Tensor, "np": np}
    plain, theirs = eval(text, names), eval(text, {**names, name: getattr(users, name)})
    assert [p.name for p in theirs.get_parameters()] == [p.name for p in plain.get_parameters()]
    assert theirs.extend_repr() == plain.extend_repr()
    check(theirs)


def image_net(nn: Any) -> Any:
    return nn.SequentialCell(
        nn.Conv2d(3, 4, 3, 2, has_bias=True), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(3, 2, "same"),
        nn.Conv2dTranspose(4, 2, 3, 2), nn.GroupNorm(1, 2), nn.GELU(), nn.AdaptiveAvgPool2d(2), nn.Flatten(),
        nn.Dense(8, 5, activation="relu"), nn.LayerNorm((5,)), nn.Softmax(),
    )  # fmt: skip


NETS: dict[str, tuple[Callable[[Any], Any], tuple[int, ...]]] = {
    "image": (image_net, (2, 3, 9, 9)),
    "recurrent": (lambda nn: First(nn.LSTM(3, 2)), (4, 2, 3)),
    "encoder": (lambda nn: nn.TransformerEncoderLayer(4, 2, 6, 0.0), (3, 2, 4)),
    "plain": (
        lambda nn: nn.SequentialCell(nn.Dense(4, 4), nn.CellList([nn.Dense(4, 4)])[0]),
        (3, 4),
    ),
}


class First(nn.Cell):
    """The first result of a Cell."""

    def __init__(self, cell: nn.Cell) -> None:
        super().__init__()
        self.cell = cell

    def construct(self, x: Any) -> Any:
        return self.cell(x)[0]


@contextmanager
def mode(of: int) -> Iterator[None]:
    before = ms.get_context("mode")
    ms.set_context(mode=of)
    try:
        yield
    finally:
        ms.set_context(mode=before)


def hooked(net: Any) -> Any:
    net.register_forward_pre_hook(lambda cell, args: (args[0] * 2,))
    net.register_forward_hook(lambda cell, args, out: out + 1)
    net.register_backward_hook(lambda cell, grads, out: tuple(g * 3 for g in grads))
    return net


def recomputed(net: Any) -> Any:
    net.recompute()
    return net


WAYS: dict[str, Callable[[Any], Any]] = {
    "plain": lambda net: net,
    "graded": lambda net: net.set_train().set_grad(),
    "to_float": lambda net: net.to_float(ms.bfloat16),
    "amp": lambda net: amp.auto_mixed_precision(net, "O2", ms.bfloat16),
    "hooks": hooked,
    "recompute": recomputed,
    "jit": lambda net: ms.jit(lambda x: net(x), jit_level="O1"),
}


def results(net: Any, way: str, x: ms.Tensor) -> list[np.ndarray]:
    call = WAYS[way](net)
    out, grads = ms.value_and_grad(lambda x: call(x).sum(), 0, net.trainable_params())(x)
    return [t.asnumpy() for t in (call(x), out, grads[0], *grads[1])]


@pytest.mark.parametrize("way", [*WAYS, "graph"])
@pytest.mark.parametrize("name", NETS)
def test_networks_compute_the_same(users: Any, name: str, way: str) -> None:
    build, shape = NETS[name]
    x = ms.Tensor(np.random.RandomState(0).uniform(-1, 1, shape).astype(np.float32))
    with mode(ms.GRAPH_MODE if way == "graph" else ms.PYNATIVE_MODE):
        found = []
        for module in (nn, users):
            ms.set_seed(1)
            net = build(module)
            found.append(results(net, "plain" if way == "graph" else way, x))
    for ours, theirs in zip(*found, strict=True):
        np.testing.assert_allclose(theirs, ours, rtol=1e-5, atol=1e-6)
    for cell in net.cells():
        check(cell)


def test_cells_are_copied_and_kept(users: Any) -> None:
    net = users.Dense(3, 2)
    state = net.state_dict()
    assert list(state) == ["weight", "bias"]
    net.load_state_dict(state)
    assert [name for name, _ in users.SequentialCell(net).cells_and_names()] == ["", "0"]
    assert "<b>" in net._repr_html_()
    pickle.dumps(vars(net)["_msacc_flags"])


class Tenfold:
    """A descriptor that keeps ten times what is set."""

    def __get__(self, holder: Any, owner: Any = None) -> Any:
        return self if holder is None else vars(holder)["tenfold"]

    def __set__(self, holder: Any, value: Any) -> None:
        vars(holder)["tenfold"] = value * 10


class Meta(type):
    """A class of classes with such names."""

    _inner = 5

    def _refresh(cls) -> int:
        return 7


class Slots(nn.Cell, metaclass=Meta):
    """Slots and a descriptor, as MindSpore's Cell takes them."""

    __slots__ = ("_inner", "_hooks")
    _walk = Tenfold()

    def __init__(self) -> None:
        super().__init__()
        self._inner, self._hooks, self._walk = 1, 2, 3

    def construct(self, x: Any) -> Any:
        return x * self._inner + self._hooks + self._walk


@pytest.mark.parametrize("of", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
def test_slots_descriptors_and_metaclasses(of: int) -> None:
    with mode(of):
        net = Slots()
        assert (net._inner, net._hooks, net._walk, Slots._refresh()) == (1, 2, 30, 7)
        for net._inner in (1, 5):
            assert float(net(ms.Tensor(2.0))) == 2 * net._inner + 32


def test_names_that_only_msaccs_cell_has() -> None:
    class Placed(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.placed_on, self.is_distributed = "anywhere", True
            self.cast, self.place = nn.Dense(2, 2), ms.Parameter(ms.Tensor([1.0]))

    net = Placed()
    assert (net.placed_on, net.is_distributed) == ("anywhere", True)
    assert [name for name, _ in net.parameters_and_names()] == ["place", "cast.weight", "cast.bias"]


# -- training --------------------------------------------------------------------------------------
OPTIMIZERS = sorted(
    {
        cls.__name__
        for cls in vars(nn).values()
        if isinstance(cls, type) and issubclass(cls, nn.Optimizer)
    }
    - {"Optimizer", "LARS", "AdaSumByGradWrapCell", "AdaSumByDeltaWeightWrapCell", "OptTFTWrapper"}
)


class Schedule(nn.learning_rate_schedule.LearningRateSchedule):
    """A rate of the user's."""

    def construct(self, step: Any) -> Any:
        return 0.1 / (1.0 + step.astype(ms.float32))


def trained(nn: Any, optimizer: str, step: str) -> list[np.ndarray]:
    """The parameters after two steps."""
    ms.set_seed(2)
    net = nn.WithLossCell(nn.Dense(3, 2), nn.MSELoss())
    schedule = nn.derive(Schedule) if isinstance(nn, Derived) else Schedule
    rate = schedule() if optimizer in ("Momentum", "Adam", "SGD") else 0.1
    cls = getattr(nn, optimizer)
    given: dict[str, Any] = {} if optimizer == "AdaFactor" else {"learning_rate": rate}
    if optimizer == "Momentum":
        given = {**given, "momentum": 0.9}
    optimizer = cls(net.trainable_params(), **given)
    scale = (ms.Tensor(4.0),) if step == "TrainOneStepWithLossScaleCell" else ()
    cell = getattr(nn, step)(net, optimizer, *scale).set_train()
    x = ms.Tensor(np.random.RandomState(0).uniform(-1, 1, (4, 3)).astype(np.float32))
    y = ms.Tensor(np.random.RandomState(1).uniform(-1, 1, (4, 2)).astype(np.float32))
    for _ in range(2):
        cell(x, y)
    return [p.asnumpy() for p in net.trainable_params()]


@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_optimizers(users: Any, optimizer: str) -> None:
    for ours, theirs in zip(
        trained(nn, optimizer, "TrainOneStepCell"),
        trained(users, optimizer, "TrainOneStepCell"),
        strict=True,
    ):
        np.testing.assert_allclose(theirs, ours, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("graph", [False, True])
@pytest.mark.parametrize("step", ["TrainOneStepCell", "TrainOneStepWithLossScaleCell"])
def test_steps(users: Any, step: str, graph: bool) -> None:
    with mode(ms.GRAPH_MODE if graph else ms.PYNATIVE_MODE):
        ours, theirs = trained(nn, "Momentum", step), trained(users, "Momentum", step)
    for one, other in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(other, one, rtol=1e-5, atol=1e-6)


def test_a_model_with_data_callbacks_and_metrics(users: Any) -> None:
    derive = users.derive
    theirs, data, callbacks = users, Derived(ds, derive), Derived(train, derive)
    rows = np.random.RandomState(0).uniform(-1, 1, (8, 3)).astype(np.float32)
    dataset = data.NumpySlicesDataset({"x": rows, "y": rows[:, :2]}, shuffle=False).batch(4)
    net = theirs.Dense(3, 2)
    model = callbacks.Model(
        net,
        theirs.MSELoss(),
        theirs.Momentum(net.trainable_params(), 0.1, 0.9),
        metrics={"mae": theirs.MAE()},
    )
    monitor = callbacks.LossMonitor(100)
    model.train(2, dataset, callbacks=[monitor, callbacks.TimeMonitor()])
    assert 0 < model.eval(dataset)["mae"] < 3
    check(monitor)


@pytest.mark.parametrize(
    "name", ["Accuracy", "MAE", "F1", "TopKCategoricalAccuracy", "Loss", "Recall", "Precision"]
)
def test_metrics(users: Any, name: str) -> None:
    arguments = (2,) if name == "TopKCategoricalAccuracy" else ()
    scores, labels = np.array([[0.2, 0.5, 0.3], [0.7, 0.1, 0.2]]), np.array([1, 2])
    scores, labels = (labels + 0.5, labels) if name == "MAE" else (scores, labels)
    values = []
    for cls in (getattr(nn, name), getattr(users, name)):
        metric = cls(*arguments)
        metric.clear()
        metric.update(
            *((ms.Tensor(2.0),) if name == "Loss" else (ms.Tensor(scores), ms.Tensor(labels)))
        )
        values.append(metric.eval())
    np.testing.assert_array_equal(*values)


# -- others ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("derive", DERIVE.values(), ids=list(DERIVE))
def test_primitives(derive: Any) -> None:
    x = ms.Tensor([[1.0, -2.0], [3.0, 4.0]])
    theirs = Derived(ops, derive)
    assert theirs.ReLU()(x).asnumpy().tolist() == ops.ReLU()(x).asnumpy().tolist()
    assert theirs.Softmax(axis=0)(x).asnumpy().tolist() == ops.Softmax(axis=0)(x).asnumpy().tolist()
    both = theirs.MatMul(transpose_b=True)(x, x).asnumpy().tolist()
    assert both == ops.MatMul(transpose_b=True)(x, x).asnumpy().tolist()

    class Double(ops.Primitive):
        def __init__(self) -> None:
            super().__init__("Double")

        def construct(self, x: Any) -> Any:
            return x * 2

    assert derive(Double)()(x).asnumpy().tolist() == [[2.0, -4.0], [6.0, 8.0]]


@pytest.mark.parametrize("derive", DERIVE.values(), ids=list(DERIVE))
def test_tensors_and_parameters(derive: Any) -> None:
    x, weight = (
        derive(ms.Tensor)([1.0, 2.0]),
        derive(ms.Parameter)(ms.Tensor([3.0, 4.0]), name="weight"),
    )
    check(x)
    assert (x * weight).asnumpy().tolist() == [3.0, 8.0]
    net = nn.Cell()
    net.weight = weight
    assert [name for name, _ in net.parameters_and_names()] == ["weight"]
    weight.set_data(ms.Tensor([5.0, 6.0]))
    grad = ms.grad(lambda: (x * net.weight).sum(), None, [weight])()
    assert weight.asnumpy().tolist() == [5.0, 6.0]
    assert grad[0].asnumpy().tolist() == [1.0, 2.0]


@pytest.mark.parametrize("derive", DERIVE.values(), ids=list(DERIVE))
def test_samplers_transforms_and_initializers(derive: Any) -> None:
    data = Derived(ds, derive)
    source = data.NumpySlicesDataset({"n": np.arange(6)}, sampler=data.SequentialSampler(1, 4))
    source = source.map(Derived(ds.transforms, derive).TypeCast(ms.float32), ["n"]).repeat(2)
    found = [int(row["n"]) for row in source.create_dict_iterator(1, output_numpy=True)]
    assert found == [1, 2, 3, 4, 1, 2, 3, 4]
    rule = derive(ms.common.initializer.Constant)(3)
    assert ms.common.initializer.initializer(
        rule, (2,), ms.float32
    ).init_data().asnumpy().tolist() == [3, 3]


_ARGUMENTS = (
    "cls",
    "args",
    "kwargs",
    "cell",
    "net",
    "network",
    "fn",
    "func",
    "inputs",
    "name",
    "obj",
    "call",
    "mode",
)


@pytest.mark.parametrize("name", _ARGUMENTS)
def test_arguments_of_any_name(name: str) -> None:
    """Of a Cell's `__init__` and `construct`, of a function that is compiled, given by keyword."""
    space: dict[str, Any] = {"nn": nn, "ms": ms}
    text = (
        "class Net(nn.Cell):\n"
        f"    def __init__(self, {name}):\n"
        "        super().__init__()\n"
        f"        self.factor = {name}\n"
        f"    def construct(self, {name}):\n"
        f"        return {name} * self.factor\n"
        f"def times({name}):\n"
        f"    return {name} * 3.0\n"
    )
    exec(text, space)
    x = ms.Tensor(np.ones(2, np.float32))
    for mode in (ms.PYNATIVE_MODE, ms.GRAPH_MODE):
        ms.set_context(mode=mode, jit_level="O0")
        net = space["Net"](**{name: 2.0})
        assert net(**{name: x}).asnumpy().tolist() == [2.0, 2.0]
        assert amp.auto_mixed_precision(net, "O3")(**{name: x}).asnumpy().tolist() == [2.0, 2.0]
    assert ms.jit(space["times"])(**{name: x}).asnumpy().tolist() == [3.0, 3.0]
