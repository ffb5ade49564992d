"""A run that was killed goes on with another number of processes, and is the run of one that was not."""

from __future__ import annotations

import functools
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote, shared

_PROGRAM = Path(__file__).parent / "programs" / "resized_job.py"
BATCH = 16
# In the middle of the second of two epochs; the newest snapshot is that of step 8.
LAST, STEPS = 9, 12


def _run(
    zygote: Zygote, folder: Path, workers: int, kind: str, last: int = 0, batch: int = BATCH, options: Any = ()
) -> tuple[int, str]:
    folder.mkdir(exist_ok=True)
    given = [str(v) for v in (folder, kind, last, batch)]
    run = zygote.msrun(*sizes(workers), "--join=True", *options, "--log_dir=log", _PROGRAM, *given, cwd=folder)
    return run.wait(200), run.text()


def _found(folder: Path, workers: int) -> dict[str, np.ndarray]:
    with np.load(folder / f"of_{workers}.npz") as data:
        return dict(data)


@pytest.fixture(scope="module")
def one_process(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], dict[str, np.ndarray]]:
    """What a run of one process that was not killed has trained, by the data."""

    @functools.cache
    def straight(kind: str) -> dict[str, np.ndarray]:
        folder = tmp_path_factory.mktemp("straight")
        code, text = _run(shared(), folder, 1, kind)
        assert code == 0, text
        found = _found(folder, 1)
        return {name: v for name, v in found.items() if not name.startswith("accu_grads.")}

    return straight


@pytest.mark.dist
@pytest.mark.parametrize(
    ("kind", "before", "after"),
    [
        ("level1", 4, (2, 8)),
        ("level3", 4, (2,)),
        ("level1_lamb", 4, (2, 1)),
        ("whole", 2, (1,)),
        ("whole", 1, (2,)),
        ("stages", 4, (2,)),
        ("operators", 4, (2,)),
        ("records", 2, (4,)),
    ],
)
def test_another_number_goes_on(
    zygote: Zygote, tmp_path: Path, one_process: Any, kind: str, before: int, after: tuple[int, ...]
) -> None:
    assert _run(zygote, tmp_path / "killed", before, kind, LAST)[0] == 1
    for workers in after:
        shutil.copytree(tmp_path / "killed", tmp_path / f"on_{workers}")
        code, text = _run(zygote, tmp_path / f"on_{workers}", workers, kind)
        assert code == 0, text
        assert f"goes on in epoch 2 after step 8, with {workers} process(es) instead of {before}" in text
        found = _found(tmp_path / f"on_{workers}", workers)
        assert len(found["losses"]) == STEPS
        wanted = one_process(kind if kind in ("records", "level1_lamb") else "whole")
        assert wanted.keys() <= found.keys()
        for name, values in wanted.items():
            np.testing.assert_allclose(found[name], values, rtol=0, atol=1e-6, err_msg=name)
        names = {path.name for path in (tmp_path / f"on_{workers}/kept").iterdir()}
        newest = (STEPS - 2, STEPS)
        assert names == {f"run-{r}-of-{workers}-step-{n}.safetensors" for r in range(workers) for n in newest}


@pytest.mark.dist
def test_a_job_is_started_again_with_fewer(zygote: Zygote, tmp_path: Path, one_process: Any) -> None:
    options = ["--max_restarts=1", "--min_worker_num=1"]
    code, text = _run(zygote, tmp_path, 2, "level1", LAST, options=options)
    assert code == 0, text
    assert "msrun: start 2 of at most 2; workers: 1 instead of 2" in text
    found = _found(tmp_path, 1)
    for name, values in one_process("whole").items():
        np.testing.assert_allclose(found[name], values, rtol=0, atol=1e-6, err_msg=name)


@pytest.mark.dist
def test_another_global_batch_is_refused(zygote: Zygote, tmp_path: Path) -> None:
    assert _run(zygote, tmp_path, 2, "whole", LAST)[0] == 1
    code, text = _run(zygote, tmp_path, 1, "whole", batch=BATCH // 2)
    assert code == 1
    assert (
        "each of 2 process(es) had batches of 8, 6 in an epoch, and each of 1 has batches of 8, 12 in an epoch. "
        "The batch of all processes together has to stay" in text
    )
