"""`python -m tests.for_op` finds what concerns a name, and fails where it does something else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.for_op.names import names_of
from tests.for_op.selection import files
from tests.for_op.words import words

ROOT = Path(__file__).parents[2]
TABLE = {"first": lambda ms: ms.ops.celu(1)}

# The command, run on a package in which one formula is another.
PROGRAM = """
import sys
from importlib.machinery import PathFinder, SourceFileLoader

module, old, new, name = sys.argv[1:]


class Changed(SourceFileLoader):
    def get_code(self, fullname):
        source = self.get_source(fullname)
        assert source.count(old) == 1, "the formula is not there"
        return compile(source.replace(old, new), self.path, "exec")


class Finder(PathFinder):
    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        if fullname != module:
            return None
        spec = super().find_spec(fullname, path, target)
        spec.loader = Changed(fullname, spec.origin)
        return spec


sys.meta_path.insert(0, Finder)
from tests.for_op.__main__ import main

sys.exit(main([name]))
"""


def _command(*arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    environment.pop("PYTEST_ADDOPTS", None)
    command = [sys.executable, "-W", "ignore", "-c", PROGRAM, *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "old", "new", "name"),
    [
        ("msacc.ops.nn.activation", "F.softsign(x)", "F.softsign(x) * 1.001", "softsign"),
        (
            "msacc.nn.layer.dense",
            "        out = dense_then_bias(x, self.weight, self.bias)",
            "        out = 1.001 * dense_then_bias(x, self.weight, self.bias)",
            "nn.Dense",
        ),
    ],
)
def test_a_changed_formula_fails(module: str, old: str, new: str, name: str) -> None:
    done = _command(module, old, new, name)
    assert done.returncode == 1, done.stdout[-2000:] + done.stderr[-2000:]
    assert re.search("^FAILED tests/", done.stdout, re.MULTILINE)


@pytest.mark.slow
def test_nothing_fails_where_nothing_is_changed() -> None:
    done = _command("msacc.ops.nn.activation", "F.softsign(x)", "(F.softsign(x))", "softsign")
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert "of tests/parity/test_parity.py" in done.stdout
    assert "msacc-stubs/ops/nn/activation.pyi: def softsign(x: Tensor) -> Tensor" in done.stdout


def test_an_op_goes_by_all_its_names() -> None:
    assert names_of("softsign") == names_of("ops.Softsign") == {"softsign", "Softsign"}
    assert {"atan", "arctan", "Atan"} <= names_of("atan")
    assert names_of("nn.Dense") == {"Dense"}
    with pytest.raises(SystemExit, match="msacc has no softsigne"):
        names_of("softsigne")


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("softsign", "tests/parity/test_parity.py"),
        ("nn.Dense", "tests/nn/test_layers.py"),
        ("nn.Adam", "tests/parity/test_parity.py"),
        ("dataset.Cifar10Dataset", "tests/dataset/test_sources.py"),
    ],
)
def test_files_that_name_it(name: str, file: str) -> None:
    found = files(names_of(name))
    assert file in found
    assert all((ROOT / each).exists() for each in found)


def _calls() -> object:
    return _called("softmin")


def _called(name: str) -> object:
    return [getattr(TABLE, name), TABLE]


def test_words_of_a_test() -> None:
    found = set(words([_calls, lambda row=TABLE["first"]: row]))
    assert {"softmin", "celu", "getattr"} <= found
    assert "celu" not in set(words(_calls))  # a table names everything, its row what it calls
