"""Adam(use_offload=True) on several processes; the program asserts for itself."""

from __future__ import annotations

from pathlib import Path

from tests.launch.helpers import sizes
from tests.launch.zygote import Zygote

_PROGRAM = Path(__file__).parent / "programs" / "offloaded_state.py"


def test_shards_in_the_cpus_memory_train_alike(zygote: Zygote, tmp_path: Path) -> None:
    run = zygote.msrun(*sizes(2), "--join=True", _PROGRAM, cwd=tmp_path)
    assert run.wait(200) == 0, run.text()
    assert run.text().count("all equal") == 2
