"""What a run was made with and what came out, for TensorBoard's HPARAMS tab."""

from __future__ import annotations

from typing import Any

from msacc.train._model_text import learning_rates

Value = float | int | str


def train_lineage(params: Any, custom: dict[str, Any] | None) -> dict[str, Value]:
    """The settings of a training run, by name; those that are not known are left out. `custom`: the script's own."""
    network, optimizer = params.get("network"), params.get("optimizer")
    loss, dataset = params.get("loss_fn"), params.get("train_dataset")
    found: dict[str, Any] = {
        "network": _kind(network),
        "parameters": sum(p.size for p in network.get_parameters())
        if network is not None
        else None,
        "loss_function": _kind(loss),
        "optimizer": _kind(optimizer),
        "learning_rate": _first(learning_rates(optimizer)) if optimizer is not None else None,
        "epochs": params.get("epoch_num"),
        "steps_per_epoch": params.get("batch_num"),
        "batch_size": dataset.get_batch_size() if hasattr(dataset, "get_batch_size") else None,
        "parallel_mode": params.get("parallel_mode"),
        "device_num": params.get("device_number"),
        **(custom or {}),
    }
    return {name: _plain(value) for name, value in found.items() if value is not None}


def hparams_summaries(settings: dict[str, Value], results: dict[str, float]) -> list[Any]:
    """The summaries that make a run a line of the HPARAMS tab; `results` are scalars of the same names."""
    from torch.utils.tensorboard.summary import hparams

    return list(hparams(settings, results))


def _kind(value: object) -> str | None:
    return None if value is None else type(value).__name__


def _first(values: list[str]) -> float | None:
    return float(values[0]) if values else None


def _plain(value: float | str) -> Value:
    return value if isinstance(value, (int, float, str)) else str(value)
