"""Metrics over two batches, and the learning rate lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import case, rand

N, C = 6, 3


def scores(seed: int, shape: tuple[int, ...] = (N, C)) -> np.ndarray:
    return rand(*shape, seed=seed, low=0, high=1)


def labels(seed: int, high: int = C, shape: tuple[int, ...] = (N,)) -> np.ndarray:
    return np.random.RandomState(seed).randint(0, high, shape).astype(np.int32)


def values(found: Any) -> dict[str, np.ndarray]:
    if isinstance(found, (tuple, list)):
        return {f"{i}.{k}": v for i, part in enumerate(found) for k, v in values(part).items()}
    # NumPy 1 and 2 differ in the type of int + float32.
    array = np.asarray(found)
    return {"value": array.astype(np.float64) if array.dtype.kind == "f" else array}


def two_batches(
    make: Callable[[Any], Any], batches: list[tuple[Any, ...]], **options: Any
) -> Callable[[Any, Any], Any]:
    def body(ms: Any, run: Any) -> dict[str, np.ndarray]:
        metric = make(ms)
        metric.clear()
        for batch in batches:
            metric.update(*[ms.Tensor(a) if isinstance(a, np.ndarray) else a for a in batch])
        return values(metric.eval(**options))

    return body


CLASSES = [(scores(1), labels(2)), (scores(3), labels(4))]
MULTI = [(labels(5, 2, (N, C)), labels(6, 2, (N, C)))]
MAPS = [
    (labels(7, 2, (2, 3, 4, 4)).astype(np.float32), labels(8, 2, (2, 3, 4, 4)).astype(np.float32))
]
SEGMENTS = [(labels(9, 3, (8, 8)), labels(10, 3, (8, 8)), 1)]
PAIRS = [(rand(N, 4, seed=11), rand(N, 4, seed=12))]
BINARY = [(scores(13, (9,)), labels(14, 2, (9,)))]
SENTENCES = [
    (
        [["i", "have", "a", "pen", "on", "my", "desk"], ["a", "b", "c", "d", "x"]],
        [
            [
                ["i", "have", "a", "pen", "in", "my", "desk"],
                ["there", "is", "a", "pen", "on", "the", "desk"],
            ],
            [["a", "b", "c", "d", "e", "f"]],
        ],
    )
]
ONEHOT = [(scores(1), np.eye(C, dtype=np.float32)[labels(2)])]

METRICS: dict[str, Callable[[Any, Any], Any]] = {
    "accuracy": two_batches(lambda ms: ms.train.Accuracy(), CLASSES),
    "accuracy_onehot": two_batches(lambda ms: ms.train.Accuracy(), ONEHOT),
    "accuracy_multilabel": two_batches(lambda ms: ms.train.Accuracy("multilabel"), MULTI),
    "loss": two_batches(
        lambda ms: ms.train.Loss(), [(np.float32([1.0, 2.5]),), (np.array(0.5, np.float32),)]
    ),
    "top1": two_batches(lambda ms: ms.train.Top1CategoricalAccuracy(), CLASSES),
    "top2": two_batches(lambda ms: ms.train.TopKCategoricalAccuracy(2), CLASSES),
    "precision": two_batches(lambda ms: ms.train.Precision(), CLASSES),
    "precision_mean": two_batches(lambda ms: ms.train.Precision(), CLASSES, average=True),
    "precision_multilabel": two_batches(lambda ms: ms.train.Precision("multilabel"), MULTI),
    "precision_multilabel_mean": two_batches(
        lambda ms: ms.train.Precision("multilabel"), MULTI, average=True
    ),
    "recall": two_batches(lambda ms: ms.train.Recall(), CLASSES),
    "recall_multilabel_mean": two_batches(
        lambda ms: ms.train.Recall("multilabel"), MULTI, average=True
    ),
    "f1": two_batches(lambda ms: ms.train.F1(), CLASSES),
    "fbeta_mean": two_batches(lambda ms: ms.train.Fbeta(2.0), CLASSES, average=True),
    "mae": two_batches(lambda ms: ms.train.MAE(), PAIRS),
    "mse": two_batches(lambda ms: ms.train.MSE(), PAIRS),
    "dice": two_batches(
        lambda ms: ms.train.Dice(), [(scores(1), scores(2)), (scores(3), scores(4))]
    ),
    "perplexity": two_batches(lambda ms: ms.train.Perplexity(), CLASSES),
    "perplexity_ignore": two_batches(lambda ms: ms.train.Perplexity(ignore_label=1), CLASSES),
    "cosine": two_batches(lambda ms: ms.train.CosineSimilarity(), [(scores(1),)]),
    "cosine_dot_mean": two_batches(
        lambda ms: ms.train.CosineSimilarity("dot", "mean", zero_diagonal=False), [(scores(1),)]
    ),
    "bleu": two_batches(lambda ms: ms.train.BleuScore(), SENTENCES),
    "bleu_smooth": two_batches(lambda ms: ms.train.BleuScore(3, True), SENTENCES),
    "roc_binary": two_batches(lambda ms: ms.train.ROC(pos_label=1), BINARY),
    # As many samples as classes: with others MindSpore mixes the columns up.
    "roc_classes": two_batches(
        lambda ms: ms.train.ROC(class_num=4), [(scores(1, (4, 4)), np.int32([0, 1, 2, 3]))]
    ),
    "confusion": two_batches(lambda ms: ms.train.ConfusionMatrix(C), CLASSES),
    "confusion_target": two_batches(lambda ms: ms.train.ConfusionMatrix(C, "target"), CLASSES),
    "confusion_threshold": two_batches(lambda ms: ms.train.ConfusionMatrix(2, "all", 0.3), BINARY),
    "hausdorff": two_batches(lambda ms: ms.train.HausdorffDistance(), SEGMENTS),
    "hausdorff_percentile": two_batches(
        lambda ms: ms.train.HausdorffDistance("taxicab", 70.0, directed=True, crop=False), SEGMENTS
    ),
    "mean_surface": two_batches(lambda ms: ms.train.MeanSurfaceDistance(), SEGMENTS),
    "mean_surface_both": two_batches(
        lambda ms: ms.train.MeanSurfaceDistance(True, "chessboard"), SEGMENTS
    ),
    "rms_surface": two_batches(lambda ms: ms.train.RootMeanSquareDistance(), SEGMENTS),
    "rms_surface_both": two_batches(
        lambda ms: ms.train.RootMeanSquareDistance(symmetric=True), SEGMENTS
    ),
}
RATES = [
    "tpr",
    "tnr",
    "ppv",
    "npv",
    "fnr",
    "fpr",
    "fdr",
    "for",
    "pt",
    "ts",
    "acc",
    "ba",
    "f1",
    "mcc",
    "fm",
    "bm",
    "mk",
]
for rate in RATES:
    METRICS[f"rate_{rate}"] = two_batches(
        lambda ms, rate=rate: ms.train.ConfusionMatrixMetric(metric_name=rate), MAPS * 2
    )
METRICS["rate_each"] = two_batches(
    lambda ms: ms.train.ConfusionMatrixMetric(False, "precision", True, "mean"), MAPS
)

for metric, fn in METRICS.items():
    case(name=metric, jit=False)(fn)


@case(jit=False)
def occlusion(ms: Any, run: Any) -> dict[str, np.ndarray]:
    class Net(ms.nn.Cell):
        def construct(self, x: Any) -> Any:
            return ms.ops.stack((x.sum(axis=(1, 2, 3)), (x * x).mean(axis=(1, 2, 3))), axis=1)

    result = {}
    for name, box in (("whole", None), ("part", [0, 0, 1, 3, 0, -1])):
        metric = ms.train.OcclusionSensitivity(margin=1, b_box=box)
        metric.update(Net(), ms.Tensor(rand(1, 1, 4, 5)), ms.Tensor(1, ms.int32))
        result[name] = metric.eval()
    return result


@case(jit=False)
def auc(ms: Any, run: Any) -> dict[str, np.ndarray]:
    x, y = np.float64([0, 0.2, 0.2, 0.7, 1]), np.float64([0, 0.3, 0.5, 0.9, 1])
    shuffled = [2, 0, 3, 1, 4]
    return {
        "up": np.asarray(ms.train.auc(x, y)),
        "down": np.asarray(ms.train.auc(x[::-1], y[::-1])),
        "sorted": np.asarray(ms.train.auc(x[shuffled], y[shuffled], reorder=True)),
    }


@case(jit=False, rtol=1e-12, atol=1e-12)
def rate_lists(ms: Any, run: Any) -> dict[str, np.ndarray]:
    nn = ms.nn
    result = {
        "piecewise": nn.piecewise_constant_lr([2, 5, 9], [0.1, 0.05, 0.01]),
        "cosine": nn.cosine_decay_lr(0.01, 0.1, 9, 2, 3),
        "warmup": nn.warmup_lr(0.1, 9, 2, 3),
        "polynomial": nn.polynomial_decay_lr(0.1, 0.01, 12, 2, 2, 0.5),
        "polynomial_cycle": nn.polynomial_decay_lr(
            0.1, 0.01, 12, 2, 2, 0.5, update_decay_epoch=True
        ),
    }
    for stair in (False, True):
        for rule in ("exponential", "natural_exp", "inverse"):
            fn = getattr(nn, f"{rule}_decay_lr")
            result[f"{rule}_{stair}"] = fn(0.1, 0.9, 9, 2, 2, stair)
    return {name: np.asarray(rates) for name, rates in result.items()}


REFUSED: dict[str, Callable[[Any], Any]] = {
    "eval_type": lambda ms: ms.train.Accuracy("binary"),
    "shapes": lambda ms: ms.train.Accuracy().update(scores(1), labels(2, C, (N, 2))),
    "label_beyond": lambda ms: ms.train.Precision().update(scores(1), labels(2) + 3),
    "class_change": lambda ms: _twice(
        ms.train.Recall(), (scores(1), labels(2)), (scores(1, (N, 5)), labels(2))
    ),
    "not_binary": lambda ms: ms.train.Accuracy("multilabel").update(scores(1), scores(2)),
    "one_input": lambda ms: ms.train.MAE().update(scores(1)),
    "str_input": lambda ms: ms.train.MSE().update("a", scores(1)),
    "eval_first": lambda ms: ms.train.Loss().eval(),
    "loss_2d": lambda ms: ms.train.Loss().update(scores(1)),
    "k": lambda ms: ms.train.TopKCategoricalAccuracy(0),
    "k_type": lambda ms: ms.train.TopKCategoricalAccuracy(1.5),
    "beta": lambda ms: ms.train.Fbeta(0),
    "indexes": lambda ms: ms.train.MAE().set_indexes((0, 1)),
    "name": lambda ms: ms.train.get_metric_fn("nope"),
    "rate_name": lambda ms: ms.train.ConfusionMatrixMetric(metric_name="nope")(*MAPS[0]),
    "auc_order": lambda ms: ms.train.auc(np.float64([0, 2, 1]), np.float64([0, 1, 2])),
    "milestones": lambda ms: ms.nn.piecewise_constant_lr([5, 2], [0.1, 0.2]),
    "rate_type": lambda ms: ms.nn.exponential_decay_lr("a", 0.9, 9, 2, 2),
    "min_max": lambda ms: ms.nn.cosine_decay_lr(0.2, 0.1, 9, 2, 2),
    "steps": lambda ms: ms.nn.warmup_lr(0.1, 0, 2, 2),
}


def _twice(metric: Any, *batches: Any) -> None:
    for batch in batches:
        metric.update(*batch)


@case(jit=False)
def refused(ms: Any, run: Any) -> dict[str, np.ndarray]:
    def attempt(fn: Callable[[Any], Any]) -> Any:
        fn(ms)
        return ()

    return {
        f"{name}.{key}": value
        for name, fn in REFUSED.items()
        for key, value in run.raises(lambda fn=fn: attempt(fn)).items()
    }
