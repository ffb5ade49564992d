"""msacc's signatures are MindSpore's; the rest stands in exceptions.txt with its reason."""

from __future__ import annotations

import functools

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


def test_every_exception_has_a_reason() -> None:
    assert all(len(reason) > 20 for reason in exceptions().values())
