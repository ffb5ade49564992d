"""An outer gradient through a compiled function or Cell: recorded once, forward and backward, and op by op's values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch

import msacc as ms
from msacc import Parameter, Tensor, nn, ops
from msacc.common.settings import settings
from msacc.graph import reset, stats

X = np.random.RandomState(0).randn(5, 3).astype(np.float32)


pytestmark = pytest.mark.usefixtures("recorded_at_once")


def numbers(value: Any) -> Any:
    """Tensors as nested lists."""
    if isinstance(value, Tensor):
        return value.asnumpy().tolist()
    return [numbers(item) for item in value] if isinstance(value, (tuple, list)) else value


def same(found: Any, wanted: Any) -> None:
    """Results are equal up to rounding, and of one structure."""
    if isinstance(found, (tuple, list)):
        assert len(found) == len(wanted)
        for one, other in zip(found, wanted, strict=True):
            same(one, other)
        return
    np.testing.assert_allclose(found.asnumpy(), wanted.asnumpy(), rtol=1e-5, atol=1e-6)


def network() -> nn.Cell:
    ms.set_seed(1)
    return nn.SequentialCell(nn.Dense(3, 4), nn.Tanh(), nn.Dense(4, 2))


def check(fn: Callable[..., Any], differentiate: Callable[[Any], Any], calls: int = 3) -> None:
    """`differentiate` of a compiled `fn` gives what it does op by op, by one recorded run."""
    compiled = differentiate(ms.jit(fn))
    for call in range(calls):
        x = Tensor(X * (call + 1))
        same(compiled(x), differentiate(fn)(x))
    assert [*stats().recorded.values()] == [1]
    assert stats().not_recorded == {}


def test_gradients_of_inputs_and_parameters() -> None:
    net = network()
    weights = net.trainable_params()
    check(lambda x: (net(x) ** 2).sum(), lambda f: ms.value_and_grad(f, 0, weights))


def test_only_parameters_are_differentiated() -> None:
    net = network()
    weights = net.trainable_params()[:1]
    check(lambda x: (net(x) ** 2).sum(), lambda f: ms.value_and_grad(f, None, weights))


def test_a_cell_in_graph_mode() -> None:
    """Its call is a graph; what differentiates it is not."""
    net, loss = network(), ops.ReduceSum()
    weights = net.trainable_params()

    def step(x: Any) -> Any:
        out = net(x)
        print(end="")  # no graph holds this
        return loss(out * out)

    differentiate = ms.value_and_grad(step, 0, weights)
    wanted = differentiate(Tensor(X))
    settings.mode = ms.GRAPH_MODE
    inner = ms.jit(net)
    settings.mode = ms.PYNATIVE_MODE

    def around(x: Any) -> Any:
        out = inner(x)
        print(end="")
        return loss(out * out)

    for _ in range(3):
        same(ms.value_and_grad(around, 0, weights)(Tensor(X)), wanted)
    assert [*stats().recorded.values()] == [1]


def test_calls_in_a_chain() -> None:
    """A graph's result goes into another call of the same graph."""
    net = network()
    half = ms.jit(lambda x: ops.tanh(x) * net(x).sum())

    def chain(f: Any) -> Any:
        return lambda x: f(f(x)).sum()

    plain = chain(lambda x: ops.tanh(x) * net(x).sum())
    weights = net.trainable_params()
    for _ in range(2):
        same(
            ms.value_and_grad(chain(half), 0, weights)(Tensor(X)),
            ms.value_and_grad(plain, 0, weights)(Tensor(X)),
        )
    assert [*stats().recorded.values()] == [1]


RESULTS: dict[str, Callable[[Any], Any]] = {
    "one of several": lambda x: (x * x, (x * 3, {"c": x.exp()}))[0],
    "all of a structure": lambda x: (x * x, (x * 3, {"c": x.exp()})),
    "a number and None": lambda x: (x * x, 3, None, "name"),
    "an integer": lambda x: (x * x, x.argmax(1), x > 0),
    "no gradient": lambda x: (x * x, ops.stop_gradient(x * 2)),
    "an input": lambda x: (x, x * 2),
    "one twice": lambda x: (lambda y: (y, y, y * 2))(x * x),
    "a view of an input": lambda x: (x[1:], x.reshape(-1) * 2),
    "a view of another": lambda x: (lambda y: (y, y[0], y.T))(x * x),
}


@pytest.mark.parametrize("kind", RESULTS)
def test_results(kind: str) -> None:
    fn = RESULTS[kind]

    def total(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def loss(x: Any) -> Any:
            tensors: list[Any] = []

            def add(value: Any) -> None:
                if isinstance(value, (tuple, list)):
                    for item in value:
                        add(item)
                elif isinstance(value, dict):
                    add([*value.values()])
                elif isinstance(value, Tensor):
                    tensors.append(value)

            out = f(x)
            add(out)
            floats = [t for t in tensors if t.dtype == ms.float32]
            return sum((t * (i + 1)).sum() for i, t in enumerate(floats)), out

        return ms.value_and_grad(loss, has_aux=True)

    compiled = total(ms.jit(fn))
    for call in range(3):
        x = Tensor(X * (call + 1))
        (value, out), grad = compiled(x)
        (wanted, plain), wanted_grad = total(fn)(x)
        same((value, grad), (wanted, wanted_grad))
        assert repr(numbers(out)) == repr(numbers(plain))
    assert [*stats().recorded.values()] == [1]


def test_one_result_is_used() -> None:
    net = network()
    check(lambda x: (net(x), x.exp()), lambda f: ms.grad(lambda x: f(x)[1].sum(), 0))


def test_an_input_without_a_gradient() -> None:
    net, scale = network(), Tensor(2.0)
    check(
        lambda x: net(x).sum() * 2, lambda f: ms.grad(lambda x: f(ops.stop_gradient(x)) + x.sum())
    )
    reset()
    product = ms.jit(lambda x, k: (x * k).sum())
    assert numbers(ms.grad(product, 0)(Tensor([1.0, 2.0]), scale)) == [2.0, 2.0]
    assert numbers(ms.grad(product, 1)(Tensor([1.0, 2.0]), scale)) == 3.0
    assert sum(stats().recorded.values()) == 2  # one for each


def test_running_statistics_move_once() -> None:
    def make() -> nn.Cell:
        ms.set_seed(2)
        return nn.SequentialCell(nn.Dense(3, 4), nn.BatchNorm1d(4)).set_train()

    compiled, plain = make(), make()
    call = ms.jit(compiled)
    for step in range(3):
        x = Tensor(X * (step + 1))
        found = ms.value_and_grad(lambda x: (call(x) ** 3).sum(), 0, compiled.trainable_params())(x)
        wanted = ms.value_and_grad(lambda x: (plain(x) ** 3).sum(), 0, plain.trainable_params())(x)
        same(found, wanted)
        same([*compiled.get_parameters()], [*plain.get_parameters()])
    assert [*stats().recorded.values()] == [1]


def test_an_assignment_to_a_parameter() -> None:
    count = Parameter(Tensor(0.0), name="count", requires_grad=False)

    @ms.jit
    def counting(x: Any) -> Any:
        ops.assign_add(count, Tensor(1.0))
        return (x * count).sum()

    grads = [numbers(ms.grad(counting)(Tensor([1.0, 2.0]))) for _ in range(3)]
    assert grads == [[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]]
    assert float(count) == 3.0


def second(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The gradient of the sum of a gradient's squares."""
    return ms.grad(lambda x: (ms.grad(f)(x) ** 2).sum())


def test_a_gradient_of_a_gradient() -> None:
    net = network()
    fn = ms.jit(lambda x: (net(x) ** 3).sum())
    for _ in range(2):
        same(second(fn)(Tensor(X)), second(lambda x: (net(x) ** 3).sum())(Tensor(X)))
    assert stats().not_recorded == {}


def torch_second(call: Callable[[Any], Any], x: torch.Tensor) -> torch.Tensor:
    """As torch takes a second derivative: of the graph behind one first gradient."""
    (first,) = torch.autograd.grad(call(x), x, create_graph=True)
    return torch.autograd.grad((first**2).sum(), x)[0]


def test_a_recorded_function_is_differentiated_twice() -> None:
    net = network()

    def loss(x: Any) -> Any:
        return (net(x) ** 3).sum()

    compiled = ms.jit(loss)
    x = torch.tensor(X, requires_grad=True)
    found = torch_second(lambda t: compiled(Tensor(t))._t, x)
    assert [*stats().recorded.values()] == [1]
    torch.testing.assert_close(found, torch_second(lambda t: loss(Tensor(t))._t, x))


def test_dropout_drops_the_same_in_the_backward_pass_and_is_not_differentiated_twice() -> None:
    drop = nn.Dropout(p=0.4).set_train()
    compiled = ms.jit(lambda x: drop(x * 2) ** 2)
    x = torch.ones(40, requires_grad=True)
    for _ in range(2):
        out = compiled(Tensor(x))._t
        (grad,) = torch.autograd.grad(out.sum(), x, retain_graph=True)
        dropped = out == 0
        assert 0 < dropped.sum() < 40
        assert torch.equal(grad == 0, dropped)
        torch.testing.assert_close(grad[~dropped], torch.full_like(grad[~dropped], 8 / 0.36))
    assert [*stats().recorded.values()] == [1]
    with pytest.raises(RuntimeError, match="has no second derivative"):
        torch.autograd.grad(out.sum(), x, create_graph=True)
    # One gradient within another runs op by op.
    gradients = ms.grad(lambda x: ms.grad(compiled)(x).sum())(Tensor(X))
    assert set(np.unique(gradients.asnumpy().round(3))) == {0.0, np.float32(22.222)}


def test_a_second_derivative_by_a_parameter() -> None:
    weight = Parameter(Tensor([2.0, 3.0]), name="weight")
    cube = ms.jit(lambda x: (x * weight**3).sum())
    x = torch.ones(2, requires_grad=True)
    weight._t.requires_grad_(True)
    out = cube(Tensor(x))._t
    (first,) = torch.autograd.grad(out, weight._t, create_graph=True)
    mixed, again = torch.autograd.grad(first.sum(), [x, weight._t])
    assert mixed.tolist() == [12.0, 27.0]  # 3 w^2
    assert again.tolist() == [12.0, 18.0]  # 6 w x
    assert [*stats().recorded.values()] == [1]


def test_hooks_see_all_that_is_kept() -> None:
    """Such hooks keep activations on the CPU, or drop them to compute them again."""
    packed: list[int] = []

    def pack(t: torch.Tensor) -> torch.Tensor:
        packed.append(t.data_ptr())
        return t

    compiled = ms.jit(lambda x: (x**3).sum())
    x = torch.tensor(X, requires_grad=True)
    y = x * 1
    with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
        out = compiled(Tensor(y))._t
    assert y.data_ptr() in packed
    count = len(packed)
    (first,) = torch.autograd.grad(out, y, create_graph=True)
    (again,) = torch.autograd.grad(first.sum(), y)
    assert len(packed) == count
    torch.testing.assert_close(first, 3 * y**2)
    torch.testing.assert_close(again, 6 * y)
    assert [*stats().recorded.values()] == [1]


def test_fullgraph_in_a_transform_of_functions() -> None:
    """What is around the call is no fault of the function's: it runs op by op."""
    double = ms.jit(lambda x: x * 2, fullgraph=True)
    assert numbers(ms.vmap(double)(Tensor(X))) == (X * 2).tolist()
    assert stats().recorded == {}


def test_decisions_by_tensors_run_op_by_op() -> None:
    def fn(x: Any) -> Any:
        return (x * x).sum() if x.sum() > 0 else x.sum()

    compiled = ms.jit(fn)
    assert numbers(ms.grad(compiled)(Tensor([1.0, 2.0]))) == [2.0, 4.0]
    assert numbers(ms.grad(compiled)(Tensor([-1.0, -2.0]))) == [1.0, 1.0]
    (why,) = stats().not_recorded.values()
    assert "decides by Tensors" in why
