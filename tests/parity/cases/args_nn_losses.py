"""Arguments of losses, each loss with a value that changes its result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from tests.parity.harness import Arrays, case, is_mindspore, merge, rand

X, Y, Z = rand(3, 4), rand(3, 4, seed=1), rand(3, 4, seed=2)
SIGNS = np.sign(rand(3, 4, seed=9))
ODDS = rand(3, 4, low=0.05, high=0.95)
HOT = np.round(rand(3, 4, low=0, high=1, seed=5))
CLASSES = np.array([1, 0, 3], np.int64)
WEIGHTS = np.array([0.5, 1.0, 2.0, 1.5], np.float32)

# Name -> (the loss called, its inputs); those of NO_GRADIENT have none on MindSpore's CPU.
NO_GRADIENT = ("hinge",)
LOSSES: dict[str, tuple[Callable[..., Any], tuple[np.ndarray, ...]]] = {
    "dice": (lambda ms, x, y: ms.nn.DiceLoss(smooth=0.5)(x, y), (ODDS, HOT)),
    "multi_dice": (
        lambda ms, x, y: ms.nn.MultiClassDiceLoss(
            weights=ms.Tensor(rand(4, 2, low=0.5)), ignore_indiex=1, activation="softmax"
        )(x, y),
        (rand(3, 4, 2), np.round(rand(3, 4, 2, low=0, high=1))),
    ),
    "gaussian": (
        lambda ms, x, y, v: ms.nn.GaussianNLLLoss(full=True, eps=0.3, reduction="sum")(x, y, v),
        (X, Y, ODDS),
    ),
    "hinge": (
        lambda ms, x, y: ms.nn.HingeEmbeddingLoss(margin=0.5, reduction="sum")(x, y),
        (X, SIGNS),
    ),
    "ranking": (
        lambda ms, x, y, t: ms.nn.MarginRankingLoss(margin=0.5, reduction="none")(x, y, t),
        (X, Y, SIGNS),
    ),
    "multi_label_soft": (
        lambda ms, x, y: ms.nn.MultiLabelSoftMarginLoss(weight=ms.Tensor(WEIGHTS), reduction="sum")(
            x, y
        ),
        (X, HOT),
    ),
    "multi_margin": (
        lambda ms, x, t: ms.nn.MultiMarginLoss(
            p=2, margin=0.5, reduction="sum", weight=ms.Tensor(WEIGHTS)
        )(x=x, target=t),
        (X, CLASSES),
    ),
    "multi_margin_called": (
        lambda ms, x, t, w: ms.nn.MultiMarginLoss(p=1)(x, t, weight=w),
        (X, CLASSES, WEIGHTS),
    ),
    "poisson": (
        lambda ms, x, y: ms.nn.PoissonNLLLoss(log_input=False, full=True, eps=0.2, reduction="sum")(
            input=x, target=y
        ),
        (ODDS, np.round(4 * ODDS)),
    ),
    "triplet_distance": (
        lambda ms, x, y, z: ms.nn.TripletMarginWithDistanceLoss(
            distance_function=lambda a, b: (a - b).abs().sum(-1),
            swap=True,
            reduction="sum",
            margin=0.7,
        )(x=x, positive=y, negative=z),
        (X, Y, Z),
    ),
    "triplet_plain": (
        lambda ms, x, y, z: ms.nn.TripletMarginWithDistanceLoss(reduction="none", swap=True)(
            x, y, z
        ),
        (X, Y, Z),
    ),
    "weights_of_indices": (
        lambda ms, x, w: [
            ms.ops.nll_loss(x, ms.Tensor(CLASSES, ms.int32), weight=w),
            ms.ops.cross_entropy(x, ms.Tensor(CLASSES, ms.int32), weight=w, label_smoothing=0.1),
            ms.ops.nll_loss(x, ms.Tensor(CLASSES, ms.int32), weight=w, reduction="none"),
        ],
        (X, WEIGHTS),
    ),
    "weights_without_gradient": (
        lambda ms, p, y, w: [
            ms.ops.binary_cross_entropy(p, y, weight=w),
            ms.ops.binary_cross_entropy_with_logits(p, y, w, w),
        ],
        (ODDS, HOT, np.abs(Y)),
    ),
}


def called(name: str) -> Callable[[Any, Any], Arrays]:
    loss, inputs = LOSSES[name]

    def body(ms: Any, run: Any) -> Arrays:
        result: Arrays = run(
            lambda *tensors: loss(ms, *tensors), *inputs, grad=name not in NO_GRADIENT
        )
        return result

    body.__module__ = __name__
    return body


# Those whose gradients are not torch's own are compared in a graph too.
GRAPHS = ("weights_of_indices", "weights_without_gradient", "multi_margin_called")
for _name in LOSSES:
    case(name=_name, jit=_name in GRAPHS, rtol=1e-4, atol=1e-5)(called(_name))


@case(jit=False, rtol=1e-4, atol=1e-5)
def ctc(ms: Any, run: Any) -> Arrays:
    """A target that is too long for its input has no path: infinite, or zero with `zero_infinity`.

    MindSpore's CPU kernel leaves it infinite, against its documentation, which stands here.
    """
    scores = ms.Tensor(np.log(rand(4, 2, 3, low=0.1, high=1)))
    targets = ms.Tensor(np.array([[0, 0, 1, 1, 0], [0, 1, 0, 0, 0]], np.int32))
    lengths = ms.Tensor([4, 4], ms.int32), ms.Tensor([4, 2], ms.int32)
    kept = ms.nn.CTCLoss(blank=2, reduction="none")(scores, targets, *lengths).asnumpy()
    loss = ms.nn.CTCLoss(blank=2, reduction="none", zero_infinity=True)
    zeroed = loss(scores, targets, *lengths).asnumpy()
    if is_mindspore(ms):
        zeroed = np.where(np.isinf(zeroed), 0, zeroed)
    return {"kept": kept, "zeroed": zeroed}


@case(jit=False)
def own_loss(ms: Any, run: Any) -> Arrays:
    """LossBase's own construct is for subclasses to write."""

    class Squared(ms.nn.LossBase):
        def construct(self, logits: Any, labels: Any) -> Any:
            return self.get_loss((logits - labels) ** 2)

    plain = ms.nn.LossBase(reduction="sum")
    return merge(
        own=run(Squared(reduction="sum"), X, Y),
        base=run.raises(lambda: plain.construct(ms.Tensor(X), ms.Tensor(Y))),
    )


@case(rtol=1e-4, atol=1e-5)
def sampled(ms: Any, run: Any) -> Arrays:
    """Two true classes of weight one half, and candidates that are given."""
    labels = ms.Tensor([[1, 2], [5, 0], [3, 4]], ms.int32)
    drawn = (
        ms.Tensor([0, 3], ms.int32),
        ms.Tensor(np.full((3, 2), 0.4, np.float32)),
        ms.Tensor(np.array([0.3, 0.6], np.float32)),
    )
    loss = ms.nn.SampledSoftmaxLoss(2, 6, num_true=2, sampled_values=drawn)
    # The same classes are free for every draw, so that it does not matter which comes first.
    free = ms.nn.SampledSoftmaxLoss(2, 4, seed=3)
    both = ms.Tensor([[0], [3], [0]], ms.int32)
    return merge(
        given=run(lambda w, b, x: loss(w, b, labels, x), rand(6, 4), rand(6, seed=1), X),
        drawn=run(lambda w, b, x: free(w, b, both, x), rand(4, 4), rand(4, seed=1), X),
    )


def drawn_loss(ms: Any, count: int, **options: Any) -> np.ndarray:
    loss = ms.nn.SampledSoftmaxLoss(count, 6, **options)
    labels = ms.Tensor([[1], [5], [3]], ms.int32)
    given = (ms.Tensor(rand(6, 4)), ms.Tensor(rand(6, seed=1)), labels, ms.Tensor(X))
    out: np.ndarray = loss(*given).asnumpy()
    return out


@case(jit=False, rtol=1e-4, atol=1e-5)
def sampled_at_random(ms: Any, run: Any) -> Arrays:
    """What is drawn is known where it is all classes, or all that are no labels.

    MindSpore gives one value per sample whatever `reduction`, against its documentation, which stands here.
    """
    others = drawn_loss(ms, 3)
    if is_mindspore(ms):
        reduced = {"mean": others.mean(), "sum": others.sum()}
    else:
        reduced = {way: drawn_loss(ms, 3, reduction=way) for way in ("mean", "sum")}
    few = [drawn_loss(ms, 2, remove_accidental_hits=False, seed=s) for s in (1, 2, 1, 3, 4, 5)]
    same = [np.array_equal(few[0], few[2]), all(np.array_equal(few[0], f) for f in few)]
    return reduced | {
        "others": others,
        "all": drawn_loss(ms, 6, remove_accidental_hits=False),
        "seeded": np.array(same),
    }
