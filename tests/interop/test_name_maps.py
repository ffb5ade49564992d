"""Known maps of names, both ways: torchvision's models, and twins of them under MindCV's names."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
import torchvision

import msacc.nn as nn
from msacc import Tensor, from_torch_state_dict, ops, to_torch_state_dict
from msacc.interop.model_names import known_maps, map_of
from msacc.interop.name_patterns import TwoWays

# (model, a name of torchvision's, MindCV's)
_NAMES = [
    ("resnet18", "layer2.0.downsample.1.bias", "layer2.0.down_sample.1.bias"),
    ("wide_resnet50_2", "fc.weight", "classifier.weight"),
    ("vgg11", "features.3.weight", "features.3.weight"),
    (
        "densenet121",
        "features.denseblock1.denselayer6.conv2.weight",
        "features.denseblock1.cell_list.5.conv2.weight",
    ),
    ("inception_v3", "Mixed_7b.branch3x3dbl_3a.bn.bias", "inception7b.branch2a.bn.bias"),
    ("inception_v3", "Mixed_6c.branch7x7dbl_5.conv.weight", "inception6c.branch2.4.conv.weight"),
    ("mnasnet0_5", "layers.12.3.layers.7.weight", "features.22.layers.7.weight"),
    ("mobilenet_v2", "features.1.conv.2.bias", "features.3.layers.4.bias"),
    ("mobilenet_v2", "features.17.conv.3.bias", "features.19.layers.7.bias"),
    ("mobilenet_v3_small", "features.2.block.2.1.weight", "features.4.layers.7.weight"),
    ("mobilenet_v3_small", "features.4.block.3.0.weight", "features.6.layers.7.weight"),
    ("mobilenet_v3_large", "features.16.1.bias", "features.19.bias"),
    ("squeezenet1_1", "classifier.1.bias", "final_conv.bias"),
    ("efficientnet_b0", "features.8.1.weight", "features.11.weight"),
    ("efficientnet_v2_s", "features.7.0.weight", "features.9.weight"),
    ("regnet_y_400mf", "trunk_output.block2.block2-1.f.b.1.weight", "stages.1.blocks.1.f.b_bn.weight"),
    ("convnext_tiny", "features.1.2.block.3.bias", "feature.1.2.pwconv1.bias"),
    ("vit_b_32", "encoder.layers.encoder_layer_9.self_attention.in_proj_bias", "blocks.9.attn.qkv.bias"),
]  # fmt: skip


@pytest.mark.parametrize(("model", "theirs", "own"), _NAMES)
def test_names_of_models(model: str, theirs: str, own: str) -> None:
    assert map_of(f"torchvision:{model}")(theirs) == own
    assert map_of(f"torchvision:{model}", True)(own) == theirs


def test_every_map_is_tested() -> None:
    families = [name.partition(":")[2] for name in known_maps()]
    tested = {max((f for f in families if m.startswith(f)), key=len) for m, _, _ in _NAMES}
    assert {*families} - tested == {"resnext"}  # resnet's


@pytest.mark.parametrize(
    "model",
    ["resnet18", "mobilenet_v2", "mobilenet_v3_small", "mnasnet0_5", "squeezenet1_1", "efficientnet_b0"],
)  # fmt: skip
def test_every_name_goes_and_comes_back(model: str) -> None:
    with torch.device("meta"):
        names = [*torchvision.models.get_model(model, weights=None).state_dict()]
    there, back = map_of(f"torchvision:{model}"), map_of(f"torchvision:{model}", True)
    own = [there(name) for name in names]
    assert len({*own}) == len(names)
    assert [back(name) for name in own] == names


def test_lines_are_read_both_ways() -> None:
    lines = ["a{n}.{n}.(x|y) <-> b.{n-1}.(u|v)", "head <-> fc.out"]
    there, back = TwoWays(lines), TwoWays(lines, reverse=True)
    assert there("a2.2.y.weight") == "b.1.v.weight"
    assert back("b.1.v.weight") == "a2.2.y.weight"
    assert there("a2.3.y.weight") == "a2.3.y.weight"  # one number has one value
    assert there("a0.0.x") == "a0.0.x"  # none is below 0
    assert (there("head.bias"), there("header.bias")) == ("fc.out.bias", "header.bias")
    assert there("my.head.bias") == "my.head.bias"


@pytest.mark.parametrize(
    "line", ["a -> b", "a <->", "a.(x|y) <-> b", "a.{n} <-> b.{m}", "(x|y) <-> (x|y|z)"]
)
def test_lines_that_cannot_be_read_back(line: str) -> None:
    with pytest.raises(ValueError, match="should"):
        TwoWays([line])


# -- twins -------------------------------------------------------------------------------------
def _conv(inputs: int, outputs: int, size: int, stride: int = 1, group: int = 1) -> nn.Conv2d:
    return nn.Conv2d(inputs, outputs, size, stride, pad_mode="pad", padding=size // 2, group=group)


class _Block(nn.Cell):
    def __init__(self, inputs: int, outputs: int, stride: int):
        super().__init__()
        self.conv1, self.bn1 = _conv(inputs, outputs, 3, stride), nn.BatchNorm2d(outputs)
        self.conv2, self.bn2 = _conv(outputs, outputs, 3), nn.BatchNorm2d(outputs)
        self.down_sample = None
        if stride > 1:
            self.down_sample = nn.SequentialCell(
                _conv(inputs, outputs, 1, stride), nn.BatchNorm2d(outputs)
            )

    def construct(self, x: Tensor) -> Tensor:
        y = self.bn2(self.conv2(ops.relu(self.bn1(self.conv1(x)))))
        return ops.relu(y + (x if self.down_sample is None else self.down_sample(x)))


class _ResNet(nn.Cell):
    """Resnet10 under MindCV's names."""

    def __init__(self) -> None:
        super().__init__()
        self.conv1, self.bn1 = _conv(3, 64, 7, 2), nn.BatchNorm2d(64)
        self.max_pool = nn.MaxPool2d(3, 2, pad_mode="pad", padding=1)
        self.layer1, self.layer2 = (nn.SequentialCell(_Block(64, n, n // 64)) for n in (64, 128))
        self.layer3 = nn.SequentialCell(_Block(128, 256, 2))
        self.layer4 = nn.SequentialCell(_Block(256, 512, 2))
        self.classifier = nn.Dense(512, 10)

    def construct(self, x: Tensor) -> Tensor:
        x = self.max_pool(ops.relu(self.bn1(self.conv1(x))))
        x = self.layer4(self.layer3(self.layer2(self.layer1(x))))
        return self.classifier(x.mean((2, 3)))


def _resnet() -> torch.nn.Module:
    return torchvision.models.ResNet(torchvision.models.resnet.BasicBlock, [1] * 4, num_classes=10)


class _Inverted(nn.Cell):
    def __init__(self, inputs: int, outputs: int, stride: int, expand: int):
        super().__init__()
        hidden = inputs * expand
        layers: list[nn.Cell] = []
        if expand > 1:
            layers += [_conv(inputs, hidden, 1), nn.BatchNorm2d(hidden), nn.ReLU6()]
        layers += [_conv(hidden, hidden, 3, stride, hidden), nn.BatchNorm2d(hidden), nn.ReLU6()]
        layers += [_conv(hidden, outputs, 1), nn.BatchNorm2d(outputs)]
        self.layers, self.adds = nn.SequentialCell(layers), stride == 1 and inputs == outputs

    def construct(self, x: Tensor) -> Tensor:
        return x + self.layers(x) if self.adds else self.layers(x)


class _MobileNet(nn.Cell):
    """A narrow MobileNetV2 under MindCV's names."""

    def __init__(self) -> None:
        super().__init__()
        layers: list[nn.Cell] = [_conv(3, 8, 3, 2), nn.BatchNorm2d(8), nn.ReLU6()]
        inputs = 8
        for expand, count, stride in (
            (1, 1, 1), (6, 2, 2), (6, 3, 2), (6, 4, 2), (6, 3, 1), (6, 3, 2), (6, 1, 1),
        ):  # fmt: skip
            for n in range(count):
                layers.append(
                    _Inverted(inputs, 16 if len(layers) == 19 else 8, 1 if n else stride, expand)
                )
                inputs = 8
        self.features = nn.SequentialCell(
            [*layers, _conv(16, 1280, 1), nn.BatchNorm2d(1280), nn.ReLU6()]
        )
        self.classifier = nn.SequentialCell(nn.Dropout(p=0.2), nn.Dense(1280, 5))

    def construct(self, x: Tensor) -> Tensor:
        return self.classifier(self.features(x).mean((2, 3)))


def _mobilenet() -> torch.nn.Module:
    return torchvision.models.mobilenet_v2(width_mult=0.05, num_classes=5)


_CHANNELS = (4, "M", 6, "M", 8, 8, "M", 8, 8, "M", 8, 8, "M")


class _VGG(nn.Cell):
    """A narrow VGG11."""

    def __init__(self) -> None:
        super().__init__()
        layers: list[nn.Cell] = []
        inputs = 3
        for n in _CHANNELS:
            if isinstance(n, str):
                layers.append(nn.MaxPool2d(2, 2))
                continue
            conv = nn.Conv2d(inputs, n, 3, pad_mode="pad", padding=1, has_bias=True)
            layers += [conv, nn.ReLU()]
            inputs = n
        self.features = nn.SequentialCell(layers)

    def construct(self, x: Tensor) -> Tensor:
        return self.features(x)


def _vgg() -> torch.nn.Module:
    layers = torchvision.models.vgg.make_layers([*_CHANNELS])  # type: ignore[list-item]
    return torch.nn.Sequential(torch.nn.Identity(), torch.nn.Identity()).append(layers)


def _drawn(module: torch.nn.Module) -> torch.nn.Module:
    torch.manual_seed(0)
    for name, t in module.state_dict().items():
        if not t.is_floating_point():
            t.fill_(7)
        elif t.ndim == 1:
            t.uniform_(0.5, 1.5) if name.endswith(("weight", "var")) else t.normal_(std=0.1)
    return module.eval()


@pytest.mark.parametrize(
    ("make", "own", "known", "wrapped"),
    [
        (_resnet, _ResNet, "torchvision:resnet18", False),
        (_mobilenet, _MobileNet, "torchvision:mobilenet_v2", False),
        (_vgg, _VGG, "torchvision:vgg11", True),
    ],
)
def test_twins_give_the_same_logits(make: Any, own: Any, known: str, wrapped: bool) -> None:
    theirs, cell = _drawn(make()), own().set_train(False)
    given = theirs.state_dict()
    if wrapped:  # the layers without the network around them
        given = {name.replace("2.", "features.", 1): t for name, t in given.items()}
    found = from_torch_state_dict(cell, given, rename=known)
    assert (found.missing, found.unexpected) == ([], [])
    x = torch.randn(2, 3, 33, 33)
    expected = theirs(x).detach().numpy()
    assert np.abs(expected).max() > 0
    np.testing.assert_allclose(
        cell(Tensor(x)).asnumpy(), expected, rtol=1e-5, atol=1e-5 * np.abs(expected).max()
    )
    back = to_torch_state_dict(cell, rename=known, like=given)
    assert list(back) == list(given)
    assert all(torch.equal(back[n], given[n]) for n in given)
    alone = to_torch_state_dict(cell, rename=known)
    assert {n: t.shape for n, t in alone.items()} == {n: t.shape for n, t in given.items()}
