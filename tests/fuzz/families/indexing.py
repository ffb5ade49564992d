"""Items read and set with every kind of index."""

from __future__ import annotations

from tests.fuzz.drawing import Draw, Shape

_VALUES = (
    "9",
    "0.5",
    "True",
    "x.sum()",
    "Tensor(2.0)",
    "Tensor([3])",
    "y",
    "(1,)",
    "[1.0]",
    "np.float32(4)",
    "x[0]",
)


def _entry(draw: Draw, size: int, last: bool) -> str:
    number = draw.randint(-size, size - 1) if size and draw.chance(0.95) else 5
    low, high, step = (draw.choice(("", "0", "1", "-1", "2", "-3")) for _ in range(3))
    options = [
        str(number), str(number), f"{low}:{high}", f"{low}:{high}", f"::{draw.choice((1, 2, 3))}", ":", "None", f"[{number}, 0]",
        f"Tensor([{number}, 0])", f"Tensor({number})", f"Tensor([{', '.join(draw.choice(('True', 'False')) for _ in range(size))}])" if size else ":", "True", f"Tensor([[{number}]])",
        f"[{', '.join(draw.choice(('True', 'False')) for _ in range(size))}]", f"np.array([{number}])", f"({number}, 0)", f"np.int64({number})",
        f"range({size})", f"slice(0, {number})",
    ]  # fmt: skip
    if last:
        options += ["...", "..."]
    return draw.choice(options) if step else options[0]


def _ends_gradients(text: str) -> bool:
    """What MindSpore refuses as an index leaves its process, inside a gradient, refusing numbers as well."""
    return "np." in text or "range(" in text


def index(draw: Draw, shape: Shape) -> str:
    entries, dots = [], False
    for size in shape[: draw.randint(1, max(len(shape), 1))] or (1,):
        entry = _entry(draw, size, not dots)
        dots |= entry == "..."
        entries.append(entry)
    if len(shape) and draw.chance(0.08):
        return f"{draw.choice(('x > 0', 'x == x', 'x < -5'))}"
    return ", ".join(entries)


def program(draw: Draw) -> str:
    shape = draw.shape(1, 3) if draw.chance(0.2) else draw.full_shape(1, 3)
    dtype = draw.dtype(draw.choice("fffib"))
    lines = [f"x = {draw.data(shape, dtype)}", f"y = {draw.data(draw.like(shape))}"]
    at = index(draw, shape)
    if draw.chance(0.5):
        lines += ["@jit", "def f(x, y):", f"    return x[{at}]", "show(f, x, y)"]
        if dtype.startswith("float"):
            lines += ["def g(x, y):", f"    return (x[{at}] ** 2).sum()"]
            lines += [] if _ends_gradients(at) else ["show(ms.grad(g), x, y)"]
        return "\n".join(lines)
    value, sign = draw.choice(_VALUES), draw.choice(("=", "=", "=", "+=", "*="))
    lines += ["def g(x, y):", "    z = x * 1", f"    z[{at}] {sign} {value}", "    return z"]
    lines += ["@jit", "def f(x, y):", "    return g(x, y)", "show(f, x, y)"]
    if dtype.startswith("float") and not _ends_gradients(at + value):
        lines += ["show(ms.grad(g, (0, 1)), x, y)"]
    return "\n".join(lines)
