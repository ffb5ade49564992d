"""Finding and making the data folders."""

from __future__ import annotations

import multiprocessing
import struct
from pathlib import Path

import numpy as np
import pytest

from msacc.common import warn_once
from msacc.datafiles import __main__ as command
from msacc.datafiles import cache, cifar, mnist

IMAGES = "train/train-images-idx3-ubyte"


@pytest.fixture(autouse=True)
def _alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty working folder and cache, no network, no variables of the machine."""
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("MSACC_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("MSACC_OFFLINE", "1")
    monkeypatch.delenv("DATA_PATH", raising=False)
    warn_once.forget()


def _read_idx(path: Path) -> np.ndarray:
    content = path.read_bytes()
    ndim = content[3]
    shape = struct.unpack_from(f">{ndim}I", content, 4)
    return np.frombuffer(content, np.uint8, offset=4 + 4 * ndim).reshape(shape)


def test_drawn_mnist_has_mnists_layout() -> None:
    folder = mnist.mnist_folder(train=60, test=20)
    assert folder == cache.cache_folder() / "mnist-drawn-60-20"
    images, labels = _read_idx(folder / IMAGES), _read_idx(folder / "train/train-labels-idx1-ubyte")
    assert (images.shape, labels.shape) == ((60, 28, 28), (60,))
    assert (folder / IMAGES).read_bytes()[:4] == b"\0\0\x08\x03"
    assert np.bincount(labels).tolist() == [6] * 10
    assert _read_idx(folder / "test/t10k-images-idx3-ubyte").shape == (20, 28, 28)
    assert images.max() > 150
    assert (images == 0).mean() > 0.5


def test_torchvision_reads_it(tmp_path: Path) -> None:
    import torchvision

    folder = mnist.mnist_folder(train=60, test=20)
    raw = tmp_path / "t" / "MNIST" / "raw"
    raw.mkdir(parents=True)
    for file in folder.rglob("*ubyte"):
        (raw / file.name).write_bytes(file.read_bytes())
    read = torchvision.datasets.MNIST(str(tmp_path / "t"), train=True)
    assert np.array_equal(read.data.numpy(), _read_idx(folder / IMAGES))


def test_it_says_so_once_and_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    monkeypatch.setattr(warn_once.logger, "log", lambda level, text: lines.append(text))
    folder = mnist.mnist_folder(train=20, test=10)
    before = (folder / IMAGES).stat().st_mtime_ns
    assert mnist.mnist_folder(train=20, test=10) == folder
    assert (folder / IMAGES).stat().st_mtime_ns == before
    assert [line.count("drawn digits") for line in lines] == [1]


def test_the_same_digits_every_time(tmp_path: Path) -> None:
    for name in ("a", "b"):
        mnist.draw_mnist(tmp_path / name, 30, 10)
    mnist.draw_mnist(tmp_path / "c", 30, 10, seed=3)
    a, b, c = ((tmp_path / n / IMAGES).read_bytes() for n in "abc")
    assert a == b
    assert a != c


def test_what_is_there_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mnist.draw_mnist(tmp_path / "mine", 20, 10)
    for given in (tmp_path / "mine", tmp_path / "mine" / "train"):
        monkeypatch.setenv("DATA_PATH", str(given))
        assert mnist.mnist_folder() == tmp_path / "mine"
    monkeypatch.delenv("DATA_PATH")
    (tmp_path / "mine").rename("MNIST_Data")
    assert mnist.mnist_folder() == Path("MNIST_Data")
    assert not cache.cache_folder().exists()


def test_a_wrong_data_path_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATA_PATH", str(tmp_path / "typo"))
    with pytest.raises(FileNotFoundError, match="typo"):
        mnist.mnist_folder()
    assert command.main(["mnist"]) == 1
    assert "typo" in capsys.readouterr().err


def test_a_download_that_works_is_preferred(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MSACC_OFFLINE")
    monkeypatch.setattr(mnist, "_download", lambda place: mnist.draw_mnist(place, 10, 10))
    assert mnist.mnist_folder() == cache.cache_folder() / "mnist"
    monkeypatch.setattr(mnist, "_download", None)  # found from now on
    assert mnist.mnist_folder() == cache.cache_folder() / "mnist"


def test_a_download_that_fails_falls_through(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(place: Path) -> None:
        (place / "half").write_text("x")
        raise OSError("no network")

    monkeypatch.delenv("MSACC_OFFLINE")
    monkeypatch.setattr(mnist, "_download", fails)
    folder = mnist.mnist_folder(train=20, test=10)
    assert folder.name == "mnist-drawn-20-10"
    assert {p.name for p in cache.cache_folder().iterdir() if p.is_dir()} == {folder.name}


def test_unreachable_mirrors_fail_before_torchvision_tries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*args: object, **kwargs: object) -> None:
        raise OSError("refused")

    monkeypatch.setattr(mnist.urllib.request, "getproxies", dict)
    monkeypatch.setattr(mnist.socket, "create_connection", refused)
    with pytest.raises(OSError, match="no mirror"):
        mnist._download(tmp_path)


def test_an_existing_folder_keeps_its_files(tmp_path: Path) -> None:
    (tmp_path / "own" / "train").mkdir(parents=True)
    (tmp_path / "own" / "train" / "note.txt").write_text("mine")
    assert mnist.mnist_folder(tmp_path / "own", train=20, test=10) == tmp_path / "own"
    assert (tmp_path / "own" / "train" / "note.txt").read_text() == "mine"
    assert (tmp_path / "own" / IMAGES).exists()


def _fill_slowly(place: Path) -> None:
    with open(place.parent / "fills", "a") as log:
        log.write("x")
    (place / "data").write_text("whole")


def test_processes_that_race_make_it_once(tmp_path: Path) -> None:
    context = multiprocessing.get_context("fork")
    args = (tmp_path / "made", _fill_slowly, lambda folder: (folder / "data").exists())
    workers = [context.Process(target=cache.make_once, args=args) for _ in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0] * 8
    assert (tmp_path / "fills").read_text() == "x"
    assert (tmp_path / "made" / "data").read_text() == "whole"


def test_drawn_cifar_has_cifars_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = cifar.cifar10_folder(train=100, test=20)
    assert (folder / "data_batch_5.bin").stat().st_size == 20 * 3073
    records = np.frombuffer((folder / "test_batch.bin").read_bytes(), np.uint8).reshape(20, 3073)
    assert sorted(records[:, 0].tolist()) == sorted(list(range(10)) * 2)
    assert records[:, 1:].std() > 30
    monkeypatch.setenv("DATA_PATH", str(folder))
    assert cifar.cifar10_folder() == folder


def test_the_command_prints_the_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["cifar10", str(tmp_path / "c")]) == 0
    assert capsys.readouterr().out.strip() == str(tmp_path / "c")
    with pytest.raises(SystemExit):
        command.main(["imagenet"])


def test_a_home_that_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    home, other = tmp_path / "home", tmp_path / "temporary"
    home.mkdir()
    other.mkdir()
    monkeypatch.delenv("MSACC_CACHE")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setattr(cache.tempfile, "gettempdir", lambda: str(other))
    assert cache.cache_folder() == home / ".cache" / "msacc"
    # Root may write everywhere, whatever the mode of a folder says.
    monkeypatch.setattr(cache.os, "access", lambda path, mode: home not in (path, *path.parents))
    with caplog.at_level("INFO", logger="msacc"):
        folder = mnist.mnist_folder(train=60, test=20)
    assert folder.parent.parent == other
    assert not list(home.iterdir())
    assert (
        f"{home}/.cache/msacc cannot be written; using {folder.parent}. MSACC_CACHE" in caplog.text
    )
    # What lies in the home is read all the same.
    mnist.draw_mnist(home / ".cache" / "msacc" / "mnist", 20, 10)
    assert mnist.find_mnist() == home / ".cache" / "msacc" / "mnist"
    # A user that the system does not know has none.
    monkeypatch.setattr(cache.os.path, "expanduser", lambda path: path)
    assert cache.cache_folders() == [folder.parent]
