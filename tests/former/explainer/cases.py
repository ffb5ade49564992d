"""What explanations and their measures give, on MindSpore and here: `CASES[name](ms, package)`.

Each case gives a list of Tensors, arrays, texts and numbers. Nothing here imports either side.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any

import numpy as np

CASES: dict[str, Callable[[Any, Any], list[Any]]] = {}
LABELS = 5


def case(function: Callable[[Any, Any], list[Any]]) -> Callable[[Any, Any], list[Any]]:
    CASES[function.__name__] = function
    return function


def numbers(name: str, *shape: int) -> np.ndarray[Any, Any]:
    """Normal numbers that follow from the name."""
    generator = np.random.RandomState(zlib.crc32(name.encode()) % 2**31)
    return generator.standard_normal(shape).astype(np.float32)


def images(ms: Any, count: int = 2, size: int = 12, channels: int = 3) -> Any:
    return ms.Tensor(numbers("images", count, channels, size, size))


def classifier(ms: Any, channels: int = 3, scale: float = 0.3) -> Any:
    """A small network with fixed weights: (N, channels, H, W) gives (N, 5)."""
    nn: Any = ms.nn

    class Classifier(nn.Cell):  # type: ignore[misc,name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.conv1 = nn.Conv2d(channels, 4, 3, has_bias=True)
            self.bn = nn.BatchNorm2d(4)
            self.relu1 = nn.ReLU()
            self.pool = nn.MaxPool2d(2, 2)
            self.conv2 = nn.Conv2d(4, 6, 3, has_bias=True)
            self.relu2 = nn.ReLU()
            self.mean = ms.ops.ReduceMean()
            self.fc = nn.Dense(6, LABELS)

        def construct(self, x: Any) -> Any:
            x = self.pool(self.relu1(self.bn(self.conv1(x))))
            return self.fc(self.mean(self.relu2(self.conv2(x)), (2, 3)))

    net = Classifier()
    for name, parameter in net.parameters_and_names():
        offset = 1 if name.endswith(("gamma", "variance")) else 0
        values = (
            np.abs(numbers(name, *parameter.shape)) if offset else numbers(name, *parameter.shape)
        )
        parameter.set_data(ms.Tensor(values * scale + offset, parameter.dtype))
    return net


def each_way(ms: Any, explainer: Any, count: int = 2) -> list[Any]:
    """Maps for labels given in all ways."""
    given = images(ms, count)
    labels = ms.Tensor(np.arange(count) % LABELS, ms.int32)
    one = given[:1]
    return [explainer(given, labels), explainer(one, 3), explainer(one, ms.Tensor([4], ms.int32))]


@case
def gradient(ms: Any, t: Any) -> list[Any]:
    net = classifier(ms)
    found = each_way(ms, t.explanation.Gradient(net))
    return [*found, net.training]


@case
def guided_backprop(ms: Any, t: Any) -> list[Any]:
    return each_way(ms, t.explanation.GuidedBackprop(classifier(ms)))


@case
def deconvolution(ms: Any, t: Any) -> list[Any]:
    return each_way(ms, t.explanation.Deconvolution(classifier(ms)))


def _gradcam(ms: Any, t: Any, layer: str, scale: float = 0.3) -> list[Any]:
    return each_way(ms, t.explanation.GradCAM(classifier(ms, scale=scale), layer=layer))


@case
def gradcam_conv1(ms: Any, t: Any) -> list[Any]:
    return _gradcam(ms, t, "conv1")


@case
def gradcam_conv2(ms: Any, t: Any) -> list[Any]:
    return _gradcam(ms, t, "conv2")


@case
def gradcam_relu2(ms: Any, t: Any) -> list[Any]:
    return _gradcam(ms, t, "relu2", 0.5)


@case
def gradcam_input(ms: Any, t: Any) -> list[Any]:
    return _gradcam(ms, t, "")


@case
def gradcam_without_resize(ms: Any, t: Any) -> list[Any]:
    explainer = t.explanation.GradCAM(classifier(ms, scale=1.0), layer="conv2")
    explainer._resize = False
    return each_way(ms, explainer)


@case
def gradcam_nearest(ms: Any, t: Any) -> list[Any]:
    explainer = t.explanation.GradCAM(classifier(ms, scale=1.0), layer="conv2")
    explainer._resize_mode = "nearest_neighbor"
    return each_way(ms, explainer)


@case
def gradcam_reads_the_network_as_it_was(ms: Any, t: Any) -> list[Any]:
    net = classifier(ms)
    explainer = t.explanation.GradCAM(net, "conv2")
    net.fc.weight.set_data(ms.Tensor(numbers("other", LABELS, 6)))
    return [explainer(images(ms), ms.Tensor([1, 2], ms.int32)), explainer.network is net]


@case
def occlusion(ms: Any, t: Any) -> list[Any]:
    explainer = t.explanation.Occlusion(classifier(ms), ms.nn.Softmax())
    return [*each_way(ms, explainer), explainer(images(ms, 1), ms.Tensor(2, ms.int32))]


@case
def occlusion_by_portions(ms: Any, t: Any) -> list[Any]:
    explainer = t.explanation.Occlusion(classifier(ms), ms.nn.Sigmoid(), perturbation_per_eval=7)
    return [explainer(images(ms, 1, 9), 1)]


@case
def occlusion_of_large_images(ms: Any, t: Any) -> list[Any]:
    explainer = t.explanation.Occlusion(classifier(ms), ms.nn.Softmax(), 60)
    explainer._num_sample_per_dim = 8
    return [explainer(images(ms, 1, 20), 1), explainer._num_sample_per_dim]


def rise(ms: Any, t: Any, masks: int = 40, **settings: Any) -> Any:
    explainer = t.explanation.RISE(classifier(ms), ms.nn.Softmax(), **settings)
    explainer._num_masks = masks
    np.random.seed(5)
    return explainer


@case
def rise_each_way(ms: Any, t: Any) -> list[Any]:
    given = images(ms)
    found = [rise(ms, t)(given, ms.Tensor([1, 4], ms.int32)), rise(ms, t)(given, 3)]
    found.append(rise(ms, t)(given, ms.Tensor(2, ms.int32)))
    found.append(rise(ms, t)(given, ms.Tensor([[0, 1, 4], [3, 2, 1]], ms.int32)))
    return [*found, rise(ms, t, perturbation_per_eval=7)(given, 3)]


@case
def rise_masks(ms: Any, t: Any) -> list[Any]:
    return [rise(ms, t)._generate_masks(images(ms, 1, 14), 3)]


def explained(ms: Any, t: Any, kind: str = "Gradient") -> tuple[Any, Any]:
    net = classifier(ms)
    return (getattr(t.explanation, kind)(net), images(ms, 1))


def saliency(ms: Any, name: str = "saliency", size: int = 12) -> Any:
    return ms.Tensor(np.abs(numbers(name, 1, 1, size, size)))


def box(size: int = 12) -> np.ndarray[Any, Any]:
    mask = np.zeros((1, 1, size, size))
    mask[:, :, 2:6, 3:7] = 1
    return mask


@case
def localization(ms: Any, t: Any) -> list[Any]:
    explainer, image = explained(ms, t)
    found = []
    for metric, argument in (
        ("PointingGame", 15),
        ("PointingGame", 3),
        ("IoSR", 0.5),
        ("IoSR", 0.2),
    ):
        measure = t.benchmark.Localization(LABELS, metric)
        found.append(measure._metric_arg)
        measure._metric_arg = argument
        for label in (0, 1, ms.Tensor([3], ms.int32)):
            result = measure.evaluate(explainer, image, label, mask=ms.Tensor(box(), ms.float32))
            measure.aggregate(result, label)
            found.append(result)
        for i in range(4):
            shown = saliency(ms, f"saliency{i}")
            result = measure.evaluate(explainer, image, 2, shown, mask=box())
            measure.aggregate(result, 2)
            found.append(result)
        found += [measure.performance, measure.class_performances]
    return found


@case
def faithfulness(ms: Any, t: Any) -> list[Any]:
    explainer, image = explained(ms, t)
    found = []
    for metric in ("NaiveFaithfulness", "DeletionAUC", "InsertionAUC"):
        measure = t.benchmark.Faithfulness(LABELS, ms.nn.Softmax(), metric)
        for label in (0, 2):
            found.append(measure.evaluate(explainer, image, label))
            found.append(measure.evaluate(explainer, image, label, saliency(ms)))
            measure.aggregate(found[-1], label)
        even = ms.Tensor(np.ones((1, 1, 12, 12), np.float32))
        found.append(measure.evaluate(explainer, image, 1, even))
        found += [measure.performance, measure.class_performances]
    return found


@case
def faithfulness_methods(ms: Any, t: Any) -> list[Any]:
    found = []
    net, image, shown = classifier(ms), images(ms, 1).asnumpy(), saliency(ms).asnumpy()
    blur = {"perturb_percent": 0.7, "perturb_method": "GaussianBlur", "sigma": 1.5}
    for settings in ({"num_perturbations": 9}, {"perturb_pixel_per_step": 5}):
        for name in ("NaiveFaithfulness", "DeletionAUC", "InsertionAUC"):
            helper = getattr(t.faithfulness, name)(**blur, **settings)
            found.append(helper.calc_faithfulness(image, net, 1, shown))
    return found


@case
def class_sensitivity(ms: Any, t: Any) -> list[Any]:
    measure = t.benchmark.ClassSensitivity()
    found = []
    for kind in ("Gradient", "GuidedBackprop", "Deconvolution"):
        explainer, image = explained(ms, t, kind)
        found.append(measure.evaluate(explainer, image))
        measure.aggregate(found[-1])
    measure.aggregate(float("nan"))
    return [*found, measure.performance, len(measure.get_results())]


@case
def robustness(ms: Any, t: Any) -> list[Any]:
    found = []
    for activation in (ms.nn.Softmax(), ms.nn.Sigmoid()):
        explainer, image = explained(ms, t)
        measure = t.benchmark.Robustness(LABELS, activation)
        for threshold in (0.1, 10.0):
            measure._threshold = threshold
            np.random.seed(3)
            found.append(measure.evaluate(explainer, image, 1))
            found.append(measure.evaluate(explainer, image, ms.Tensor([2], ms.int32), saliency(ms)))
    return found


@case
def robustness_of_zeros(ms: Any, t: Any) -> list[Any]:
    explainer, image = explained(ms, t)
    measure = t.benchmark.Robustness(LABELS, ms.nn.Softmax())
    zeros = ms.Tensor(np.zeros((1, 1, 12, 12), np.float32))
    return [str(float(measure.evaluate(explainer, image, 1, zeros)[0]))]


@case
def utilities(ms: Any, t: Any) -> list[Any]:
    values, u = numbers("values", 2, 3, 4), t.utils
    found = [u.rank_pixels(values), u.rank_pixels(values, descending=False)]
    found += [u.calc_auc(values[0, 0]), u.calc_correlation(values[0, 0], values[1, 1])]
    found += [u.calc_correlation(values[0, 0] * 0, values[1, 1]), u.abs_max(images(ms))]
    found += [u.generate_one_hot(ms.Tensor([1, 0], ms.int32), 3), u.unify_targets(3)]
    small = ms.Tensor(np.abs(numbers("small", 2, 1, 5, 5)).clip(0, 1))
    found += [u.resize(small, (12, 12), "bilinear"), u.resize(small, (3, 3), "bilinear")]
    found += [u.resize(small, (9, 7), "nearest_neighbor")]
    net = classifier(ms)
    weights = t.backprop.get_bp_weights(net, images(ms), ms.Tensor([1, 3], ms.int32))
    with u.ForwardProbe(u.retrieve_layer(net, "conv2")) as probe:
        found += [weights, t.backprop.GradNet(net)(images(ms), weights), probe.value]
    return [*found, probe.value, u.retrieve_layer(net, net.relu1) is net.relu1]


@case
def ablation(ms: Any, t: Any) -> list[Any]:
    shown, given = saliency(ms, size=4).asnumpy(), images(ms, 1, 4).asnumpy()
    found = []
    settings: list[dict[str, Any]] = [{}, {"perturb_pixel_per_step": 3}, {"num_perturbations": 5}]
    for each in settings:
        for accumulated in (True, False):
            tool = t.ablation.AblationWithSaliency("Deletion", 0.8, accumulated, **each)
            masks = tool.generate_mask(shown, 3)
            found += [masks, tool.generate_mask(shown[:, 0]), tool(given, 0.5, masks)]
            insertion = t.ablation.Ablation("Insertion")
            found.append(insertion(given, t.replacement.GaussianBlur()(given), masks))
    np.random.seed(1)
    return [*found, t.replacement.RandomPerturb(radius=0.5)(given)]


def confident(ms: Any) -> Any:
    """A network that gives probabilities that two parts of the image have bright points."""
    nn, ops = ms.nn, ms.ops

    class Confident(nn.Cell):  # type: ignore[misc,name-defined]
        def construct(self, x: Any) -> Any:
            points = ops.ReLU()(x - 0.8)
            one = ops.ReduceMean()(points[:, :, 10:40, 20:50], (1, 2, 3))
            other = ops.ReduceMean()(points[:, :, 70:, 70:], (1, 2, 3))
            return ops.Stack(1)([ops.Sigmoid()(one * 40 - 2), ops.Sigmoid()(other * 40 - 2)])

    return Confident()


def bright_image(size: int = 120) -> np.ndarray[Any, Any]:
    drawn = numbers("bright", 1, 3, size, size)
    image = np.abs(drawn) * 0.05
    for box in ((slice(15, 35), slice(15, 60)), (slice(70, 100), slice(70, 90))):
        image[(..., *box)] += drawn[(..., *box)] > 0
    return image.astype(np.float32)


def tree(step: Any) -> list[Any]:
    children = [tree(child) for child in step.children or ()]
    return [
        step.layer,
        list(step.box),
        round(step.network_output, 5),
        round(step.step_change, 5),
        children,
    ]


@case
def occlusion_search(ms: Any, t: Any) -> list[Any]:
    image, found = bright_image(), []
    for by_masking, mask in ((False, None), (True, None), (False, 0.0), (True, (0.1, 0.2, 0.3))):
        searcher = t.hoc.Searcher(confident(ms), by_masking=by_masking)
        root, outputs = searcher.search(image, 0, mask)
        found += [tree(root), outputs, root.max_layer, len(root.leaf_steps)]
    for sizes, strides in (([60, 40, 20], [20, 10, 5]), ([50, 30], [25, 10])):
        searcher = t.hoc.Searcher(confident(ms), sizes, strides, threshold=0.6)
        root, outputs = searcher.search(ms.Tensor(image[0]), 0, "gaussian:3")
        found += [tree(root), outputs, searcher.compiled_mask[0, 0, ::13, ::17]]
        found.append([list(s.box) for s in root.get_layer_or_leaf_steps(1)])
        found.append([list(s.box) for s in root.get_layer_steps(0)])
    return found


@case
def edit_steps(ms: Any, t: Any) -> list[Any]:
    image, found = numbers("edited", 1, 3, 10, 10), []
    steps = [t.hoc.EditStep(0, (1, 2, 3, 4)), t.hoc.EditStep(0, (7, 7, 9, 9))]
    for mask in (0.5, (0.1, 0.2, 0.3), "gaussian:2", numbers("mask", 3, 10, 10)):
        for by_masking in (True, False):
            found.append(t.hoc.EditStep.apply(image, mask, steps, by_masking))
            found.append(t.hoc.EditStep.apply(image, mask, None, by_masking))
    found += [bool(t.hoc.is_valid_str_mask(m)) for m in ("gaussian:3", "gaussian:0", "box:1")]
    return [*found, t.hoc.auto_str_mask(numbers("edited", 3, 60, 70))]
