"""Hooks on Cells and Tensors, values assigned to Parameters, printing, custom gradients."""

from __future__ import annotations

from tests.fuzz.drawing import Draw

_STEPS = (
    "ops.assign(self.w, x.sum() * ops.ones_like(self.w))", "self.w += 1", "ops.assign_add(self.w, self.w)", "self.w = self.w * 2", "ops.assign_sub(self.w, self.b)",
    "self.count += 1", "ops.assign(self.count, self.count + 2)", "x = x * self.w", "x = x + self.b", "x = self.dense(x)", "x = self.dense(x) * self.w",
    "self.w.set_data(x[0])", "x = x * self.count", "self.w[0] = 5", "x = ops.depend(x, ops.assign(self.b, self.w))", "y = ops.assign(self.w, self.b * 2)",
    "print('sum', 3)", "print(x.shape)", "x = self.own(x)", "self.w.add_(1)", "x = x + self.w.sum()", "self.b = self.w + self.b", "print('n', self.k)",
)  # fmt: skip
_HOOKS = (
    "net.register_forward_pre_hook(lambda cell, inputs: (inputs[0] * 2,))", "net.register_forward_hook(lambda cell, inputs, output: output + 1)",
    "net.dense.register_forward_hook(lambda cell, inputs, output: output * 2)", "net.dense.register_backward_hook(lambda cell, gin, gout: (gin[0] * 3,))",
    "net.dense.register_forward_pre_hook(lambda cell, inputs: None)", "net.register_forward_hook(lambda cell, inputs, output: None)",
    "handle = net.dense.register_forward_hook(lambda cell, inputs, output: output * 2)\nhandle.remove()", "net.dense.weight.register_hook(lambda g: g * 2)",
    "net.dense.register_backward_pre_hook(lambda cell, gout: gout[0] * 2)", "net.w.register_hook(lambda g: g + 1)",
    "net.register_forward_hook(lambda cell, inputs, output: print('hook'))",
)  # fmt: skip


def program(draw: Draw) -> str:
    lines = ["class Own(nn.Cell):", "    def construct(self, x):", "        return x * 2"]
    if draw.chance(0.4):
        lines += [
            "    def bprop(self, x, out, dout):",
            f"        return {draw.choice(('(dout * 5,)', 'dout * 5', '(x * dout,)', '(out + dout,)'))}",
        ]
    lines += [
        "class Net(nn.Cell):",
        "    def __init__(self):",
        "        super().__init__()",
        "        self.dense = nn.Dense(3, 3)",
    ]
    lines += [
        "        self.own, self.k = Own(), 4",
        "        self.w = Parameter(data(3, seed=1), name='w')",
        "        self.b = Parameter(data(3, seed=2), name='b')",
    ]
    lines += [
        f"        self.count = Parameter({draw.choice(('0', 'Tensor(0, ms.int32)', '1.0', 'Tensor(1.0)'))}, name='count', requires_grad=False)"
    ]
    lines += ["    def construct(self, x):"]
    lines += ["        " + draw.choice(_STEPS) for _ in range(draw.randint(1, 4))]
    lines += ["        return x", "net = Net()", f"x = {draw.data((2, 3))}"]
    for i, hook in enumerate(draw.sample(_HOOKS, draw.choice((0, 1, 1, 2)))):
        # MindSpore's compiler wants a lambda expression on a line of its own.
        head, tail = hook.split("lambda", 1)
        body, *rest = tail.split("\n")
        lines += [f"hook{i} = lambda{body[:-1]}", f"{head}hook{i})", *rest]
    lines += ["show(net, x)", "show(list(net.get_parameters()))"]
    lines += [
        "show(ms.grad(net, 0, net.trainable_params()), x)",
        "show(list(net.get_parameters()))",
    ]
    return "\n".join(lines)
