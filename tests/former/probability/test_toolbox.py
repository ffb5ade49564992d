"""Uncertainty by dropout, models saved and loaded, optimizers of transformed networks, old names."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, nn
from msacc.former.probability import bnn_layers
from msacc.former.probability.toolbox import UncertaintyEvaluation
from msacc.former.probability.transforms import TransformToBNN
from msacc.former_table import FORMER_PROBABILITY
from tests.former.probability.networks import classifier, filled, regression, tensor


def _identity(held: Any) -> Any:
    """A network that gives its inputs: a Dense without bias and with the unit matrix, held by `held(dense)`."""
    dense = nn.Dense(3, 3, weight_init=Tensor(np.eye(3, dtype=np.float32)), has_bias=False)

    class Net(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.body = held(dense)

        def construct(self, x: Tensor) -> Tensor:
            return self.body(x)

    return Net()


@pytest.mark.parametrize("mode", [ms.PYNATIVE_MODE, ms.GRAPH_MODE])
@pytest.mark.parametrize(
    "held", [lambda dense: dense, lambda dense: nn.SequentialCell([nn.Identity(), dense])]
)
def test_epistemic_uncertainty_is_the_variance_under_dropout(held: Any, mode: int) -> None:
    """Of ten runs `k` keep a value, doubled, and the others lose it."""
    ms.set_context(mode=mode, jit_level="O0")
    x = tensor(ms, "x", 50, 3)
    evaluation = UncertaintyEvaluation(_identity(held), None, "classification", num_classes=3)
    found = evaluation.eval_epistemic_uncertainty(x)
    kept = found / (2 * x.asnumpy()) ** 2 * 100
    possible = [k * (10 - k) for k in range(11)]
    assert found.shape == (50, 3)
    assert set(np.unique(np.round(kept, 2))) <= set(possible)
    assert 20 < kept.mean() < 25  # of 22.5


def _data(*arrays: Any) -> Any:
    return ms.dataset.NumpySlicesDataset(arrays, shuffle=False).batch(2)


def test_models_are_saved_and_loaded(tmp_path: Path) -> None:
    net, x = filled(ms, regression(ms)), tensor(ms, "x", 4, 3)
    data = _data(x.asnumpy(), tensor(ms, "y", 4, 1).asnumpy())
    folders = {kind: str(tmp_path / kind) for kind in ("epi", "ale")}
    saving = UncertaintyEvaluation(
        net,
        data,
        "regression",
        epochs=2,
        epi_uncer_model_path=folders["epi"],
        ale_uncer_model_path=folders["ale"],
        save_model=True,
    )
    saving.eval_epistemic_uncertainty(x)
    expected = saving.eval_aleatoric_uncertainty(x)
    files = {kind: sorted(Path(folder).glob("*.ckpt")) for kind, folder in folders.items()}
    assert [len(found) for found in files.values()] == [2, 2]  # keep_checkpoint_max is epochs
    last = {kind: str(found[-1]) for kind, found in files.items()}
    assert last["ale"].endswith("checkpoint_ale_uncer_model-2_2.ckpt")
    loading = UncertaintyEvaluation(
        net,
        data,
        "regression",
        epi_uncer_model_path=last["epi"],
        ale_uncer_model_path=last["ale"],
    )
    assert np.array_equal(loading.eval_aleatoric_uncertainty(x), expected)
    assert loading.eval_epistemic_uncertainty(x).shape == (4, 1)
    pairs = zip(
        saving.epi_uncer_model.get_parameters(),
        loading.epi_uncer_model.get_parameters(),
        strict=True,
    )
    assert all(np.array_equal(a.asnumpy(), b.asnumpy()) for a, b in pairs)


def test_a_classifier_is_trained_for_both(capsys: pytest.CaptureFixture[str]) -> None:
    net, x = filled(ms, classifier(ms)), tensor(ms, "x", 4, 1, 4, 4)
    before = [p.asnumpy() for p in net.get_parameters()]
    data = _data(x.asnumpy(), np.array([0, 2, 1, 0], np.int32))
    evaluation = UncertaintyEvaluation(net, data, "classification", num_classes=3)
    assert evaluation.eval_epistemic_uncertainty(x).shape == (4, 3)
    spreads = evaluation.eval_aleatoric_uncertainty(x)
    assert spreads.shape == (4,)
    assert np.all(spreads > 0)
    assert capsys.readouterr().out.count("loss is") == 4
    pairs = zip(before, net.get_parameters(), strict=True)
    assert all(np.array_equal(a, b.asnumpy()) for a, b in pairs)


def _optimizer(make: Any) -> Any:
    net = regression(ms)
    step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), make(net.trainable_params()))
    transformed = TransformToBNN(step).transform_to_bnn_model()
    assert len(transformed.optimizer.parameters) == 8
    return transformed.optimizer


def test_an_optimizer_keeps_its_settings() -> None:
    adam = _optimizer(lambda p: nn.Adam(p, 0.5, beta1=0.75, weight_decay=0.25, use_amsgrad=True))
    assert (float(adam.learning_rate), float(adam.beta1), adam.use_amsgrad) == (0.5, 0.75, True)
    assert float(adam.weight_decay) == 0.25
    momentum = _optimizer(lambda p: nn.Momentum(p, 0.5, 0.25, use_nesterov=True))
    assert (float(momentum.momentum), momentum.use_nesterov) == (0.25, True)
    decayed = _optimizer(lambda p: nn.AdamWeightDecay(p, 0.5, eps=0.125, weight_decay=0.25))
    assert (float(decayed.eps), float(decayed.weight_decay)) == (0.125, 0.25)


def test_an_optimizer_keeps_its_schedule_and_a_changed_rate() -> None:
    rates = [0.5, 0.25, 0.125]
    listed = _optimizer(lambda p: nn.Adam(p, rates))
    assert float(listed.get_lr()) == 0.5
    schedule = nn.ExponentialDecayLR(0.5, 0.5, 1)
    assert float(_optimizer(lambda p: nn.AdamWeightDecay(p, schedule)).get_lr()) == 0.5

    def changed(parameters: Any) -> nn.Cell:
        optimizer = nn.Momentum(parameters, 0.5, 0.25)
        ms.ops.assign(optimizer.learning_rate, Tensor(0.125))
        return optimizer

    assert float(_optimizer(changed).learning_rate) == 0.125


def test_groups_of_the_optimizer_are_said_to_have_no_effect(
    capsys: pytest.CaptureFixture[str],
) -> None:
    made = _optimizer(lambda p: nn.Adam([{"params": p[:1], "lr": 0.25}, {"params": p[1:]}], 0.5))
    assert float(made.learning_rate) == 0.5
    assert "groups have no effect" in capsys.readouterr().err


def test_layers_of_the_first_releases_define_the_products_themselves() -> None:
    class Doubled(bnn_layers.DenseReparam):
        def apply_variational_weight(self, inputs: Tensor) -> Tensor:
            return inputs * 2

    class Tripled(bnn_layers._DenseVariational):
        def _apply_variational_weight(self, inputs: Tensor) -> Tensor:
            return inputs * 3

    x = tensor(ms, "x", 2, 3)
    for kind, factor in ((Doubled, 2), (Tripled, 3)):
        layer = kind(3, 3, has_bias=False)
        assert np.array_equal(layer(x).asnumpy(), x.asnumpy() * factor)
    with pytest.raises(NotImplementedError, match="_apply_variational_weight"):
        bnn_layers._DenseVariational(3, 3)(x)


def test_a_layer_shows_its_distributions() -> None:
    dense, conv = bnn_layers.DenseReparam(3, 2, "relu"), bnn_layers.ConvReparam(1, 2, 3)
    assert "in_channels=3, out_channels=2, has_bias=True, weight_mean=Parameter" in repr(dense)
    assert "activation=ReLU" in repr(dense)
    assert "kernel_size=(3, 3)" in repr(conv)
    assert "bias_mean" not in repr(conv)


_PUBLIC = {
    "bnn_layers": bnn_layers.__all__,
    "dpn": ["VAE", "ConditionalVAE"],
    "infer": ["ELBO", "SVI"],
    "toolbox": ["UncertaintyEvaluation", "VAEAnomalyDetection"],
    "transforms": ["TransformToBNN"],
    "zhusuan": ["ELBO", "BayesianNet"],
}


@pytest.mark.parametrize(
    "path", [module + file for module, files in FORMER_PROBABILITY.items() for file in files]
)
def test_each_module_has_the_names(path: str) -> None:
    module = importlib.import_module(f"msacc.nn.probability.{path}")
    source = importlib.import_module(f"msacc.former.probability.{path.partition('.')[0]}")
    names = [name for name in _PUBLIC[path.partition(".")[0]] if hasattr(module, name)]
    if "toolbox." in path:
        assert names == [_PUBLIC["toolbox"]["anomaly" in path]]
    else:
        assert names == _PUBLIC[path.partition(".")[0]]
    assert all(getattr(module, name) is getattr(source, name) for name in names)


def test_modules_are_there_without_imports_of_their_own() -> None:
    probability = ms.nn.probability
    assert probability.infer.variational.elbo.ELBO is probability.infer.ELBO
    assert probability.zhusuan.variational.ELBO is not probability.infer.ELBO
    assert probability.transforms.transform_bnn.TransformToBNN is TransformToBNN
