"""A backend that asks Dynamo to trace anew has not failed."""

from __future__ import annotations

import pytest
import torch

from msacc.common.torch_private import dynamo, restarts
from msacc.graph import backend
from msacc.graph.stats import stats


def test_a_restart_reaches_dynamo(monkeypatch: pytest.MonkeyPatch) -> None:
    # A number that turned out to be a constant, for example: Dynamo catches it and traces once more.
    asked = dynamo().exc.TensorifyScalarRestartAnalysis
    assert issubclass(asked, restarts())

    def inductor(*_: object) -> None:
        raise asked

    monkeypatch.setattr(backend, "inductor", inductor)
    monkeypatch.setattr(backend, "compiler_found", lambda: True)
    before = list(stats().fallbacks)
    graph = torch.fx.symbolic_trace(lambda x: x + 1)
    with pytest.raises(asked):
        backend.make("restarted", "O1")(graph, [torch.ones(2)])
    assert stats().fallbacks == before
