"""`import mindspore` means msacc: identity, pickles, messages, and running as plain python does."""

from __future__ import annotations

import functools
import importlib
import os
import pickle
import subprocess
import sys
import types
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc
from msacc import alias
from tests.launch.zygote import shared

_ROOT = Path(__file__).parents[1]


@pytest.fixture
def installed() -> Iterator[None]:
    """The alias for one test. Modules of a real MindSpore would stay out."""
    msacc.install_as_mindspore()
    yield
    alias.uninstall()


def test_import_chooses_the_part_of_protobuf_that_mindspore_chooses(
    monkeypatch: pytest.MonkeyPatch, installed: None
) -> None:
    name = "PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION"
    monkeypatch.setenv(name, "upb")
    monkeypatch.delenv(name)
    monkeypatch.delitem(sys.modules, "mindspore", raising=False)
    importlib.import_module("mindspore")
    assert os.environ[name] == "python"
    monkeypatch.setenv(name, "upb")
    monkeypatch.delitem(sys.modules, "mindspore")
    importlib.import_module("mindspore")
    assert os.environ[name] == "upb"


# -- one module under two names -------------------------------------------------------------------
@pytest.mark.parametrize(
    "name",
    [
        "nn",
        "ops",
        "dataset",
        "context",
        "train.callback",
        "common.initializer",
        "communication.management",
    ],
)
def test_one_module_under_both_names(name: str, installed: None) -> None:
    theirs = importlib.import_module(f"mindspore.{name}")
    ours = importlib.import_module(f"msacc.{name}")
    assert theirs is ours
    assert ours.__name__ in (f"msacc.{name}", f"mindspore.{name}")
    assert ours.__spec__ is not None
    assert ours.__spec__.name == f"msacc.{name}"


@pytest.mark.parametrize(
    ("home", "member", "own"),
    [
        ("ops.operations", "MatMul", "ops.MatMul"),
        ("dataset.engine", "MindDataset", "dataset.MindDataset"),
        ("mindrecord.common.exceptions", "MRMOpenError", "mindrecord.errors.MRMOpenError"),
        ("mindrecord.tools.cifar10_to_mr", "Cifar10ToMR", "mindrecord.Cifar10ToMR"),
        ("ops.functional", "grad", "ops.grad"),
        ("ops.composite", "HyperMap", "ops.HyperMap"),
        ("common.dtype", "float32", "float32"),
        ("train.serialization", "save_checkpoint", "save_checkpoint"),
        ("train.callback", "LossMonitor", "LossMonitor"),
        ("train.model", "Model", "Model"),
        ("train.loss_scale_manager", "FixedLossScaleManager", "FixedLossScaleManager"),
        ("context", "set_context", "set_context"),
        ("communication.management", "init", "communication.init"),
        ("dataset.transforms.c_transforms", "TypeCast", "dataset.transforms.TypeCast"),
        ("nn.metrics", "Accuracy", "nn.Accuracy"),
        ("nn.optim", "Momentum", "nn.Momentum"),
        ("nn.wrap.cell_wrapper", "WithLossCell", "nn.WithLossCell"),
        ("common.api", "ms_function", "ms_function"),
        ("common.parameter", "ParameterTuple", "ParameterTuple"),
        ("common.sparse_tensor", "COOTensor", "COOTensor"),
        ("nn.layer.basic", "OneHot", "nn.OneHot"),
        ("nn.loss.loss", "FocalLoss", "nn.FocalLoss"),
        ("nn.loss.loss", "Loss", "nn.LossBase"),
        ("ops.function.clip_func", "clip_by_value", "ops.clip_by_value"),
        ("ops.operations.image_ops", "CropAndResize", "ops.CropAndResize"),
        ("profiler.profiling", "Profiler", "profiler.Profiler"),
    ],
)
def test_homes_of_earlier_releases(home: str, member: str, own: str, installed: None) -> None:
    expected: object = msacc
    for part in own.split("."):
        expected = getattr(expected, part)
    assert getattr(importlib.import_module(f"mindspore.{home}"), member) is expected


@pytest.mark.parametrize(
    ("home", "member", "own"),
    [
        ("dataset.engine.datasets_vision", "ImageFolderDataset", "dataset.ImageFolderDataset"),
        ("mindrecord.common.exceptions", "MRMOpenError", "mindrecord.errors.MRMOpenError"),
        ("train.metrics.accuracy", "Accuracy", "nn.Accuracy"),
    ],
)
def test_a_home_below_another_is_there_without_its_import(home: str, member: str, own: str) -> None:
    found, expected = (
        functools.reduce(getattr, name.split("."), msacc) for name in (f"{home}.{member}", own)
    )
    assert found is expected


def test_pickles_and_isinstance_across_names(installed: None) -> None:
    mindspore = importlib.import_module("mindspore")
    tensor = pickle.loads(pickle.dumps(mindspore.Tensor(np.arange(3.0))))
    assert isinstance(tensor, msacc.Tensor)
    assert tensor.asnumpy().tolist() == [0.0, 1.0, 2.0]
    assert pickle.loads(b"cmindspore.nn\nDense\n.") is msacc.nn.Dense
    assert pickle.loads(b"cmsacc.nn\nDense\n.") is msacc.nn.Dense
    assert isinstance(msacc.nn.ReLU(), importlib.import_module("mindspore.nn").Cell)


def test_installing_twice_is_installing_once(installed: None) -> None:
    msacc.install_as_mindspore()
    assert sum(isinstance(finder, alias.MindSporeFinder) for finder in sys.meta_path) == 1


def test_real_mindspore_imported_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mindspore", types.ModuleType("mindspore"))
    with pytest.raises(ImportError, match="real MindSpore is imported already"):
        msacc.install_as_mindspore()
    assert not any(isinstance(finder, alias.MindSporeFinder) for finder in sys.meta_path)


def test_the_version_is_the_mirrored_one(installed: None) -> None:
    assert importlib.import_module("mindspore").__version__.split(".") >= ["2", "10"]


# -- what is missing ------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("statement", "kind", "says"),
    [
        (
            "import mindspore.safeguard",
            ModuleNotFoundError,
            "mindspore.safeguard (MindSpore 2.10 does)",
        ),
        (
            "from mindspore import safeguard",
            ImportError,
            "mindspore.safeguard (MindSpore 2.10 does)",
        ),
        (
            "import mindspore; mindspore.safeguard",
            AttributeError,
            "mindspore.safeguard (MindSpore 2.10 does)",
        ),
        (
            "from mindspore.nn import SparseAdam",
            ImportError,
            "mindspore.nn.SparseAdam (MindSpore 1.1 had it, 2.10 has not; nn.Adam, or nn.LazyAdam)",
        ),
        (
            "import mindspore.nn.graph_kernels",
            ModuleNotFoundError,
            "nn.graph_kernels (MindSpore 1.0 had it, 2.10 has not; the layers and ops of these names",
        ),
        (
            "from mindspore.ops.operations import ReLUV2",
            ImportError,
            "mindspore.ops.operations.ReLUV2 (MindSpore 2.0 had it, 2.10 has not; ops.ReLU)",
        ),
        (
            "import mindspore; mindspore.ops.IsInstance",
            AttributeError,
            "mindspore.ops.IsInstance (MindSpore 1.0 had it, 2.10 has not; isinstance",
        ),
        (
            "from mindspore.nn import Foo",
            ImportError,
            "mindspore.nn.Foo (nor does MindSpore 2.10 document it)",
        ),
        ("from mindspore.train.callback import Foo", ImportError, "mindspore.train.callback.Foo"),
        ("from mindspore.nn.layer.basic import Foo", ImportError, "mindspore.nn.layer.basic.Foo"),
        ("from mindspore.common.api import foo", ImportError, "mindspore.common.api.foo"),
        ("import mindspore.context as c; c.foo", AttributeError, "mindspore.context.foo"),
        ("import mindspore.nn.Dense.weight", ModuleNotFoundError, "mindspore.nn.Dense"),
    ],
)
def test_missing_names_say_so(
    statement: str, kind: type[Exception], says: str, installed: None
) -> None:
    before = set(sys.modules)
    with pytest.raises(kind) as caught:
        exec(statement, {})
    assert says in str(caught.value)
    assert str(caught.value).startswith("msacc does not have mindspore.")
    # What came on the way is whole, what is missing left nothing.
    for name in set(sys.modules) - before:
        assert not getattr(sys.modules[name].__spec__, "_initializing", False)
        assert not name.endswith((".rewrite", ".transformer", ".Dense", ".Foo"))


def test_an_error_inside_a_module_is_not_hidden(
    installed: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken_part.py").write_text("import surely_not_there\n")
    monkeypatch.setattr(msacc, "__path__", [*msacc.__path__, str(tmp_path)])
    with pytest.raises(ModuleNotFoundError, match="surely_not_there"):
        importlib.import_module("mindspore.broken_part")
    assert "mindspore.broken_part" not in sys.modules
    assert "msacc.broken_part" not in sys.modules


# -- as plain python does -------------------------------------------------------------------------
_PACKAGE = {
    "run.py": """
import sys, multiprocessing
import mindspore as ms
from helper import twice

def work(x):
    return float((ms.Tensor(x) * 2).asnumpy())

if __name__ == "__main__":
    print("argv", sys.argv[1:], "name", __name__, "twice", twice(4), "file", __file__.endswith("run.py"))
    print("class", ms.nn.Cell.__module__, "main", sys.modules["__main__"].__dict__["work"] is work)
    with multiprocessing.get_context("fork").Pool(1) as pool:
        print("pool", pool.map(work, [1.0, 2.0]))
""",
    "helper.py": "def twice(x):\n    return 2 * x\n",
    "pack/__init__.py": "",
    "pack/__main__.py": "from .inner import value\nimport sys, mindspore.nn\nprint('inner', value, sys.argv[1:])\n",
    "pack/inner.py": "value = 7\n",
    "fails.py": "import mindspore as ms\n\ndef deep():\n    raise RuntimeError('from the script')\n\ndeep()\n",
    "leaves.py": "import sys, mindspore\nsys.exit(3)\n",
    "test_it.py": "import mindspore as ms\n\ndef test_it():\n    print('seen', ms.nn.Cell.__name__)\n    "
    "assert 1 + 1 == 2\n",
}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder of scripts."""
    for name, text in _PACKAGE.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def _run(place: Path, *argv: str) -> tuple[int, str]:
    started = shared().script(*argv, cwd=place)
    return started.wait(120), started.text()


def test_a_script(place: Path) -> None:
    code, text = _run(place, "run.py", "--epochs", "2")
    assert code == 0, text
    assert "argv ['--epochs', '2'] name __main__ twice 8 file True" in text
    assert "class mindspore.nn.cell main True" in text
    assert "pool [2.0, 4.0]" in text


def test_a_module_with_relative_imports(place: Path) -> None:
    code, text = _run(place, "-m", "pack", "a", "b")
    assert code == 0, text
    assert "inner 7 ['a', 'b']" in text


def test_a_traceback_ends_in_the_script(place: Path) -> None:
    code, text = _run(place, "fails.py")
    assert code == 1
    assert text.rstrip().endswith("RuntimeError: from the script")
    assert 'fails.py", line 4, in deep' in text


def test_code(place: Path) -> None:
    program = "import sys, mindspore; a = 1; f = lambda: a; print(f(), mindspore.nn.Cell.__name__, sys.argv)"
    code, text = _run(place, "-c", program, "x")
    assert code == 0, text
    assert "1 Cell ['-c', 'x']" in text


def test_an_exit_code(place: Path) -> None:
    assert _run(place, "leaves.py")[0] == 3


@pytest.mark.slow
def test_pytest_runs_scripts(place: Path) -> None:
    code, text = _run(place, "-m", "pytest", "-s", "-p", "no:cacheprovider", "test_it.py")
    assert code == 0, text
    assert "seen Cell" in text
    assert "1 passed" in text


@pytest.mark.parametrize(
    ("argv", "code", "says"),
    [
        ([], 2, "usage:"),
        (["nowhere.py"], 1, "there is no file"),
        (["docter"], 1, "did you mean the command 'doctor'?"),
        (["--x"], 2, "unknown option"),
        (["-m"], 2, "name a module"),
        (["-c"], 2, "give the code"),
        (
            ["--version"],
            0,
            f"msacc {msacc.version.__version__} (the API of MindSpore 2.10.0), torch",
        ),
        (["data", "mnist", "images"], 0, "images"),
        (["data", "mnis"], 2, "invalid choice: 'mnis'"),
    ],
)
def test_command_lines(place: Path, argv: list[str], code: int, says: str) -> None:
    found, text = _run(place, *argv)
    assert (found, says in text) == (code, True), text


@pytest.mark.slow
def test_a_real_process_with_spawned_children(place: Path) -> None:
    """Spawned children import the script anew, as with plain python: the alias must reach them."""
    script = _PACKAGE["run.py"].replace('"fork"', '"spawn"')
    (place / "run.py").write_text(script)
    env = {**os.environ, "PYTHONPATH": str(_ROOT), "OMP_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "msacc", "run.py"]
    done = subprocess.run(command, cwd=place, env=env, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    assert "pool [2.0, 4.0]" in done.stdout


def test_libraries_find_mindspore_installed(installed: None) -> None:
    assert metadata.version("mindspore") == msacc.version.MINDSPORE_VERSION
    assert metadata.distribution("mindspore").metadata["Name"] == "mindspore"
    assert list(metadata.distribution("mindspore").files or []) == []


def test_a_star_import_brings_no_modules_of_msacc() -> None:
    """`from mindspore.ops import *` leaves the script's own `math` and `nn` alone."""
    scope: dict[str, Any] = {}
    for module in ("ops", "ops.operations", "nn", "dataset", "common", "mint", "numpy"):
        exec(f"from msacc.{module} import *", scope)
    del scope["__builtins__"]
    assert not [name for name, value in scope.items() if isinstance(value, types.ModuleType)]
    assert scope["Cell"] is msacc.nn.Cell
    assert scope["Adam"] is msacc.nn.Adam


def test_a_star_import_of_train_gives_what_it_imports_but_msaccs_own() -> None:
    scope: dict[str, object] = {}
    exec("from msacc.train import *", scope)
    assert {"Model", "LossMonitor", "SummaryRecord", "auc"} <= set(scope)
    assert not {"Resume", "scale_learning_rate", "callback", "metrics"} & set(scope)
    assert not hasattr(msacc, "Resume")
