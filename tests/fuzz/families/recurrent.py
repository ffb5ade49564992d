"""Recurrent layers and cells: directions, layers, lengths, initial states."""

from __future__ import annotations

from tests.fuzz.drawing import Draw


def program(draw: Draw) -> str:
    kind = draw.choice(("LSTM", "GRU", "RNN"))
    first, both, bias = draw.chance(0.5), draw.chance(0.4), draw.chance(0.8)
    layers, batch, time = draw.randint(1, 2), draw.choice((1, 2, 3)), draw.choice((1, 2, 4))
    if draw.chance(0.25):
        states = f"data({batch}, 4, seed=3)"
        states = f"({states}, data({batch}, 4, seed=4))" if kind == "LSTM" else states
        options = ", nonlinearity='relu'" if kind == "RNN" and draw.chance(0.5) else ""
        lines = [
            f"net = nn.{kind}Cell(3, 4, has_bias={bias}{options})",
            f"x = data({batch}, 3, seed={draw.randint(0, 99)})",
            f"h = {states}",
        ]
        call = "x, h"
    else:
        options = ", nonlinearity='relu'" if kind == "RNN" and draw.chance(0.4) else ""
        lines = [
            f"net = nn.{kind}(3, 4, {layers}, has_bias={bias}, batch_first={first}, bidirectional={both}{options})"
        ]
        shape = (batch, time, 3) if first else (time, batch, 3)
        lines += [f"x = {draw.data(shape)}"]
        state = f"data({layers * (2 if both else 1)}, {batch}, 4, seed={draw.randint(0, 9)})"
        state = f"({state}, {state})" if kind == "LSTM" else state
        lines += [f"h = {state if draw.chance(0.7) else 'None'}"]
        call = "x, h"
        if draw.chance(0.5):
            lengths = [draw.randint(1 if draw.chance(0.95) else 0, time) for _ in range(batch)]
            lines += [f"lengths = Tensor(np.array({lengths}, np.int32))"]
            call = "x, h, lengths"
    lines += [f"show(net, {call})", "def f(x):", f"    out = net({call})"]
    used = "out[0]" if kind == "LSTM" or "Cell" not in lines[0] else "out"
    lines += [
        f"    return ({used} * {used}).sum()",
        f"show(ms.grad(f, 0, {draw.choice(('None', 'net.trainable_params()'))}), x)",
    ]
    return "\n".join(lines)
