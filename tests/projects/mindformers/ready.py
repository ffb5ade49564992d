"""What the cases share: an older release on MindSpore 2.10, one yaml for all, a callback that keeps losses."""

from __future__ import annotations

import sys
import types
from pathlib import Path
from typing import Any

import mindspore as ms
import mindspore.dataset.transforms as transforms
import numpy as np

if not hasattr(transforms, "py_transforms"):
    # Releases 1.3 and 1.5 derive from a class by its older home, which MindSpore 2.10 has dropped.
    older = types.ModuleType("mindspore.dataset.transforms.py_transforms")
    vars(older)["PyTensorOperation"] = transforms.transforms.PyTensorOperation
    sys.modules[older.__name__] = vars(transforms)["py_transforms"] = older
if not hasattr(ms.nn.Cell, "cast"):
    # Until 2.4 every Cell had a Cast of its own, which layers of release 1.3 call.
    ms.nn.Cell.cast = ms.ops.Cast()


def _overflow(self: Any, status: Any, compute_output: Any) -> Any:
    bad = 0.0
    for grad in compute_output:
        bad = bad + ms.ops.logical_not(ms.ops.isfinite(grad)).astype(ms.float32).sum()
    return bad > 0


if "msacc" not in sys.modules:
    # MindSpore's own asks a kernel of Ascend's.
    ms.nn.TrainOneStepWithLossScaleCell.get_overflow_status = _overflow
    # So do these of mint, with which generate() chooses.
    for same in ("argmax", "topk", "sort"):
        setattr(ms.mint, same, getattr(ms.ops, same))
    ms.mint.cumsum = lambda x, dim: ms.ops.cumsum(x, dim)

LOSSES: list[float] = []


def keep_losses() -> None:
    """Register the callback `KeepLosses`, which a yaml can name."""
    from mindformers.tools.register import MindFormerModuleType, MindFormerRegister

    class KeepLosses(ms.Callback):
        """Each step's loss: what a training wrapper gives first."""

        def on_train_step_end(self, run_context: Any) -> None:
            loss = run_context.original_args().net_outputs
            loss = loss[0] if isinstance(loss, (tuple, list)) else loss
            LOSSES.append(float(np.mean(loss.asnumpy())))

    MindFormerRegister.register_cls(KeepLosses, MindFormerModuleType.CALLBACK)


def _optimizer() -> dict[str, Any]:
    """The one of MindFormers' own that this release has."""
    import mindformers.core.optim as optim

    name = "FP32StateAdamWeightDecay"
    if hasattr(optim, name):
        return {"type": name, "beta1": 0.9, "beta2": 0.95}
    return {"type": "AdamW", "betas": [0.9, 0.95]}


def config(
    place: Path, mode: str, model: dict[str, Any], trainer: str, **more: Any
) -> dict[str, Any]:
    """What a yaml of MindFormers holds, for three steps of a tiny model on the CPU."""
    return {
        "seed": 0,
        "output_dir": str(place / "output"),
        "load_checkpoint": "",
        "src_strategy_path_or_dir": "",
        "auto_trans_ckpt": False,
        "only_save_strategy": False,
        "resume_training": False,
        "run_mode": "train",
        "trainer": {"type": trainer, "model_name": "tiny"},
        "runner_config": {"epochs": 1, "batch_size": 2, "sink_mode": False, "sink_size": 1},
        "optimizer": {**_optimizer(), "eps": 1e-8, "learning_rate": 1e-3},
        "lr_schedule": {
            "type": "CosineWithWarmUpLR",
            "learning_rate": 1e-3,
            "lr_end": 1e-5,
            "warmup_ratio": 0.1,
            "total_steps": -1,
        },
        "use_parallel": False,
        "parallel": {"parallel_mode": 0, "gradients_mean": False, "full_batch": True},
        "parallel_config": {"data_parallel": 1, "model_parallel": 1, "pipeline_stage": 1},
        "micro_batch_interleave_num": 1,
        "recompute_config": {"recompute": False},
        "callbacks": [{"type": "MFLossMonitor"}, {"type": "KeepLosses"}],
        "eval_callbacks": [],
        "context": {
            "mode": 0 if mode == "graph" else 1,
            "device_target": "CPU",
            "max_call_depth": 10000,
            "save_graphs": False,
            "device_id": 0,
        },
        "model": model,
        "runner_wrapper": {
            "type": "MFTrainOneStepCell",
            "scale_sense": {
                "type": "DynamicLossScaleUpdateCell",
                "loss_scale_value": 64,
                "scale_factor": 2,
                "scale_window": 1000,
            },
            "use_clip_grad": True,
        },
        "metric": {"type": "PerplexityMetric"},
        "auto_tune": False,
        "profile": False,
        "do_eval": False,
        **more,
    }


def records(path: Path, columns: dict[str, np.ndarray], rows: int) -> str:
    """A MindRecord file with a row for each of `rows`; int32 columns."""
    from mindspore.mindrecord import FileWriter

    writer = FileWriter(str(path), 1, overwrite=True)
    writer.add_schema({name: {"type": "int32", "shape": [-1]} for name in columns}, "tokens")
    writer.write_raw_data([{name: v[i] for name, v in columns.items()} for i in range(rows)])
    writer.commit()
    return str(path)


def tokens(path: Path, length: int, rows: int = 12, vocabulary: int = 64, seed: int = 1) -> str:
    """Sequences that a language model can learn: each token follows from the one before, now and then not."""
    draws = np.random.RandomState(seed)
    ids = np.empty((rows, length), np.int32)
    ids[:, 0] = draws.randint(3, vocabulary, rows)
    for i in range(1, length):
        noise = draws.rand(rows) < 0.2
        ids[:, i] = np.where(
            noise,
            draws.randint(3, vocabulary, rows),
            (ids[:, i - 1] * 5 + 1) % (vocabulary - 3) + 3,
        )
    return records(path, {"input_ids": ids}, rows)


def text_dataset(
    path: str, batch: int, columns: tuple[str, ...] = ("input_ids",)
) -> dict[str, Any]:
    """The yaml's lines for a language model's data."""
    held = {
        "data_loader": {"type": "MindDataset", "dataset_dir": path, "shuffle": True},
        "input_columns": list(columns),
        "num_parallel_workers": 1,
        "python_multiprocessing": False,
        "drop_remainder": True,
        "batch_size": batch,
        "repeat": 1,
        "numa_enable": False,
        "prefetch_size": 1,
    }
    return {
        "train_dataset": held,
        "train_dataset_task": {"type": "CausalLanguageModelDataset", "dataset_config": held},
    }
