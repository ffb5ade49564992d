"""sample_code/cifar10_resnet18_no_sync: only the last iteration of a window changes parameters."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from msacc.datafiles.cifar import draw_cifar10
from tests.launch.helpers import sizes
from tests.launch.zygote import shared

_SAMPLE = Path(__file__).parents[2] / "sample_code" / "cifar10_resnet18_no_sync"


@pytest.mark.dist
@pytest.mark.parametrize(("workers", "more"), [(1, []), (2, []), (2, ["--hsdp"])])
def test_only_the_last_of_a_window_updates(workers: int, more: list[str], tmp_path: Path) -> None:
    draw_cifar10(tmp_path / "pictures", 64, 16)
    arguments = [f"--data_path={tmp_path / 'pictures'}", "--batch_size=2", "--iterations=8", *more]
    run = shared().msrun(
        *sizes(workers), "--join=True", str(_SAMPLE / "train.py"), *arguments, cwd=tmp_path
    )
    assert run.wait(200) == 0, run.text()
    values = re.findall(r"^iteration \d+ - loss: \S+ - value: (\S+)", run.text(), re.MULTILINE)
    assert len(values) == 8
    assert values[0] == values[1] == values[2]
    assert values[3] == values[4] == values[5] == values[6]
    assert values[2] != values[3] != values[7]
