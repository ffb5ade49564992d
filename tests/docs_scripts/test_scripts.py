"""What the command reads and tells; the scripts themselves are not here."""

from __future__ import annotations

import struct
from pathlib import Path

from msacc.datafiles.mnist import draw_mnist
from msacc.dataset import MnistDataset
from tests.docs_scripts import cuts
from tests.docs_scripts.folder import TEST, TRAIN, lay_data
from tests.docs_scripts.job import Outcome, figures
from tests.docs_scripts.scripts import SCRIPTS, Script


def test_figures_are_read_off_what_a_script_prints() -> None:
    text = "epoch: 0, step: 0, loss is 2.5\nepoch: 1 step: 2, loss is 1e-05\nforward_sum is -3.0"
    assert figures(text, "loss is ") == [2.5, 1e-05]
    assert figures(text, "forward_sum is ") == [-3.0]
    assert figures("2.0\n[[ 0.5 -1.5e-05\n  ...]\n [1. ]]", "[[") == [0.5, -1.5e-05, 1.0]


def test_the_curve_of_a_job_is_the_mean_of_its_processes() -> None:
    assert Outcome([[1.0, 2.0], [3.0, 2.0, 5.0]], [], 0.0, "").curve == [2.0, 2.0]


def test_what_is_cut_is_told_and_missed() -> None:
    def held(cut: list[int], absent: bool = False) -> dict[str, object]:
        parameter = {"shape": [8, 4], "cuts": cut, "absent": absent}
        return {"parameters": {"w": parameter}, "buckets": []}

    weights, stages = Script("a.py", "weights"), Script("a.py", "stages")
    assert cuts.told([held([4, 1])]) == "`w` (4, 1) of (8, 4)"
    assert not cuts.missing(weights, [held([4, 1])])
    assert cuts.missing(weights, [held([1, 1])]) == "no parameter is cut"
    two = [held([1, 1]), held([1, 1], absent=True)]
    assert cuts.told(two) == "2 stages, 1/0 parameters"
    assert not cuts.missing(stages, two)
    assert cuts.missing(stages, two[:1]) == "every process holds all"


def test_data_are_cut_from_a_real_data_set(tmp_path: Path) -> None:
    draw_mnist(tmp_path / "all", TRAIN + 8, TEST + 8)
    lay_data(tmp_path / "cut", tmp_path / "all")
    for part, count in (("train", TRAIN), ("test", TEST)):
        assert MnistDataset(str(tmp_path / "cut" / part)).get_dataset_size() == count
    name = "train/train-images-idx3-ubyte"
    whole, cut = (tmp_path / "all" / name).read_bytes(), (tmp_path / "cut" / name).read_bytes()
    assert cut[16:] == whole[16 : 16 + 784 * TRAIN]
    assert cut[:16] == struct.pack(">IIII", 2051, TRAIN, 28, 28)


def test_every_script_has_a_name_of_its_own() -> None:
    assert len({script.name for script in SCRIPTS}) == len(SCRIPTS)
