"""nn.thor, its layers and its Model: against MindSpore's numbers (record_thor.py) and a formula in NumPy."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import nn
from msacc.common.settings import GRAPH_MODE, settings
from msacc.ops.update import kronecker
from tests.nn.thor_cases import (
    BATCH,
    FREQUENCY,
    NAMES,
    STEPS,
    batch,
    fill,
    network,
    optimizer,
    train,
    train_step,
    values,
)

RECORDED = np.load(Path(__file__).with_name("recorded_thor.npz"))
RATE, DAMPING = ms.Tensor(0.1), ms.Tensor([0.1])


@pytest.fixture
def graph_mode() -> Iterator[None]:
    before = settings.mode, settings.jit_level
    settings.mode = GRAPH_MODE
    yield
    settings.mode, settings.jit_level = before


def recorded(name: str) -> dict[str, np.ndarray]:
    return {
        key.split("/", 1)[1]: RECORDED[key] for key in RECORDED.files if key.startswith(f"{name}/")
    }


def assert_recorded(got: dict[str, np.ndarray], name: str, rtol: float = 1e-4) -> None:
    want = recorded(name)
    assert set(got) == set(want)
    for key, value in want.items():
        assert got[key].dtype == value.dtype, key
        atol = rtol * 0.1 * np.abs(value).max()
        np.testing.assert_allclose(got[key], value, rtol, atol, err_msg=key)


# -- the numbers -----------------------------------------------------------------------------------
@pytest.mark.parametrize("name", NAMES)
def test_mindspores_numbers(name: str) -> None:
    assert_recorded(train(ms, name), name)


def test_the_same_numbers_in_graph_mode(graph_mode: None) -> None:
    settings.jit_level = "O0"
    assert_recorded(train(ms, "embedding"), "embedding")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["conv", "dense", "embedding"])
def test_the_same_numbers_compiled(name: str, graph_mode: None) -> None:
    settings.jit_level = "O1"
    ms.graph.reset()
    assert_recorded(train(ms, name), name)
    # One code that renews the factors, and one that does not.
    assert ms.graph.stats().by_name == {"TrainOneStepCell": 2}
    assert not ms.graph.stats().not_recorded
    assert not ms.graph.stats().fallbacks


class _Steps(ms.Callback):  # type: ignore[misc]
    """Whether each step renewed the factors."""

    def __init__(self, thor: Any) -> None:
        self.thor, self.renewed = thor, []  # type: ignore[var-annotated]

    def on_train_step_end(self, run_context: Any) -> None:
        self.renewed.append(self.thor.thor)


def converted_model(level: str = "O0") -> tuple[Any, Any, Any]:
    net = network(ms, "conv")
    thor = optimizer(ms, net, "conv")
    fill(ms, net)
    parts: Any = {
        "loss_fn": nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean"),
        "optimizer": thor,
        "loss_scale_manager": ms.FixedLossScaleManager(4.0, drop_overflow_update=False),
        "metrics": {"acc"},
        "amp_level": level,
        "keep_batchnorm_fp32": False,
    }
    model = ms.Model(net, **parts)
    convert = ms.ConvertModelUtils.convert_to_thor_model
    return convert(model=model, network=net, **parts), net, thor


def batches(first: int, last: int) -> Any:
    rows = [row for i in range(first, last) for row in zip(*batch("conv", i), strict=True)]
    return ms.dataset.GeneratorDataset(rows, ["x", "y"], shuffle=False).batch(BATCH)


@pytest.mark.parametrize("sink", [False, True])
def test_a_converted_model_follows_the_frequency_over_its_runs(sink: bool) -> None:
    model, net, thor = converted_model()
    steps = _Steps(thor)
    model.train(1, batches(0, 2), callbacks=steps, dataset_sink_mode=sink)
    model.train(1, batches(2, STEPS), callbacks=steps, dataset_sink_mode=sink)
    assert steps.renewed == [i % FREQUENCY == 0 for i in range(STEPS)]
    got = values(net, thor)
    assert_recorded({**got, "losses": recorded("conv")["losses"]}, "conv")
    assert 0 <= model.eval(batches(0, 2))["acc"] <= 1


def test_mixed_precision_keeps_factors_in_float32() -> None:
    model, net, thor = converted_model("O2")
    model.train(1, batches(0, STEPS))
    assert net.body[5].matrix_a.dtype == net.body[0].matrix_g_cov.dtype == ms.float32
    want = recorded("conv")
    for name in ("body.0.weight", "body.5.weight", "body.6.weight", "matrix_g_inv_0"):
        value = values(net, thor)[name]
        np.testing.assert_allclose(value, want[name], atol=1e-2 * np.abs(want[name]).max())
        assert np.abs(value - want[name]).max() > 0.0  # it was another precision


@pytest.mark.parametrize("nesterov", [False, True])
def test_one_dense_layer_by_a_formula(nesterov: bool) -> None:
    random = np.random.default_rng(0)
    x, y = random.normal(size=(6, 4)), random.normal(size=(6, 3))
    w, v, scale, damping, rate, decay = random.normal(size=(3, 4)), 0.0, 8.0, 0.2, 0.1, 0.05
    net = nn.SequentialCell(nn.Dense(4, 3, has_bias=False))
    thor = nn.thor(
        net, ms.Tensor(rate), [damping] * 2, 0.8, weight_decay=decay, loss_scale=scale,
        batch_size=6, use_nesterov=nesterov, frequency=2,
    )  # fmt: skip
    net[0].weight.set_data(ms.Tensor(w.astype(np.float32)))
    step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), thor, sens=scale)
    inputs = ms.Tensor(x.astype(np.float32)), ms.Tensor(y.astype(np.float32))
    for i in range(2):
        step.add_flags_recursive(thor=i == 0)
        step(*inputs)
        out_gradient = 2 * (x @ w.T - y) / y.size
        if i == 0:
            a = np.linalg.inv(x.T @ x / 4 + np.sqrt(damping) * np.eye(4))
            moment = (out_gradient * 6).T @ (out_gradient * 6) / 6
            g = np.linalg.inv(moment + np.sqrt(damping) * np.eye(3))
        gradient = g @ (out_gradient.T @ x) @ a + decay * w
        v = 0.8 * v + gradient
        w = w - rate * (gradient + 0.8 * v if nesterov else v)
    np.testing.assert_allclose(net[0].weight.asnumpy(), w, rtol=1e-5, atol=1e-6)


# -- layers ----------------------------------------------------------------------------------------
def test_tables_count_ids_and_rows() -> None:
    ids = ms.Tensor([[0, 2], [2, 1], [2, 2]], ms.int32)
    table = nn.EmbeddingLookupThor(4, 2, target="DEVICE", max_norm=1e-3)
    factors = table.matrix_a, table.matrix_g
    ms.value_and_grad(lambda i: table(i).sum(), None, table.trainable_params())(ids)
    assert factors[0].asnumpy().tolist() == [1.0, 1.0, 4.0, 0.0]
    assert table.embedding_table.dtype == ms.float16
    plain = nn.EmbeddingThor(4, 2, embedding_table="ones", padding_idx=3)
    ms.value_and_grad(lambda i: plain(i).sum(), None, plain.trainable_params())(ids)
    assert plain.matrix_g.asnumpy().tolist() == [[1.0, 1.0], [1.0, 1.0]]
    assert plain.embedding_table.asnumpy()[3].tolist() == [0.0, 0.0]
    # Where the target is the CPU, MindSpore keeps no factors either.
    on_cpu = nn.EmbeddingLookupThor(4, 2)
    assert on_cpu(ids).shape == (3, 2, 2)
    assert not on_cpu.matrix_a.asnumpy().any()


def test_layers_compute_as_those_they_replace_with_and_without_factors() -> None:
    x = ms.Tensor(np.random.default_rng(0).normal(size=(2, 2, 5, 5)).astype(np.float32))
    plain = nn.Conv2d(2, 4, 3, stride=2, dilation=2, group=2, has_bias=True)
    conv = nn.Conv2dThor(2, 4, 3, 2, dilation=2, group=2, has_bias=True)
    conv.weight.set_data(plain.weight)
    conv.bias.set_data(plain.bias)
    for flag in (True, False):
        conv.add_flags_recursive(thor=flag)
        np.testing.assert_allclose(conv(x).asnumpy(), plain(x).asnumpy(), rtol=1e-5, atol=1e-6)
    flat = x.reshape(4, 25)
    dense = nn.DenseThor(25, 3, activation="relu")
    with_factors = dense(flat).asnumpy()
    dense.add_flags_recursive(thor=False)
    np.testing.assert_allclose(dense(flat).asnumpy(), with_factors, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(
        dense.matrix_a.asnumpy(), flat.asnumpy().T @ flat.asnumpy() / 25, rtol=1e-4, atol=1e-6
    )
    assert not np.array_equal(dense.save_gradient(dense(flat)).asnumpy(), dense.matrix_g.asnumpy())
    with pytest.raises(ValueError, match="DenseThor"):
        dense(x)


def test_what_is_converted_and_what_stays() -> None:
    class Net(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.wide = nn.Dense(2, 2)
            self.frozen = nn.Dense(2, 2)
            self.frozen.weight.requires_grad = False
            self.deep = nn.SequentialCell(nn.Dense(2, 2, activation=nn.LeakyReLU(0.5)))

    net = Net()
    weight = net.deep[0].weight
    ms.ConvertNetUtils().convert_to_thor_net(net)
    assert (type(net.wide), type(net.frozen)) == (nn.Dense, nn.Dense)
    assert type(net.deep[0]) is nn.DenseThor
    assert net.deep[0].weight is weight
    assert weight.name == "deep.0.weight"
    assert net.deep[0].activation.alpha == 0.5
    assert net.cell_type == "second-order"
    thor = nn.thor(net, RATE, DAMPING, 0.9)
    assert (type(thor).__name__, thor.get_frequency()) == ("ThorGpu", 100)
    assert [p.name for p in thor.matrix_a_cov] == ["deep.0.matrix_a"]


# -- refusals --------------------------------------------------------------------------------------
class _Derived(nn.Dense):
    pass


@pytest.mark.parametrize(
    ("layer", "error", "text"),
    [
        (lambda: nn.Conv2d(2, 2, 3, group=2), ValueError, "group"),
        (lambda: nn.Conv2d(2, 2, (3, 1)), ValueError, "kernel_size"),
        (lambda: nn.Conv2d(2, 2, 3, dilation=2), NotImplementedError, "dilation"),
        (lambda: nn.EmbeddingLookup(3, 2), NotImplementedError, "EmbeddingLookup"),
        (lambda: _Derived(2, 2), NotImplementedError, "_Derived"),
    ],
)
def test_layers_that_are_refused(layer: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        nn.thor(nn.SequentialCell(layer()), RATE, DAMPING, 0.9)


@pytest.mark.parametrize(
    ("changes", "error", "text"),
    [
        ({"net": None}, AttributeError, "'net'"),
        ({"learning_rate": 0.1}, TypeError, "learning rate"),
        ({"damping": 0.1}, TypeError, "'damping'"),
        ({"damping": ms.Tensor(0.1)}, ValueError, "'damping'"),
        ({"momentum": 1}, TypeError, "'momentum'"),
        ({"momentum": -0.1}, ValueError, "'momentum'"),
        ({"frequency": 1}, ValueError, "'frequency'"),
        ({"frequency": 2.0}, TypeError, "'frequency'"),
        ({"frequency": True}, TypeError, "'frequency'"),
        ({"use_nesterov": 1}, TypeError, "'use_nesterov'"),
        ({"weight_decay": -1.0}, ValueError, "weight_decay"),
        ({"batch_size": 0}, ValueError, "'batch_size'"),
    ],
)
def test_arguments_that_are_refused(
    changes: dict[str, Any], error: type[Exception], text: str
) -> None:
    given = {"net": nn.SequentialCell(nn.Dense(2, 2)), "learning_rate": RATE, "damping": DAMPING}
    with pytest.raises(error, match=text):
        nn.thor(**{**given, "momentum": 0.9, **changes})


def test_damping_that_ends_and_factors_without_an_inverse() -> None:
    net = network(ms, "dense")
    thor = nn.thor(net, RATE, ms.Tensor([0.1]), 0.9)
    step = train_step(ms, net, thor)
    inputs = [ms.Tensor(array) for array in batch("dense", 0)]
    step(*inputs)
    with pytest.raises(RuntimeError, match="'damping' holds 1 values"):
        step(*inputs)
    with pytest.raises(RuntimeError, match="not positive definite"):
        kronecker.inverse_cholesky(-ms.ops.eye(2, 2, ms.float32)._t)


def test_steps_that_see_a_part_of_the_batch_are_refused() -> None:
    net = network(ms, "dense")
    thor = nn.thor(net, RATE, DAMPING, 0.9)
    loss = nn.WithLossCell(net, nn.MSELoss())
    with pytest.raises(NotImplementedError, match="ThorGpu does not go with AutoParallel"):
        nn.TrainOneStepCell(ms.parallel.GradAccumulation(loss, 2), thor)(ms.Tensor([1.0]))


def test_a_model_with_another_optimizer_stays() -> None:
    net = nn.Dense(2, 2)
    sgd = nn.SGD(net.trainable_params(), 0.1)
    model = ms.Model(net, nn.MSELoss(), sgd)
    assert ms.train.ConvertModelUtils.convert_to_thor_model(model, net, optimizer=sgd) is model
