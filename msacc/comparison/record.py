"""record: what each Cell takes and gives, and the gradients of what it gives, in one file of numpy arrays.

This file needs numpy and a framework alone. Copied beside a script it records the same on MindSpore itself
(`from record import record`), in PyNative mode, and on torch.
"""

from __future__ import annotations

import contextlib
import json
import sys
import zlib
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any

import numpy as np

EPS = {"float64": 2.0**-52, "float32": 2.0**-23, "float16": 2.0**-10, "bfloat16": 2.0**-7}


class MindSporeSide:
    """What recording needs of MindSpore, or of msacc under that name or its own."""

    def __init__(self, framework: Any) -> None:
        self.ms = framework
        self.module = framework.nn.Cell
        self.name = getattr(framework, "__file__", "").split("/")[-2] or "mindspore"

    def is_tensor(self, value: Any) -> bool:
        return isinstance(value, self.ms.Tensor)

    def array(self, value: Any) -> np.ndarray:
        return (value.float() if value.dtype == self.ms.bfloat16 else value).asnumpy().copy()

    def tensor(self, array: np.ndarray, like: str) -> Any:
        return self.ms.Tensor(array, getattr(self.ms, "bool_" if like == "bool" else like))

    def modules(self, net: Any) -> list[tuple[str, Any]]:
        return list(net.cells_and_names())

    def parameters(self, net: Any) -> list[Any]:
        return list(net.get_parameters())

    def own_parameters(self, net: Any) -> list[Any]:
        return list(net.parameters_and_names(expand=False))

    def put(self, parameter: Any, array: np.ndarray) -> None:
        parameter.set_data(self.tensor(array, dtype_name(parameter)))

    def random_state(self) -> Any:
        return self.ms.get_rng_state()

    def set_random_state(self, state: Any) -> None:
        self.ms.set_rng_state(state)

    def mode(self) -> Any:
        return self.ms.get_context("mode")

    def set_mode(self, mode: Any) -> None:
        if mode != self.mode():
            self.ms.set_context(mode=mode)

    def op_by_op(self) -> None:
        self.set_mode(self.ms.PYNATIVE_MODE)

    def gradients(
        self, call: Callable[..., tuple[Any, ...]], inputs: list[Any], sens: tuple[Any, ...]
    ) -> list[Any]:
        grad = self.ms.ops.GradOperation(get_all=True, sens_param=True)
        if len(sens) > 1:
            return list(grad(call)(*inputs, sens))
        return list(grad(lambda *xs: call(*xs)[0])(*inputs, sens[0]))

    def computes_in(self, module: Any) -> str:
        if getattr(module, "bf16", False):
            return "bfloat16"
        return "float16" if getattr(module, "fp16", False) else ""


class TorchSide(MindSporeSide):
    """What recording needs of torch."""

    def __init__(self, framework: Any) -> None:
        self.torch = framework
        self.module = framework.nn.Module
        self.name = "torch"

    def is_tensor(self, value: Any) -> bool:
        return isinstance(value, self.torch.Tensor)

    def array(self, value: Any) -> np.ndarray:
        value = value.detach()
        return (value.float() if value.dtype == self.torch.bfloat16 else value).cpu().numpy().copy()

    def tensor(self, array: np.ndarray, like: str) -> Any:
        return self.torch.tensor(array).to(getattr(self.torch, like))

    def modules(self, net: Any) -> list[tuple[str, Any]]:
        return list(net.named_modules())

    def parameters(self, net: Any) -> list[Any]:
        return [*net.parameters(), *net.buffers()]

    def own_parameters(self, net: Any) -> list[Any]:
        return list(net.named_parameters(recurse=False))

    def put(self, parameter: Any, array: np.ndarray) -> None:
        with self.torch.no_grad():
            parameter.copy_(self.torch.tensor(array))

    def random_state(self) -> Any:
        return self.torch.get_rng_state()

    def set_random_state(self, state: Any) -> None:
        self.torch.set_rng_state(state)

    def mode(self) -> Any:
        return None

    def set_mode(self, mode: Any) -> None:
        pass

    def op_by_op(self) -> None:
        pass

    def gradients(
        self, call: Callable[..., tuple[Any, ...]], inputs: list[Any], sens: tuple[Any, ...]
    ) -> list[Any]:
        leaves = [x.detach().requires_grad_(x.is_floating_point()) for x in inputs]
        wanted = [x for x in leaves if x.requires_grad]
        found = iter(self.torch.autograd.grad(call(*leaves), wanted, sens, allow_unused=True))
        return [next(found) if x.requires_grad else None for x in leaves]

    def computes_in(self, module: Any) -> str:
        return ""


def side_of(net: Any) -> MindSporeSide:
    """The framework of a network, or without one the framework that the program has imported."""
    torch = sys.modules.get("torch")
    if net is not None and torch is not None and isinstance(net, torch.nn.Module):
        return TorchSide(torch)
    for name in ("mindspore", "msacc"):
        if hasattr(sys.modules.get(name), "nn"):
            return MindSporeSide(sys.modules[name])
    if net is None and torch is not None:
        return TorchSide(torch)
    raise RuntimeError("record: import mindspore, msacc or torch before, or give the network.")


def dtype_name(value: Any) -> str:
    """'float32' of a tensor of any framework."""
    return str(value.dtype).rpartition(".")[2].lower()


class record:
    """`with record("a.npz"):` writes what each Cell called inside takes and gives to a file of arrays.

    `net`: the network whose Cells are recorded; without one, the Cells called first and all below them. Their
    names are paths in the network; what lies in a second Cell that is called by itself (a loss) begins with its class.
    Gradients of outputs are there where something is differentiated inside. `rounding`: when the block ends each Cell
    runs again with its inputs moved by one unit in the last place, to measure how far its output and its gradients
    move; parameters and the random state are put back after. Without it `compare` assumes a gain of 1.
    In graph mode the hooks ask for values, and the network runs op by op.
    """

    def __init__(self, path: Any, net: Any = None, *, rounding: bool = True) -> None:
        if not isinstance(rounding, bool):
            raise TypeError(f"For 'record', 'rounding' should be a bool, but got {rounding!r}.")
        self.path, self.net, self.rounding = path, net, rounding
        self.side = side_of(net)
        if net is not None and not isinstance(net, self.side.module):
            raise TypeError(f"For 'record', 'net' should be a Cell or Module, but got {net!r}.")
        self.calls: list[dict[str, Any]] = []
        self.arrays: dict[str, np.ndarray] = {}
        self._modules: list[Any] = []  # of each call
        self._arguments: list[tuple[tuple[Any, ...], dict[str, Any]]] = []
        self._open: list[int] = []
        self._handles: list[Any] = []
        self._names: dict[int, str] = {}
        self._numbers: dict[str, int] = {}
        self._clock = 0
        self._before: Any = None
        self.random_state: Any = None

    def __enter__(self) -> record:
        self.random_state = self.side.random_state()
        if self.net is not None:
            self._attach(self.net, "")
        else:
            self._watch_calls()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for handle in self._handles:
            handle.remove()
        if self._before is not None:
            self.side.module.__call__ = self._before
        if kind is None:
            if not self.calls:
                raise RuntimeError("record: no Cell was called inside the block.")
            if self.rounding:
                measure(self)
            save(self)

    def _watch_calls(self) -> None:
        """Hooks for a Cell that none of those watched holds, at its first call."""
        before = self._before = self.side.module.__call__

        def call(module: Any, *args: Any, **kwargs: Any) -> Any:
            if id(module) not in self._names and not self._open:
                root = type(module).__name__ if self._names else ""
                self._attach(module, root)
            return before(module, *args, **kwargs)

        self.side.module.__call__ = call

    def _attach(self, net: Any, root: str) -> None:
        taken = set(self._names.values())
        number = 1
        while root and (root if number == 1 else f"{root}_{number}") in taken:
            number += 1
        root = root if number == 1 else f"{root}_{number}"
        for path, module in self.side.modules(net):
            if id(module) not in self._names:
                self._names[id(module)] = ".".join(filter(None, (root, path)))
                enter, leave = opaque(self._enter), opaque(self._leave)
                self._handles.append(module.register_forward_pre_hook(enter, with_kwargs=True))
                self._handles.append(module.register_forward_hook(leave, with_kwargs=True))

    def _enter(self, module: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        number, name = len(self.calls), self._names[id(module)]
        count = self._numbers[name] = self._numbers.get(name, 0) + 1
        call: dict[str, Any] = {
            "name": name if count == 1 else f"{name}#{count}",
            "class": type(module).__name__,
        }
        weights = {key: self._digest(p) for key, p in self.side.own_parameters(module)}
        call |= {"parent": self._open[-1] if self._open else -1, "enter": self._tick()}
        call |= {"training": bool(module.training), "computes_in": self.side.computes_in(module)}
        self.calls.append(call | {"weights": {k.rpartition(".")[2]: v for k, v in weights.items()}})
        self._keep(number, "in", (args, kwargs))
        self._modules.append(module)
        self._arguments.append((args, kwargs))
        self._open.append(number)

    def _leave(
        self, module: Any, _args: tuple[Any, ...], _kwargs: dict[str, Any], out: Any
    ) -> None:
        if not self._open or self._modules[self._open[-1]] is not module:
            raise RuntimeError(f"record: a call of {type(module).__name__} ended out of order.")
        number = self._open.pop()
        self.calls[number]["leave"] = self._tick()
        self._keep(number, "out", out)
        for i, leaf in enumerate(self._leaves(out)):
            with contextlib.suppress(RuntimeError):  # where nothing is differentiated
                leaf.register_hook(self._gradient_keeper(f"{number}/grad/{i}"))

    def _gradient_keeper(self, key: str) -> Callable[[Any], None]:
        def keep(gradient: Any) -> None:
            if gradient is not None:  # MindSpore's, of an output that nothing uses
                self.arrays[key] = self.side.array(gradient)

        return opaque(keep)

    def _keep(self, number: int, what: str, values: Any) -> None:
        leaves = list(self._leaves(values))
        self.calls[number][what] = [dtype_name(leaf) for leaf in leaves]
        for i, leaf in enumerate(leaves):
            self.arrays[f"{number}/{what}/{i}"] = self.side.array(leaf)

    def _leaves(self, values: Any) -> Iterator[Any]:
        if self.side.is_tensor(values):
            yield values
        elif isinstance(values, dict):
            for value in values.values():
                yield from self._leaves(value)
        elif isinstance(values, (tuple, list)):
            for value in values:
                yield from self._leaves(value)

    def _digest(self, parameter: Any) -> list[Any]:
        array = np.ascontiguousarray(self.side.array(parameter))
        return [list(array.shape), dtype_name(parameter), zlib.crc32(array.tobytes())]

    def _tick(self) -> int:
        self._clock += 1
        return self._clock


def opaque(function: Callable[..., Any]) -> Callable[..., Any]:
    """A hook that no compiler of graphs looks into."""
    torch = sys.modules.get("torch")
    return torch.compiler.disable(function) if torch is not None else function


def measure(taken: record) -> None:
    """How far each call's results move for inputs moved by a unit in the last place: into `taken.calls`."""
    side, state, mode = taken.side, taken.side.random_state(), taken.side.mode()
    roots = [m for m, call in zip(taken._modules, taken.calls, strict=True) if call["parent"] < 0]
    kept = {
        id(p): (p, side.array(p)) for root in dict.fromkeys(roots) for p in side.parameters(root)
    }
    try:
        for number, call in enumerate(taken.calls):
            try:
                _Replay(taken, number).measure(mode)
            except Exception as error:  # a Cell that cannot be called by itself; said in the table
                call["unmeasured"] = f"{type(error).__name__}: {error}"[:200]
            for parameter, array in kept.values():
                side.put(parameter, array)
    finally:
        side.set_random_state(state)
        side.set_mode(mode)


class _Replay:
    """A recorded call, made again on its own."""

    def __init__(self, taken: record, number: int) -> None:
        self.taken, self.number, self.call = taken, number, taken.calls[number]
        self.side, self.module = taken.side, taken._modules[number]
        self.arguments = taken._arguments[number]
        grads = [(i, taken.arrays.get(f"{number}/grad/{i}")) for i in range(len(self.call["out"]))]
        self.grads = {i: grad for i, grad in grads if grad is not None}
        self.inputs = [taken.arrays[f"{number}/in/{i}"] for i in range(len(self.call["in"]))]

    def measure(self, mode: Any) -> None:
        """`mode`: the one of the recorded run, in which its gradients are taken."""
        trained = bool(self.module.training)
        _train(self.module, self.call["training"])
        try:
            self.side.op_by_op()
            self._outputs()
            self._gradients(mode)
        finally:
            _train(self.module, trained)

    def _outputs(self) -> None:
        call, kinds = self.call, self.call["in"]
        first = self.forward(self.inputs)
        call["random"] = not _equal(first, self.forward(self.inputs, again=True))
        call["repeats"] = not call["random"] or _equal(first, self.forward(self.inputs))
        at = _largest_eps(kinds)
        if at:
            call["gain"] = _gain(self.forward, self.inputs, kinds, first, at, keep_zeros=False)

    def _gradients(self, mode: Any) -> None:
        kinds = self.call["in"]
        at = _largest_eps(kinds)
        if not self.grads or not at:
            return
        values = [*self.inputs, *self.grads.values()]
        first = self.backward(values)
        self.call["back_gain"] = _gain(
            self.backward, values, self._backward_kinds(), first, at, keep_zeros=True
        )
        if mode != self.side.mode():
            self.side.set_mode(mode)
            first = self.backward(values)
        for i, (array, kind) in enumerate(zip(first, kinds, strict=True)):
            if kind in EPS:
                self.taken.arrays[f"{self.number}/back/{i}"] = array

    def forward(self, inputs: list[np.ndarray], again: bool = False) -> list[np.ndarray]:
        """The outputs; `again`: further on in the random stream."""
        if not again:
            self.side.set_random_state(self.taken.random_state)
        tensors = [self.side.tensor(a, d) for a, d in zip(inputs, self.call["in"], strict=True)]
        return [self.side.array(leaf) for leaf in self._call(tensors)]

    def _call(self, tensors: list[Any]) -> list[Any]:
        args, kwargs = _rebuilt(self.side, self.arguments, [*tensors])
        return list(self.taken._leaves(self.module(*args, **kwargs)))

    def _backward_kinds(self) -> list[str]:
        return [*self.call["in"], *(self.call["out"][i] for i in self.grads)]

    def backward(self, values: list[np.ndarray]) -> list[np.ndarray]:
        """The gradients of the inputs; behind them `values` has those of the outputs."""

        def call(*inputs: Any) -> tuple[Any, ...]:
            out = self._call(list(inputs))
            return tuple(out[i] for i in self.grads)

        self.side.set_random_state(self.taken.random_state)
        pairs = zip(values, self._backward_kinds(), strict=True)
        tensors = [self.side.tensor(a, d) for a, d in pairs]
        count = len(self.inputs)
        found = self.side.gradients(call, tensors[:count], tuple(tensors[count:]))
        zeros = [np.zeros_like(a) for a in self.inputs]
        return [z if g is None else self.side.array(g) for g, z in zip(found, zeros, strict=True)]


def _largest_eps(kinds: list[str]) -> float:
    return max((EPS.get(kind, 0.0) for kind in kinds), default=0.0)


def _gain(
    run: Callable[..., list[np.ndarray]],
    inputs: list[np.ndarray],
    dtypes: list[str],
    first: list[np.ndarray],
    at: float,
    *,
    keep_zeros: bool,
) -> float:
    """The largest movement of a result, divided by the relative movement `at` of the inputs."""
    moves_of = _scattered(inputs, dtypes, keep_zeros), _scaled(inputs, dtypes)
    moves = [0.0]
    for moved in moves_of:
        for a, b in zip(first, run(moved), strict=True):
            if a.size and a.dtype.kind == "f":
                with np.errstate(invalid="ignore"):
                    difference = np.abs(a.astype(np.float64) - b)
                moves.append(float(difference[np.isfinite(difference)].max(initial=0.0)))
    return max(moves) / at


def _scattered(inputs: list[np.ndarray], dtypes: list[str], keep_zeros: bool) -> list[np.ndarray]:
    """Each element up or down, by a unit in the last place of its scale.

    `keep_zeros`: not those that are 0, which ReLU gave on both sides: they are where gradients have their kinks.
    """
    signs = np.random.RandomState(0)
    moved = []
    for array, dtype in zip(inputs, dtypes, strict=True):
        up = signs.randint(0, 2, array.shape) * 2 - 1
        up = up * (array != 0) if keep_zeros else up
        if dtype in EPS:
            with np.errstate(over="ignore"):
                array = (array + up * EPS[dtype] * scale(array)).astype(array.dtype)
        moved.append(array)
    return moved


def scale(array: np.ndarray) -> np.ndarray:
    """For each element the size in whose last place it is rounded: its own, or at least what is usual in the array.

    What stands out by far, as the -1e9 of a mask does, is not usual.
    """
    sizes = np.array(np.abs(array.astype(np.float64)))  # numpy makes a scalar of one without axes
    sizes[~np.isfinite(sizes)] = 0.0
    most = 1000 * np.quantile(sizes[sizes > 0], 0.1) if sizes.any() else 0.0
    usual = np.sqrt(np.mean(np.square(sizes[sizes <= most]))) if sizes.size else 0.0
    return np.maximum(sizes, usual)


def _scaled(inputs: list[np.ndarray], dtypes: list[str]) -> list[np.ndarray]:
    """All elements one unit in the last place away from zero: what sums do not average out."""
    pairs = zip(inputs, dtypes, strict=True)
    with np.errstate(over="ignore"):
        return [(a * (1 + EPS[d])).astype(a.dtype) if d in EPS else a for a, d in pairs]


def _rebuilt(side: MindSporeSide, values: Any, tensors: list[Any]) -> Any:
    """`values` with its tensors, in order, replaced; takes them out of `tensors`."""
    if side.is_tensor(values):
        return tensors.pop(0)
    if isinstance(values, dict):
        return {key: _rebuilt(side, value, tensors) for key, value in values.items()}
    if type(values) in (tuple, list):
        return type(values)(_rebuilt(side, value, tensors) for value in values)
    return values


def _train(module: Any, mode: bool) -> None:
    if bool(module.training) != mode:
        (module.set_train if hasattr(module, "set_train") else module.train)(mode)


def _equal(first: list[np.ndarray], second: list[np.ndarray]) -> bool:
    return all(np.array_equal(a, b, equal_nan=True) for a, b in zip(first, second, strict=True))


def save(taken: record) -> None:
    """Write the file: the arrays, and what is known of each call as JSON."""
    framework = {"framework": taken.side.name, "calls": taken.calls}
    np.savez_compressed(taken.path, calls=np.array(json.dumps(framework)), **taken.arrays)  # type: ignore[arg-type]
