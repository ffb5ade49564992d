"""For MindOCR's cases: its tools are run as its README says, with its own recipes made small.

Imports neither MindSpore nor MindOCR before it is asked to run something.
"""

from __future__ import annotations

import gc
import importlib
import json
import runpy
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

_DROPPED = "mindspore.parallel._transformer"


class _Inert(ModuleType):
    """A module in which every name is a class that can be called with anything."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return type(
            name, (), {"__init__": lambda self, *_, **__: None, "__call__": lambda self, it: it}
        )


def make_importable() -> None:
    """MindOCR's ABINet asks for a package that MindSpore dropped before 2.10: nothing here runs it, it need only
    import.
    """
    try:
        importlib.import_module(_DROPPED)
    except ImportError:
        for name in ("", ".layers", ".moe", ".op_parallel_config", ".transformer"):
            sys.modules[_DROPPED + name] = _Inert(_DROPPED + name)


def captured() -> None:
    """Graphs as they are captured, at level O0: for code of a whole step a CPU's compiler takes many minutes."""
    import mindspore as ms

    ms.set_context(jit_config={"jit_level": "O0"})


def recipe(checkout: Path, name: str) -> dict[str, Any]:
    """One of MindOCR's yaml files, on one process, without checkpoints from the net."""
    import yaml

    config = yaml.safe_load((checkout / "configs" / name).read_text())
    config["system"].update(
        distribute=False, amp_level="O0", log_interval=1, val_while_train=True, val_start_epoch=1
    )
    config["model"]["backbone"]["pretrained"] = False
    return config


def train(checkout: Path, config: dict[str, Any], data: Path) -> dict[str, list[float]]:
    """tools/train.py: the loss of each step, and the sums of the parameters at the end."""
    import mindspore as ms

    losses: list[float] = []
    nets: list[Any] = []

    class Listen(ms.Callback):
        def on_train_begin(self, run_context: Any) -> None:
            nets.append(run_context.original_args().train_network)

        def on_train_step_end(self, run_context: Any) -> None:
            outputs = run_context.original_args().net_outputs
            loss = outputs[0] if isinstance(outputs, (tuple, list)) else outputs
            losses.append(float(loss.asnumpy().mean()))

    plain = ms.Model.train

    def listened(self: Any, epoch: int, dataset: Any, callbacks: Any = None, **more: Any) -> None:
        plain(self, epoch, dataset, callbacks=[*callbacks, Listen()], **more)

    ms.Model.train = listened
    _call(checkout / "tools" / "train.py", config, data)
    parameters = nets[0].network.trainable_params()
    total = [float(np.abs(p.asnumpy().astype(np.float64)).sum()) for p in parameters]
    return {"losses": losses, "sums": total, "epochs": _epochs(data / "run" / "result.log")}


def evaluate(checkout: Path, config: dict[str, Any], data: Path) -> dict[str, float]:
    """tools/eval.py on the best checkpoint: the metrics."""
    told: dict[str, float] = {}
    from mindocr.utils.evaluator import Evaluator

    plain = Evaluator.eval

    def listened(self: Any) -> Any:
        measures = plain(self)
        told.update({name: float(value) for name, value in measures.items()})
        return measures

    Evaluator.eval = listened
    _call(checkout / "tools" / "eval.py", config, data)
    return {name: told[name] for name in told if "time" not in name and "fps" not in name.lower()}


def _call(script: Path, config: dict[str, Any], data: Path) -> None:
    import yaml

    config["train"]["ckpt_save_dir"] = str(data / "run")
    config["eval"]["ckpt_load_path"] = str(data / "run" / "best.ckpt")
    path = data / f"{script.stem}.yaml"
    path.write_text(yaml.safe_dump(json.loads(json.dumps(config))))
    gc.collect()  # a data base of the run before may be open still
    for name in [name for name in sys.modules if name == "tools" or name.startswith("tools.")]:
        del sys.modules[name]
    before, sys.argv = sys.argv, [str(script), "--config", str(path)]
    try:
        runpy.run_path(str(script), run_name="__main__")
    finally:
        sys.argv = before


def _epochs(log: Path) -> list[float]:
    """The loss and the metrics of each epoch that MindOCR wrote, without the seconds."""
    rows = [line.split("\t") for line in log.read_text().splitlines()]
    kept = [i for i, name in enumerate(rows[0]) if name.strip() != "epoch" and "time" not in name]
    return [float(row[i]) for row in rows[1:] for i in kept]
