"""Normalization, convolution and pooling layers in both modes of training."""

from __future__ import annotations

from tests.fuzz.drawing import Draw

_NORMS = (
    ("nn.BatchNorm1d(3{o})", "n, 3"), ("nn.BatchNorm2d(3{o})", "n, 3, 4, 5"), ("nn.BatchNorm3d(3{o})", "n, 3, 2, 3, 2"),
    ("nn.BatchNorm2d(3{o})", "n, 3, 1, 1"), ("nn.LayerNorm((5,){l})", "n, 3, 5"), ("nn.LayerNorm((3, 5), 1, 1{l})", "n, 3, 5"),
    ("nn.GroupNorm(2, 4{l})", "n, 4, 3, 3"), ("nn.GroupNorm(4, 4{l})", "n, 4, 2, 1"), ("mint.nn.BatchNorm2d(3)", "n, 3, 4, 5"),
    ("mint.nn.LayerNorm((5,))", "n, 5"), ("mint.nn.GroupNorm(2, 4)", "n, 4, 3, 3"), ("mint.nn.BatchNorm1d(3, momentum=0.3)", "n, 3"),
)  # fmt: skip
_OPTIONS = (
    ", momentum=0.5",
    ", affine=False",
    ", use_batch_statistics=True",
    ", use_batch_statistics=False",
    ", eps=0.1",
    ", gamma_init='zeros'",
    "",
)
_OTHERS = (
    ("nn.Conv2d(3, 4, 3{c})", "n, 3, 6, 7"), ("nn.Conv1d(3, 4, 3{c})", "n, 3, 7"), ("nn.Conv2d(4, 4, 3, group=2{c})", "n, 4, 5, 5"),
    ("nn.Conv2dTranspose(3, 4, 3{c})", "n, 3, 4, 4"), ("nn.Conv2d(4, 4, 1, group=4{c})", "n, 4, 2, 3"), ("nn.Conv1dTranspose(3, 2, 3{c})", "n, 3, 5"),
    ("nn.MaxPool2d(2{p})", "n, 3, 5, 6"), ("nn.AvgPool2d(3{p})", "n, 3, 6, 5"), ("nn.MaxPool1d(2{p})", "n, 3, 7"), ("nn.AvgPool1d(3{p})", "n, 3, 7"),
    ("nn.AdaptiveAvgPool2d((2, 3))", "n, 3, 5, 7"), ("nn.AdaptiveAvgPool1d(2)", "n, 3, 6"), ("nn.AdaptiveMaxPool2d((2, 1))", "n, 3, 5, 6"),
    ("nn.Conv3d(2, 3, 2{c})", "n, 2, 3, 4, 3"), ("nn.PixelShuffle(2)", "n, 4, 3, 3"), ("nn.ZeroPad2d((1, 0, 2, 1))", "n, 2, 3, 3"),
    ("nn.ReflectionPad1d((1, 2))", "n, 2, 5"), ("nn.Upsample(scale_factor=2.0, mode='nearest')", "n, 2, 3, 3"), ("nn.Unfold([1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1])", "n, 2, 4, 4"),
    ("nn.ConstantPad1d((1, 2), 0.5)", "n, 2, 4"), ("nn.LRN(3)", "n, 3, 4, 4"), ("nn.ReplicationPad2d(1)", "n, 2, 3, 3"), ("nn.Embedding(9, 3)", "n, 3"),
)  # fmt: skip
_CONV = (
    ", stride=2",
    ", pad_mode='valid'",
    ", pad_mode='pad', padding=1",
    ", has_bias=True",
    ", dilation=2",
    ", weight_init='ones'",
    ", pad_mode='same', stride=2",
    "",
)
_POOL = (", 2", ", 1, 'same'", ", 2, 'same'", ", 2, 'valid'", ", 1, 'pad', 1", "", ", 3")


def program(draw: Draw) -> str:
    layer, shape = draw.choice(_NORMS if draw.chance(0.5) else _OTHERS)
    layer = layer.format(o=draw.choice(_OPTIONS), l=draw.choice((", epsilon=0.1", "", ", gamma_init='zeros'")) if "Layer" in layer else draw.choice((", eps=0.1", "", ", affine=False")),
                         c=draw.choice(_CONV), p=draw.choice(_POOL))  # fmt: skip
    size = draw.choice((1, 2, 2, 3, 5)) if draw.chance(0.97) else 0
    shape = shape.replace("n", str(size))
    dtype = "int32" if "Embedding(" in layer else draw.choice(("float32",) * 5 + ("float16",))
    lines = [f"x = data({shape}, seed={draw.randint(0, 99)}, dtype='{dtype}')", f"net = {layer}"]
    if "Embedding(" in layer:
        lines[0] = lines[0].replace("x = ", "x = abs(") + ") % 9"
    if draw.chance(0.8):
        lines.append(f"net.set_train({draw.choice(('True', 'False', 'True'))})")
    if dtype == "float16" and draw.chance(0.7):
        lines.append("net.to_float(ms.float16)")
    # Of values that a norm has taken to 1 and -1 a gradient in Float16 is rounding alone.
    half = "" if dtype == "float16" and "Norm" in layer else "y * "
    lines += ["show(net, x)", "show(net, x * 2)"][: 1 if dtype == "int32" else draw.randint(1, 2)]
    lines += ["def f(x):", "    y = net(x)", "    return (%sy).sum() + x.sum()" % half]
    weights = "net.trainable_params()" if draw.chance(0.7) else "None"
    lines += [f"show(ms.grad(f, {'0' if dtype != 'int32' else 'None'}, {weights}), x)"]
    lines += ["show(list(net.get_parameters()))"]
    return "\n".join(lines)
