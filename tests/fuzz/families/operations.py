"""Functions of several operations, odd shapes and dtypes, with gradients."""

from __future__ import annotations

from tests.fuzz.drawing import Body, Draw, gradient_lines, inputs, names
from tests.fuzz.families._operations import MAKERS


def program(draw: Draw) -> str:
    variables, texts = inputs(draw)
    body = Body(draw, list(variables))
    body.grow(draw.randint(1, 4), MAKERS)
    lines = [
        "@jit",
        f"def f({names(variables)}):",
        body.text,
        f"    return {body.results(draw.randint(1, 2))}",
    ]
    shown = [f"show(f, {names(variables)})"]
    last = body.variables[-1]
    if last.kind == "f":
        lines += [f"def g({names(variables)}):", body.text, f"    return {last.name}"]
        shown += gradient_lines(draw, variables, "g")
    return "\n".join([*texts, *lines, *shown])
