"""Effects by other ways."""

from __future__ import annotations

import contextvars
import gc
import sys
import threading
import time
import warnings
from typing import Any

import msacc as ms
from msacc import Parameter, Tensor, nn, ops
from tests.graph.side_effects.attributes import Plain
from tests.graph.side_effects.table import Parts, nothing, program


@program(because="warn()")
def warning_given() -> Parts:
    messages: list[str] = []

    def fn(x: Any) -> Any:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            warnings.warn("careful", stacklevel=2)
        messages.extend(str(w.message) for w in caught)
        return x * 2

    return fn, lambda: messages


@program(because="time()")
def script_log() -> Parts:
    def fn(x: Any) -> Any:
        ms.log.warning("called")
        return x * 2

    return fn, nothing


@program(recorded=True)
def script_log_below_the_level() -> Parts:
    def fn(x: Any) -> Any:
        ms.log.debug("called")
        return x * 2

    return fn, nothing


@program(because="manual_seed()")
def seed_set() -> Parts:
    def fn(x: Any) -> Any:
        ms.set_seed(3)
        return ops.dropout(x + ops.ones(2), 0.5)

    return fn, nothing


@program(because="start_new_thread()")
def thread_started() -> Parts:
    log: list[int] = []

    def fn(x: Any) -> Any:
        thread = threading.Thread(target=log.append, args=(1,))
        thread.start()
        thread.join()
        return x * 2

    return fn, lambda: log


@program(because="'global_count'")
def module_set_by_name() -> Parts:
    global global_count
    global_count = 0

    def fn(x: Any) -> Any:
        module = sys.modules[__name__]
        setattr(module, "global_count", module.global_count + 1)  # noqa: B010
        return x * 2

    return fn, lambda: global_count


@program(because="'steps'")
def context_variable() -> Parts:
    steps = contextvars.ContextVar("steps", default=0)

    def fn(x: Any) -> Any:
        steps.set(steps.get() + 1)
        return x * steps.get()

    return fn, steps.get


@program(because="'n'")
def dict_of_an_object() -> Parts:
    o = Plain()

    def fn(x: Any) -> Any:
        vars(o)["n"] += 1
        return x * 2

    return fn, lambda: o.n


@program(because="'made'")
def metaclass() -> Parts:
    class Meta(type):
        made = 0

        def __call__(cls) -> Any:
            Meta.made += 1
            return super().__call__()

    class Kind(metaclass=Meta):
        pass

    def fn(x: Any) -> Any:
        Kind()
        return x * 2

    return fn, lambda: Meta.made


@program(because="'freed'")
def destructor() -> Parts:
    class Kind:
        freed = 0

        def __del__(self) -> None:
            Kind.freed += 1

    def fn(x: Any) -> Any:
        Kind()
        return x * 2

    return fn, lambda: Kind.freed


@program(because="'n'")
def context_manager() -> Parts:
    class Kind(Plain):
        def __enter__(self) -> None:
            self.n += 1

        def __exit__(self, *error: Any) -> None:
            self.n += 10

    o = Kind()

    def fn(x: Any) -> Any:
        with o:
            return x * 2

    return fn, lambda: o.n


@program(because="requires_grad")
def flag_of_a_parameter() -> Parts:
    p = Parameter(Tensor([1.0]), name="p")

    def fn(x: Any) -> Any:
        p.requires_grad = not p.requires_grad
        return x * (2 if p.requires_grad else 3)

    return fn, lambda: p.requires_grad


@program(because="'training'")
def train_flag_of_a_cell() -> Parts:
    net = nn.SequentialCell(nn.ReLU())

    def fn(x: Any) -> Any:
        net.set_train(not net.training)
        return net(x) * (2 if net[0].training else 3)

    return fn, lambda: net.training


@program(because="'table'")
def list_in_a_dict() -> Parts:
    table: dict[str, Any] = {}

    def fn(x: Any) -> Any:
        table.setdefault("all", []).append(x)
        return x * len(table["all"])

    return fn, lambda: table


@program(recorded=True)
def list_as_it_was_after_the_run() -> Parts:
    stack: list[Any] = []

    def fn(x: Any) -> Any:
        stack.append(x * 2)
        return stack.pop()

    return fn, lambda: stack


@program(because="'k'")
def own_gradient() -> Parts:
    class Net(nn.Cell):
        def __init__(self) -> None:
            super().__init__()
            self.k = 2

        def construct(self, x: Any) -> Any:
            return x * self.k

        def bprop(self, x: Any, out: Any, dout: Any) -> Any:
            self.k += 1
            return (dout * self.k,)

    net = Net()
    return lambda x: ms.grad(lambda y: net(y).sum())(x), lambda: net.k


@program(because="next()")
def pipeline_of_data() -> Parts:
    rows = ms.dataset.NumpySlicesDataset([1.0, 2.0, 3.0, 4.0], shuffle=False)
    batches = rows.create_tuple_iterator(num_epochs=1)

    def fn(x: Any) -> Any:
        for (row,) in batches:
            return x * row
        return x

    return fn, nothing


@program(recorded=True)
def garbage_collected() -> Parts:
    def fn(x: Any) -> Any:
        for _ in range(3000):
            circle: list[Any] = []
            circle.append(circle)
        return x * 2

    def look() -> None:
        gc.callbacks[:] = [each for each in gc.callbacks if each is not note]

    def note(phase: str, info: Any) -> None:
        time.time()

    gc.callbacks.append(note)
    return fn, look


@program(recorded=True)
def graph_in_a_graph() -> Parts:
    inner = ms.jit(lambda x: x + 1, jit_level="O0")
    return lambda x: inner(x) * 2, nothing
