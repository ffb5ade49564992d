"""Public names tell a stranger what they do and what their arguments are: see docs/docstrings.py."""

from __future__ import annotations

import inspect
import re

import pytest

from docs.docstrings import (
    lacks,
    lacks_arguments,
    listed,
    names,
    report,
    report_arguments,
    resolve,
)
from msacc import mint, ops
from msacc import numpy as mnp
from msacc.ops.core.declaration import PrimitiveClass, Setting
from msacc.ops.core.docstrings import rename_arguments
from msacc.ops.core.op import op, with_argument_names


def test_the_most_used_names_say_everything() -> None:
    assert report() == []


def test_every_name_of_the_reference_gives_its_arguments() -> None:
    assert report_arguments(listed()) == []


@pytest.mark.slow
def test_every_name_gives_its_arguments() -> None:
    assert report_arguments(names(True)) == []


def test_a_rarer_name_is_found_lacking() -> None:
    def bare(x: object, axis: int = 0) -> None:
        """Does what its name says."""

    bare.__module__ = "msacc.ops"
    assert lacks_arguments(bare) == ["arguments x, axis", "shapes", "dtypes"]


def test_a_refused_name_gives_no_shapes() -> None:
    def refused(x: object) -> None:
        """Not here: raises NotImplementedError, whatever `x` is."""

    refused.__module__ = "msacc.ops"
    assert lacks_arguments(refused) == []


def test_a_bare_docstring_is_found_lacking() -> None:
    def bare(x: object, axis: int = 0) -> None:
        """Does things."""

    bare.__module__ = "msacc.ops"
    assert lacks(bare) == [
        "a plain sentence",
        "arguments x, axis",
        "errors",
        "difference to MindSpore",
        "result",
        "shapes",
        "dtypes",
    ]


def test_a_name_that_does_not_exist_is_none() -> None:
    assert resolve("mindspore.ops.NoSuchThing") is None


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("`axis` and `x`", "`dim` and `x`"),
        ("`x[axis:axis + 2]`", "`x[dim:dim + 2]`"),
        ("axis: an int", "dim: an int"),
        ("x, axis: two", "x, dim: two"),
        ("the axis of `t.axis` or `axis(t)`", "the axis of `t.axis` or `axis(t)`"),
        ("`mode` 'axis'", "`mode` 'axis'"),
        (None, None),
    ],
)
def test_renamed_arguments_are_renamed_in_the_text(text: str | None, seen: str | None) -> None:
    assert rename_arguments(text, {"axis": "dim"}) == seen


def test_two_arguments_can_change_places() -> None:
    assert rename_arguments("`a - b`", {"a": "b", "b": "a"}) == "`b - a`"


def test_a_renamed_door_shows_its_own_names() -> None:
    @op
    def total(x: object, axis: int) -> object:
        """The sum of `x` along `axis`."""
        return x

    assert with_argument_names(total, dim="axis").__doc__ == "The sum of `x` along `dim`."
    assert "`axis`" not in (mint.all.__doc__ or "")


def test_a_primitive_says_how_it_is_called_and_what_the_op_says() -> None:
    def part(x: object, axis: int, size: int = 2, *, keep: bool = False) -> object:
        """A part of `x` of `size` along `axis`.

        More about it.
        """
        return x

    made = PrimitiveClass("Part", settings={"dim": Setting(0, argument="axis")}).build(part)
    assert inspect.getdoc(made) == (
        "`Part(dim=0)(x, size=2)`:\nA part of `x` of `size` along `dim`.\n\nMore about it."
    )
    assert (ops.Softmax.__doc__ or "").startswith("`Softmax(axis=-1)(input)`:\n")


def test_two_operand_ops_tell_of_both_operands() -> None:
    assert "`input` and `other` are Tensors" in (ops.add.__doc__ or "")
    assert "`x` and `y` are Tensors" in (ops.RealDiv.__doc__ or "")


def test_numpy_takes_the_first_paragraph_under_its_own_names() -> None:
    text = mnp.add.__doc__ or ""
    assert text.startswith("The sum `x1 + x2`")
    assert "`input`" not in text


def test_an_op_speaks_of_x_where_that_is_an_argument() -> None:
    word = re.compile(r"(?<![\w`.'])x(?![\w'.]*[(`])(?!\w)")
    wrong = []
    for name in dir(ops):
        thing = getattr(ops, name)
        home = getattr(thing, "__module__", None) or ""
        if not inspect.isfunction(thing) or not home.startswith("msacc.ops.") or ".linalg" in home:
            continue
        first = re.sub(r"`[^`]*`", "", (thing.__doc__ or "").split("\n\n")[0])
        arguments = inspect.signature(thing).parameters
        if word.search(first) and arguments and "x" not in arguments:
            wrong.append(name)
    assert wrong == []
