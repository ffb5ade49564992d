"""vmap, jit, grad, vjp, jvp, jacobians and hessians, one inside another."""

from __future__ import annotations

from tests.fuzz.drawing import Draw

_BODIES = (
    "x * y + x", "ops.sin(x) * y.sum()", "(x ** 2).sum() * y", "ops.tanh(x @ y.T if x.ndim == 2 else x * y)", "(x * y).sum()", "x.exp().sum() + y.mean()",
    "(x, y * 2)", "(x * y, (x + y).sum())", "ops.stop_gradient(x) * y", "ops.relu(x) - y", "ops.where(x > 0, x, y)", "x * 3", "ops.stack((x, y)).sum(0)",
    "x / (y * y + 1)", "ops.softmax(x, -1) * y", "ops.maximum(x, y)",
)  # fmt: skip
_WRAPS = (
    ("ms.grad({f})", 4), ("ms.grad({f}, (0, 1))", 4), ("ms.grad({f}, 1)", 3), ("ms.value_and_grad({f}, 0)", 3), ("ms.value_and_grad({f}, (0, 1), has_aux=True)", 1),
    ("ms.vmap({f})", 2), ("ms.vmap({f}, in_axes=(0, None))", 2), ("ms.vmap({f}, (0, 0), -1)", 1), ("ms.vmap({f}, (-1, 0))", 1),
    ("ms.jacrev({f})", 2), ("ms.jacfwd({f})", 1), ("jit({f})", 4), ("ops.GradOperation(get_all=True)({f})", 2), ("ops.GradOperation()({f})", 1),
    ("(lambda x, y: ms.jvp({f}, (x, y), (x, y)))", 2), ("(lambda x, y: ms.vjp({f}, x, y)[0])", 2), ("(lambda x, y: pulled(*ms.vjp({f}, x, y)))", 1),
    ("ms.grad({f}, 0, None, True)", 1), ("ops.GradOperation(sens_param=True)({f})", 1),     ("ms.ops.vmap({f}, out_axes=0)", 1), ("ms.grad({f}, grad_position=(0,))", 1), ("ms.grad({f}, 0, return_ids=True)", 1),
)  # fmt: skip


def program(draw: Draw) -> str:
    shape = draw.choice(((3,), (2, 3), (3, 3), (1, 3), (3,)))
    lines = [
        f"x = {draw.data(shape)}",
        f"y = {draw.data(shape if draw.chance(0.8) else shape[-1:])}",
    ]
    lines += ["def pulled(out, pull):"]
    lines += ["    return pull(*out) if isinstance(out, tuple) else pull(out)"]
    lines += ["def f0(x, y):", f"    return {draw.choice(_BODIES)}"]
    depth = draw.randint(1, 3)
    forms, weights = zip(*_WRAPS, strict=True)
    for i in range(1, depth + 1):
        if i > 1 and draw.chance(0.4):
            lines += [
                f"def h{i}(x, y):",
                f"    return {draw.choice(('{f}(x, y)', '{f}(x, y) * 2', '{f}(x * 2, y)', '{f}(x, y).sum()')).format(f=f'f{i - 1}')}",
            ]
            inner = f"h{i}"
        else:
            inner = f"f{i - 1}"
        lines.append(f"f{i} = {draw.choices(forms, weights)[0].format(f=inner)}")
    lines.append(f"show(f{depth}, x, y)")
    return "\n".join(lines)
