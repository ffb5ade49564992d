"""Bindings do not compute: Primitives, Tensor methods, mint, numpy, layers, optimizers call the chapters of `ops`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.house.torch_calls import Use, uses

ROOT = Path(__file__).parents[2]

BINDINGS = (
    *("msacc/ops/bindings", "msacc/mint", "msacc/numpy", "msacc/scipy", "msacc/nn/layer"),
    *("msacc/nn/loss", "msacc/nn/optim", "msacc/experimental"),
)

# (file or folder, function or "" for all): why it computes all the same. A row that nothing needs fails.
ALLOWED: dict[tuple[str, str], str] = {}


def _row(use: Use) -> tuple[str, str] | None:
    """The row of the table that allows a computation."""
    for path, where in ALLOWED:
        if use.path.startswith(path) and where in ("", use.where):
            return path, where
    return None


def _computed(package: str) -> list[Use]:
    files = sorted((ROOT / package).rglob("*.py"))
    assert files, f"no file in {package}"
    return [use for file in files for use in uses(file, file.relative_to(ROOT).as_posix())]


@pytest.mark.parametrize("package", BINDINGS)
def test_a_binding_does_not_compute(package: str) -> None:
    violations = [use for use in _computed(package) if _row(use) is None]
    report = "\n".join(f"{use.path}:{use.line} {use.where}: {use.name}" for use in violations)
    assert not violations, (
        f"these belong into a chapter of msacc/ops, beside the op they vary:\n{report}"
    )


def test_every_exception_is_still_one() -> None:
    needed = {_row(use) for package in BINDINGS for use in _computed(package)}
    assert not [row for row in ALLOWED if row not in needed]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("torch.relu(x)", "torch.relu"),
        ("F.relu(x)", "torch.nn.functional.relu"),
        ("x._t.sum()", ".sum"),
        ("x._t.detach().sum()", ".sum"),
        ("x.to_torch().sum()", ".sum"),
        ("x._t + 1", "Add"),
        ("x._t[0]", "[...]"),
        ("t.exp_()", ".exp_"),
        ("(lambda: y.exp_())()", ".exp_"),
    ],
)
def test_a_computation_is_seen(tmp_path: Path, line: str, name: str) -> None:
    body = f"def f(x, y: torch.Tensor):\n    t = x._t\n    return {line}\n"
    file = tmp_path / "door.py"
    file.write_text(f"import torch\nimport torch.nn.functional as F\n{body}", encoding="utf-8")
    assert [(use.where, use.name) for use in uses(file, "door.py")] == [("f", name)]


@pytest.mark.parametrize(
    "line",
    [
        "isinstance(x, torch.Tensor)",
        "torch.float32",
        "x._t.dim()",
        "x._t.dtype is torch.int32",
        "relu(x)",
        "x.sum()",
        "wrap(x._t.detach())",
    ],
)
def test_a_fact_is_no_computation(tmp_path: Path, line: str) -> None:
    file = tmp_path / "door.py"
    file.write_text(f"import torch\ndef f(x):\n    return {line}\n", encoding="utf-8")
    assert uses(file, "door.py") == []
