"""Members of Cell, Parameter and Tensor that hold state, bytes and settings."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.parity.harness import case, rand


def _net(ms: Any) -> Any:
    class Net(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.dense = ms.nn.Dense(2, 2)
            self.w = ms.Parameter(ms.Tensor(np.array([1, 2], np.float32)), name="w")
            self.i = ms.Parameter(
                ms.Tensor(np.array([1, 2], np.int32)), name="i", requires_grad=False
            )
            self.register_buffer("b", ms.Tensor(np.array([3], np.float32)))

        def construct(self, x: Any) -> Any:
            return self.dense(x) * self.w

    return Net()


def _raised(call: Any) -> np.ndarray:
    try:
        call()
    except Exception as error:
        return np.array(type(error).__name__)
    return np.array("")


@case(jit=False)
def to_casts_what_is_float(ms: Any, run: Any) -> Any:
    net = _net(ms)

    def dtypes() -> list[str]:
        return [str(t.dtype) for t in (net.w, net.i, net.b, net.dense.weight)]

    same = net.to(ms.float16) is net
    half = dtypes()
    net.to("CPU", ms.float32, True)
    single = dtypes()
    net.to(ms.Tensor(np.zeros(1, np.float16)))
    like = dtypes()
    return {
        "same": np.array(same and net.to() is net and net.to(None) is net),
        "half": np.array(half),
        "single": np.array(single),
        "like": np.array(like),
        "values": net.w.asnumpy().astype(np.float32),
        "to_int": _raised(lambda: net.to(ms.int32)),
        "to_three": _raised(lambda: net.to(3)),
        "to_nowhere": _raised(lambda: net.to("moon")),
        "flag": _raised(lambda: net.to(non_blocking=3)),
    }


@case(jit=False)
def to_empty_keeps_shapes(ms: Any, run: Any) -> Any:
    net = _net(ms)
    same = net.to_empty() is net and net.to_empty(device="CPU", recurse=False) is net
    return {
        "same": np.array(same),
        "shapes": np.array([str(p.shape) for p in net.get_parameters()]),
        "dtypes": np.array([str(p.dtype) for p in net.get_parameters()]),
    }


@case(jit=False)
def hooks_on_state_dicts(ms: Any, run: Any) -> Any:
    net, log = _net(ms), []

    def note(name: str) -> Any:
        def hook(cell: Any, *rest: Any) -> None:
            kinds = [sorted(r) if isinstance(r, dict) else r for r in rest]
            log.append(f"{name} {type(cell).__name__} {kinds}")

        return hook

    for name, cell in (("net", net), ("dense", net.dense)):
        cell.register_state_dict_pre_hook(note(f"{name} before giving"))
        cell.register_state_dict_post_hook(note(f"{name} after giving"))
        cell.register_load_state_dict_pre_hook(note(f"{name} before taking"))
        cell.register_load_state_dict_post_hook(note(f"{name} after taking"))
    gone = net.register_state_dict_pre_hook(note("gone"))
    gone.remove()
    given = net.state_dict()
    result = net.load_state_dict(given)
    return {"log": np.array(log), "keys": np.array(list(given)), "found": np.array(str(result))}


@case(jit=False)
def extra_state_and_forgiving_hooks(ms: Any, run: Any) -> Any:
    class Counted(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.count = 1

        def get_extra_state(self) -> Any:
            return {"count": self.count}

        def set_extra_state(self, state: Any) -> None:
            self.count = state["count"]

    class Net(ms.nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.counted = Counted()
            self.w = ms.Parameter(ms.Tensor(np.array([1], np.float32)))

    net = Net()
    given = net.state_dict()
    keys = list(given)
    given["counted._extra_state"] = {"count": 5}
    whole = str(net.load_state_dict(given))
    counted = net.counted.count
    given.pop("counted._extra_state")
    strict = _raised(lambda: net.load_state_dict(given))
    lax = net.load_state_dict(given, False)

    def forgive(cell: Any, keys: Any) -> None:
        keys.missing_keys.clear()

    handle = net.register_load_state_dict_post_hook(forgive)
    forgiven = str(net.load_state_dict(given))
    handle.remove()

    def fill(cell: Any, state: Any, *rest: Any) -> None:
        state["counted._extra_state"] = {"count": 9}

    net.register_load_state_dict_pre_hook(fill)
    filled = str(net.load_state_dict(given))
    return {
        "keys": np.array(keys),
        "whole": np.array(whole),
        "counts": np.array([counted, net.counted.count]),
        "strict": strict,
        "lax": np.array([*lax.missing_keys, "|", *lax.unexpected_keys]),
        "forgiven": np.array(forgiven),
        "filled": np.array(filled),
        "not changed": np.array(list(given)),
        "none of its own": _raised(lambda: net.get_extra_state()),
        "nor to set": _raised(lambda: net.set_extra_state(1)),
    }


@case(jit=False)
def calls_and_marks_of_a_cell(ms: Any, run: Any) -> Any:
    net = _net(ms)
    x = ms.Tensor(rand(1, 2))
    net.update_cell_type("quant")
    net.update_cell_prefix()
    net.set_data_parallel()
    return {
        "called": np.array(np.allclose(net.compile_and_run(x).asnumpy(), net(x).asnumpy())),
        "kind": np.array(net.cell_type),
        "scope": np.array(str(net.get_scope())),
        "prefix": np.array([net.param_prefix, net.dense.param_prefix]),
    }


@case(jit=False)
def settings_of_a_parameter(ms: Any, run: Any) -> Any:
    p = ms.Parameter(ms.Tensor(np.array([1], np.float32)), name="p")
    names = ("cache_enable", "cache_shape", "key", "parallel_optimizer_comm_recompute")
    result = {name: np.array(str(getattr(p, name))) for name in names}
    for name, good, bad in zip(names, (True, [3], 7, True), (3, 3, "a", 1), strict=True):
        result[f"{name} bad"] = _raised(lambda n=name, b=bad: setattr(p, n, b))
        setattr(p, name, good)
        result[f"{name} good"] = np.array(str(getattr(p, name)))
    return result


@case(jit=False)
def bytes_and_memory_of_a_tensor(ms: Any, run: Any) -> Any:
    x = ms.Tensor(np.arange(6, dtype=np.float32).reshape(2, 3))
    raw = x.get_bytes()
    held = x.untyped_storage()
    back = ms.Tensor.convert_bytes_to_tensor(raw, (3, 2), ms.float32)
    ints = ms.Tensor(np.array([1, 2, 3], np.int16)).get_bytes()
    sizes = [held.size(), held.nbytes(), len(held)]
    device, shared = held.device, held.is_shared()
    other = ms.Tensor(np.array([9, 8], np.float32))
    x.set_(other)
    other[0] = 7
    return {
        "raw": np.frombuffer(raw, np.uint8),
        "ints": np.frombuffer(ints, np.uint8),
        "back": back.asnumpy(),
        "sizes": np.array(sizes),
        "flags": np.array([x.is_pinned(), x.is_shared(), shared]),
        "device": np.array(device),
        "set": x.asnumpy(),
    }


@case(jit=False)
def tensors_kept_for_the_backward_pass(ms: Any, run: Any) -> Any:
    log: list[str] = []

    def pack(x: Any) -> Any:
        log.append(f"pack {x.asnumpy().tolist()}")
        return x + 1

    def unpack(x: Any) -> Any:
        log.append(f"unpack {x.asnumpy().tolist()}")
        return x

    def forward(x: Any, y: Any) -> Any:
        with ms.saved_tensors_hooks(pack, unpack):
            out = x * y
        log.append("end")
        return out

    x, y = ms.Tensor(np.ones(2, np.float32)), ms.Tensor(np.ones(2, np.float32))
    value, (dx, dy) = ms.value_and_grad(forward, grad_position=(0, 1))(x, y)
    return {"log": np.array(log), "value": value.asnumpy(), "dx": dx.asnumpy(), "dy": dy.asnumpy()}


@case(jit=False)
def without_gradient(ms: Any, run: Any) -> Any:
    @ms._no_grad()
    def square(x: Any) -> Any:
        return x * x

    def forward(x: Any) -> Any:
        with ms._no_grad():
            y = x * 3
        return (y * x + square(x)).sum()

    x = ms.Tensor(np.array([1, 2], np.float32))
    return {"grad": ms.grad(forward)(x).asnumpy(), "value": forward(x).asnumpy()}
