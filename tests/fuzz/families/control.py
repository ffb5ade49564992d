"""Control flow on Tensors and Python values: if, while, for, conditional expressions, lists and dicts."""

from __future__ import annotations

from tests.fuzz.drawing import Body, Draw, Variable, gradient_lines, names
from tests.fuzz.families._operations import binary, scalar, unary

_CONDITIONS = (
    "{a}.sum() > 0", "{a}.mean() < {b}.sum()", "({a} > 0).all()", "({b} > 1).any()", "n > 2", "{a}.shape[0] > 2", "not {a}.sum() > 1",
    "{a}.sum() > 0 and n > 1", "{a}.max() > 1 or {b}.min() < 0", "flag", "{a}.ndim == 2 and flag", "n in (1, 3)", "{a}.max() > {b}.max()",
    "{a} is None", "isinstance({a}, Tensor)", "0 < n < 3",
)  # fmt: skip


def _condition(body: Body) -> str:
    a, b = body.pick("f"), body.pick("f")
    assert a is not None
    assert b is not None
    return body.draw.choice(_CONDITIONS).format(a=a.name, b=b.name)


def _assignment(body: Body, name: str) -> str:
    form = body.draw.choice(
        (
            "{t} = {t} * 2",
            "{t} = {t} + {a}",
            "{t} += 1",
            "{t} *= {a}",
            "{t} = ops.relu({t})",
            "{t} -= {a} * 0.5",
            "{t} = {t}.tanh()",
            "pass",
        )
    )
    other = body.pick("f")
    assert other is not None
    return form.format(t=name, a=other.name)


def _if(body: Body) -> None:
    target = body.draw.choice(body.variables).name
    body.line(f"if {_condition(body)}:")
    body.line(f"    {_assignment(body, target)}")
    if body.draw.chance(0.3):
        body.line(f"elif {_condition(body)}:")
        body.line(f"    {_assignment(body, target)}")
    if body.draw.chance(0.6):
        body.line("else:")
        body.line(f"    {_assignment(body, target)}")


def _while(body: Body) -> None:
    target, counter = body.draw.choice(body.variables).name, f"i{len(body.lines)}"
    body.line(f"{counter} = {body.draw.choice(('0', 'Tensor(0)', 'n'))}")
    extra = f" and {target}.sum() < 9" if body.draw.chance(0.3) else ""
    body.line(f"while {counter} < {body.draw.randint(0, 4)}{extra}:")
    body.line(f"    {_assignment(body, target)}")
    body.line(f"    {counter} += 1")
    if body.draw.chance(0.2):
        body.line(f"    if {_condition(body)}:")
        body.line(f"        {body.draw.choice(('break', 'continue'))}")


def _for(body: Body) -> None:
    target = body.draw.choice(body.variables).name
    first = body.variables[0].name
    head = body.draw.choice(
        (
            "range(3)", "range(n)", f"range({first}.shape[0])", f"{first}", "[1, 2.0, 3]", "enumerate((1, 2))", f"zip({first}, (1, 2, 3))",
        )
    )  # fmt: skip
    used = "item[0]" if head[0] in "ez" else "item"
    body.line(f"for item in {head}:")
    body.line(
        f"    {target} = {body.draw.choice(('{t} + {u}', '{t} * {u}', '{t} - 1')).format(t=target, u=used)}"
    )
    if body.draw.chance(0.25):
        body.line(f"    if {_condition(body)}:")
        body.line(f"        {body.draw.choice(('break', 'continue'))}")


def _conditional(body: Body) -> None:
    a = body.pick("f")
    assert a is not None
    body.add(f"{a.name} * 2 if {_condition(body)} else {a.name} - 1", a.shape, "f")


def _container(body: Body) -> None:
    a, b = body.pick("f"), body.pick("f")
    assert a is not None
    assert b is not None
    forms = (
        "[{a}, {b}][n - 1]", "sum([{a}, {a} + 1])", 'dict(k={a}, m={b})["k"]', "[i * {a} for i in range(3)][-1]", "({a}, {b})[-2]",
        "max([n, 2]) * {a}", "len([{a}, {b}]) * {a}", "list(map(lambda t: t * 2, ({a}, {b})))[0]", "ops.stack([{a}] * n)[0]",
    )  # fmt: skip
    body.add(body.draw.choice(forms).format(a=a.name, b=b.name), a.shape, "f")


def _return(body: Body) -> None:
    body.line(f"if {_condition(body)}:")
    body.line(f"    return {body.pick('f').name}")  # type: ignore[union-attr]


def program(draw: Draw) -> str:
    shape = draw.full_shape(1, 2)
    variables = [Variable(name, shape, "f") for name in ("x", "y")[: draw.randint(1, 2)]]
    body = Body(draw, list(variables))
    body.grow(
        draw.randint(2, 4),
        [_if, _if, _while, _for, _conditional, _container, unary, binary, scalar, _return],
    )
    n, flag = draw.randint(0, 3), draw.choice(("True", "False", "None"))
    texts = [f"{v.name} = {draw.data(v.shape)}" for v in variables]
    head = [f"n, flag = {n}, {flag}", "@jit", f"def f({names(variables)}):"]
    if draw.chance(0.3):
        return _in_a_cell(draw, texts, variables, body, n, flag)
    lines = [
        *texts,
        *head,
        body.text,
        f"    return {body.results(1)}",
        f"show(f, {names(variables)})",
    ]
    return "\n".join(lines + gradient_lines(draw, variables))


def _in_a_cell(
    draw: Draw, texts: list[str], variables: list[Variable], body: Body, n: int, flag: str
) -> str:
    lines = [
        *texts,
        f"n, flag = {n}, {flag}",
        "class Net(nn.Cell):",
        f"    def construct(self, {names(variables)}):",
    ]
    lines += ["    " + line for line in body.lines]
    lines += [f"        return {body.results(1)}", "net = Net()", f"show(net, {names(variables)})"]
    return "\n".join(lines + gradient_lines(draw, variables, "net"))
