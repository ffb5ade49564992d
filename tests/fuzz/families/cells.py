"""Cells of layers in containers, with shared and tied parameters, trained for a step."""

from __future__ import annotations

from tests.fuzz.drawing import Draw

_ACTIVATIONS = (
    "nn.ReLU()",
    "nn.Tanh()",
    "nn.Sigmoid()",
    "nn.GELU()",
    "nn.LeakyReLU(0.1)",
    "nn.Softmax(-1)",
    "nn.ELU()",
    "nn.HSwish()",
)
_ACTIVATIONS += (
    "nn.SiLU()",
    "nn.Identity()",
    "nn.Flatten()",
    "nn.LayerNorm((3,))",
    "nn.Dropout(p=0.0)",
    "nn.Mish()",
    "nn.LogSoftmax(-1)",
)


def _layer(draw: Draw) -> str:
    if draw.chance(0.5):
        bias = draw.choice(
            (
                "",
                ", has_bias=False",
                ", activation='relu'",
                ", weight_init='normal'",
                ", bias_init='ones'",
            )
        )
        return f"nn.Dense(3, 3{bias})"
    return draw.choice(_ACTIVATIONS)


def _container(draw: Draw) -> str:
    layers = [_layer(draw) for _ in range(draw.randint(1, 3))]
    layers.insert(0, "nn.Dense(3, 3)")
    listed = ", ".join(layers)
    return draw.choice(
        (
            f"nn.SequentialCell({listed})",
            f"nn.SequentialCell([{listed}])",
            f"nn.CellList([{listed}])",
            "nn.CellDict({%s})" % ", ".join(f"'l{i}': {layer}" for i, layer in enumerate(layers)),
        )
    )


_USES = {
    "nn.S": (
        "x = self.part{i}(x)",
        "x = self.part{i}(x) + x",
        "x = self.part{i}[0](x)",
        "x = self.part{i}[-1](self.part{i}(x))",
    ),
    "nn.CellL": (
        "for layer in self.part{i}:\n            x = layer(x)",
        "x = self.part{i}[0](x) * len(self.part{i})",
        "x = self.part{i}[-1](x)",
    ),
    "nn.CellD": (
        "for layer in self.part{i}.values():\n            x = layer(x)",
        "x = self.part{i}['l0'](x)",
        "x = self.part{i}['l1'](x) + len(self.part{i})",
    ),
}
_PARAMETERS = (
    "self.w{i} = Parameter({d}, name='w{i}')",
    "self.w{i} = Parameter({d})",
    "self.w{i} = Parameter({d}, name='w{i}', requires_grad=False)",
)
_MORE = ("x = x * self.w{i}", "x = x + self.w{i}", "x = self.w{i} - x * 2")
_SHOWN = (
    "show([p.name for p in net.get_parameters()])",
    "show([n for n, p in net.parameters_and_names()])",
    "show([p.name for p in net.trainable_params()])",
    "show(list(net.parameters_dict()))",
    "show([n for n, c in net.cells_and_names()])",
    "show([p.requires_grad for p in net.get_parameters()])",
    "show(len(list(net.cells())))",
    "show([type(c).__name__ for c in net.cells()])",
    "show(net.training)",
    "show([p.name for p in net.untrainable_params()])",
)


def program(draw: Draw) -> str:
    head, body = ["        super().__init__()"], []
    for i in range(draw.randint(1, 2)):
        container = _container(draw)
        head.append(f"        self.part{i} = {container}")
        body.append(
            draw.choice(next(v for k, v in _USES.items() if container.startswith(k))).format(i=i)
        )
    if draw.chance(0.5):
        head.append("        " + draw.choice(_PARAMETERS).format(i=9, d=draw.whole_data((3,))))
        body.append(draw.choice(_MORE).format(i=9))
    if draw.chance(0.25):  # tied
        head.append("        self.other = nn.Dense(3, 3)")
        head.append(
            f"        self.other.weight = {draw.choice(('Parameter(data(3, 3))', 'self.own', 'self.own'))}"
        )
        head.insert(-2, "        self.own = Parameter(data(3, 3), name='own')")
        body.append("x = self.other(x) + self.own.sum()")
    if draw.chance(0.2):
        head.append("        self.again = self.part0")
    if draw.chance(0.15):
        body.append("self.seen = 3") if draw.chance(0.3) else body.append(
            "x = x * (2 if self.training else 1)"
        )
    lines = ["class Net(nn.Cell):", "    def __init__(self):", *head, "    def construct(self, x):"]
    lines += ["        " + line for line in body] + [
        "        return x",
        "net = Net()",
        f"x = {draw.data((2, 3))}",
    ]
    if draw.chance(0.5):
        lines.append(f"net.set_train({draw.choice(('True', 'False'))})")
    if draw.chance(0.2):
        lines.append(
            draw.choice(
                (
                    "net.update_parameters_name('p.')",
                    "net.set_grad()",
                    "net.part0.requires_grad = False",
                    "net.to_float(ms.float16)",
                )
            )
        )
    lines += ["show(net, x)", *draw.sample(_SHOWN, draw.randint(1, 3))]
    lines += [
        f"show(ms.{draw.choice(('grad', 'value_and_grad'))}(net, {draw.choice((0, None))}, net.trainable_params()), x)"
    ]
    if draw.chance(0.3):
        lines += [
            f"step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), nn.{draw.choice(('SGD', 'Adam', 'Momentum'))}"
        ]
        lines[-1] += "(net.trainable_params(), 0.1%s))" % (
            ", 0.9" if "Momentum" in lines[-1] else ""
        )
        lines += [
            "show(step, x, data(2, 3, seed=5))",
            "show(step, x, data(2, 3, seed=5))",
            "show(list(net.get_parameters()))",
        ]
    return "\n".join(lines)
