"""THOR as far as MindSpore's CPU has its kernels; tests/nn/test_thor.py has the rest, with stand-ins for them."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case, merge, rand

_IDS = np.array([[1, 0, 2], [3, 1, 1]], np.int32)


def plain(layer: Any) -> Any:
    """A layer that keeps no factors."""
    layer.add_flags_recursive(thor=False)
    return layer


def counted(layer: Any, dout: Any, factor: str = "matrix_g") -> np.ndarray:
    """The factor that a gradient writes."""
    layer.save_gradient(dout)
    return getattr(layer, factor).asnumpy()  # type: ignore[no-any-return]


@case(rtol=2e-5)
def dense(ms: Any, run: Any) -> Any:
    weight, bias = ms.Tensor(rand(4, 3)), ms.Tensor(rand(4, seed=1))
    layer = ms.nn.DenseThor(3, 4, weight_init=weight, bias_init=bias, activation="sigmoid")
    short = ms.nn.DenseThor(3, 4, weight_init=weight, has_bias=False)
    outputs = merge(
        with_bias=run(plain(layer), rand(5, 3, seed=2)), without=run(plain(short), rand(2, 3))
    )
    return {
        **outputs,
        "factor": counted(layer, ms.Tensor(rand(5, 4, seed=3))),
        "names": np.array(sorted(p.name for p in layer.get_parameters())),
        **merge(
            size=run.raises(lambda: ms.nn.DenseThor(0, 1)),
            shape=run.raises(lambda: ms.nn.DenseThor(3, 3, weight_init=weight)),
            activation=run.raises(lambda: ms.nn.DenseThor(3, 3, activation="none")),
            rank=run.raises(lambda: short(ms.Tensor(rand(2, 2, 3)))),
        ),
    }


@case(rtol=2e-5)
def conv(ms: Any, run: Any) -> Any:
    settings = {"stride": 2, "pad_mode": "pad", "padding": 1, "dilation": 2, "group": 2}
    weight, bias = ms.Tensor(rand(4, 1, 3, 3)), ms.Tensor(rand(4, seed=1))
    layer = ms.nn.Conv2dThor(2, 4, 3, has_bias=True, weight_init=weight, bias_init=bias, **settings)
    return {
        **run(plain(layer), rand(2, 2, 7, 7, seed=2)),
        "factor": counted(layer, ms.Tensor(rand(3, 4, 2, 2, seed=3)), "matrix_g_cov"),
        "places": layer.g_normalizer.asnumpy(),
        "names": np.array(sorted(p.name for p in layer.get_parameters())),
        **merge(
            padding=run.raises(lambda: ms.nn.Conv2dThor(1, 1, 1, padding="1")),
            kernel=run.raises(lambda: ms.nn.Conv2dThor(1, 1, 0)),
        ),
    }


@case(rtol=2e-5, jit=False)
def tables(ms: Any, run: Any) -> Any:
    # One for each layer: MindSpore writes the row of padding_idx into the Tensor given.
    table, other = ms.Tensor(rand(4, 2)), ms.Tensor(rand(4, 2))
    layer = ms.nn.EmbeddingThor(4, 2, embedding_table=table, dtype=ms.float16, padding_idx=1)
    one_hot = ms.nn.EmbeddingThor(4, 2, True, embedding_table=other)
    halves = ms.Tensor(rand(4, 2).astype(np.float16))
    lookup = ms.nn.EmbeddingLookupThor(4, 2, halves, "DEVICE", sparse=False)
    short = ms.nn.EmbeddingLookupThor(4, 2, param_init=halves, max_norm=50.0)
    ids = ms.Tensor(_IDS)
    return {
        "rows": layer(ids).asnumpy(),
        "counts": layer.matrix_a.asnumpy(),
        "factor": counted(layer, ms.Tensor(rand(6, 2))),
        "one_hot": one_hot(ids).asnumpy(),
        "lookup": lookup(ids).asnumpy(),
        "lookup_counts": lookup.matrix_a.asnumpy(),
        # On its CPU MindSpore clips along another axis, and returns Float32.
        "short": plain(short)(ids).asnumpy().astype(np.float32),
        **merge(
            kind=run.raises(lambda: ms.nn.EmbeddingThor("4", 2)),
            row=run.raises(lambda: ms.nn.EmbeddingThor(4, 2, padding_idx=5)),
            target=run.raises(lambda: ms.nn.EmbeddingLookupThor(4, 2, target="GPU")),
            sparse=run.raises(lambda: ms.nn.EmbeddingLookupThor(4, 2, sparse=False)),
        ),
    }


def is_gamma(parameter: Any) -> bool:
    """What the weight decay is for."""
    return "gamma" in parameter.name


def layer_norms(ms: Any, **options: Any) -> tuple[Any, Any]:
    """A network whose rule needs no factors, and its optimizer."""
    net = ms.nn.SequentialCell(ms.nn.LayerNorm((3,)), ms.nn.LayerNorm((3,)))
    rates, damping = ms.Tensor([0.1, 0.2, 0.05], ms.float32), ms.Tensor([0.3, 0.2, 0.1], ms.float32)
    return net, ms.nn.thor(
        net, learning_rate=rates, damping=damping, **{"momentum": 0.7, **options}
    )


@case(rtol=2e-5, jit=False)
def layer_norm_steps(ms: Any, run: Any) -> Any:
    found = {}
    options: dict[str, dict[str, Any]] = {
        "plain": {},
        # MindSpore's CPU knows no other step than that without a momentum.
        "nesterov": {"use_nesterov": True, "momentum": 0.0},
        "all": {
            "momentum": 0.7, "weight_decay": 0.1, "loss_scale": 2.0, "batch_size": 4, "split_indices": [0],
            "decay_filter": is_gamma, "enable_clip_grad": True, "frequency": 2,
        },
    }  # fmt: skip
    for name, given in options.items():
        net, thor = layer_norms(ms, **given)
        for i in range(3):
            thor(tuple([ms.Tensor(rand(3, seed=4 * i + k, low=1, high=9)) for k in range(4)]))
        state = {**net.parameters_dict(), **thor.parameters_dict()}
        found.update({f"{name} {key}": p.asnumpy() for key, p in state.items()})
    return found


@case(jit=False)
def refusals(ms: Any, run: Any) -> Any:
    net = ms.nn.SequentialCell(ms.nn.Dense(2, 2))
    rate, damping = ms.Tensor([0.1], ms.float32), ms.Tensor([0.1], ms.float32)
    grouped = ms.nn.SequentialCell(ms.nn.Conv2d(2, 2, 3, group=2))
    thor = ms.nn.thor
    return merge(
        rate=run.raises(lambda: thor(net, 0.1, damping, 0.9)),
        momentum=run.raises(lambda: thor(net, rate, damping, 1)),
        negative=run.raises(lambda: thor(net, rate, damping, -0.5)),
        frequency=run.raises(lambda: thor(net, rate, damping, 0.9, frequency=1)),
        whole=run.raises(lambda: thor(net, rate, damping, 0.9, frequency=2.0)),
        nesterov=run.raises(lambda: thor(net, rate, damping, 0.9, use_nesterov=1)),
        decay=run.raises(lambda: thor(net, rate, damping, 0.9, weight_decay=-1.0)),
        scale=run.raises(lambda: thor(net, rate, damping, 0.9, loss_scale=0.0)),
        net=run.raises(lambda: thor(None, rate, damping, 0.9)),
        group=run.raises(lambda: thor(grouped, rate, damping, 0.9)),
    )


@case(jit=False)
def converted(ms: Any, run: Any) -> Any:
    class Net(ms.nn.Cell):  # type: ignore[misc,name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.layers = ms.nn.SequentialCell(
                ms.nn.Conv2d(1, 2, 3, has_bias=True),
                ms.nn.BatchNorm2d(2),
                ms.nn.Flatten(),
                ms.nn.Dense(8, 3),
            )
            self.wide = ms.nn.Dense(3, 2)
            self.table = ms.nn.Embedding(3, 2)

        def construct(self, x: Any) -> Any:
            return self.wide(self.layers(x))

    net = Net()
    ms.ConvertNetUtils().convert_to_thor_net(net=net)
    return {
        "kinds": np.array([type(cell).__name__ for _, cell in net.cells_and_names()][1:]),
        "names": np.array([p.name for p in net.get_parameters()]),
        "bias": net.layers[0].bias.asnumpy(),
        "type": np.array(net.cell_type),
    }


@case(jit=False)
def converted_model(ms: Any, run: Any) -> Any:
    net, thor = layer_norms(ms)
    parts = {"loss_fn": ms.nn.MSELoss(), "optimizer": thor, "metrics": {"loss"}}
    options = {
        "amp_level": "O2",
        "loss_scale_manager": ms.FixedLossScaleManager(2.0, drop_overflow_update=False),
        "keep_batchnorm_fp32": True,
    }
    convert = ms.ConvertModelUtils.convert_to_thor_model
    model = convert(model=ms.Model(net), network=net, **parts, **options)
    sgd = ms.nn.SGD(net.trainable_params(), 0.1)
    other = ms.Model(net, ms.nn.MSELoss(), sgd)
    return {
        "kind": np.array(type(model).__name__),
        "same": np.array(convert(other, net, optimizer=sgd) is other),
        "optimizer": np.array(type(thor).__name__),
        "frequency": np.array(thor.get_frequency()),
    }
