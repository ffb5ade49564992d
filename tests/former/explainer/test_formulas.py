"""What explanations give by their formulas, also where MindSpore's package fails."""

from __future__ import annotations

import numpy as np
import pytest

from msacc import Tensor, nn, ops
from msacc.former import explainer as t
from msacc.former.explainer.arrays import resize
from tests.former.explainer.cases import numbers


class Linear(nn.Cell):
    """A rectifier and a layer: the gradients are the layer's weights."""

    def __init__(self, size: int = 16) -> None:
        super().__init__()
        self.relu, self.flatten, self.fc = nn.ReLU(), nn.Flatten(), nn.Dense(size, 3)
        self.fc.weight.set_data(Tensor(numbers("weight", 3, size)))

    def construct(self, x: Tensor) -> Tensor:
        return self.fc(self.flatten(self.relu(x)))


IMAGES = numbers("images", 2, 1, 4, 4)


def filled(net: nn.Cell) -> nn.Cell:
    """The network with the same numbers in each run."""
    for parameter in net.get_parameters():
        parameter.set_data(Tensor(numbers(parameter.name, *parameter.shape)))
    return net


@pytest.mark.parametrize("label", range(3))
def test_gradients_of_a_linear_network(label: int) -> None:
    net, images = Linear(), Tensor(IMAGES)
    weight = net.fc.weight.asnumpy()[label].reshape(1, 1, 4, 4)
    positive = IMAGES > 0
    expected = {
        t.Gradient: np.abs(weight * positive),
        t.GuidedBackprop: np.maximum(weight * positive, 0),
        t.Deconvolution: np.maximum(weight, 0) * np.ones_like(IMAGES),
    }
    for kind, values in expected.items():
        for labels in (label, Tensor(label), Tensor([label, label])):  # an int is that of all
            np.testing.assert_allclose(kind(net)(images, labels).asnumpy(), values, rtol=1e-6)


def test_gradcam_of_a_layer_weighs_channels_with_mean_gradients() -> None:
    net = filled(nn.SequentialCell(nn.Conv2d(1, 2, 3), nn.Flatten(), nn.Dense(32, 3)))
    explainer = t.GradCAM(net, "0")
    explainer._resize = False
    gradient = net[2].weight.asnumpy()[1].reshape(1, 2, 4, 4).mean(axis=(2, 3), keepdims=True)
    shown = (gradient * net[0](Tensor(IMAGES)).asnumpy()).sum(axis=1, keepdims=True)
    found = explainer(Tensor(IMAGES), Tensor([1, 1]))
    np.testing.assert_allclose(found.asnumpy(), np.maximum(shown, 0), rtol=1e-4, atol=1e-6)


def test_gradcam_of_images_that_are_not_square_and_maps_above_one() -> None:
    net = filled(nn.SequentialCell(nn.Conv2d(1, 2, 3, stride=2), nn.Flatten(), nn.Dense(24, 3)))
    explainer = t.GradCAM(net, "0")
    image = Tensor(numbers("wide", 1, 1, 6, 8) * 100)
    found = explainer(image, 0).asnumpy()
    explainer._resize = False
    small = explainer(image, 0).asnumpy()
    assert (small.shape, found.shape) == ((1, 1, 3, 4), (1, 1, 6, 8))
    assert small.max() > 1
    # In the corners the enlarged map is the map.
    corners = found[0, 0][::5, ::7]
    np.testing.assert_allclose(corners, small[0, 0][::2, ::3], rtol=1e-5)


def test_a_layer_without_gradient_is_refused() -> None:
    class Net(Linear):
        def __init__(self) -> None:
            super().__init__()
            self.unused = nn.Conv2d(1, 1, 3)

        def construct(self, x: Tensor) -> Tensor:
            self.unused(x)
            return super().construct(x)

    with pytest.raises(ValueError, match="has no gradient"):
        t.GradCAM(Net(), "unused")(Tensor(IMAGES), 1)


def test_occlusion_is_the_mean_over_windows_and_the_pixel() -> None:
    net, image = Linear(), Tensor(IMAGES[:1])
    softmax = nn.Softmax()
    found = t.Occlusion(net, softmax, 3)(image, 2).asnumpy()[0, 0]
    total, count = np.zeros((4, 4)), np.ones((4, 4))
    for y in range(2):
        for x in range(2):
            hidden = IMAGES[:1].copy()
            hidden[..., y : y + 3, x : x + 3] = 0
            change = (softmax(net(image)) - softmax(net(Tensor(hidden))))[0, 2]
            total[y : y + 3, x : x + 3] += float(change)
            count[y : y + 3, x : x + 3] += 1
    np.testing.assert_allclose(found, np.abs(total / count), rtol=1e-5, atol=1e-7)


def test_rise_is_the_weighted_mean_of_its_masks() -> None:
    net, sigmoid, image = Linear(24), nn.Sigmoid(), Tensor(numbers("wide", 1, 1, 4, 6))
    explainer = t.RISE(net, sigmoid, perturbation_per_eval=50)
    explainer._num_masks = 50
    np.random.seed(8)
    found = explainer(image, [[0, 2]]).asnumpy()
    np.random.seed(8)
    masks = explainer._generate_masks(image, 50)
    weights = sigmoid(net(ops.mul(masks, image))).asnumpy()[:, [0, 2]]
    expected = (weights[:, :, None, None] * masks.asnumpy()).mean(axis=0)
    assert found.shape == (1, 2, 4, 6)
    np.testing.assert_allclose(found[0], expected, rtol=1e-5)


def test_rise_masks_let_half_of_the_image_through() -> None:
    explainer = t.RISE(Linear(), nn.Softmax())
    np.random.seed(4)
    masks = explainer._generate_masks(Tensor(numbers("large", 1, 3, 30, 20)), 400).asnumpy()
    assert masks.shape == (400, 1, 30, 20)
    assert masks.min() == 0
    assert masks.max() == 1
    np.testing.assert_allclose(masks.mean(axis=0), 0.5, atol=0.1)
    assert abs(masks.mean() - 0.5) < 0.01


def test_class_sensitivity_of_rise_compares_both_labels() -> None:
    net, image = Linear(), Tensor(IMAGES[:1])
    explainer = t.RISE(net, nn.Softmax())
    explainer._num_masks = 30
    np.random.seed(6)
    found = t.ClassSensitivity().evaluate(explainer, image)
    order = net(image).asnumpy()[0].argsort()
    np.random.seed(6)
    maps = explainer(image, [[int(order[-1]), int(order[0])]]).asnumpy()[0].reshape(2, -1)
    np.testing.assert_allclose(found, [(1 - np.corrcoef(maps)[0, 1]) / 2], rtol=1e-6)


def test_pointing_game_takes_rows_for_columns() -> None:
    net, image = Linear(), Tensor(IMAGES[:1])
    measure = t.Localization(3)
    measure._metric_arg = 1
    saliency, mask = np.zeros((1, 1, 4, 4), np.float32), np.zeros((1, 1, 4, 4))
    saliency[0, 0, 1, 3] = mask[0, 0, 3, 1] = 1
    for given, expected in ((mask, 1.0), (mask.swapaxes(2, 3), 0.0)):
        shown = Tensor(saliency)
        assert measure.evaluate(t.Gradient(net), image, 0, shown, given).tolist() == [expected]


def test_the_networks_parameters_keep_their_names() -> None:
    net = Linear()
    names = [parameter.name for parameter in net.get_parameters()]
    t.Occlusion(net, nn.Softmax())(Tensor(IMAGES), Tensor([1, 2]))
    t.Faithfulness(3, nn.Softmax()).evaluate(t.Gradient(net), Tensor(IMAGES[:1]), 1)
    assert [parameter.name for parameter in net.get_parameters()] == names


def test_networks_train_after_they_were_explained() -> None:
    net = Linear()
    t.GradCAM(net, "relu")(Tensor(IMAGES), Tensor([1, 2]))
    before, bias = net.fc.weight.asnumpy().copy(), net.fc.bias.asnumpy().copy()
    step = nn.TrainOneStepCell(
        nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.5)
    )
    label = Tensor(np.zeros((2, 3), np.float32))
    step.set_train()(Tensor(IMAGES), label)
    hidden = np.maximum(IMAGES, 0).reshape(2, -1)
    result = hidden @ before.T + bias
    gradient = 2 / 6 * result.T @ hidden
    np.testing.assert_allclose(net.fc.weight.asnumpy(), before - 0.5 * gradient, atol=1e-5)
    assert net.training


def test_bytes_and_other_values_are_resized() -> None:
    values = np.linspace(0, 1, 6).reshape(1, 1, 2, 3).astype(np.float32)
    in_bytes = resize(Tensor(values), (4, 6), "bilinear").asnumpy()
    exact = resize(Tensor(values * 10), (4, 6), "bilinear").asnumpy() / 10
    np.testing.assert_allclose(in_bytes * 255, np.round(in_bytes * 255), atol=1e-4)
    np.testing.assert_allclose(in_bytes, exact, atol=1.5 / 255)
    assert np.abs(in_bytes - exact).max() > 0
