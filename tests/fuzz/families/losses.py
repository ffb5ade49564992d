"""Losses with reductions and weights, as layers and as functions."""

from __future__ import annotations

from tests.fuzz.drawing import Draw

_PAIRS = (
    "nn.MSELoss({r})", "nn.L1Loss({r})", "nn.SmoothL1Loss(0.5, {r})", "nn.HuberLoss({r})", "nn.BCEWithLogitsLoss({r})", "nn.SoftMarginLoss({r})",
    "nn.KLDivLoss({r})", "nn.PoissonNLLLoss(reduction={q})", "ops.mse_loss", "ops.l1_loss", "ops.huber_loss", "ops.smooth_l1_loss", "nn.RMSELoss()",
    "nn.MAELoss({r})", "nn.DiceLoss()", "nn.CosineEmbeddingLoss(0.1, {r})", "nn.MultilabelMarginLoss({r})", "nn.MultiLabelSoftMarginLoss(reduction={q})",
    "nn.HingeEmbeddingLoss(1.0, {r})", "mint.nn.MSELoss({r})", "mint.nn.L1Loss({r})", "mint.nn.BCEWithLogitsLoss(reduction={q})", "ops.soft_margin_loss",
    "mint.nn.SmoothL1Loss({r})", "mint.nn.KLDivLoss({r})",
)  # fmt: skip
_CLASSES = (
    "nn.CrossEntropyLoss({w}, reduction={q})", "nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction={q})", "nn.NLLLoss({w}, reduction={q})",
    "nn.CrossEntropyLoss({w}, label_smoothing=0.1)", "nn.CrossEntropyLoss(ignore_index=1, reduction={q})", "nn.FocalLoss({w}, reduction={q})",
    "nn.MultiMarginLoss(reduction={q})", "ops.cross_entropy", "ops.nll_loss", "mint.nn.CrossEntropyLoss({w}, reduction={q})",
    "mint.nn.NLLLoss({w}, reduction={q})", "mint.nn.functional.cross_entropy",
)  # fmt: skip


def program(draw: Draw) -> str:
    reduction = draw.choice(
        ("'mean'", "'sum'", "'none'", "'mean'", "'avg'" if draw.chance(0.1) else "'none'")
    )
    weight = draw.choice(("None", "None", "data(3).abs()"))
    if draw.chance(0.55):
        loss = draw.choice(_PAIRS)
        shape = draw.full_shape(2, 2) if draw.chance(0.7) else draw.full_shape(0, 3)
        other = shape if draw.chance(0.9) else draw.like(shape)
        dtype = draw.choice(("float32", "float32", "float32", "float16"))
        inputs = [draw.data(shape, dtype), draw.data(other, dtype)]
        if "Multi" in loss or "Dice" in loss or "Hinge" in loss or "BCE" in loss:
            inputs[1] = (
                f"(({inputs[1]} > 0).astype(ms.{'int32' if 'Multilabel' in loss else 'float32'}))"
            )
        if "KLDiv" in loss:  # targets are probabilities
            inputs[1] = f"abs({inputs[1]})"
        if "CosineEmb" in loss:
            inputs = [
                draw.data((3, 4)),
                draw.data((3, 4)),
                "Tensor(np.array([1, -1, 1], np.int32))",
            ]
    else:
        loss, rows = draw.choice(_CLASSES), draw.randint(1, 5)
        extra = (2,) if draw.chance(0.2) else ()
        kind = draw.choice(("int32", "int32", "int64"))
        labels = [[draw.randint(0, 2) for _ in extra or (0,)] for _ in range(rows)]
        values = [row if extra else row[0] for row in labels]
        if extra:
            values = [row * 2 for row in labels]
        inputs = [draw.data((rows, 3, *extra)), f"Tensor(np.array({values}, np.{kind}))"]
        if "SoftmaxCross" not in loss and draw.chance(0.15):
            inputs[1] = f"ops.softmax({draw.data((rows, 3, *extra))}, 1)"
    loss = loss.format(r=f"reduction={reduction}", q=reduction, w=f"weight={weight}")
    names = ", ".join("xyz"[: len(inputs)])
    lines = [f"{n} = {text}" for n, text in zip("xyz", inputs, strict=False)] + [f"loss = {loss}"]
    lines += ["@jit", f"def f({names}):", f"    return loss({names})", f"show(f, {names})"]
    lines += [f"show(ms.grad(loss, 0), {names})"]
    return "\n".join(lines)
