"""Arguments of metrics: what they are made with, how they are named, which inputs they are given."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, rand


def square(rows: slice, columns: slice) -> np.ndarray:
    result = np.zeros((6, 6))
    result[rows, columns] = 1
    return result


@case(jit=False)
def surface_distances(ms: Any, run: Any) -> Arrays:
    one, two = square(slice(1, 4), slice(1, 4)), square(slice(2, 5), slice(3, 6))
    out: Arrays = {}
    for name in ("euclidean", "chessboard", "taxicab"):
        metric = ms.train.RootMeanSquareDistance(distance_metric=name)
        metric.update(ms.Tensor(one), ms.Tensor(two), 1)
        out[name] = np.float64(metric.eval())
    return {**out, **run.raises(lambda: ms.train.RootMeanSquareDistance(distance_metric="x"))}


@case(jit=False)
def dice(ms: Any, run: Any) -> Arrays:
    metric = ms.train.Dice(smooth=0.5)
    metric.update(ms.Tensor(rand(2, 3, low=0.0)), ms.Tensor(np.array([[0, 1, 1], [1, 0, 1]])))
    return {
        "value": np.float64(metric.eval()),
        **run.raises(lambda: ms.train.Dice(smooth="x")),
    }


@case(jit=False)
def own_metric(ms: Any, run: Any) -> Arrays:
    """The inputs that were chosen, in that order; a Metric by itself cannot be made."""
    train = ms.train

    class Kept(train.Metric):
        def __init__(self) -> None:
            super().__init__()
            self.clear()

        def clear(self) -> None:
            self.seen: Any = ()

        @train.rearrange_inputs
        def update(self, *inputs: Any) -> None:
            self.seen = inputs

        def plain(self, *inputs: Any) -> Any:
            return inputs

        def eval(self) -> Any:
            return self.seen

    kept = Kept().set_indexes(indexes=[2, 0])
    chosen = train.rearrange_inputs(func=Kept.plain)(kept, 7, 8, 9)
    return {
        "called": np.array(kept(7, 8, 9)),
        "chosen": np.array(chosen),
        "all": np.array(Kept()(7, 8)),
        **run.raises(lambda: train.Metric()),
    }


@case(jit=False)
def metrics_by_name(ms: Any, run: Any) -> Arrays:
    """Arguments behind the name go to the metric."""
    made = {
        "top": ms.train.get_metric_fn("top_1_accuracy"),
        "precision": ms.train.get_metric_fn(name="precision", eval_type="multilabel"),
        "matrix": ms.train.get_metric_fn("confusion_matrix", 3, "prediction"),
    }
    given = {
        "top": (rand(4, 3, low=0.0), np.array([0, 1, 2, 1])),
        "precision": (np.array([[0, 1], [1, 1]]), np.array([[1, 1], [0, 1]])),
        "matrix": (np.array([0, 1, 2, 1]), np.array([0, 2, 2, 1])),
    }
    out: Arrays = {}
    for name, metric in made.items():
        metric.update(*(ms.Tensor(a) for a in given[name]))
        out[name] = np.asarray(metric.eval())
    return {**out, **run.raises(lambda: ms.train.get_metric_fn("nope"))}


@case(jit=False)
def occlusion(ms: Any, run: Any) -> Arrays:
    out: Arrays = {}
    for name, way in {"plain": {}, "padded": {"pad_val": 0.5, "n_batch": 3}}.items():
        net = ms.nn.Dense(4, 2)
        net.weight.set_data(ms.Tensor(rand(2, 4)))
        net.bias.set_data(ms.Tensor(rand(2, seed=1)))
        metric = ms.train.OcclusionSensitivity(margin=1, **way)
        metric.update(net, rand(1, 4, seed=2), np.array(1, np.int32))
        out[name] = np.asarray(metric.eval())
    return {
        "padded": out["padded"],
        "plain": out["plain"],
        "batch": run.raises(lambda: ms.train.OcclusionSensitivity(n_batch="x"))["raises"],
        "value": run.raises(lambda: ms.train.OcclusionSensitivity(pad_val="x"))["raises"],
    }
