"""msacc's signatures are MindSpore's; the rest stands in exceptions.txt with its reason."""

from __future__ import annotations

import functools
import re

import pytest

from tests.signatures.compare import Found, compared, exceptions


@functools.cache
def everything() -> tuple[Found, ...]:
    return tuple(compared())


def test_the_record_is_read() -> None:
    assert len(everything()) > 5000


def test_signatures_are_mindspores() -> None:
    excepted = exceptions()
    differing = [
        f"{f.name}: MindSpore {f.mindspore}, msacc {f.msacc}"
        for f in everything()
        if not f.agrees and f.name not in excepted
    ]
    assert not differing, "\n".join(differing)


def test_no_exception_is_stale() -> None:
    differing = {f.name for f in everything() if not f.agrees}
    stale = sorted(set(exceptions()) - differing)
    assert not stale, f"these agree now, or are gone: {stale}"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("# Why.\n# And more.\na\n\nb", "b is excepted without a reason"),
        ("# Why.\na\n\n# Because.\na", "a is excepted twice"),
    ],
)
def test_a_name_without_a_reason_of_its_own_is_found(text: str, error: str) -> None:
    assert exceptions("# Why.\n# And more.\na\nb") == dict.fromkeys("ab", "Why. And more.")
    with pytest.raises(AssertionError, match=error):
        exceptions(text)


def _parameters(signature: str) -> set[str]:
    """The names in a shown signature, whose defaults hold no comma."""
    words = re.sub(r"\([^()]*\)|\[[^]]*\]", "", signature[1:-1]).split(",")
    return {word.partition("=")[0].strip(" *") for word in words} - {""}


def test_what_is_said_to_be_taken_beyond_mindspores_is() -> None:
    excepted = exceptions()
    extended = [f for f in everything() if excepted.get(f.name, "").startswith("Also takes")]
    assert extended
    for f in extended:
        own = _parameters(f.msacc) - _parameters(f.mindspore)
        named = re.findall(r"`(\w+)`", excepted[f.name])
        assert own & set(named) if named else own, f"{f.name} takes {own} beyond {f.mindspore}"
