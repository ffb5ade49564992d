"""Known maps of names, both ways: torchvision's and timm's models, and twins of them under MindCV's names."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
import torchvision

import msacc
import msacc.nn as nn
from msacc import Parameter, Tensor, from_torch_state_dict, ops, to_torch_state_dict
from msacc.__main__ import main
from msacc.interop.model_names import known_maps, map_of
from msacc.interop.name_patterns import TwoWays, joined
from tests.weights.twin_pairs import PAIRS

# (model, a name of torchvision's, MindCV's)
_NAMES = [
    ("resnet18", "layer2.0.downsample.1.bias", "layer2.0.down_sample.1.bias"),
    ("wide_resnet50_2", "fc.weight", "classifier.weight"),
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
    ("swin_t", "features.3.1.attn.qkv[2/3].bias", "layers.1.blocks.1.attn.k.bias"),
    ("swin_t", "features.4.norm.weight", "layers.1.downsample.norm.weight"),
    ("vit_b_32", "encoder.layers.encoder_layer_9.self_attention.in_proj_bias", "blocks.9.attn.qkv.bias"),
]  # fmt: skip


_TIMM = [
    ("coat_tiny", "serial_blocks2.1.factoratt_crpe.qkv[1/3].weight", "serial_blocks2.1.factoratt_crpe.q.weight"),
    ("convit_tiny", "blocks.9.attn.qk[2/2].weight", "blocks.9.attn.k.weight"),
    ("convit_tiny", "blocks.10.attn.qkv[3/3].weight", "blocks.10.attn.v.weight"),
    ("convnextv2_atto", "stages.2.blocks.5.mlp.grn.bias", "feature.5.5.grn.bias"),
    ("crossvit_9_240", "blocks.1.fusion.0.attn.wq.bias", "blocks.1.fusion.0.0.attn.wq.bias"),
    ("densenet121", "features.transition1.norm.bias", "features.transition1.features.norm.bias"),
    ("dpn92", "features.conv3_1.c1x1_w_s2.conv[512:].weight", "features.conv3_1.c1x1_w_d.weight"),
    ("dpn107", "features.conv2_1.c1x1_w_s1.bn.bias", "features.conv2_1.c1x1_w_bn.bias"),
    ("dpn131", "features.conv4_28.c1x1_c.conv[:1024].weight", "features.conv4_28.layers.conv3_r.weight"),
    ("edgenext_small", "stages.2.blocks.8.gamma", "stages.2.8.gamma"),
    ("edgenext_xx_small", "stages.2.blocks.4.gamma", "stages.2.4.gamma1"),
    ("efficientnet_b0", "blocks.5.3.bn3.weight", "features.8.3.block.8.weight"),
    ("efficientnetv2_xl", "blocks.2.7.bn2.bias", "features.5.7.block.4.bias"),
    ("efficientnetv2_xl", "blocks.6.7.conv_pwl.weight", "features.9.7.block.7.weight"),
    ("ghostnet_100", "blocks.9.0.bn1.weight", "blocks.9.features.1.weight"),
    ("halonet50ts", "stages.1.3.self_attn.pos_embed.height_rel", "stage2.blocks.3.self_attn.pos_embed.rel_height"),
    ("hrnet_w32", "incre_modules.3.0.downsample.1.bias", "incre_modules.3.0.down_sample.1.bias"),
    ("inception_v4", "features.19.branch1_1b.conv.weight", "features.14.branch_1_2.conv.weight"),
    ("inception_v4", "features.6.branch1.0.bn.bias", "features.1.branch_1.0.bn.bias"),
    ("legacy_senet154", "layer0.bn3.weight", "layer0.7.weight"),
    ("legacy_xception", "block12.rep.1.conv1.weight", "blocks.11.rep.1.conv1.weight"),
    ("mixer_s16_224", "blocks.7.mlp_tokens.fc2.weight", "mixer_blocks.7.token_mix.2.net.3.weight"),
    ("mixnet_s", "blocks.3.2.se.conv_reduce.bias", "layers.9.convs.6.conv_reduce.bias"),
    ("mixnet_l", "blocks.3.2.se.conv_reduce.bias", "layers.9.convs.6.conv_reduce.bias"),
    ("mnasnet_100", "blocks.5.3.bn3.weight", "features.22.layers.7.weight"),
    ("mobilenetv1_100", "blocks.4.1.conv_pw.weight", "features.15.3.weight"),
    ("mobilenetv2_100", "blocks.6.0.conv_pwl.weight", "features.19.layers.6.weight"),
    ("mobilenetv3_large_100", "blocks.6.0.conv.weight", "features.18.weight"),
    ("mobilenetv3_small_100", "blocks.4.2.se.conv_expand.bias", "features.13.layers.6.conv_expand.bias"),
    ("pit_s_224", "transformers.2.pool.conv.weight", "pools.1.conv.weight"),
    ("poolformer_s12", "stages.3.blocks.1.layer_scale2.scale", "network.6.1.layer_scale_2"),
    ("pvt_v2_b0", "stages.3.downsample.norm.bias", "patch_embed_list.3.norm.bias"),
    ("regnety_002", "s4.b7.conv3.bn.weight", "stages.3.blocks.6.f.c_bn.weight"),
    ("repvgg_a0", "stages.3.0.conv_1x1.bn.weight", "stage4.0.rbr_1x1.1.weight"),
    ("res2net50_26w_4s", "layer1.0.downsample.1.weight", "layer1.0.down_sample.1.weight"),
    ("res2net50d", "layer1.0.downsample.2.weight", "layer1.0.down_sample.1.weight"),
    ("res2net101d", "layer2.0.downsample.2.weight", "layer2.0.down_sample.2.weight"),
    ("resnest14d", "layer1.0.conv2.fc1.bias", "layer1.0.conv2.fc1.bias"),
    ("resnet18", "fc.bias", "classifier.bias"),
    ("resnetv2_50x1_bit", "stages.0.blocks.0.downsample.conv.weight", "layer1.0.down_sample.0.weight"),
    ("resnetv2_101x1_bit", "stages.3.blocks.2.norm3.bias", "layer4.2.gn3.bias"),
    ("rexnet_100", "features.15.conv_exp.bn.bias", "features.15.conv_exp.features.1.bias"),
    ("seresnet18", "layer4.1.se.fc2.bias", "layer4.1.se_module.conv_expand.bias"),
    ("skresnet18", "layer4.1.conv1.paths.1.bn.bias", "layer4.1.conv1.paths.1.features.1.bias"),
    ("swin_tiny_patch4_window7_224", "layers.3.downsample.norm.bias", "layers.2.downsample.norm.bias"),
    ("swinv2_tiny_window8_256", "layers.3.blocks.1.attn.v_bias", "layers.3.blocks.1.attn.v.bias"),
    ("visformer_tiny", "stage1.0.norm2.bias", "stage1.0.norm2.bias"),
    ("vit_base_patch16_224", "blocks.11.attn.qkv.bias", "blocks.11.attn.qkv.bias"),
    ("volo_d1_224", "network.0.0.attn.v.weight", "network.0.0.attn.v.weight"),
    ("xcit_tiny_12_p16_224", "cls_attn_blocks.1.attn.k.bias", "cls_attn_blocks.1.attn.qkv[2/3].bias"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("model", "theirs", "own"),
    [("torchvision:" + m, *n) for m, *n in _NAMES] + [("timm:" + m, *n) for m, *n in _TIMM],
)  # fmt: skip
def test_names_of_models(model: str, theirs: str, own: str) -> None:
    assert map_of(model)(theirs) == own
    assert map_of(model, True)(own) == theirs


def test_every_map_is_tested() -> None:
    models = ["torchvision:" + m for m, _, _ in _NAMES] + ["timm:" + m for m, _, _ in _TIMM]
    tested = {max((f for f in known_maps() if m.startswith(f)), key=len) for m in models}
    assert {*known_maps()} - tested == {"timm:resnext", "torchvision:resnext"}  # resnet's


def test_every_pair_has_a_map() -> None:
    assert [
        pair.own for pair in PAIRS if not any(pair.twin.startswith(f) for f in known_maps())
    ] == []


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


class _Projections(nn.Cell):
    """Three products for torch's one, a constant that torch has not, and one that is torch's three."""

    def __init__(self) -> None:
        super().__init__()
        self.q, self.k, self.v = (nn.Dense(4, 4) for _ in range(3))
        self.residual, self.dense = nn.Dense(4, 3), nn.Dense(4, 2)
        self.out, self.mask = nn.Dense(4, 6), Parameter(ops.ones((2, 2)), requires_grad=False)


def test_one_tensor_on_one_side_is_several_on_the_other(tmp_path: Path) -> None:
    lines = [
        "qkv[(1/3|2/3|3/3)] <-> (q|k|v)", "(a|b) <-> out[(1/2|2/2)]", "- <-> mask", "index <-> -",
        "both[(:3|3:)] <-> (residual|dense)",
    ]  # fmt: skip
    there, back = TwoWays(lines), TwoWays(lines, reverse=True)
    given = {"qkv.weight": torch.rand(12, 4), "qkv.bias": torch.rand(12), "index": torch.arange(3)}
    given |= {"a.weight": torch.rand(3, 4), "a.bias": torch.rand(3)}
    given |= {"b.weight": torch.rand(3, 4), "b.bias": torch.rand(3)}
    given |= {"both.weight": torch.rand(5, 4), "both.bias": torch.rand(5)}
    cell = _Projections()
    found = from_torch_state_dict(cell, given, rename=there)
    assert (found.missing, found.unexpected, found.ignored) == ([], [], ["index"])
    assert found.loaded["qkv[2/3].bias"] == "k.bias"
    assert found.loaded["a.bias + b.bias"] == "out.bias"
    assert np.array_equal(cell.v.weight.asnumpy(), given["qkv.weight"][8:].numpy())
    assert np.array_equal(cell.dense.bias.asnumpy(), given["both.bias"][3:].numpy())
    assert np.array_equal(cell.out.bias.asnumpy()[3:], given["b.bias"].numpy())
    result = to_torch_state_dict(cell, rename=back, like=given)
    assert list(result) == list(given)
    assert all(torch.equal(result[n], given[n]) for n in given)

    torch.save(given, tmp_path / "a.pth")
    msacc.save_checkpoint(_Projections(), str(tmp_path / "like.ckpt"))
    (tmp_path / "map.txt").write_text("\n".join(lines))
    for source, target, like in (("a.pth", "b.ckpt", "like.ckpt"), ("b.ckpt", "c.pth", "a.pth")):
        files = (str(tmp_path / source), str(tmp_path / target), "--like", str(tmp_path / like))
        assert main(["weights", *files, "--map", str(tmp_path / "map.txt")]) == 0
    result = torch.load(tmp_path / "c.pth", weights_only=True)
    assert all(torch.equal(result[n], given[n]) for n in given)


def test_parts_of_unequal_sizes() -> None:
    there = TwoWays(["conv[(:3|3:5|5:)] <-> (r|d|e)"])
    given = {"conv.weight": torch.rand(7, 2), "conv.bias": torch.rand(7)}
    parts = there.split(given)
    assert [(there(name), len(t)) for name, t in parts.items()] == [
        ("r.weight", 3), ("d.weight", 2), ("e.weight", 2), ("r.bias", 3), ("d.bias", 2), ("e.bias", 2),
    ]  # fmt: skip
    back = joined(dict(reversed(parts.items())))
    assert back.keys() == given.keys()
    assert all(torch.equal(back[n], given[n]) for n in given)
    assert [*there.split({"conv.weight": torch.rand(5, 2)})] == ["conv.weight"]  # no third part


@pytest.mark.parametrize("parts", ["1/3|3/3", "1/3|2/3", "3:|:3", ":3|4:", ":3|3:5", "3:5|5:"])
def test_parts_that_leave_something_out(parts: str) -> None:
    with pytest.raises(ValueError, match="should follow each other"):
        TwoWays([f"qkv[({parts})] <-> (a|b)"])


@pytest.mark.parametrize("part", ["1/2", "2/2", ":3", "3:"])
def test_a_part_that_is_missing_is_named(part: str) -> None:
    name = f"qkv[{part}].weight"
    with pytest.raises(ValueError, match=rf"qkv.weight is in parts, .* only {re.escape(name)}"):
        joined({name: torch.rand(2)})


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
        (_vgg, _VGG, None, True),
    ],
)
def test_twins_give_the_same_logits(make: Any, own: Any, known: str | None, wrapped: bool) -> None:
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
