"""MindCV's models as files: onnxruntime and torch alone give their logits. Where MindCV is installed."""

from __future__ import annotations

import importlib
import math
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import onnxruntime
import pytest
import torch

import msacc as ms
from msacc import Parameter, Tensor, alias

pytestmark = pytest.mark.slow

# One of each family, and its image's side.
_MODELS = {
    "resnet18": 224,
    "mobilenet_v3_small_075": 224,
    "shufflenet_v2_x0_5": 224,
    "squeezenet1_1": 224,
    "densenet121": 224,
    "googlenet": 224,
    "inception_v3": 299,
    "efficientnet_b0": 224,
    "regnet_x_200mf": 224,
    "convnext_tiny": 224,
    "vit_b_32_224": 224,
    "swin_tiny": 224,
    "swinv2_tiny_window8": 256,
    "coat_tiny": 224,
}


@pytest.fixture(scope="module")
def mindcv() -> Iterator[ModuleType]:
    """MindCV on msacc, in the place of MindSpore."""
    ms.install_as_mindspore()
    try:
        try:
            found = importlib.import_module("mindcv")
        except ImportError as error:
            pytest.skip(f"MindCV is not installed: {error}")
        yield found
    finally:
        alias.uninstall()


def _fill(p: Parameter) -> None:
    """Values that let every layer matter, from the name alone."""
    if not (p.requires_grad or "moving_" in p.name):
        return
    draw = np.random.RandomState(zlib.crc32(p.name.encode()))
    scale = 1 / math.sqrt(math.prod(p.shape[1:])) if p.ndim > 1 else 0.1
    offset = 1.0 if p.name.endswith(("gamma", "moving_variance")) else 0.0
    p.set_data(Tensor(offset + scale * draw.standard_normal(p.shape), p.dtype))


@pytest.mark.parametrize("name", _MODELS)
def test_logits(name: str, mindcv: ModuleType, tmp_path: Path) -> None:
    net = mindcv.create_model(name, pretrained=False)
    for p in net.get_parameters():
        _fill(p)
    side = _MODELS[name]
    image = np.random.RandomState(0).standard_normal((2, 3, side, side)).astype(np.float32)
    path = str(tmp_path / "net.onnx")
    ms.export(net, Tensor(image), file_name=path, file_format="ONNX")
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    (found,) = session.run(None, {session.get_inputs()[0].name: image})
    own = net.set_train(False)(Tensor(image)).asnumpy()
    largest = np.abs(own).max()
    assert largest > 1e-2
    np.testing.assert_allclose(found, own, rtol=1e-4, atol=1e-5 * largest)


@pytest.mark.parametrize(
    "name", ["resnet18", "mobilenet_v3_small_075", "vit_b_32_224", "swin_tiny"]
)
def test_torch_alone(name: str, mindcv: ModuleType, tmp_path: Path) -> None:
    net = mindcv.create_model(name, pretrained=False)
    for p in net.get_parameters():
        _fill(p)
    image = np.random.RandomState(0).standard_normal((2, 3, 224, 224)).astype(np.float32)
    ms.export(net, Tensor(image), str(tmp_path / "net.pt2"))
    with torch.no_grad():
        found = torch.export.load(tmp_path / "net.pt2").module()(torch.from_numpy(image))
    own = net.set_train(False)(Tensor(image)).asnumpy()
    largest = np.abs(own).max()
    assert largest > 1e-2
    np.testing.assert_allclose(found.numpy(), own, rtol=1e-6, atol=1e-6 * largest)
