"""What the probability packages of MindSpore 1.x give, on MindSpore and here: `CASES[name](ms, probability)`.

`probability`: `nn.probability` with all its modules. Each case gives a list of Tensors, arrays, texts and numbers.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tests.former.probability.networks import (
    classifier,
    coder_classes,
    described,
    filled,
    gradients,
    normal,
    regression,
    rows,
    tensor,
    told_vae,
    trainable,
    vae,
    with_given_draws,
)

Case = Callable[[Any, Any], list[Any]]
CASES: dict[str, Case] = {}


def case(function: Case) -> Case:
    CASES[function.__name__] = function
    return function


@case
def elbo(ms: Any, p: Any) -> list[Any]:
    loss = p.infer.ELBO(latent_prior="Normal", output_prior="Normal")
    x, restored, mu = (tensor(ms, name, 3, 4) for name in ("x", "restored", "mu"))
    std = tensor(ms, "std", 3, 4).abs() + 0.1

    def function(restored: Any, mu: Any, std: Any) -> Any:
        return loss((restored, x, mu, std), None)

    value, found = ms.value_and_grad(function, (0, 1, 2))(restored, mu, std)
    return [value, *found]


def svi(ms: Any, p: Any, net: Any, with_loss: Any) -> list[Any]:
    inference = p.infer.SVI(
        net_with_loss=with_loss(net, p.infer.ELBO()),
        optimizer=ms.nn.Adam(net.trainable_params(), learning_rate=0.01),
    )
    before = inference.get_train_loss()
    trained = inference.run(train_dataset=rows("a", "b"), epochs=2)
    return [before, trained is net, float(inference.get_train_loss()), *net.trainable_params()]


@case
def svi_of_vae(ms: Any, p: Any) -> list[Any]:
    return svi(ms, p, vae(ms, p), ms.nn.WithLossCell)


@case
def svi_of_conditional_vae(ms: Any, p: Any) -> list[Any]:
    class WithBoth(ms.nn.WithLossCell):
        def construct(self, data: Any, label: Any) -> Any:
            return self._loss_fn(self._backbone(data, label), label)

    return svi(ms, p, told_vae(ms, p), WithBoth)


@case
def vae_parameters(ms: Any, p: Any) -> list[Any]:
    return [*described(vae(ms, p)), *described(told_vae(ms, p))]


@case
def vae_results(ms: Any, p: Any) -> list[Any]:
    net, x = vae(ms, p), tensor(ms, "x", 3, 1, 2, 2)
    generated = [net.generate_sample(2, shape) for shape in ((2, 1, 2, 2), (-1, 1, 4, 1))]
    return [*net(x), net.reconstruct_sample(x), *generated, *gradients(ms, net, x)]


@case
def conditional_vae_results(ms: Any, p: Any) -> list[Any]:
    net, x, y = told_vae(ms, p), tensor(ms, "x", 3, 1, 2, 2), ms.Tensor([3, 0, 1], ms.int32)
    generated = net.generate_sample(ms.Tensor([1, 2], ms.int32), 2, (-1, 1, 2, 2))
    return [*net(x, y), net.reconstruct_sample(x, y), generated, *gradients(ms, net, x, y)]


@case
def prior(ms: Any, p: Any) -> list[Any]:
    found = []
    for one in (p.bnn_layers.NormalPrior(), p.bnn_layers.NormalPrior(ms.float32, 1, 0.5)):
        x = tensor(ms, "x", 4)
        found += [one("mean"), one("sd"), one("log_prob", x), one("get_dist_type")]
        found.append(one("kl_loss", "Normal", x, x.abs() + 1))
    return found


@case
def posterior(ms: Any, p: Any) -> list[Any]:
    np.random.seed(5)
    layers, x = p.bnn_layers, tensor(ms, "x", 2, 3)
    made = (
        layers.NormalPosterior("first", [2, 3]),
        layers.NormalPosterior("second", (2, 3), ms.float32, 1, 0.5, -1, 0),
    )
    found = []
    for one in made:
        found += [one.mean.name, one.untransformed_std.name, one.mean, one.untransformed_std]
        found += [one("mean"), one("sd"), one("log_prob", x), one("entropy"), one("get_dist_type")]
        found += [*one("get_dist_args"), one("kl_loss", "Normal", x, x.abs() + 1)]
    return found


def bayesian(ms: Any, layer: Any, *shape: int) -> list[Any]:
    """A layer's result, its gradients, those of the divergence, its parameters."""
    net = with_given_draws(ms, filled(ms, layer))

    def divergence() -> Any:
        return net.compute_kl_loss()

    of_divergence = ms.value_and_grad(divergence, None, net.trainable_params())()
    x = tensor(ms, "x", *shape)
    return [net(x), *gradients(ms, net, x), of_divergence[0], *of_divergence[1], *described(net)]


@case
def dense(ms: Any, p: Any) -> list[Any]:
    made = p.bnn_layers.DenseReparam
    prior = p.bnn_layers.NormalPrior(mean=0.5, std=2.0)
    return [
        *bayesian(ms, made(3, 4), 2, 3),
        *bayesian(
            ms, made(3, 4, activation="sigmoid", has_bias=False, weight_prior_fn=prior), 2, 3
        ),
        *bayesian(ms, made(3, 4, ms.nn.Tanh(), bias_prior_fn=prior), 2, 3),
    ]


@case
def local_dense(ms: Any, p: Any) -> list[Any]:
    made = p.bnn_layers.DenseLocalReparam
    return [
        *bayesian(ms, made(3, 4), 2, 3),
        *bayesian(ms, made(3, 4, activation="relu", has_bias=False), 2, 3),
    ]


@case
def conv(ms: Any, p: Any) -> list[Any]:
    made = p.bnn_layers.ConvReparam
    settings: tuple[dict[str, Any], ...] = (
        {},
        {"stride": 2, "pad_mode": "valid", "has_bias": True},
        {"pad_mode": "pad", "padding": (1, 0, 2, 1), "group": 2, "dilation": (1, 2)},
    )
    return [one for given in settings for one in bayesian(ms, made(2, 4, 3, **given), 2, 2, 6, 7)]


@case
def posterior_function(ms: Any, p: Any) -> list[Any]:
    np.random.seed(3)

    def wide(name: str, shape: Any) -> Any:
        return p.bnn_layers.NormalPosterior(name, shape, loc_std=1, untransformed_scale_mean=0)

    net = p.bnn_layers.DenseReparam(3, 4, weight_posterior_fn=wide, bias_posterior_fn=wide)
    return [net.compute_kl_loss(), *net.get_parameters()]


def bayesian_network(ms: Any, p: Any) -> Any:
    layers = p.bnn_layers

    class Network(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.conv = layers.ConvReparam(1, 2, 2, pad_mode="valid", has_bias=True)
            self.body = ms.nn.SequentialCell(
                [layers.DenseReparam(18, 5, "relu"), ms.nn.Dense(5, 3)]
            )

        def construct(self, x: Any) -> Any:
            return self.body(self.conv(x).reshape((x.shape[0], -1)))

    return Network()


def cross_entropy(ms: Any) -> Any:
    return ms.nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")


@case
def bayesian_loss(ms: Any, p: Any) -> list[Any]:
    net = with_given_draws(ms, filled(ms, bayesian_network(ms, p)))
    loss = p.bnn_layers.WithBNNLossCell(net, cross_entropy(ms), 3, 0.01)
    x, y = tensor(ms, "x", 2, 1, 4, 4), ms.Tensor([0, 2], ms.int32)
    step = ms.nn.TrainOneStepCell(loss, ms.nn.Adam(net.trainable_params(), 0.01))
    losses = [step(x, y) for _ in range(3)]
    return [loss.backbone_network is net, *losses, *described(net), *net.trainable_params()]


def transformed(ms: Any, step: Any, steps: int = 3) -> list[Any]:
    """Losses and parameters of the network's training steps, with given draws."""
    net = step.network.backbone_network
    with_given_draws(ms, net)
    x, y = tensor(ms, "x", 2, 1, 4, 4), ms.Tensor([0, 2], ms.int32)
    losses = [step(x, y) for _ in range(steps)]
    updated = [p.name for p in step.optimizer.parameters]
    return [*losses, *described(net), *updated, *net.trainable_params()]


@case
def transformed_model(ms: Any, p: Any) -> list[Any]:
    np.random.seed(1)
    net = classifier(ms)
    step = trainable(ms, net, cross_entropy(ms))
    return transformed(ms, p.transforms.TransformToBNN(step, 5, 0.1).transform_to_bnn_model())


@case
def transformed_model_with_arguments(ms: Any, p: Any) -> list[Any]:
    np.random.seed(2)
    prior = p.bnn_layers.NormalPrior(std=1.0)
    change = p.transforms.TransformToBNN(trainable(ms, classifier(ms), cross_entropy(ms)))
    step = change.transform_to_bnn_model(
        get_dense_args=lambda old: {
            "in_channels": old.in_channels,
            "out_channels": old.out_channels,
            "has_bias": False,
        },
        add_dense_args={"weight_prior_fn": prior},
        add_conv_args={"weight_prior_fn": prior},
    )
    return transformed(ms, step)


@case
def transformed_layers(ms: Any, p: Any) -> list[Any]:
    np.random.seed(3)
    pairs = ((ms.nn.Dense, p.bnn_layers.DenseReparam), (ms.nn.Conv2d, p.bnn_layers.ConvReparam))
    found = []
    for old, new in pairs:
        net = filled(ms, classifier(ms))
        change = p.transforms.TransformToBNN(trainable(ms, net, cross_entropy(ms)), 2, 0.5)
        found += transformed(ms, change.transform_to_bnn_layer(old, new))
    change = p.transforms.TransformToBNN(
        trainable(ms, filled(ms, classifier(ms)), cross_entropy(ms))
    )
    found += transformed(
        ms,
        change.transform_to_bnn_layer(
            ms.nn.Conv2d,
            p.bnn_layers.ConvReparam,
            get_args=lambda old: {"in_channels": old.in_channels, "out_channels": old.out_channels},
            add_args={"kernel_size": 2, "pad_mode": "valid"},
        ),
    )
    return found


@case
def outliers(ms: Any, p: Any) -> list[Any]:
    encoder, _, decoder = coder_classes(ms)
    detection = p.toolbox.VAEAnomalyDetection(encoder(), decoder(), 6, latent_size=3)
    filled(ms, detection.vae).normal = normal(ms)
    x = tensor(ms, "x", 2, 1, 2, 2)
    before = float(detection.predict_outlier_score(x))
    answers = [bool(detection.predict_outlier(x, before + more)) for more in (-0.1, 0.1)]
    trained = detection.train(rows("a", "b"), epochs=2)
    after = float(detection.predict_outlier_score(x))
    return [before, *answers, trained is detection.vae, after, bool(detection.predict_outlier(x))]


@case
def epistemic_model(ms: Any, p: Any) -> list[Any]:
    found = []
    for net, shape in (
        (classifier(ms), (2, 1, 4, 4)),
        (classifier(ms, dropout=True), (2, 1, 4, 4)),
        (regression(ms), (2, 3)),
    ):
        model = p.toolbox.uncertainty_evaluation.EpistemicUncertaintyModel(net)
        filled(ms, model).set_train(False)
        found += [model.drop_count > 0, *described(model), model(tensor(ms, "x", *shape))]
    return found


@case
def aleatoric_model(ms: Any, p: Any) -> list[Any]:
    made = p.toolbox.uncertainty_evaluation.AleatoricUncertaintyModel
    found = []
    for net, task, shape in (
        (classifier(ms), "classification", (2, 1, 4, 4)),
        (regression(ms), "regression", (2, 3)),
    ):
        model = filled(ms, made(net, 3, task))
        found += [*described(model), *model(tensor(ms, "x", *shape))]
    return found


@case
def aleatoric_loss(ms: Any, p: Any) -> list[Any]:
    classes = p.toolbox.uncertainty_evaluation.AleatoricLoss("classification")
    classes.normal = normal(ms)
    numbers = p.toolbox.uncertainty_evaluation.AleatoricLoss("regression")
    outputs, spreads = tensor(ms, "outputs", 2, 3), tensor(ms, "spreads", 2, 3)
    found = []
    for loss, label in ((classes, ms.Tensor([2, 0], ms.int32)), (numbers, tensor(ms, "y", 2, 3))):

        def function(outputs: Any, spreads: Any, loss: Any = loss, label: Any = label) -> Any:
            return loss((outputs, spreads), label)

        value, of_inputs = ms.value_and_grad(function, (0, 1))(outputs, spreads)
        found += [value, *of_inputs]
    return found


@case
def aleatoric_uncertainty_of_a_checkpoint(ms: Any, p: Any) -> list[Any]:
    toolbox, found = p.toolbox.uncertainty_evaluation, []
    for net, task, shape in (
        (classifier(ms), "classification", (2, 1, 4, 4)),
        (regression(ms), "regression", (2, 3)),
    ):
        with tempfile.TemporaryDirectory() as folder:
            file = str(Path(folder) / "model.ckpt")
            saved = toolbox.AleatoricUncertaintyModel(classifier(ms), 3, "classification")
            if task == "regression":
                saved = toolbox.AleatoricUncertaintyModel(regression(ms), None, task)
            ms.save_checkpoint(filled(ms, saved), file)
            evaluation = p.toolbox.UncertaintyEvaluation(
                net, [], task, num_classes=3, ale_uncer_model_path=file
            )
            found.append(evaluation.eval_aleatoric_uncertainty(tensor(ms, "x", *shape)))
    return found


@case
def aleatoric_uncertainty_after_training(ms: Any, p: Any) -> list[Any]:
    """Of a regression, whose loss draws nothing, with the new layer's numbers given."""
    net = filled(ms, regression(ms))
    x, y = tensor(ms, "x", 6, 3), tensor(ms, "y", 6, 1)
    data = ms.dataset.NumpySlicesDataset((x.asnumpy(), y.asnumpy()), shuffle=False).batch(2)
    evaluation = p.toolbox.UncertaintyEvaluation(net, data, "regression", epochs=3)
    kept = ms.nn.Dense.__init__

    def given(self: Any, *args: Any, **kwargs: Any) -> None:
        kept(self, *args, **{**kwargs, "weight_init": "ones", "bias_init": "zeros"})

    ms.nn.Dense.__init__ = given
    try:
        found = evaluation.eval_aleatoric_uncertainty(x)
    finally:
        ms.nn.Dense.__init__ = kept
    untouched = [parameter.asnumpy() for parameter in net.get_parameters()]
    return [found, *untouched]


def network_of_variables(ms: Any, p: Any) -> tuple[Any, Any]:
    base = p.zhusuan.BayesianNet

    class Generator(base):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.fc = ms.nn.Dense(3, 4)

        def construct(self, x: Any, z: Any, y: Any) -> Any:
            z, log_z = self.normal("z", z, z * 0, z * 0 + 1)
            x, log_x = self.bernoulli("x", observation=x, probs=ms.ops.sigmoid(self.fc(z)))
            return x, log_x, z, log_z

    class Variational(base):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.fc = ms.nn.Dense(4, 3)

        def construct(self, x: Any, z: Any, y: Any) -> Any:
            mean = self.fc(x)
            drawn = mean + tensor(ms, "draw", *mean.shape)
            return self.normal("z", drawn, mean, ms.ops.exp(mean))

    return Generator(), Variational()


@case
def bayesian_networks(ms: Any, p: Any) -> list[Any]:
    generator, variational = network_of_variables(ms, p)
    net = filled(ms, p.zhusuan.variational.ELBO(generator, variational))
    x = (tensor(ms, "x", 2, 4) > 0).astype(ms.float32)
    z, log_z = variational(x, None, None)
    found = [*described(net), z, log_z, *generator(x, z, None), net(x), net(x, z)]
    return [*found, *gradients(ms, net, x)[2:]]


@case
def errors(ms: Any, p: Any) -> list[Any]:
    """The type of the error of each wrong call."""
    nn, layers, transforms = ms.nn, p.bnn_layers, p.transforms
    encoder, _, decoder = (made() for made in coder_classes(ms))
    net = vae(ms, p)
    elbo = p.infer.ELBO()
    step = trainable(ms, classifier(ms), cross_entropy(ms))
    change = transforms.TransformToBNN(step)
    fresh = transforms.TransformToBNN(trainable(ms, classifier(ms), cross_entropy(ms)))
    evaluate = p.toolbox.UncertaintyEvaluation
    detect = p.toolbox.VAEAnomalyDetection(encoder, decoder, 6, 3)
    x = tensor(ms, "x", 2, 1, 2, 2)
    optimizer = nn.Adam(net.trainable_params())

    class Other(nn.Cell):
        def __init__(self, **given: Any) -> None:
            super().__init__()
            self.other = nn.ReLU()

    class Named(nn.Adam):  # type: ignore[misc,name-defined]
        pass

    named = nn.TrainOneStepCell(step.network, Named(step.network.trainable_params()))
    calls: list[Callable[[], Any]] = [
        lambda: p.infer.ELBO("Uniform"),
        lambda: p.infer.ELBO(output_prior="Bernoulli"),
        lambda: p.infer.SVI(nn.WithLossCell(net, nn.MSELoss()), optimizer),
        lambda: p.infer.SVI(nn.WithLossCell(net, elbo), None),
        lambda: p.infer.SVI(nn.WithLossCell(net, elbo), optimizer).run(rows("a"), 0),
        lambda: p.infer.SVI(nn.WithLossCell(net, elbo), optimizer).run(rows("a"), 1.0),
        lambda: p.dpn.VAE(encoder, 3, 6, 3),
        lambda: p.dpn.VAE(encoder, decoder, 3, 6),
        lambda: p.dpn.VAE(encoder, decoder, 6, 0),
        lambda: p.dpn.VAE(encoder, decoder, 6.0, 3),
        lambda: p.dpn.ConditionalVAE(encoder, decoder, 6, 3, 0),
        lambda: p.dpn.ConditionalVAE(encoder, decoder, 6, 3, True),
        lambda: net.generate_sample(0, (-1, 1, 2, 2)),
        lambda: net.generate_sample(2, (3, 1, 2, 2)),
        lambda: net.generate_sample(2, [-1, 1, 2, 2]),
        lambda: net.generate_sample(2, (-1, 4)),
        lambda: layers.NormalPosterior(1, [2]),
        lambda: layers.NormalPosterior("a", 2),
        lambda: layers.NormalPosterior("a", [2], loc_mean=True),
        lambda: layers.NormalPosterior("a", [2], loc_std=-1),
        lambda: layers.NormalPosterior("a", [2], untransformed_scale_mean="1"),
        lambda: layers.NormalPosterior("a", [2], untransformed_scale_std=-0.5),
        lambda: layers.NormalPrior(std=-1),
        lambda: layers.DenseReparam(0, 1),
        lambda: layers.DenseReparam(1.5, 1),
        lambda: layers.DenseReparam(1, 1, has_bias=1),
        lambda: layers.DenseReparam(1, 1, activation=3),
        lambda: layers.DenseReparam(1, 1, activation="nothing"),
        lambda: layers.DenseReparam(1, 1, weight_prior_fn=Other),
        lambda: layers.DenseReparam(1, 1, bias_prior_fn=layers.NormalPosterior("a", [1])),
        lambda: layers.DenseReparam(1, 1, weight_posterior_fn=layers.NormalPrior),
        lambda: layers.DenseReparam(1, 1, bias_posterior_fn=Other),
        lambda: layers.ConvReparam(1, 1, 3, pad_mode="other"),
        lambda: layers.ConvReparam(2, 3, 3, group=2),
        lambda: layers.ConvReparam(1, 1, 0),
        lambda: layers.ConvReparam(1, 1, 3, weight_prior_fn=Other()),
        lambda: layers.WithBNNLossCell(net, elbo, True),
        lambda: layers.WithBNNLossCell(net, elbo, -1),
        lambda: layers.WithBNNLossCell(net, elbo, 1, "1"),
        lambda: layers.WithBNNLossCell(net, elbo, 1, -0.1),
        lambda: transforms.TransformToBNN(step, "1"),
        lambda: transforms.TransformToBNN(step, 1, -1),
        lambda: transforms.TransformToBNN(named).transform_to_bnn_model(),
        lambda: change.transform_to_bnn_layer(nn.BatchNorm2d, layers.DenseReparam),
        lambda: change.transform_to_bnn_layer(nn.Dense, layers.DenseLocalReparam),
        lambda: fresh.transform_to_bnn_model(add_dense_args={"in_channels": 3}),
        lambda: detect.predict_outlier_score(x.asnumpy()),
        lambda: detect.predict_outlier(x, 0.0),
        lambda: detect.predict_outlier(x, 100),
        lambda: evaluate(3, None, "classification", 3),
        lambda: evaluate(net, None, "other", 3),
        lambda: evaluate(net, None, "classification"),
        lambda: evaluate(net, None, "classification", 0),
        lambda: evaluate(net, None, "regression", epochs=0),
        lambda: evaluate(net, None, "regression", save_model=1),
        lambda: evaluate(net, None, "regression", save_model=True),
        lambda: evaluate(net, None, "regression").eval_aleatoric_uncertainty(x),
        lambda: evaluate(nn.ReLU(), None, "regression").eval_epistemic_uncertainty(x),
        lambda: evaluate(nn.ReLU(), [], "regression").eval_aleatoric_uncertainty(x),
        lambda: p.zhusuan.BayesianNet().normal(3, x, x, x),
        lambda: p.zhusuan.BayesianNet().bernoulli(None, x, x),
        lambda: p.zhusuan.BayesianNet().construct(x),
    ]
    return [_error(call) for call in calls]


def _error(call: Callable[[], Any]) -> str:
    try:
        call()
    except Exception as error:  # whatever it is, it is compared
        return type(error).__name__
    return "none"
