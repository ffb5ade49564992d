"""The account: what must be covered, and what is."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import msacc.auto_parallel_context as parallel_context
import msacc.execution_context as execution_context
from tests.ledger.refused import ROWS
from tests.ledger.table import (
    EXERCISED,
    USED_IN_PUBLIC,
    Arguments,
    minus,
    plus,
    read,
)
from tests.ledger.universe import canonical, universe
from tests.signatures.table import read as read_signatures


def all_arguments() -> Arguments:
    """Every argument that msacc and MindSpore share, the publicly used keywords with them."""
    own = {name: set(entry.arguments) for name, entry in universe().items()}
    return plus(own, used_in_public(), behind_stars())


def behind_stars() -> Arguments:
    """The options of the contexts, which their own tables hold."""
    parallel = {*parallel_context._USED, *parallel_context._IGNORED, *parallel_context._REFUSED}
    return {
        "mindspore.set_context": {*execution_context._USED, *execution_context._IGNORED},
        "mindspore.set_auto_parallel_context": parallel,
    }


def public_rows() -> Iterator[tuple[str, str]]:
    for name, words in read(USED_IN_PUBLIC).items():
        for word in sorted(words):
            yield name, word


@functools.cache
def fates() -> dict[tuple[str, str], str]:
    """Why a publicly used keyword needs no case, or the ledger's name for its callable.

    What MindSpore 2.10 no longer has, and msacc's signature does not take, is a TypeError or an
    ImportError in both.
    """
    recorded = dict(read_signatures().all_names())
    result = {}
    for name, word in public_rows():
        home = canonical(name)
        if home is None:
            gone = name not in recorded
            result[name, word] = "no such name in MindSpore 2.10" if gone else "not in msacc"
        elif universe()[home].takes(word):
            result[name, word] = home
        else:
            result[name, word] = "no such argument"
    return result


def used_in_public() -> Arguments:
    """The publicly used keywords that msacc takes, by the ledger's names."""
    table: Arguments = {}
    for (_, word), fate in fates().items():
        if fate in universe():
            table.setdefault(fate, set()).add(word)
    return table


def refused() -> Arguments:
    table: Arguments = {}
    for row in ROWS:
        table.setdefault(row.name, set()).add(row.argument)
    return table


def covered() -> Arguments:
    return plus(read(EXERCISED), refused())


def uncovered() -> Arguments:
    return minus(all_arguments(), covered())


def uncovered_in_public() -> Arguments:
    return minus(used_in_public(), covered())


AREAS = {
    "dataset": ("mindspore.dataset", "mindspore.mindrecord"),
    "mint": ("mindspore.mint",),
    "numpy": ("mindspore.numpy", "mindspore.scipy"),
    "nn.optim": ("mindspore.nn.optim", "mindspore.experimental", "mindspore.mint.optim"),
    "ops": ("mindspore.ops", "mindspore.Tensor"),
    "train": ("mindspore.train", "mindspore.Model", "mindspore.amp", "mindspore.boost"),
    "context/parallel": (
        "mindspore.context",
        "mindspore.parallel",
        "mindspore.communication",
        "mindspore.set_",
        "mindspore.reset_",
        "mindspore.get_",
        "mindspore.runtime",
        "mindspore.hal",
        "mindspore.device_context",
    ),
    "nn.layer": ("mindspore.nn",),
}


def area(name: str) -> str:
    """The part of the package that a callable belongs to, for the report."""
    from msacc.nn import Optimizer
    from msacc.train import Callback

    entry = universe()[name]
    cls = entry.owner or entry.value
    if isinstance(cls, type) and issubclass(cls, Optimizer):
        return "nn.optim"
    if isinstance(cls, type) and issubclass(cls, Callback):
        return "train"
    return next((a for a, starts in AREAS.items() if name.startswith(starts)), "other")
