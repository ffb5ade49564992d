"""Options that msacc accepts without effect, at work in MindSpore: its results are the same with each and without.

tests/ledger/no_effect.txt names these cases as what shows it.
"""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from tests.parity.graph_modes import mode
from tests.parity.harness import Arrays, Runner, case, is_mindspore, rand

ROWS = rand(8, 2), rand(8, 2, seed=1)


def graph(ms: Any) -> int:
    """MindSpore's compiler may read an option; msacc reads none of them in either mode."""
    return 0 if is_mindspore(ms) else 1


def trained(ms: Any, **options: Any) -> np.ndarray:
    """A weight after an epoch of Model.train."""
    net = ms.nn.Dense(2, 2, weight_init=ms.Tensor(rand(2, 2, seed=2)), bias_init="zeros")
    optimizer = ms.nn.Momentum(net.trainable_params(), 0.1, 0.9)
    data = importlib.import_module(f"{ms.__name__}.dataset")
    rows = data.NumpySlicesDataset(ROWS, ["x", "y"], shuffle=False).batch(2)
    model = ms.Model(net, ms.nn.MSELoss(), optimizer, **options)
    model.train(1, rows, dataset_sink_mode=False)
    return net.weight.asnumpy()


@case(jit=False)
def boost_level(ms: Any, run: Runner) -> Arrays:
    freezing = {"boost": {"mode": "manual", "grad_freeze": True, "less_bn": True}}
    with mode(ms, graph(ms)):
        return {
            "none": trained(ms),
            "O1": trained(ms, boost_level="O1"),
            "O2": trained(ms, boost_level="O2"),
            "config": trained(ms, boost_level="O1", boost_config_dict=freezing),
        }


# name: (another value than the default, the default)
_CONTEXT: dict[str, tuple[Any, Any]] = {
    "auto_tune_mode": ("GA", "NO_TUNE"),
    "check_bprop": (True, False),
    "debug_level": (0, 1),
    "disable_format_transform": (True, False),
    "enable_auto_mixed_precision": (True, False),
    "enable_reduce_precision": (False, True),
    "enable_sparse": (True, False),
    "inter_op_parallel_num": (2, 0),
    "jit_syntax_level": (1, 2),
    "max_call_depth": (500, 1000),
    "memory_optimize_level": ("O1", "O0"),
    "mempool_block_size": ("2GB", "1GB"),
    "op_timeout": (100, 900),
    "reserve_class_name_in_scope": (False, True),
    "variable_memory_max_size": ("1GB", "0"),
}


@case(jit=False)
def context(ms: Any, run: Runner) -> Arrays:
    result: Arrays = {}
    for name, (other, default) in _CONTEXT.items():
        with mode(ms, graph(ms)):
            ms.set_context(**{name: other})
            try:
                result[name] = trained(ms)
            finally:
                ms.set_context(**{name: default})
    return result


@case(jit=False)
def optimizers(ms: Any, run: Runner) -> Arrays:
    result: Arrays = {}
    for name, options in {
        "none": {},
        "locking": {"use_locking": True},
        "offload": {"use_offload": True},
    }.items():
        weight = ms.Parameter(ms.Tensor(rand(3)), name="w")
        optimizer = ms.nn.Adam([weight], 0.1, **options)
        for seed in (1, 2):
            optimizer((ms.Tensor(rand(3, seed=seed)),))
        result[name] = weight.asnumpy()
    return result


@case(jit=False)
def minimizing(ms: Any, run: Runner) -> Arrays:
    minimize = importlib.import_module(f"{ms.__name__}.scipy.optimize").minimize

    def bowl(x):
        return ((x - 1.0) ** 2).sum()

    def least(**options: Any) -> np.ndarray:
        start = ms.Tensor(np.zeros(2, np.float32))
        return minimize(bowl, start, method="BFGS", options={"gtol": 1e-6}, **options).x.asnumpy()

    return {
        "none": least(),
        "tol": least(tol=10.0),
        "bounds": least(bounds=((0, 0.5), (0, 0.5))),
        "callback": least(callback=print),
        "constraints": least(constraints=((1,),)),
        "hess": least(hess=bowl, hessp=bowl),
    }


@case(jit=False)
def scipy_flags(ms: Any, run: Runner) -> Arrays:
    linalg = importlib.import_module(f"{ms.__name__}.scipy.linalg")
    square = rand(3, 3)
    matrix, lower = (
        square @ square.T + np.eye(3, dtype=np.float32),
        np.tril(square) + 2 * np.eye(3, dtype=np.float32),
    )
    result: Arrays = {}
    for on in (True, False):
        own = ms.Tensor(matrix)
        result[f"cholesky.{on}"] = linalg.cholesky(own, overwrite_a=on, check_finite=on).asnumpy()
        result[f"after.{on}"] = own.asnumpy()
        right = ms.Tensor(rand(3, seed=3))
        solved = linalg.solve_triangular(
            ms.Tensor(lower), right, lower=True, overwrite_b=on, check_finite=on, debug=on or None
        )
        result[f"solved.{on}"], result[f"right.{on}"] = solved.asnumpy(), right.asnumpy()
        result[f"inv.{on}"] = linalg.inv(own, overwrite_a=on, check_finite=on).asnumpy()
    for kind in (1, 2):
        values = linalg.eigh(ms.Tensor(matrix), eigvals_only=True, turbo=kind == 2, type=kind)
        result[f"eigh.{kind}"] = values.asnumpy()
    return result


@case(jit=False)
def functions(ms: Any, run: Runner) -> Arrays:
    """Arguments of calls."""
    ops = ms.ops
    table = ms.Parameter(ms.Tensor(rand(3, 2)), name="table")
    index, update = ms.Tensor(np.array([1, 1], np.int32)), ms.Tensor(rand(2, 2, seed=1))
    result: Arrays = {}
    for on in (True, False):

        @ops.constexpr(reuse_result=on, check=on)
        def constant(value):
            return value + 1

        result[f"constexpr.{on}"] = np.array(constant(2))
        result[f"scatter.{on}"] = ops.ScatterAdd(use_locking=on)(table, index, update).asnumpy()
        result[f"index_add.{on}"] = ops.index_add(table, index, update, 0, use_lock=on).asnumpy()
        dropped = ms.nn.Dropout(p=0.5, dtype=ms.float16 if on else ms.float32).set_train()
        result[f"dropout.{on}"] = np.array(str(dropped(update).dtype))
        grown = ms.Parameter(ms.Tensor(rand(2, 2)), name="p")
        result[f"set_data.{on}"] = grown.set_data(ms.Tensor(rand(3)), slice_shape=on).asnumpy()
        kinds = ms.nn.Dense(1, 1).state_dict(keep_vars=on).values()
        result[f"state_dict.{on}"] = np.array(all(isinstance(kind, ms.Parameter) for kind in kinds))
    weights = ms.Tensor(np.array([5.0, 0.0, 0.0, 1.0], np.float32))
    data = ms.Tensor(np.array([0.0, 1.0, 2.0, 4.0], np.float32))
    numpy = importlib.import_module(f"{ms.__name__}.numpy")
    for name, given in {"none": None, "weights": weights}.items():
        edges = numpy.histogram_bin_edges(data, 4, weights=given)
        result[f"edges.{name}"] = edges.asnumpy()
    return result


@case(jit=False)
def recomputing(ms: Any, run: Runner) -> Arrays:
    """`Cell.recompute` with its options: the gradient is the same."""
    result: Arrays = {}
    for name, options in {
        "none": {},
        "mp": {"mp_comm_recompute": False},
        "optimizer": {"parallel_optimizer_comm_recompute": True},
    }.items():
        net = ms.nn.Dense(
            2, 2, weight_init=ms.Tensor(rand(2, 2)), bias_init="zeros", activation="tanh"
        )
        net.recompute(**options)
        with mode(ms, graph(ms)):
            result[name] = ms.grad(net)(ms.Tensor(rand(1, 2, seed=1))).asnumpy()
    return result


@case(jit=False)
def random_dataset(ms: Any, run: Runner) -> Arrays:
    """How many rows there are: the values are random."""
    data = importlib.import_module(f"{ms.__name__}.dataset")
    result: Arrays = {}
    for name, options in {
        "none": {},
        "shuffle": {"shuffle": True},
        "shards": {"num_shards": 2, "shard_id": 1},
    }.items():
        schema = data.Schema()
        schema.add_column("a", ms.int32, [1])
        rows = data.RandomDataset(10, schema, num_parallel_workers=1, **options)
        count = len(list(rows.create_dict_iterator(num_epochs=1, output_numpy=True)))
        result[name] = np.array([rows.get_dataset_size(), count])
    return result
