"""An argument is used, refused, or said once to have no effect: none is taken and never read."""

from __future__ import annotations

import ast

import pytest

from tests.house.arguments import ALLOWED, Reader, table, unread


def test_every_argument_is_read() -> None:
    silent = sorted(argument for argument in unread() if argument not in ALLOWED)
    assert not silent, "use it, refuse it, or notice.no_effect(s): " + ", ".join(silent)


def test_no_allowed_argument_is_stale() -> None:
    stale = sorted(set(ALLOWED) - set(unread()))
    assert not stale, f"these are read now, or are gone: {stale}"


def test_an_allowed_argument_has_one_reason() -> None:
    assert table({"why": "m:f a b\nm:g a"}) == dict.fromkeys(["m:f.a", "m:f.b", "m:g.a"], "why")
    with pytest.raises(ValueError, match="m:f.a: 'why' and 'because'"):
        table({"why": "m:f a b", "because": "m:f a"})


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("def f(a, b=1, *c, d, **e):\n    return a", ["f.b", "f.c", "f.d", "f.e"]),
        ("class C:\n    def __init__(self, x):\n        self.y = 1", ["C.__init__.x"]),
        ("def f(a):\n    def g(b):\n        return a\n    return g", ["f.g.b"]),
        ("class B:\n    pass\nclass C(B):\n    def m(self, x):\n        return 1", ["C.m.x"]),
        ("def f(a):\n    a = 1\n    return 2", ["f.a"]),
    ],
)
def test_an_unread_argument_is_found(source: str, names: list[str]) -> None:
    assert Reader({"m": ast.parse(source)}).unread() == [f"m:{name}" for name in names]


@pytest.mark.parametrize(
    "source",
    [
        "def f(_a, b):\n    return b",
        "def f(a):\n    '''Nothing.'''",
        "def f(a):\n    raise ValueError",
        "def no(n) -> NoReturn:\n    raise ValueError(n)\ndef f(a):\n    no('f')",
        "def f(a):\n    def g():\n        return a\n    return g",
        "def f(a):\n    return locals()",
        "class B:\n    def m(self, x):\n        return x\nclass C(B):\n    def m(self, x):\n        return 1",
        "class B:\n    def m(self, x):\n        return 1\nclass C(B):\n    def m(self, x):\n        return x",
        "class C:\n    def __exit__(self, *error):\n        return 1",
    ],
)
def test_what_the_rules_let_pass(source: str) -> None:
    assert Reader({"m": ast.parse(source)}).unread() == []
