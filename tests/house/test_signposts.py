"""Docstrings and comments name files, modules and names that are there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.house.signposts import ROOT, Signpost, leads_somewhere, signposts

# Names that stand for any.
EXAMPLES = {"script.py", "other.py", "msacc.a.b", "msacc.source"}
# Written the way scripts are.
_PROGRAMS = {"projects", "programs"}


def files() -> list[Path]:
    """The source files of the checkout."""
    found = [
        path
        for top in ("msacc", "tests", "stub_writer", "docs")
        for path in (ROOT / top).rglob("*.py")
    ]
    return [path for path in found if not _PROGRAMS & set(path.relative_to(ROOT).parts)]


def test_signposts_lead_somewhere() -> None:
    posts = [post for file in files() for post in signposts(file)]
    lost = [post for post in posts if post.target not in EXAMPLES and not leads_somewhere(post)]
    assert len(posts) > 300
    assert not lost, "\n".join(f"{p.file.relative_to(ROOT)}:{p.line}: {p.target}" for p in lost)


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ('"""See `graph.gone` and `graph.stats()`."""', {"graph.gone"}),
        ("# What `ops/gone/` holds, and `ops/core/`.", {"ops/gone/"}),
        ("# As in nn/gone.py and nn/cell/cell.py", {"nn/gone.py"}),
        (
            "# source.Source and plan.TrainPlan, x.T, torch.Tensor",
            {"source.Source", "plan.TrainPlan"},
        ),
        (
            'def f():\n    """`msacc.common.tensor.Tensor`, `msacc.Gone`, `x.gone`, `gone`."""',
            {"msacc.Gone"},
        ),
    ],
)
def test_a_lost_signpost_is_found(text: str, targets: set[str], tmp_path: Path) -> None:
    file = tmp_path / "example.py"
    file.write_text(text)
    assert {p.target for p in signposts(file) if not leads_somewhere(p)} == targets


def test_a_package_names_its_modules() -> None:
    """In its docstring a plain word is a module."""
    package = ROOT / "msacc" / "mindir" / "__init__.py"
    assert leads_somewhere(Signpost(package, 1, "program"))
    assert not leads_somewhere(Signpost(package, 1, "gone"))
