"""How gradients are nested, in PyNative and in graph mode: the structure and the values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.parity.graph_modes import FUNCTIONS, functions, network, recorded, tensors
from tests.parity.harness import case


def _of_function(name: str) -> Callable[..., Any]:
    def of_function(ms: Any, run: Any) -> Any:
        fn, (x, y, _) = functions(ms)[name], tensors(ms)
        net = network(ms, fn)
        return recorded(
            ms,
            {
                "0": lambda: ms.grad(fn, 0)(x, y),
                "(1,)": lambda: ms.grad(fn, (1,))(x, y),
                "(0, 1)": lambda: ms.grad(fn, (0, 1))(x, y),
                "value 0": lambda: ms.value_and_grad(fn, 0)(x, y),
                "value (0,)": lambda: ms.value_and_grad(fn, (0,))(x, y),
                "first": lambda: ms.ops.GradOperation()(fn)(x, y),
                "all": lambda: ms.ops.GradOperation(get_all=True)(fn)(x, y),
                "weight": lambda: ms.grad(net, None, net.w)(x, y),
                "value, 0 and weights": lambda: ms.value_and_grad(net, 0, net.trainable_params())(
                    x, y
                ),
                "by list": lambda: ms.ops.GradOperation(get_by_list=True)(net, net.w)(x, y),
            },
            graphs=("(1,)", "value 0", "by list"),
        )

    return of_function


for _name in FUNCTIONS:
    case(name=f"gradient of {_name}", jit=False)(_of_function(_name))


@case(jit=False)
def full(ms, run):
    """mint.full has no PyNative kernel on MindSpore's CPU, full_like no value in either mode."""

    def filled(x, y):
        return ms.mint.full((2,), 3.0)

    def filled_like(x, y):
        return ms.mint.full_like(x, 2.0)

    x, y, _ = tensors(ms)
    calls = {
        "0": lambda: ms.grad(filled, 0)(x, y),
        "(0,)": lambda: ms.grad(filled, (0,))(x, y),
        "(0, 1)": lambda: ms.grad(filled, (0, 1))(x, y),
        "value": lambda: ms.value_and_grad(filled, (1,))(x, y),
        "like 0": lambda: ms.grad(filled_like, 0)(x, y),
        "like (0,)": lambda: ms.grad(filled_like, (0,))(x, y),
    }
    return recorded(ms, calls, ["graph"])


@case(jit=False)
def positions_and_weights(ms, run):
    fn, (x, y, _) = functions(ms)["scalar"], tensors(ms)
    net = network(ms, fn)
    weights = {
        "one": net.w,
        "tuple of one": (net.w,),
        "list of one": [net.w],
        "tuple": (net.w, net.b),
        "list": [net.w, net.b],
        "ParameterTuple": ms.ParameterTuple([net.w, net.b]),
        "empty": (),
        "empty list": [],
    }
    calls = {}
    for name, chosen in weights.items():
        for where in (None, 0, (0,), (0, 1)):
            calls[f"{where} {name}"] = lambda w=chosen, p=where: ms.grad(net, p, w)(x, y)
        calls[f"value {name}"] = lambda w=chosen: ms.value_and_grad(net, (1,), w)(x, y)
    graphs = [f"{where} {name}" for where in (None, (0,)) for name in weights if name != "tuple"]
    return recorded(ms, calls, graphs=[*graphs, "0 one", "(0, 1) list", "value one", "value tuple"])


@case(jit=False)
def ids(ms, run):
    fn, (x, y, _) = functions(ms)["scalar"], tensors(ms)
    net = network(ms, fn)

    def pairs(where, weights=None):
        return ms.grad(net, where, weights, return_ids=True)(x, y)

    return recorded(
        ms,
        {
            "0": lambda: pairs(0),
            "(0,)": lambda: pairs((0,)),
            "(0, 1)": lambda: pairs((0, 1)),
            "weight": lambda: pairs(None, net.w),
            "(0,) and one": lambda: pairs((0,), (net.w,)),
            "0 and two": lambda: pairs(0, net.trainable_params()),
            "picked": lambda: ms.get_grad(pairs((0, 1)), 1),
            "picked of one": lambda: ms.get_grad(pairs((0,)), 0),
            "picked weight": lambda: ms.get_grad(pairs((0,), (net.w,)), net.w),
            "none such": lambda: ms.get_grad(pairs((0,), (net.w,)), 5),
        },
    )


@case(jit=False)
def seeded(ms, run):
    fns, (x, y, s) = functions(ms), tensors(ms)
    calls = {
        "(0,)": lambda: ms.grad(fns["vector"], (0,), sens_param=True)(x, y, s),
        "of two": lambda: ms.grad(fns["two"], 0, sens_param=True)(x, y, (s, s)),
        "value": lambda: ms.value_and_grad(fns["vector"], (0, 1), sens_param=True)(x, y, s),
    }
    net = network(ms, fns["vector"])
    for every in (True, False):
        for sens in (True, False):
            for name, w in {"one": net.w, "tuple": (net.w,), "list": [net.w]}.items():
                op = ms.ops.GradOperation(get_all=every, get_by_list=True, sens_param=sens)
                inputs = (x, y, s) if sens else (x, y)
                calls[f"{name} {every} {sens}"] = lambda o=op, v=w, i=inputs: o(net, v)(*i)
    graphs = ["(0,)", "of two", "value", "one True True", "one False True", "list False False"]
    return recorded(ms, calls, graphs=graphs)


@case(jit=False)
def auxiliary(ms, run):
    fns, (x, y, s) = functions(ms), tensors(ms)
    calls = {}
    for name in ("scalar", "two", "listed", "nested", "least"):
        calls[name] = lambda f=fns[name]: ms.grad(f, 0, has_aux=True)(x, y)
        calls[f"value {name}"] = lambda f=fns[name]: ms.value_and_grad(f, (0,), has_aux=True)(x, y)
    calls["jacrev"] = lambda: ms.jacrev(fns["two"], 0, has_aux=True)(x, y)
    calls["jacrev of one"] = lambda: ms.jacrev(fns["vector"], 0, has_aux=True)(x, y)
    calls["jacfwd of one"] = lambda: ms.jacfwd(fns["vector"], 0, has_aux=True)(x, y)
    calls["jvp of one"] = lambda: ms.jvp(fns["vector"], (x, y), (s, s), has_aux=True)
    calls["vjp of one"] = lambda: ms.vjp(fns["scalar"], x, y, has_aux=True)
    return recorded(ms, calls)


@case(jit=False)
def one_in_a_tuple(ms, run):
    """A tuple of one, in graphs: has_aux leaves nothing beside it."""
    fn, (x, y, _) = functions(ms)["one"], tensors(ms)
    calls = {
        "grad": lambda: ms.grad(fn, 0, has_aux=True)(x, y),
        "value": lambda: ms.value_and_grad(fn, 0, has_aux=True)(x, y),
    }
    return recorded(ms, calls, ["graph"])


@case(jit=False)
def not_tensors(ms, run):
    """What is no Tensor has no gradient, wherever it stands."""

    def cube(x):
        return x * x * x

    def first_of(pair):
        return pair[0] * pair[1]

    def entry(table):
        return table["a"] * 2

    def optional(x, y):
        return x * 2

    def scaled(k, x):
        return x * k

    x, y, _ = tensors(ms)
    every = ms.ops.GradOperation(get_all=True)
    return recorded(
        ms,
        {
            "number": lambda: ms.grad(cube)(3.0),
            "tuple": lambda: ms.grad(first_of)((x, y)),
            "list": lambda: ms.grad(first_of)([x, y]),
            "dict": lambda: ms.grad(entry)({"a": x}),
            "none beside": lambda: ms.grad(optional, (0, 1))(x, None),
            "all of tuple": lambda: every(first_of)((x, y)),
            "all with none": lambda: every(optional)(x, None),
            "all of one": lambda: every(cube)(x),
            "number first": lambda: ms.ops.GradOperation()(scaled)(3, x),
        },
    )


@case(jit=False)
def refused(ms, run):
    fn, (x, y, _) = functions(ms)["scalar"], tensors(ms)
    net = network(ms, fn)
    wheres = {"negative": -1, "negative in tuple": (-1,), "str": "0", "list": [0], "float": 1.0}
    wheres |= {"empty": (), "beyond": 5, "one beyond": (0, 5), "double": (0, 0), "turned": (1, 0)}
    calls = {name: lambda p=p: ms.grad(fn, p)(x, y) for name, p in wheres.items()}
    calls["neither"] = lambda: ms.grad(net, None)(x, y)
    return recorded(ms, calls)


@case(jit=False)
def by_keyword(ms, run):
    fn, (x, y, _) = functions(ms)["scalar"], tensors(ms)
    calls = {
        "one": lambda: ms.grad(fn)(x, y=y),
        "both": lambda: ms.grad(fn)(x=x, y=y),
        "both, second": lambda: ms.grad(fn, 1)(x=x, y=y),
    }
    return recorded(ms, calls, ["pynative"])


@case(jit=False)
def products_and_jacobians(ms, run):
    def cube(x):
        return x * x * x

    def two(x):
        return x * x, x

    fns, (x, y, s) = functions(ms), tensors(ms)
    net = network(ms, fns["vector"])

    def pulled(fn, *inputs, **options):
        value, pull = ms.vjp(fn, *inputs, **options)
        return value, pull(*(s,) * len(value)) if isinstance(value, tuple) else pull(s)

    calls = {}
    for name, fn in {"cube": cube, "two": two}.items():
        calls[f"vjp {name}"] = lambda f=fn: pulled(f, x)
        calls[f"jvp {name}"] = lambda f=fn: ms.jvp(f, x, s)
        for where in (0, (0,)):
            calls[f"jacrev {name} {where}"] = lambda f=fn, p=where: ms.jacrev(f, p)(x)
            calls[f"jacfwd {name} {where}"] = lambda f=fn, p=where: ms.jacfwd(f, p)(x)
    calls["vjp of both"] = lambda: pulled(fns["vector"], x, y)
    calls["vjp one weight"] = lambda: pulled(net, x, y, weights=net.w)
    calls["vjp tuple of one"] = lambda: pulled(net, x, y, weights=(net.w,))
    calls["vjp weights"] = lambda: pulled(net, x, y, weights=net.trainable_params())
    calls["jacrev of both"] = lambda: ms.jacrev(fns["two"], (0, 1))(x, y)
    calls["jacfwd of both"] = lambda: ms.jacfwd(fns["two"], (0, 1))(x, y)
    return recorded(ms, calls)
