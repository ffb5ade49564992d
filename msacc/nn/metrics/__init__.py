"""Metrics: what is measured over a dataset, in numpy."""

from __future__ import annotations

from typing import Any

from msacc.nn.metrics.accuracy import Accuracy as Accuracy
from msacc.nn.metrics.loss import Loss as Loss
from msacc.nn.metrics.metric import Metric as Metric
from msacc.nn.metrics.metric import rearrange_inputs as rearrange_inputs

_BY_NAME: dict[str, Any] = {"accuracy": Accuracy, "acc": Accuracy, "loss": Loss}


def names() -> list[str]:
    """The names `get_metric_fn` and a Model's `metrics` know."""
    return sorted(_BY_NAME)


def get_metric_fn(name: str, *args: Any, **kwargs: Any) -> Any:
    """A new metric by name; KeyError for an unknown one."""
    if name not in _BY_NAME:
        raise KeyError(f"For 'get_metric_fn', unsupported metric {name!r}; known are {names()}.")
    return _BY_NAME[name](*args, **kwargs)


def get_metrics(metrics: Any) -> dict[str, Metric] | None:
    """{name: Metric} out of a dict or a set of names; TypeError for anything else but None."""
    if metrics is None:
        return None
    if isinstance(metrics, set):
        return {name: get_metric_fn(name) for name in metrics}
    if not isinstance(metrics, dict):
        raise TypeError(
            f"For 'get_metrics', the argument 'metrics' must be None, dict or set, but got {metrics}"
        )
    for name, metric in metrics.items():
        if not isinstance(name, str) or not isinstance(metric, Metric):
            raise TypeError(
                "For 'get_metrics', if 'metrics' is dict, the key in 'metrics' must be string and value in "
                f"'metrics' must be Metric, but got key:{type(name)}, value:{type(metric)}."
            )
    return metrics
