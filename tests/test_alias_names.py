"""Under the alias modules, classes and functions are called as in MindSpore; without it they are msacc's."""

from __future__ import annotations

import importlib
import inspect
import logging
import pickle
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

import msacc
from msacc import alias, installed_mindspore, mindspore_homes, stub_distribution
from msacc.common import warn_once


@pytest.fixture
def mindspore() -> Iterator[object]:
    """The alias for one test, with its first import."""
    msacc.install_as_mindspore()
    yield importlib.import_module("mindspore")
    alias.uninstall()


def test_names_are_those_of_mindspore(mindspore: object) -> None:
    assert (msacc.__name__, msacc.nn.__name__) == ("mindspore", "mindspore.nn")
    assert repr(msacc.Tensor) == "<class 'mindspore.common.tensor.Tensor'>"
    assert repr(msacc.nn.Dense) == "<class 'mindspore.nn.layer.basic.Dense'>"
    assert msacc.nn.Dense.__qualname__ == "Dense"
    assert repr(msacc.ops.MatMul) == "<class 'mindspore.ops.auto_generate.gen_ops_prim.MatMul'>"
    assert msacc.ops.matmul.__module__ == "mindspore.ops.function.math_func"
    assert isinstance(msacc.nn.Dense(2, 2), msacc.nn.Cell)


def test_what_comes_later_is_named_too(mindspore: object) -> None:
    assert msacc.dataset.__name__ == "mindspore.dataset"
    home = "mindspore.dataset.engine.datasets_user_defined"
    assert msacc.dataset.GeneratorDataset.__module__ == home


def test_every_renamed_object_pickles_by_its_name(mindspore: object) -> None:
    renamed = list(mindspore_homes._renamed.values())
    assert len(renamed) > 2000
    wrong = [own for value, own in renamed if pickle.loads(pickle.dumps(value)) is not value]
    assert wrong == []


def test_the_source_of_a_renamed_class_is_found(mindspore: object) -> None:
    for kind in (msacc.nn.Dense, msacc.Tensor, msacc.nn.Adam, msacc.dataset.GeneratorDataset):
        assert f"class {kind.__name__}" in inspect.getsource(kind)
        own = sys.modules[mindspore_homes.defined_in(kind)]
        assert inspect.getsourcefile(kind) == own.__file__
    assert "def relu(" in inspect.getsource(msacc.ops.relu)
    assert inspect.getfile(Path) == sys.modules["pathlib"].__file__
    with pytest.raises(TypeError, match="built-in class"):
        inspect.getfile(int)


def test_without_the_alias_names_are_ones_own() -> None:
    msacc.install_as_mindspore()
    importlib.import_module("mindspore")
    dense = pickle.dumps(msacc.nn.Dense)
    assert b"mindspore.nn.layer.basic" in dense
    alias.uninstall()
    assert (msacc.__name__, msacc.nn.__name__) == ("msacc", "msacc.nn")
    assert msacc.nn.Dense.__module__ == "msacc.nn.layer.dense"
    assert msacc.ops.matmul.__module__ == "msacc.ops.linalg.products"
    assert mindspore_homes.defined_in(msacc.nn.Dense) == "msacc.nn.layer.dense"
    assert b"msacc.nn.layer.dense" in pickle.dumps(msacc.nn.Dense)


def test_the_own_module_stays_known(mindspore: object) -> None:
    assert mindspore_homes.defined_in(msacc.nn.Dense) == "msacc.nn.layer.dense"
    assert mindspore_homes.defined_in(Path) == Path.__module__


# -- a scope ---------------------------------------------------------------------------------------
def test_a_scope(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "their_library.py").write_text("import mindspore\nNAME = mindspore.__name__\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with msacc.as_mindspore():
        library = importlib.import_module("their_library")
        with msacc.as_mindspore():
            pass
        assert alias.is_installed()
    assert library.NAME == "mindspore"
    assert library.mindspore is msacc
    assert msacc.__name__ == "msacc"
    assert not alias.is_installed()
    assert "mindspore" not in sys.modules
    del sys.modules["their_library"]


def _install(folder: Path, version: str, summary: str) -> None:
    info = folder / f"mindspore-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: mindspore\nVersion: {version}\nSummary: {summary}\n\n"
    )


def test_a_real_mindspore_is_left_alone_and_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    _install(tmp_path, "2.4.0", "MindSpore is an open source deep learning framework")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert installed_mindspore.installed_versions() == (None, "2.4.0")
    warn_once.forget()
    lines: list[str] = []

    def keep(record: logging.LogRecord) -> bool:
        lines.append(record.getMessage())
        return True

    warn_once.logger.addFilter(keep)
    try:
        with msacc.as_mindspore():
            pass
    finally:
        warn_once.logger.removeFilter(keep)
    assert any("MindSpore 2.4.0 is installed here" in line for line in lines)
    assert metadata.version("mindspore") == "2.4.0"


def test_the_version_that_was_asked_for_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _install(tmp_path, "2.3.1", installed_mindspore.STAND_IN_SUMMARY)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert stub_distribution.real_mindspore() is None
    assert metadata.version("mindspore") == "2.3.1"
    with msacc.as_mindspore():
        assert metadata.version("mindspore") == "2.3.1"
        assert importlib.import_module("mindspore").__version__ == "2.3.1"
    assert msacc.__version__ == msacc.version.MINDSPORE_VERSION
