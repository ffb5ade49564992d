"""Every class that MindSpore's CPU build makes is made here too; a kernel for another device refuses to be called."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

import msacc
from tests.internals.record_constructions import RECORDED, names_of

_CALLS = RECORDED.read_text().splitlines()
# Lines of `module.Class(arguments)` under a line with the reason.
_NOT_HERE = Path(__file__).with_name("constructions_not_here.txt").read_text().splitlines()
_TABLE = Path(msacc.__file__).with_name("internals") / "primitives_without_kernel.txt"


def _made(call: str) -> object:
    path, _, arguments = call.partition("(")
    module, _, name = path.rpartition(".")
    kind = getattr(importlib.import_module(f"msacc.{module}"), name)
    return eval(f"KIND({arguments}", {**names_of(msacc), "KIND": kind})


def _problem(call: str) -> str | None:
    try:
        made = _made(call)
        if hasattr(type(made), "close"):  # a SummaryRecord: there is one at a time
            made.close()  # type: ignore[attr-defined]
    except Exception as error:
        return f"{call}: {type(error).__name__}: {error}".splitlines()[0]
    return None


def _module(call: str) -> str:
    return call.partition("(")[0].rpartition(".")[0]


@pytest.mark.parametrize("module", sorted({_module(call) for call in _CALLS}))
def test_what_mindspore_makes_is_made(
    module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # summaries and profilers make folders
    own = [call for call in _CALLS if _module(call) == module and call not in _NOT_HERE]
    assert [problem for call in own if (problem := _problem(call)) is not None] == []


def test_the_list_of_what_is_not_here_is_exact() -> None:
    calls = [line for line in _NOT_HERE if not line.startswith("#")]
    assert [call for call in calls if _problem(call) is None] == []
    assert sorted(set(calls) - set(_CALLS)) == []


def _path(call: str) -> str:
    """As the table has it."""
    return call.partition("(")[0].removeprefix("ops.").removeprefix("operations.")


def test_a_call_is_refused_by_name() -> None:
    paths = {line.partition("(")[0] for line in _TABLE.read_text().splitlines()}
    made = [call for call in _CALLS if call not in _NOT_HERE]
    refused = [call for call in made if _path(call) in paths]
    assert len(refused) > 300
    for call in refused:
        with pytest.raises(
            NotImplementedError, match=r"msacc does not run mindspore\.ops\."
        ) as raised:
            _made(call)(msacc.Tensor([1.0]))  # type: ignore[operator]
        assert call.partition("(")[0].rpartition(".")[2] in str(raised.value)
