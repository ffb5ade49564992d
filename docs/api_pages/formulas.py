"""Formulas as docstrings write them, in Python with `^` and `²`, to MathML: what browsers show without a script.

`mathml` gives None for what is no formula but code: a call with keywords, a string, an attribute, a lone name.
"""

from __future__ import annotations

import ast
import re
from html import escape
from itertools import chain

_GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "eps": "ε", "lambda_": "λ", "lambd": "λ",
    "sigma": "σ", "rho": "ρ", "mu": "μ", "pi": "π", "theta": "θ", "tau": "τ", "eta": "η", "inf": "∞", "phi": "Φ",
}  # fmt: skip
# Signs that Python has no operator for, and what stands for them while it reads.
_SPELLED = (
    ("^", "**"),
    ("²", "**2"),
    ("³", "**3"),
    ("·", "*"),
    ("≤", "<="),
    ("≥", ">="),
    ("…", "_dots_"),
)
_BINARY = {ast.Add: "+", ast.Sub: "−", ast.Mult: "·", ast.MatMult: "", ast.Mod: "mod"}
_COMPARED = {ast.Lt: "<", ast.LtE: "≤", ast.Gt: ">", ast.GtE: "≥", ast.Eq: "=", ast.NotEq: "≠"}
_BRACKETS = {"abs": "||", "floor": "⌊⌋", "ceil": "⌈⌉", "norm": "‖‖"}
_UNDER = {"sum": "∑", "mean": "mean", "prod": "∏", "max": "max", "min": "min"}
_RANK = {ast.Add: 1, ast.Sub: 1, ast.Mult: 2, ast.MatMult: 2, ast.Mod: 2, ast.Div: 4, ast.Pow: 3}
_NAMED = re.compile(r"([^\W\d_]+?)_?(\d*)$")


class _NoFormula(Exception):
    """What is written is code."""


def mathml(text: str, display: bool = False) -> str | None:
    """A formula as MathML; None where it is code, or what has no sign of arithmetic and is not displayed."""
    try:
        tree = _parsed(text)
        if not display and not any(
            isinstance(each, (ast.BinOp, ast.AugAssign)) for each in ast.walk(tree)
        ):
            return None
        written = _statement(tree)
    except (SyntaxError, _NoFormula, ValueError):
        return None
    shown = ' display="block"' if display else ""
    return f'<math{shown} alttext="{escape(text)}">{written}</math>'


def _parsed(text: str) -> ast.stmt:
    for sign, python in _SPELLED:
        text = text.replace(sign, python)
    text = re.sub(r"\b(lambda)\b", "lambda_", text)
    body = ast.parse(text).body
    if len(body) != 1:
        raise _NoFormula
    return body[0]


def _statement(node: ast.stmt) -> str:
    if isinstance(node, ast.Expr):
        return _written(node.value)
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        return _row(_written(node.targets[0]), _sign("="), _written(node.value))
    if isinstance(node, ast.AugAssign) and type(node.op) in _BINARY:
        target = _written(node.target)
        changed = ast.BinOp(node.target, node.op, node.value)
        return _row(target, _sign("←"), _written(changed))
    raise _NoFormula


def _written(node: ast.expr) -> str:
    """An expression, without brackets around it."""
    match node:
        case ast.Name():
            return _name(node.id)
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return f"<mn>{number}</mn>"
        case ast.UnaryOp(op=ast.USub()):
            return _row(_sign("−"), _inner(node.operand, 2))
        case ast.BinOp():
            return _binary(node)
        case ast.Compare(ops=ops) if all(type(op) in _COMPARED for op in ops):
            pairs = zip(ops, node.comparators, strict=True)
            rest = ((_sign(_COMPARED[type(op)]), _written(right)) for op, right in pairs)
            return _row(_written(node.left), *chain.from_iterable(rest))
        case ast.Call(func=ast.Name(id=function), keywords=[]):
            return _call(function, node.args)
        case ast.IfExp():
            return _cases(node)
        case ast.Subscript(value=ast.Name()):
            return f"<msub>{_written(node.value)}{_index(node.slice)}</msub>"
        case ast.Attribute(attr="T"):
            return f"<msup>{_inner(node.value, 4)}<mi>T</mi></msup>"
    raise _NoFormula


def _cases(node: ast.IfExp) -> str:
    """One value where something holds, another elsewhere, below each other behind a brace."""
    where = _row("<mtext>if&#160;</mtext>", _written(node.test))
    rows = (_written(node.body), where), (_written(node.orelse), "<mtext>else</mtext>")
    cells = "".join(f"<mtr><mtd>{value}</mtd><mtd>{where}</mtd></mtr>" for value, where in rows)
    return _row('<mo stretchy="true">{</mo>', f'<mtable displaystyle="true">{cells}</mtable>')


def _binary(node: ast.BinOp) -> str:
    kind = type(node.op)
    if kind is ast.Div and _is_atom(node.left) and _is_atom(node.right):
        return _row(_written(node.left), _sign("/"), _written(node.right))
    if kind is ast.Div:
        return f"<mfrac>{_written(node.left)}{_written(node.right)}</mfrac>"
    if kind is ast.Pow:
        return f"<msup>{_inner(node.left, 5)}{_written(node.right)}</msup>"
    if kind not in _BINARY:
        raise _NoFormula
    rank = _RANK[kind]
    # A minus in front needs no brackets where the whole begins with it.
    left = _written(node.left) if isinstance(node.left, ast.UnaryOp) else _inner(node.left, rank)
    right = _inner(node.right, rank + (kind is not ast.Add))
    return _row(left, _sign(_BINARY[kind]), right)


def _is_atom(node: ast.expr) -> bool:
    return isinstance(node, (ast.Name, ast.Constant))


def _inner(node: ast.expr, rank: int) -> str:
    """An operand, in brackets if it binds less than `rank`."""
    own = _RANK.get(type(node.op), 0) if isinstance(node, ast.BinOp) else 5
    own = 1 if isinstance(node, ast.UnaryOp) else 0 if isinstance(node, ast.Compare) else own
    return _written(node) if own >= rank else _enclosed("(", _written(node), ")")


def _call(name: str, arguments: list[ast.expr]) -> str:
    written = [_written(each) for each in arguments]
    if name == "sqrt" and len(written) == 1:
        return f"<msqrt>{written[0]}</msqrt>"
    if name == "exp" and len(written) == 1:
        return f"<msup><mi>e</mi>{written[0]}</msup>"
    if name in _BRACKETS and len(written) == 1:
        left, right = tuple(_BRACKETS[name])
        return _enclosed(left, written[0], right)
    commas = [part for each in written for part in (_sign(","), each)][1:]
    if name.partition("_")[0] in ("sum", "prod") and len(written) == 1 and not _adds(arguments[0]):
        return _row(_function(name), written[0])
    return _row(_function(name), _enclosed("(", _row(*commas), ")"))


def _enclosed(left: str, inside: str, right: str) -> str:
    """Brackets, as high as what is between them where that is a fraction or a sum."""
    grows = "" if "<mfrac>" in inside or "<munder>" in inside else ' stretchy="false"'
    return _row(f"<mo{grows}>{left}</mo>", inside, f"<mo{grows}>{right}</mo>")


def _adds(node: ast.expr) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub))


def _function(name: str) -> str:
    """The name of a function; what stands behind `_` in that of a sum are the indices it goes over."""
    word, _, indices = name.partition("_")
    if word not in _UNDER or not (indices or word in ("sum", "prod")):
        return f'<mi mathvariant="normal">{escape(_GREEK.get(name, name))}</mi>'
    shown = f"<mo>{_UNDER[word]}</mo>"
    below = [part for index in indices for part in (_sign(","), f"<mi>{escape(index)}</mi>")][1:]
    return f"<munder>{shown}{_row(*below)}</munder>" if below else shown


def _index(node: ast.expr) -> str:
    nodes = node.elts if isinstance(node, ast.Tuple) else [node]
    return _row(*[part for each in nodes for part in (_sign(","), _written(each))][1:])


def _name(name: str) -> str:
    """A name with what stands behind `_`, or the number at its end, as an index."""
    if name == "_dots_":
        return "<mo>…</mo>"
    word, _, index = name.rstrip("_").partition("_")
    if not index and (found := _NAMED.match(word)) and found[2]:
        word, index = found[1], found[2]
    if not word or len(index) > 3 or len(word) > 1 and index and word not in _GREEK:
        return f'<mi mathvariant="normal">{escape(name)}</mi>'  # the name of an argument, as it is
    shown = f"<mi>{_GREEK.get(word, escape(word))}</mi>"
    if index == "hat":
        return f"<mover>{shown}<mo>^</mo></mover>"
    if not index:
        return shown
    kind = "mn" if index.isdigit() else "mi"
    return f"<msub>{shown}<{kind}>{index}</{kind}></msub>"


def _sign(sign: str) -> str:
    return f"<mo>{escape(sign)}</mo>" if sign else '<mspace width="0.2em"/>'


def _row(*parts: str) -> str:
    """Parts beside each other as one; each part is one element already."""
    return parts[0] if len(parts) == 1 else f"<mrow>{''.join(parts)}</mrow>"
