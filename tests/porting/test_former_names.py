"""Names that older MindSpores had work, or their error tells which had them and what stands in for them."""

from __future__ import annotations

import pytest

from msacc.missing_names import former_names, missing
from msacc.porting.names import find


@pytest.mark.parametrize("name", former_names())
def test_a_former_name_works_or_is_told_of(name: str) -> None:
    row = former_names()[name]
    assert find(name) is not None or missing(name) == f"msacc does not have {name} ({row})"


@pytest.mark.parametrize("name", ["add", "zeros_like", "pow_", "negative", "augassign_add"])
def test_operators_as_functions(name: str) -> None:
    assert find(f"mindspore.ops.composite.multitype_ops.{name}") is not None


def test_an_operator_is_in_its_file() -> None:
    found = find("mindspore.ops.composite.multitype_ops.zeros_like_impl.zeros_like")
    assert found is not None
    assert found.value is find("mindspore.ops.zeros_like").value  # type: ignore[union-attr]
