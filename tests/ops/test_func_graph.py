"""MultitypeFuncGraph's words where no body fits."""

from __future__ import annotations

import pytest

from msacc import Tensor, ops


def test_an_error_sends_to_the_documentation_given() -> None:
    graph = ops.MultitypeFuncGraph("graph")
    graph.set_doc_url("https://example.org/graph")
    with pytest.raises(ValueError, match=r"See https://example\.org/graph\.$"):
        graph(Tensor(1.0))


def test_types_of_numbers_may_be_written_in_lower_case() -> None:
    graph = ops.MultitypeFuncGraph("graph")
    graph.register("bool")(lambda x: "bool")
    graph.register("float32")(lambda x: "float")
    assert (graph(True), graph(1.5)) == ("bool", "float")
    with pytest.raises(RuntimeError, match="Unsupported type name: tensor!"):
        graph.register("tensor")
