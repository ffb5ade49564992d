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
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'target'"):
        mint_nn.MSELoss()(ms.Tensor(X))


def test_signatures_are_mints() -> None:
    elu = inspect.signature(F.elu).parameters.values()
    none = inspect.Parameter.empty
    assert [(p.name, p.default) for p in elu] == [
        ("input", none),
        ("alpha", 1.0),
        ("inplace", False),
    ]
    assert str(inspect.signature(mint_nn.GELU)) == "(approximate='none')"
    assert list(inspect.signature(mint_nn.L1Loss.construct).parameters) == [
        "self",
        "logits",
        "labels",
    ]


def test_doors_carry_their_own_names() -> None:
    for home in (ms.mint, F, ms.mint.linalg, ms.mint.special):
        for name in (
            "sort",
            "topk",
            "clone",
            "transpose",
            "vdot",
            "fix",
            "gelu",
            "mish",
            "inv",
            "round",
        ):
            if hasattr(home, name):
                assert getattr(home, name).__name__ == name
    assert "axis" not in (ms.mint.all.__doc__ or "")
    assert list(inspect.signature(ms.mint.all).parameters) == ["input", "dim", "keepdim"]


def test_one_definition_behind_the_doors_of_softmax() -> None:
    x = ms.Tensor(X)
    want = F.softmax(x, 1).asnumpy()
    np.testing.assert_array_equal(ms.mint.softmax(x, 1).asnumpy(), want)
    np.testing.assert_array_equal(mint_nn.Softmax(1)(x).asnumpy(), want)
    assert ms.mint.special.log_softmax is F.log_softmax
    assert ms.mint.sigmoid is F.sigmoid
    assert ms.mint.tanh is F.tanh
    assert ms.mint.flatten is F.flatten


def test_random_functions_draw_from_the_generator_given() -> None:
    def twice(draw: Any) -> None:
        first, second = (draw(ms.Generator().manual_seed(7)).asnumpy() for _ in range(2))
        np.testing.assert_array_equal(first, second)
        other = draw(ms.Generator().manual_seed(8)).asnumpy()
        assert not np.array_equal(first, other)

    mint, p = ms.mint, ms.Tensor(np.full((4, 8), 0.5, np.float32))
    twice(lambda g: mint.rand(9, generator=g))
    twice(lambda g: mint.randn(9, generator=g))
    twice(lambda g: mint.randint(1000, (9,), generator=g))
    twice(lambda g: mint.randperm(90, generator=g))
    twice(lambda g: mint.normal(p, 1.0, generator=g))
    twice(lambda g: mint.multinomial(p, 4, generator=g))
    twice(lambda g: mint.bernoulli(p, generator=g))
    with pytest.raises(TypeError, match="Generator"):
        mint.rand(2, generator=3)


def test_a_device_is_a_name_that_mint_knows() -> None:
    for make in (ms.mint.rand, ms.mint.randn, ms.mint.empty):
        assert make(2, device="CPU").shape == (2,)
        with pytest.raises(ValueError, match="device"):
            make(2, device="banana")
    with pytest.raises(ValueError, match="device"):
        ms.mint.randint(3, (2,), device="banana")


def test_what_an_unpooled_or_transposed_size_should_be() -> None:
    x = torch.from_numpy(X)
    pooled, places = torch.nn.functional.max_pool2d(x[:, :, :5, :5], 2, return_indices=True)
    ours = mint_nn.MaxUnpool2d(2)(ms.Tensor(pooled), ms.Tensor(places), (2, 4, 5, 5))
    theirs = torch.nn.MaxUnpool2d(2)(pooled, places, (2, 4, 5, 5))
    np.testing.assert_array_equal(ours.asnumpy(), theirs.numpy())
    layer, like = mint_nn.ConvTranspose2d(4, 3, 3, 2, 1), torch.nn.ConvTranspose2d(4, 3, 3, 2, 1)
    layer.weight.set_data(ms.Tensor(like.weight.detach()))
    layer.bias.set_data(ms.Tensor(like.bias.detach()))
    want = like(x, (12, 12)).detach().numpy()
    np.testing.assert_allclose(layer(ms.Tensor(X), (12, 12)).asnumpy(), want, 1e-4, 1e-5)
    with pytest.raises(ValueError, match="output_size"):
        layer(ms.Tensor(X), (14, 14))
