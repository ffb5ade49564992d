"""Records 200 mini-batches of the sample under real MindSpore: start, losses, end, checkpoint layout.

PYTHONPATH=. OMP_NUM_THREADS=1 python -m tests.tutorial.record_lenet      (with mindspore==2.10.0)
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import mindspore as ms
import numpy as np

from tests.tutorial import steps


def main() -> None:
    """Write both files of `tests/tutorial/data`."""
    steps.DATA.mkdir(exist_ok=True)
    ms.set_context(mode=ms.GRAPH_MODE)
    ms.set_seed(3)
    net, trainer = steps.build(ms)
    ms.save_checkpoint(net, str(steps.START))
    losses = steps.run(ms, trainer, steps.STEPS)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "gradient_accumulation.ckpt"
        ms.save_checkpoint(trainer.forward_backward, str(path))
        layout = [
            f"{k} {v.dtype} {list(v.shape)}" for k, v in ms.load_checkpoint(str(path)).items()
        ]
        size = path.stat().st_size
    # The changes of the parameters are kept in half precision: small, and exact enough for 1e-4.
    start = ms.load_checkpoint(str(steps.START))
    change = {
        p.name: (p.asnumpy() - start[p.name].asnumpy()).astype(np.float16)
        for p in net.trainable_params()
    }
    np.savez_compressed(
        steps.RECORDED,
        losses=losses,
        layout=np.array(layout),
        size=size,
        version=ms.__version__,
        **change,
    )
    print(losses[:3], losses[-3:], size)


if __name__ == "__main__":
    main()
