"""What the first call of a graph does: which wrapper it asks for, what it says when it takes long."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import torch
from torch import library

import msacc as ms
from msacc import nn, ops
from msacc.common import warn_once
from msacc.graph import backend, slow_compile_notice

Asked = list[dict[str, Any]]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """The settings that inductor is asked with; nothing is built."""
    found: Asked = []

    def build(graph: torch.fx.GraphModule, inputs: Any, settings: dict[str, Any]) -> Any:
        found.append(settings)
        return graph.forward

    monkeypatch.setattr(backend, "inductor", build)
    return found


def chain(count: int) -> Callable[[Any], Any]:
    def fn(x: Any) -> Any:
        for _ in range(count):
            x = ops.sin(x)
        return x

    return fn


X = np.linspace(0, 1, 6, dtype=np.float32)


def test_several_ops_are_wrapped_in_cpp_and_few_are_not(asked: Asked) -> None:
    for count in (2, 20):
        ms.jit(chain(count))(ms.Tensor(X))
    assert ["cpp_wrapper" in settings for settings in asked] == [False, True]


def test_sizes_that_vary_keep_the_wrapper_in_python(asked: Asked) -> None:
    ms.jit(chain(20), dynamic=1)(ms.Tensor(X))
    assert asked
    assert not any("cpp_wrapper" in settings for settings in asked)


def test_ops_registered_by_others_keep_it_too(asked: Asked) -> None:
    @library.custom_op("msacc_tests::twice", mutates_args=())
    def twice(x: torch.Tensor) -> torch.Tensor:
        return x * 2

    @twice.register_fake
    def _(x: torch.Tensor) -> torch.Tensor:
        return torch.empty_like(x)

    for op in (twice, torch.ops.msacc_tests.twice):
        made = backend.make("own", "O1", in_turns=False)
        torch.compile(lambda x: op(chain_of_torch(x)), backend=made)(torch.ones(3))  # noqa: B023
    assert [("cpp_wrapper" in settings) for settings in asked] == [False] * 2


def test_so_do_those_within_functions_with_a_backward(asked: Asked) -> None:
    class Own(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: torch.Tensor) -> torch.Tensor:
            return torch.ops.msacc_tests.thrice(x)

        @staticmethod
        def backward(ctx: Any, grad: torch.Tensor) -> torch.Tensor:
            return grad * 3

    @library.custom_op("msacc_tests::thrice", mutates_args=())
    def thrice(x: torch.Tensor) -> torch.Tensor:
        return x * 3

    @thrice.register_fake
    def _(x: torch.Tensor) -> torch.Tensor:
        return torch.empty_like(x)

    made = backend.make("own", "O1", in_turns=False)
    x = torch.ones(3, requires_grad=True)
    torch.compile(lambda x: Own.apply(chain_of_torch(x)), backend=made)(x)
    assert ["cpp_wrapper" in settings for settings in asked] == [False]


def chain_of_torch(x: torch.Tensor) -> torch.Tensor:
    for _ in range(20):
        x = x.sin()
    return x


def test_what_has_no_wrapper_in_cpp_gets_one_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: Asked = []

    def build(graph: torch.fx.GraphModule, inputs: Any, settings: dict[str, Any]) -> Any:
        asked.append(settings)
        if "cpp_wrapper" in settings:
            raise NotImplementedError("no such op in C++")
        return graph.forward

    monkeypatch.setattr(backend, "inductor", build)
    fallbacks = list(backend.stats().fallbacks)
    out = ms.jit(chain(20))(ms.Tensor(X))
    np.testing.assert_allclose(out.asnumpy(), chain_of_torch(torch.tensor(X)).numpy(), rtol=1e-6)
    assert ["cpp_wrapper" in settings for settings in asked] == [True, False]
    assert backend.stats().fallbacks == fallbacks


@pytest.mark.parametrize("level", ["O0", "O1"])
def test_a_long_compilation_is_told_of(
    level: str, monkeypatch: pytest.MonkeyPatch, asked: Asked
) -> None:
    said: list[str] = []
    monkeypatch.setattr(slow_compile_notice, "NOTICE_AFTER", 0.0)
    monkeypatch.setattr(warn_once.logger, "log", lambda how, text: said.append((how, text)))  # type: ignore[arg-type]
    warn_once.forget()

    class Net(nn.Cell):
        def construct(self, x: Any) -> Any:
            return x + 1

    net = Net()
    ms.set_context(mode=ms.GRAPH_MODE, jit_level=level)
    for _ in range(3):
        net(ms.Tensor(X))
    assert [(how, "Net" in text) for how, text in said] == [(logging.INFO, True)] * 2
    assert "compiling" in said[0][1]
    assert "within" in said[1][1]
