"""Arguments of the top level: types, Tensors, Parameters, sparse tensors, derivatives, marks."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.cases.callback_arguments import of
from tests.parity.harness import Arrays, as_array, case, merge, rand


def texts(*values: Any) -> np.ndarray:
    return np.array("\n".join(str(value) for value in values))


@case(jit=False)
def types(ms: Any, run: Any) -> Arrays:
    """Between types of MindSpore, numpy and Python; there is no constructor of types."""
    read = of(ms, "train.serialization").tensor_to_np_type
    numpy_names = (ms.int8, ms.uint16, ms.float16, ms.float64, ms.bool_, ms.complex64)
    python_names = (ms.int8, ms.uint16, ms.float16, ms.float64, ms.bool_, ms.complex64, ms.string)
    classes = (int, float, bool, complex, np.int8, np.float64, ms.float16)
    objects = (1, 1.5, True, np.int8, np.float64(3), ms.int32)
    return {
        "numpy": texts(*(np.dtype(ms.dtype_to_nptype(type_=t)) for t in numpy_names)),
        "python": texts(*(ms.dtype_to_pytype(type_=t).__name__ for t in python_names)),
        "classes": texts(*(ms.pytype_to_dtype(obj=c) for c in classes)),
        "objects": texts(*(ms.get_py_obj_dtype(obj=o) for o in objects)),
        "files": texts(*(np.dtype(read(n)) for n in ("Float32", "Int8", "Bool"))),
        "text": texts(read("str"), read("Int4")),
        **run.raises(lambda: ms.Type("x")),
    }


@case(jit=False)
def parameters(ms: Any, run: Any) -> Arrays:
    """Copies filled anew, a mark of slices on what is filled, a hook that trebles the gradient."""
    init = of(ms, "common.initializer")
    first = ms.Parameter(ms.Tensor(rand(2, 3)), name="p")
    with of(ms, "nn.utils").no_init_parameters():
        waiting = ms.Parameter(init.initializer("ones", (2, 2), ms.float32), name="w")
        unlaid = ms.Parameter(init.initializer("ones", (2, 2), ms.float32), name="u")
    filled, seen = waiting.init_data(set_sliced=True), []
    hooked = ms.Parameter(ms.Tensor(rand(3)), name="h")
    hooked.register_hook(hook_fn=lambda grad: (seen.append(grad.asnumpy()), grad * 3)[1])

    def squares(x: Any) -> Any:
        return (x * hooked * hooked).sum()

    grad = ms.grad(squares, None, weights=[hooked])(ms.Tensor(rand(3, seed=1)))
    return {
        "ones": as_array(first.clone(init="ones")),
        "three": as_array(first.clone(init=3.0)),
        "sliced": np.array([filled.sliced, first.init_data(set_sliced=True).sliced]),
        "filled": as_array(filled),
        "seen": seen[0],
        "grad": as_array(grad[0]),
        **run.raises(lambda: unlaid.init_data(layout=1)),
    }


@case(jit=False)
def parameter_tuples(ms: Any, run: Any) -> Arrays:
    held = [ms.Parameter(ms.Tensor([float(i)]), name=f"p{i}") for i in range(3)]
    result = ms.ParameterTuple(iterable=held)
    return {
        "names": texts(*(p.name for p in result)),
        "count": np.array(result.count(held[1])),
        "index": np.array(
            [result.index(held[1]), result.index(held[2], 1), result.index(held[1], 0, 2)]
        ),
        **run.raises(lambda: result.index(held[2], 0, 2)),
    }


@case(jit=False)
def sparse(ms: Any, run: Any) -> Arrays:
    places, values = ms.Tensor([[0, 1], [1, 0]], ms.int32), ms.Tensor(rand(2))
    rows, columns = ms.Tensor([0, 1, 2], ms.int32), ms.Tensor([1, 0], ms.int32)
    coo = ms.COOTensor(coo_tensor=ms.COOTensor(places, values, (2, 4)))
    csr = ms.CSRTensor(indptr=rows, indices=columns, values=values, shape=(2, 4))
    blocks = ms.Tensor(rand(2, 2))
    few = ms.RowTensor(indices=columns, values=blocks, shape=(3, 2))
    again = ms.RowTensor(row_tensor=few)
    return {
        "coo": as_array(coo.to_dense()),
        "csr": as_array(ms.CSRTensor(csr_tensor=csr).to_dense()),
        "few": as_array(again.values),
        "places": as_array(again.indices),
        "shape": np.array(again.dense_shape),
    }


@case(jit=False)
def initial_values(ms: Any, run: Any) -> Arrays:
    """Initializers as functions that fill an array, and what they give a Tensor."""
    init = of(ms, "common.initializer")
    rows = np.zeros((2, 3), np.float32)
    init.Constant(3.0)(arr=rows)
    grouped = init.initializer(init.Dirac(groups=2), (4, 2, 3, 3), ms.float32).init_data()
    made = ms.tensor(shape=(2, 3), dtype=ms.float32, init=init.Constant(2))
    return {
        "rows": rows,
        "grouped": as_array(grouped),
        "made": as_array(made.init_data()),
        **run.raises(lambda: init.Initializer()(arr=rows)),
    }


def with_two(x: Any) -> Any:
    return (x * x).sum(), x + 1, x * 3


def with_one(x: Any) -> Any:
    return (x * x).sum(), x + 1


@case(jit=False)
def derivatives(ms: Any, run: Any) -> Arrays:
    """What comes beside the value: one thing as it is, several as a tuple."""
    x, v = ms.Tensor(rand(3)), ms.Tensor(rand(3, seed=1))
    out: Arrays = {}
    for name, fn in {"one": with_one, "two": with_two}.items():
        value, pull, aux = ms.vjp(fn, x, has_aux=True)
        backward = (value, pull(ms.Tensor(2.0)), aux)
        ways = {
            "vjp": backward,
            "jvp": ms.jvp(fn, x, v, has_aux=True),
            "rev": ms.jacrev(fn, has_aux=True)(x),
            "fwd": ms.jacfwd(fn, has_aux=True)(x),
        }
        for way, result in ways.items():
            out[f"{name}.{way}.beside"] = np.array(len(result[-1]))
            for i, part in enumerate(flattened(result)):
                out[f"{name}.{way}.{i}"] = as_array(part)

    def product(a: Any, b: Any) -> Any:
        return (a * b).sum()

    _, ids = ms.value_and_grad(product, grad_position=(1, 0), return_ids=True)(x, v)
    return {
        **out,
        "ids": np.array([i for i, _ in ids]),
        "by_id": np.stack([as_array(g) for _, g in ids]),
    }


def flattened(value: Any) -> list[Any]:
    return [p for v in value for p in flattened(v)] if isinstance(value, tuple) else [value]


def first_and_sum(pair: Any) -> Any:
    return pair[0] * 2 + pair[1]


@case
def mutable(ms: Any, run: Any) -> Arrays:
    """A tuple of a length that may vary, in a graph too; numbers have no length."""

    def twice(x: Any, y: Any) -> Any:
        return first_and_sum(ms.mutable(input_data=(x, y), dynamic_len=True))

    pair = ms.mutable(input_data=[1, 2])
    return merge(
        run=run(twice, rand(3), rand(3, seed=1)),
        pair={"pair": np.array(pair)},
        number=run.raises(lambda: ms.mutable(3, dynamic_len=True)),
        table=run.raises(lambda: ms.mutable({"a": 1}, dynamic_len=True)),
    )


@case
def marked(ms: Any, run: Any) -> Arrays:
    """A class used in a graph, and a Cell that is compiled once."""

    class Scale:
        def __init__(self) -> None:
            self.k = 2

        def by(self, x: Any) -> Any:
            return x * self.k

    scale = ms.jit_class(cls=Scale)()

    class Net(ms.nn.Cell):
        @ms.lazy_inline
        def __init__(self) -> None:
            super().__init__()
            self.act = ms.nn.ReLU()

        def construct(self, x: Any) -> Any:
            return self.act(x) + x

    net = Net()

    def both(x: Any) -> Any:
        return scale.by(net(x))

    return merge(run=run(both, rand(2, 3)), no_class=run.raises(lambda: ms.jit_class(3)))


@case(jit=False)
def jit_config(ms: Any, run: Any) -> Arrays:
    wrong = {"exc_mode": "sync", "jit_syntax_level": "x", "debug_level": "x", "infer_boost": "x"}
    return merge(
        **{n: run.raises(lambda n=n, v=v: ms.JitConfig(**{n: v})) for n, v in wrong.items()}
    )


@case(jit=False)
def random_state(ms: Any, run: Any) -> Arrays:
    """The state that is read is the state that was put back; there is one stream of numbers a state."""
    ms.manual_seed(5)
    before = ms.get_rng_state()
    ms.manual_seed(6)
    moved = not np.array_equal(as_array(before), as_array(ms.get_rng_state()))
    ms.set_rng_state(state=before)
    back = np.array_equal(as_array(before), as_array(ms.get_rng_state()))
    return {"facts": np.array([moved, back]), **run.raises(lambda: ms.set_rng_state(1))}


@case(jit=False)
def layouts(ms: Any, run: Any) -> Arrays:
    grid = ms.Layout(device_matrix=(2, 2), alias_name=("dp", "mp"), rank_list=[3, 2, 1, 0])
    return {"laid": texts(sorted(grid("mp", ("dp", "None")).to_dict().items()))}


@case(jit=False)
def settings(ms: Any, run: Any) -> Arrays:
    """What was set is read back by name; names that are none are refused."""
    level = ms.get_context("jit_level")
    ms.set_context(jit_level="O1")
    result = ms.get_context("jit_level")
    ms.set_context(jit_level=level or "O0")
    ms.reset_algo_parameters()
    return merge(
        read={
            "level": texts(result),
            "algorithm": np.array(ms.get_algo_parameters(attr_key="fully_use_devices")),
            "servers": np.array(ms.get_ps_context(attr_key="enable_ps")),
        },
        algorithm=run.raises(lambda: ms.get_algo_parameters("nope")),
        servers=run.raises(lambda: ms.get_ps_context("nope")),
        threads=run.raises(lambda: ms.device_context.cpu.op_tuning.threads_num(0)),
        deterministic=run.raises(lambda: ms.set_deterministic("ON")),
    )
