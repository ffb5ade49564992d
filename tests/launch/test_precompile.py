"""python -m msacc precompile: a script's compiled code in a file, which another process looks up."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import msacc as ms
from msacc import Tensor, nn, precompile
from msacc.__main__ import main
from msacc.common import distributed_runtime
from msacc.common.settings import settings
from msacc.graph import bundle

_ROOT = Path(__file__).parents[2]
_SCRIPT = """
import json, sys
import numpy as np
import mindspore as ms
from mindspore import Tensor, nn
from torch._dynamo.utils import counters

ms.set_context(mode=ms.GRAPH_MODE)
ms.set_seed(1)
net = nn.WithLossCell(nn.SequentialCell(nn.Dense(4, 8), nn.Tanh(), nn.Dense(8, 2)), nn.MSELoss())
step = nn.TrainOneStepCell(net, nn.Momentum(net.trainable_params(), 0.1, 0.9)).set_train()
rows = int(sys.argv[1])
x, y = (Tensor(np.linspace(-1, 1, rows * n, dtype=np.float32).reshape(rows, n)) for n in (4, 2))
losses = [float(step(x, y).asnumpy()) for _ in range(6)]
cached = {name[15:]: n for name, n in counters["aot_autograd"].items() if name.startswith("autograd_cache")}
print(json.dumps([losses, cached]))
"""


@pytest.fixture
def run(tmp_path: Path) -> Any:
    """Runs python -m msacc in a folder with script.py; an empty folder of compiled code for each call."""
    (tmp_path / "script.py").write_text(_SCRIPT)

    def start(*args: str, level: str = "O1") -> subprocess.CompletedProcess[str]:
        folder = tmp_path / f"compiled{len(list(tmp_path.glob('compiled*')))}"
        env = {**os.environ, "PYTHONPATH": str(_ROOT), "TORCHINDUCTOR_CACHE_DIR": str(folder)}
        env["MSACC_JIT_LEVEL"] = level
        command = [sys.executable, "-m", "msacc", *args]
        return subprocess.run(command, env=env, cwd=tmp_path, capture_output=True, text=True)

    return start


@pytest.mark.slow
def test_a_second_process_looks_up(run: Any, tmp_path: Path) -> None:
    made = run("precompile", "--steps", "2", "script.py", "5", level="")
    assert made.returncode == 0, made.stderr
    # The script was ended before it printed.
    assert made.stdout.startswith("python -m msacc precompile: ")
    path = tmp_path / "script.py.msacc-bundle"
    losses, cached = printed(run("--bundle", path.name, "script.py", "5"))
    assert cached == {"hit": 1}
    # Another shape misses.
    others, cached = printed(run("--bundle", path.name, "script.py", "6"))
    assert cached["miss"] == 1
    assert others == printed(run("script.py", "6"))[0]
    path.write_bytes(path.read_bytes()[:-1])
    done = run(f"--bundle={path.name}", "script.py", "5")
    assert "is not used: its digest does not fit" in done.stderr
    again, cached = printed(done)
    assert cached["miss"] == 1
    assert again == losses


def printed(done: subprocess.CompletedProcess[str]) -> Any:
    """The losses of a run, and what it found in torch's cache."""
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_steps_end_the_program() -> None:
    ms.set_context(mode=ms.GRAPH_MODE, jit_config={"jit_level": "O0"})
    settings.o0_captures = False
    before = distributed_runtime.install(precompile.StepLimit(3))
    x = Tensor(np.ones(2, np.float32))
    try:
        nn.ReLU()(x)
        ms.grad(ms.ops.sin)(x)
        ms.jit(ms.ops.cos)(x)
        with pytest.raises(SystemExit) as end:
            nn.ReLU()(x)
    finally:
        distributed_runtime.install(before)
    assert end.value.code == 0


@pytest.mark.parametrize(
    "argv", [[], ["--steps"], ["--steps", "0", "a.py"], ["--steps", "x", "a"], ["-x"]]
)
def test_usage(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["precompile", *argv]) == 2
    assert "precompile" in capsys.readouterr().err


def test_a_bundle_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--bundle", "/nowhere/x", "script.py"]) == 2
    assert "there is no file '/nowhere/x'" in capsys.readouterr().err


@pytest.fixture
def usual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of compiled code before and after."""
    monkeypatch.setenv("TORCHINDUCTOR_CACHE_DIR", str(tmp_path / "usual"))
    monkeypatch.setenv("MSACC_JIT_LEVEL", "")
    monkeypatch.setenv("MSACC_BUNDLE", "an older one")
    settings.jit_level = ""
    return tmp_path / "usual"


def test_what_any_process_compiles_is_in_the_bundle(usual: Path, tmp_path: Path) -> None:
    def compiles(command: list[str]) -> int:
        assert command == ["script.py", "--steps", "9"]
        assert os.environ["MSACC_JIT_LEVEL"] == settings.jit_level == "O1"
        assert "MSACC_BUNDLE" not in os.environ
        Path(os.environ["TORCHINDUCTOR_CACHE_DIR"], "code.so").write_bytes(b"code")
        raise SystemExit

    command = ["--bundle", f"{tmp_path}/b", "script.py", "--steps", "9"]
    assert precompile.main(command, compiles) == 0
    assert (usual / "code.so").read_bytes() == b"code"
    assert bundle.load(f"{tmp_path}/b", str(tmp_path / "other")) == 1
    assert (tmp_path / "other" / "code.so").read_bytes() == b"code"


def test_a_script_that_fails_or_compiles_nothing_has_no_bundle(
    usual: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(command: list[str]) -> int:
        sys.exit(3)

    assert precompile.main([f"--bundle={tmp_path}/b", "script.py"], fails) == 3
    assert precompile.main([f"--bundle={tmp_path}/b", "script.py"], lambda command: 0) == 1
    assert "compiled nothing" in capsys.readouterr().err
    assert not (tmp_path / "b").exists()
    assert not list(usual.iterdir())


def test_where_the_bundle_lies() -> None:
    assert precompile.default_path(["work/a.py", "x"]) == "work/a.py.msacc-bundle"
    assert precompile.default_path(["-m", "package.train"]) == "package.train.msacc-bundle"
