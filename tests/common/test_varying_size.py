"""A size that varies: an int to Python code, a symbol to torch, and its number where that is asked for."""

from __future__ import annotations

import operator
from typing import Any

import pytest
import torch
from torch._subclasses import FakeTensorMode
from torch.fx.experimental.symbolic_shapes import (
    DimDynamic,
    ShapeEnv,
    StatelessSymbolicContext,
)

from msacc.common.varying_size import VaryingSize, as_size, symbol_of


@pytest.fixture
def tensor() -> torch.Tensor:
    """A tensor without values, of 7 rows, a number that varies."""
    mode = FakeTensorMode(shape_env=ShapeEnv())
    kinds = [DimDynamic.DYNAMIC, DimDynamic.STATIC]
    context: Any = StatelessSymbolicContext(dynamic_sizes=kinds)
    return mode.from_tensor(torch.ones(7, 3), symbolic_context=context)


@pytest.fixture
def size(tensor: torch.Tensor) -> Any:
    """Its rows."""
    return as_size(tensor.shape[0])


def guards(size: Any) -> int:
    """How much was decided by the size's number."""
    return len(size.node.shape_env.guards)


def test_it_passes_for_an_int(size: Any) -> None:
    assert type(size) is VaryingSize
    assert isinstance(size, int)
    assert isinstance(size, torch.SymInt)
    assert guards(size) == 0


def test_what_is_no_symbol_stays() -> None:
    assert as_size(3) == symbol_of(3) == 3
    assert (type(as_size(3)), type(symbol_of(True))) == (int, bool)


def test_torch_gets_its_own_symbol(size: Any, tensor: torch.Tensor) -> None:
    assert type(symbol_of(size)) is torch.SymInt
    made = tensor.new_empty(symbol_of(size * 2), 3)
    assert str(made.shape[0]) == f"2*{tensor.shape[0]}"
    assert guards(size) == 0


COMPUTED = {
    "add": (lambda n: n + 2, 9),
    "radd": (lambda n: 2 + n, 9),
    "sub": (lambda n: n - 2, 5),
    "rsub": (lambda n: 20 - n, 13),
    "mul": (lambda n: n * 2, 14),
    "rmul": (lambda n: 2 * n, 14),
    "floordiv": (lambda n: n // 2, 3),
    "rfloordiv": (lambda n: 100 // n, 14),
    "mod": (lambda n: n % 4, 3),
    "rmod": (lambda n: 100 % n, 2),
    "pow": (lambda n: n**2, 49),
    "neg": (lambda n: -n, -7),
    "itself": (lambda n: n + n * n, 56),
}


@pytest.mark.parametrize("name", COMPUTED)
def test_what_is_computed_of_it_is_such_a_size(size: Any, name: str) -> None:
    compute, expected = COMPUTED[name]
    result = compute(size)
    assert type(result) is VaryingSize
    before = guards(size)
    assert int(result) == expected
    assert guards(size) >= before  # only now is it known


def test_a_quotient_is_a_number_that_varies(size: Any) -> None:
    assert isinstance(size / 2, torch.SymFloat)
    assert float(size / 2) == 3.5
    assert float(14 / size) == 2.0


@pytest.mark.parametrize(
    ("compare", "other", "expected"),
    [
        (operator.eq, 7, True),
        (operator.ne, 7, False),
        (operator.lt, 8, True),
        (operator.le, 6, False),
        (operator.gt, 6, True),
        (operator.ge, 8, False),
    ],
)
def test_who_compares_it_decides_by_it(size: Any, compare: Any, other: int, expected: bool) -> None:
    result = compare(size, other)
    assert result is expected
    assert guards(size) == 1


def test_who_needs_the_number_fixes_it(size: Any) -> None:
    assert [*range(size)] == [0, 1, 2, 3, 4, 5, 6]
    assert guards(size) == 1
    assert type(int(size)) is int
    assert ([1] * 9)[size] == 1
    assert {7: "seven"}[size] == "seven"
    assert bool(size) is True
