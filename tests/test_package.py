"""The package alone, unpacked from its wheel: what the README promises works without the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.built_package import build, copy_sources
from tests.launch.helpers import sizes

pytestmark = pytest.mark.slow

_TUTORIAL = """
import os
import mindspore as ms
from mindspore import nn, train
from mindspore.communication import get_group_size, get_rank, init
from mindspore.dataset import MnistDataset, transforms, vision
from mindspore.parallel import GradAccumulation
from mindspore.parallel.auto_parallel import AutoParallel

init()
data = MnistDataset(os.path.join(os.environ["DATA_PATH"], "train"), num_samples=640, shuffle=False)
data = data.map([vision.Rescale(1 / 255, 0), vision.HWC2CHW()], "image")
data = data.map(transforms.TypeCast(ms.int32), "label").batch(32)
net = nn.SequentialCell(nn.Flatten(), nn.Dense(784, 10))
parallel = AutoParallel(GradAccumulation(nn.WithLossCell(net, nn.CrossEntropyLoss()), 4))
parallel.hsdp()
model = train.Model(parallel, optimizer=nn.SGD(net.trainable_params(), 0.1))
model.train(1, data, callbacks=[train.LossMonitor(10)])
ms.save_checkpoint(net, "net.ckpt")
print("rank", get_rank(), "of", get_group_size(), "saved", sorted(ms.load_checkpoint("net.ckpt")))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that is built from the source distribution."""
    sdist = build(copy_sources(tmp_path_factory.mktemp("sources")), "sdist")
    folder = tmp_path_factory.mktemp("sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    return build(next(folder.iterdir()), "wheel")


@pytest.fixture(scope="module")
def place(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder without the checkout beside what pip would unpack."""
    folder = tmp_path_factory.mktemp("alone")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "installed")
    return folder


def _run(place: Path, *words: str, **more: str) -> str:
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    environment |= {"PYTHONPATH": str(place / "installed"), "OMP_NUM_THREADS": "1", **more}
    run = subprocess.run(
        [sys.executable, *words],
        cwd=place,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def test_a_wheel_of_the_source_distribution_is_complete(
    wheel: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    direct = build(copy_sources(tmp_path_factory.mktemp("direct")), "wheel")
    with zipfile.ZipFile(wheel) as one, zipfile.ZipFile(direct) as other:
        assert sorted(one.namelist()) == sorted(other.namelist())


def test_it_is_the_unpacked_package_that_runs(place: Path) -> None:
    where = _run(place, "-c", "import msacc; print(msacc.__file__)")
    assert Path(where.strip()).is_relative_to(place)


def test_commands(place: Path) -> None:
    assert "the API of MindSpore" in _run(place, "-m", "msacc", "--version")
    assert "torch" in _run(place, "-m", "msacc", "doctor", "--quick")
    code = "import mindspore as ms; print(ms.ops.relu(ms.Tensor([-1.0, 2.0])))"
    assert _run(place, "-m", "msacc", "-c", code) == "[0. 2.]\n"


def test_the_tutorial_with_msrun_on_digits_of_the_package(place: Path) -> None:
    data = _run(place, "-m", "msacc", "data", "mnist", "digits", MSACC_OFFLINE="1").split()[-1]
    (place / "train.py").write_text(_TUTORIAL)
    words = [*sizes(2), "--join=True", "--tail_worker_log=0", "train.py"]
    text = _run(place, "-m", "msacc.launch", *words, DATA_PATH=str(place / data))
    assert "rank 0 of 2 saved ['1.bias', '1.weight']" in text
    assert "loss is" in text
