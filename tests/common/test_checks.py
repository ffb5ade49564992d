"""Each check returns a value in its range; otherwise the error names class, argument, rule and value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch

from msacc.common import checks

ACCEPTED: list[tuple[Callable[..., Any], tuple[Any, ...], Any]] = [
    (checks.instance, (3, (int, str)), 3),
    (checks.instance, (True, (int, bool)), True),
    (checks.boolean, (False,), False),
    (checks.integer, (-4,), -4),
    (checks.integer, (2, 2, 5), 2),
    (checks.integer, (5, 2, 5), 5),
    (checks.positive_int, (1,), 1),
    (checks.non_negative_int, (0,), 0),
    (checks.number, (-0.5,), -0.5),
    (checks.number, (1, 0, 1), 1),
    (checks.floating, (0.5,), 0.5),
    (checks.floating, (2, True), 2.0),
    (checks.positive_float, (0.1,), 0.1),
    (checks.positive_float, (1, True), 1.0),
    (checks.non_negative_float, (0.0,), 0.0),
    (checks.in_range, (0.5, 0.0, 1.0), 0.5),
    (checks.in_range, (0.0, 0.0, 1.0, "l"), 0.0),
    (checks.in_range, (1.0, 0.0, 1.0, "r"), 1.0),
    (checks.within, (7, 7, 7), 7),
    (checks.choice, ("SAME", ("SAME", "VALID")), "SAME"),
    (checks.ints, (3, 2), (3, 3)),
    (checks.ints, ([4], 2), (4, 4)),
    (checks.ints, ((1, 2), 2), (1, 2)),
    (checks.positive_ints, ((1, 2), 2), (1, 2)),
]

REFUSED: list[tuple[Callable[..., Any], tuple[Any, ...], type[Exception], str]] = [
    (checks.instance, (True, int), TypeError, "int, but got True of type bool"),
    (checks.instance, (1.5, (int, str)), TypeError, "int or str, but got 1.5 of type float"),
    (checks.boolean, (1,), TypeError, "bool, but got 1 of type int"),
    (checks.integer, (True,), TypeError, "int, but got True of type bool"),
    (checks.integer, (1, 2, 5), ValueError, "in [2, 5], but got 1"),
    (checks.integer, (6, 2, 5), ValueError, "in [2, 5], but got 6"),
    (checks.positive_int, (0,), ValueError, "a positive int (> 0), but got 0"),
    (checks.non_negative_int, (-1,), ValueError, "a non-negative int (>= 0), but got -1"),
    (checks.number, (True,), TypeError, "float or int, but got True of type bool"),
    (checks.number, (2, 0, 1), ValueError, "in [0, 1], but got 2"),
    (checks.floating, (1,), TypeError, "float, but got 1 of type int"),
    (checks.floating, (True, True), TypeError, "float or int, but got True of type bool"),
    (checks.positive_float, (0.0,), ValueError, "positive (> 0), but got 0.0"),
    (checks.positive_float, (1,), TypeError, "float, but got 1 of type int"),
    (checks.non_negative_float, (-0.1,), ValueError, "at least 0, but got -0.1"),
    (checks.in_range, (0.0, 0.0, 1.0), ValueError, "in (0.0, 1.0), but got 0.0"),
    (checks.in_range, (1.0, 0.0, 1.0, "l"), ValueError, "in [0.0, 1.0), but got 1.0"),
    (checks.in_range, (0.0, 0.0, 1.0, "r"), ValueError, "in (0.0, 1.0], but got 0.0"),
    (checks.in_range, (2, 0.0, 1.0), TypeError, "float, but got 2 of type int"),
    (checks.choice, ("same", ["SAME"]), ValueError, "one of ['SAME'], but got 'same'"),
    (checks.ints, ((1, 2, 3), 2), ValueError, "an int or 2 ints, but got (1, 2, 3)"),
    (checks.ints, ("1", 2), TypeError, "int or a tuple of 2 int, but got '1' of type str"),
    (checks.positive_ints, (0, 2), ValueError, "one or several positive ints (> 0), but got 0"),
    (checks.tensor, ([1],), TypeError, "a Tensor, but got [1] of type list"),
]


@pytest.mark.parametrize(("check", "arguments", "expected"), ACCEPTED)
def test_what_is_accepted(
    check: Callable[..., Any], arguments: tuple[Any, ...], expected: Any
) -> None:
    value = check("Dense", "size", *arguments)
    assert value == expected
    assert type(value) is type(expected)


@pytest.mark.parametrize(("check", "arguments", "error", "rule"), REFUSED)
def test_what_is_refused(
    check: Callable[..., Any], arguments: tuple[Any, ...], error: type[Exception], rule: str
) -> None:
    with pytest.raises(error) as raised:
        check("Dense", "size", *arguments)
    assert raised.type is error
    assert str(raised.value) == f"For 'Dense', the 'size' must be {rule}."


def test_the_dataset_engine_names_no_class() -> None:
    with pytest.raises(TypeError) as raised:
        checks.instance(None, "size", "a", int)
    assert str(raised.value) == (
        "Argument size with value a is not of type [<class 'int'>], but got <class 'str'>."
    )
    with pytest.raises(
        ValueError, match=r"^Input size is not within the required interval of \[1, 2\]\."
    ):
        checks.within(None, "size", 3, 1, 2)
    with pytest.raises(ValueError, match=r"^Input size is not within the valid set of \['a'\]\."):
        checks.choice(None, "size", "b", ["a"])


def test_reduction_and_rank() -> None:
    assert checks.reduction("Loss", "none") == "none"
    with pytest.raises(ValueError, match=r"^For 'Loss', the 'reduction' must be one of .*'avg'\.$"):
        checks.reduction("Loss", "avg")
    checks.rank("Conv", torch.zeros(2, 3), 2, 3)
    with pytest.raises(
        ValueError, match=r"^For 'Conv', the input must have 3 or 4 dims, but got 2 "
    ):
        checks.rank("Conv", torch.zeros(2, 3), 3, 4)
