"""Short texts of values, and reprs from constructor arguments."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor
from msacc.common.short_repr import ReprByAttributes, short


class Plain:
    """Without a repr of its own."""


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (np.zeros((2, 3), np.int8), "<int8 ndarray of shape (2, 3)>"),
        (Tensor([1.0]), "<Float32 Tensor of shape (1,)>"),
        (ms.float16, "mindspore.float16"),
        (Plain(), "<Plain>"),
        (Plain, "Plain"),
        (short, "short"),
        (len, "len"),
        ((1,), "(1,)"),
        (list(range(9)), "[0, 1, 2, 3, 4, 5, ...]"),
        ({"a": [np.zeros(1)]}, "{'a': [<float64 ndarray of shape (1,)>]}"),
        ([[[[1]]]], "[[[[...]]]]"),
        ((), "()"),
        ("ab" * 60, "'" + "ab" * 14 + "a..." + "ab" * 7 + "'"),
        (2**40, "1099511627776"),
        (np.float32(0.5), repr(np.float32(0.5))),
    ],
)
def test_values(value: Any, text: str) -> None:
    assert short(value) == text


def test_a_long_repr_takes_one_line() -> None:
    net = ms.nn.SequentialCell(ms.nn.Dense(2, 2), ms.nn.Dense(2, 2))
    assert "\n" not in short(net)
    assert len(short(net)) < 60


def test_arguments_are_found_in_attributes() -> None:
    class Kept(ReprByAttributes):
        _msacc_argument_attributes = {"renamed": "elsewhere"}

        def __init__(
            self, one: int, two: float = 2.0, renamed: str = "", *rest: int, **more: int
        ) -> None:
            self._msacc_one, self.two, self.elsewhere, self.rest = one, two, renamed, rest
            self.state = more

    assert repr(Kept(1)) == "Kept(one=1)"
    assert repr(Kept(1, 2.5, "x", 3, y=4)) == "Kept(one=1, two=2.5, renamed='x')"
    assert repr(Kept([1])) == "Kept(one=[1])"  # type: ignore[arg-type]

    class Secret(ReprByAttributes):
        def __init__(self, enc_key: bytes, Password: str) -> None:
            self.enc_key, self.Password = enc_key, Password

    assert repr(Secret(b"abc", "xyz")) == "Secret(enc_key=..., Password=...)"
    unfinished = Kept.__new__(Kept)
    assert repr(unfinished) == "Kept()"
