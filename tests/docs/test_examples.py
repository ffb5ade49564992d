"""The examples of docstrings print what MindSpore printed, and the most used names have one: see msacc/examples."""

from __future__ import annotations

import importlib
import inspect
from pathlib import Path

import pytest

from docs.docstrings import MOST_USED, resolve
from msacc import Tensor, ops
from msacc import scipy as scipy  # whose names have examples
from msacc.examples import HEADING, chapters, entries, find
from tests.docs import record_examples
from tests.launch.zygote import shared

# Names that many public files use and that have no example, and why.
_WITHOUT = {
    "it needs a job of several processes": """
        mindspore.communication.management.init mindspore.communication.management.get_rank
        mindspore.communication.management.get_group_size mindspore.nn.wrap.grad_reducer.DistributedGradReducer
        mindspore.parallel._auto_parallel_context.auto_parallel_context
        mindspore.parallel._utils._get_gradients_mean mindspore.parallel._utils._get_device_num
        mindspore.parallel._utils._get_parallel_mode mindspore.parallel.auto_parallel.AutoParallel""",
    "it speaks to a server": "mindspore.dataset.DatasetCache",
    "it prints the time": "mindspore.log.warning mindspore.log.info",
    "it must come before the first op": "mindspore.set_device",
    "it is functools.partial": "mindspore.ops.functional.partial",
    "MindSpore 2.10 has no such name any more": "mindspore.ms_function",
    "a script is given one": "mindspore.train.callback._InternalCallbackParam",
    "MindSpore has it on Ascend alone": """
        mindspore.ops.operations.NPUAllocFloatStatus mindspore.ops.operations.NPUClearFloatStatus
        mindspore.ops.operations.NPUGetFloatStatus""",
}
_PROGRAMS = {name: text for c in chapters() for names, text in entries(c) for name in names}


def test_every_example_prints_what_it_says(tmp_path: Path) -> None:
    script = Path(record_examples.__file__)
    run = shared().script(str(script), "--check", "--here", cwd=tmp_path)
    assert run.wait(300) == 0, run.text()


def test_a_wrong_example_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    wrong = [(["abs"], ">>> abs(-2)\n3"), (["max"], ">>> max(1, 2)\n2"), (["no"], ">>> no()")]
    assert record_examples.differing(wrong, {}) == 2
    shown = capsys.readouterr().out
    assert "== abs\n>>> abs(-2)\n2\n" in shown
    assert "NameError" in shown
    assert "max" not in shown


def test_every_docstring_shows_its_example() -> None:
    for module in ("boost", "dataset", "mindrecord", "numpy", "rewrite", "scipy"):
        importlib.import_module(f"msacc.{module}")
    hidden = [
        name
        for name, text in _PROGRAMS.items()
        if name != "*" and text.replace("\n", "\n    ") not in (inspect.getdoc(find(name)) or "")
    ]
    assert hidden == []


def test_every_example_prints() -> None:
    assert [
        name for name, text in _PROGRAMS.items() if text.splitlines()[-1].startswith((">>>", "..."))
    ] == []


def test_the_most_used_names_have_one() -> None:
    names = MOST_USED.read_text().split()
    without = {n for text in _WITHOUT.values() for n in text.split()}
    bare = {n for n in names if HEADING.strip() not in (inspect.getdoc(resolve(n)) or "")}
    assert bare == without


def test_a_primitive_shows_its_own_form_and_a_shared_function_all() -> None:
    assert (ops.Exp.__doc__ or "").count(">>>") == 1
    assert "ops.Exp()" in (ops.Exp.__doc__ or "")
    assert "ops.exp(" in (ops.Log1p.__doc__ or "").replace("log1p", "exp")  # that of its op
    assert Tensor.tril is ops.tril
    assert all(form in (ops.tril.__doc__ or "") for form in ("ops.tril(", "]).tril()"))
