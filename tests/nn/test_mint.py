"""mint.nn against torch.nn: the same parameters, defaults and numbers."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest
import torch

import msacc as ms
import msacc.mint.nn as mint_nn
from msacc.mint.nn import functional as F

X = np.random.RandomState(0).uniform(-1, 1, (2, 4, 6, 6)).astype(np.float32)
LAYERS: dict[str, tuple[Any, ...]] = {
    "Linear": (6, 3),
    "Conv2d": (4, 3, 3, 2, 1),
    "ConvTranspose2d": (4, 3, 3, 2, 1, 1),
    "BatchNorm2d": (4,),
    "LayerNorm": (6,),
    "GroupNorm": (2, 4),
    "PReLU": (4,),
    "GELU": (),
    "Softmax": (),
    "MaxPool2d": (2,),
    "AvgPool2d": (3, 2, 1),
    "AdaptiveAvgPool2d": (2,),
    "Hardtanh": (-0.5, 0.5),
    "Upsample": (None, 2),
    "Unfold": (2,),
    "ReflectionPad2d": ((1, 2, 0, 1),),
}


@pytest.mark.parametrize("name", LAYERS)
def test_layer(name: str) -> None:
    ours, theirs = getattr(mint_nn, name)(*LAYERS[name]), getattr(torch.nn, name)(*LAYERS[name])
    state = theirs.state_dict()
    assert {p.name for p in ours.get_parameters()} == set(state)
    for parameter in ours.get_parameters():
        if parameter.requires_grad:
            parameter.set_data(ms.Tensor(state[parameter.name]))
    ours.set_train()
    got, want = ours(ms.Tensor(X)), theirs(torch.from_numpy(X))
    np.testing.assert_allclose(got.asnumpy(), want.detach().numpy(), 1e-5, 1e-6)
    for parameter in ours.get_parameters():
        np.testing.assert_allclose(
            parameter.asnumpy(), theirs.state_dict()[parameter.name].numpy(), 1e-5, 1e-6
        )


@pytest.mark.parametrize(
    "name", ["MSELoss", "L1Loss", "SmoothL1Loss", "KLDivLoss", "BCEWithLogitsLoss"]
)
def test_loss(name: str) -> None:
    x, y = X[0, 0], np.abs(X[0, 1])
    got = getattr(mint_nn, name)()(ms.Tensor(x), ms.Tensor(y)).asnumpy()
    want = getattr(torch.nn, name)()(torch.from_numpy(x), torch.from_numpy(y)).numpy()
    np.testing.assert_allclose(got, want, 1e-5)


def test_cross_entropy_takes_both_integer_types() -> None:
    logits, classes = X[0, 0], np.arange(6)
    want = torch.nn.functional.cross_entropy(
        torch.from_numpy(logits), torch.from_numpy(classes)
    ).numpy()
    for dtype in (np.int32, np.int64):
        got = mint_nn.CrossEntropyLoss()(ms.Tensor(logits), ms.Tensor(classes.astype(dtype)))
        np.testing.assert_allclose(got.asnumpy(), want, 1e-6)


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(TypeError, match="Dropout.*'q'"):
        mint_nn.Dropout(q=0.5)
    with pytest.raises(TypeError, match="MSELoss takes 2 Tensors, but got 1"):
        mint_nn.MSELoss()(ms.Tensor(X))
    with pytest.raises(NotImplementedError, match="all processes"):
        mint_nn.SyncBatchNorm(4, process_group="x")


def test_signatures_are_mints() -> None:
    assert str(inspect.signature(F.elu)) == "(input, alpha=1.0, inplace=False)"
    assert str(inspect.signature(mint_nn.GELU)) == "(approximate='none')"
