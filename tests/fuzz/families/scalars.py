"""Scalars of every kind beside Tensors of every dtype, by operators and functions."""

from __future__ import annotations

from tests.fuzz.drawing import Draw

DTYPES = (
    "float16",
    "float32",
    "float64",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "bool",
    "float32",
    "int32",
)
_OPERATORS = ("+", "-", "*", "/", "//", "%", "**", "<", ">=", "==", "!=")
_FUNCTIONS = (
    "ops.add", "ops.sub", "ops.mul", "ops.div", "ops.maximum", "ops.minimum", "ops.pow", "mint.add", "mint.mul", "mint.div", "mint.pow",
    "ops.floor_div", "ops.fmod", "ops.remainder", "ops.less", "ops.equal", "ops.Add()", "ops.Mul()", "ops.Maximum()", "ops.logical_and",
    "ops.true_divide", "mint.sub", "mint.remainder", "ops.greater", "ops.atan2", "ops.bitwise_and", "ops.RealDiv()", "ops.Pow()",
)  # fmt: skip
_METHODS = ("add", "sub", "mul", "div", "pow", "ge", "floor_divide", "true_divide", "lt")


def operand(draw: Draw) -> str:
    kind = draw.choice(DTYPES)
    number = draw.choice(("2", "3", "1", "7" if kind == "uint8" else "-2", "7"))
    return draw.choice(
        (
            number, f"{number}.5", "True", f"np.{kind}({number})" if kind != "bool" else "np.bool_(True)", f"Tensor({number}, ms.{kind})",
            f"np.array({number}, '{kind}')", draw.data((2, 3), kind), draw.data((3,), kind), f"Parameter({draw.data((3,), 'float32')})",
            f"Tensor({number}.5)", f"Tensor({number})", f"np.array([{number}, 1, 2], '{kind}')", f"[{number}, 1, 2]", f"({number}, 1, 2)",
            f"Tensor(np.{kind}({number}))" if kind != "bool" else "Tensor(True)", "float('inf')", "0", f"Parameter({number}.0)",
        )
    )  # fmt: skip


def expression(draw: Draw) -> str:
    left, right = ("a", "b") if draw.chance(0.5) else ("b", "a")
    form = draw.random()
    if form < 0.55:
        return f"{left} {draw.choice(_OPERATORS)} {right}"
    if form < 0.85:
        return f"{draw.choice(_FUNCTIONS)}({left}, {right})"
    return f"a.{draw.choice(_METHODS)}(b)"


def program(draw: Draw) -> str:
    lines = [f"a = {draw.data((2, 3), draw.choice(DTYPES))}", f"b = {operand(draw)}"]
    first = expression(draw)
    second = draw.choice(("c + 1", "c * 2.0", "c.sum()", "c.astype(ms.float32)", "c"))
    if draw.chance(0.5):
        lines += ["@jit", "def f(a):", f"    c = {first}", f"    return {second}", "show(f, a)"]
    else:
        lines += [
            "@jit",
            "def f(a, b):",
            f"    c = {first}",
            f"    return {second}",
            "show(f, a, b)",
        ]
    if 'a = data(2, 3, dtype="float' in lines[0]:
        call = lines[-1][6:-1].split(", ", 1)
        lines += [f"show(ms.grad(f), {call[1]})"]
    return "\n".join(lines)
