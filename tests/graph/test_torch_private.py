"""Each of torch's private parts that msacc uses works; `tests/house/test_torch_private.py`: none is used elsewhere."""

from __future__ import annotations

import inspect
import operator
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
import torch.distributed as dist

import msacc as ms  # noqa: F401  (registers its ops)
from msacc.common import torch_private as private

# -- each of them ------------------------------------------------------------------------------
A, B = torch.tensor([1.0, 4.0]), torch.tensor([[9.0, 16.0]])
OTHERS = [torch.tensor([2.0, 3.0]), torch.tensor([[5.0, 7.0]])]
# What follows the first list in a call, and the op of one tensor where no method has the name.
FOLLOWS: dict[str, tuple[Any, ...]] = {
    "addcmul": (OTHERS, OTHERS),
    "clamp_max": (3.0,),
    "clamp_min": (3.0,),
    "lerp": (OTHERS, 0.25),
    "pow": (1.5,),
    **dict.fromkeys(("add", "copy", "div", "maximum", "mul", "sub"), (OTHERS,)),
}
SINGLE = {"norm": torch.linalg.vector_norm, "maximum_": torch.maximum}


@pytest.mark.parametrize("name", sorted(private.FOREACH))
def test_foreach(name: str) -> None:
    """An op over lists gives, for each tensor, what the op of that name gives."""
    rest = FOLLOWS.get(name.removesuffix("_"), ())
    one = SINGLE.get(name) or getattr(torch.Tensor, name)
    each = [[r[i] if r is OTHERS else r for r in rest] for i in range(2)]
    wanted = [one(t.clone(), *given) for t, given in zip((A, B), each, strict=True)]
    lists = [A.clone(), B.clone()]
    found = getattr(torch, f"_foreach_{name}")(lists, *rest)
    for got, want in zip(lists if name.endswith("_") else found, wanted, strict=True):
        torch.testing.assert_close(got, want)


@pytest.mark.slow
def test_dynamo_is_loaded_late() -> None:
    code = (
        "import sys, msacc.common.torch_private as p; late = 'torch._dynamo' not in sys.modules;"
        "p.load_compiler(); print(late, 'torch._inductor.compile_fx' in sys.modules)"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.split() == ["True", "True"]


def failure(fn: Callable[..., Any], *args: Any) -> Exception:
    with pytest.raises(Exception) as caught:
        torch.compile(fn, backend="eager", fullgraph=True)(*args)
    return caught.value


def test_what_a_trace_says_that_stops() -> None:
    def stops(x: torch.Tensor) -> torch.Tensor:
        print(end="")
        return x

    def raises(x: torch.Tensor) -> torch.Tensor:
        raise KeyError("mine")

    x = torch.ones(2)
    stopped, observed = failure(stops, x), failure(raises, x)
    assert isinstance(stopped, private.break_errors())
    assert isinstance(observed, private.break_errors())
    assert (private.raised_inside(stopped), private.raised_inside(observed)) == (False, True)
    assert "\n" not in private.reason(stopped)
    assert "KeyError" in private.reason(observed)
    assert "mine" in private.reason(observed)
    assert private.reason(ValueError("")) == "ValueError"
    assert private.reason(ValueError("a\nb")) == "a"


def test_an_exception_without_text_says_what_it_is_and_where() -> None:
    def bare() -> None:
        raise AssertionError  # not by assert, to which pytest gives a text

    line = inspect.getsourcelines(bare)[1] + 1
    try:
        bare()
    except AssertionError as error:
        caught = error
    place = f"AssertionError at {__file__}:{line} (raise AssertionError  # not by assert, to which pytest gives a text)"
    assert private.reason(caught) == place
    wrapped = RuntimeError("backend raised:\nAssertionError: ")
    wrapped.inner_exception = caught  # type: ignore[attr-defined]
    assert private.reason(wrapped) == place


def test_errors_of_kernels() -> None:
    assert not private.is_kernels(RuntimeError("mine"))
    assert private.is_kernels(RuntimeError("kernel, x.cpp:26, index out of bounds: 0 <= i < 5"))
    assert private.is_kernels(
        IndexError("Dimension out of range (expected to be in range of [-1, 0])")
    )


def test_gradients_are_traced_while_options_hold() -> None:
    def slope(x: torch.Tensor) -> torch.Tensor:
        return torch.autograd.grad((x * x).sum(), x)[0]

    def later(x: torch.Tensor) -> torch.Tensor:
        return torch.autograd.grad((x * x).sum(), x)[0]

    x = torch.tensor([3.0], requires_grad=True)
    assert isinstance(failure(slope, x), private.break_errors())
    leave = private.TracingOptions(8).enter()
    try:
        assert torch.compile(slope, backend="eager", fullgraph=True)(x).tolist() == [6.0]
    finally:
        leave()
    assert isinstance(failure(later, x), private.break_errors())


def test_a_function_called_while_tracing() -> None:
    calls: list[int] = []

    @private.constant_in_graphs
    def twice(n: int) -> int:
        calls.append(n)
        print(end="")  # no graph holds it
        return 2 * n

    fn = torch.compile(lambda x: x * twice(3), backend="eager", fullgraph=True)
    assert [fn(torch.ones(1)).tolist() for _ in range(2)] == [[6.0], [6.0]]
    assert calls == [3]


# -- recording -----------------------------------------------------------------------------------
def recorded(
    run: Callable[..., list[torch.Tensor]], *inputs: torch.Tensor, axes: Any = ()
) -> tuple[torch.fx.GraphModule, list[Exception]]:
    """The calls of a run, and those that failed."""
    failures: list[Exception] = []
    part = object()
    axes = axes or [()] * len(inputs)
    graph = private.record_calls(run, inputs, lambda: {"part": part}, failures.append, axes)
    calls = [node for node in graph.graph.nodes if node.op == "call_function"]
    assert calls
    assert all(node.meta["part"] is part for node in calls)
    return graph, failures


def test_a_recorded_run_neither_computes_nor_writes() -> None:
    held = torch.ones(2)

    def run(x: torch.Tensor) -> list[torch.Tensor]:
        held.add_(x)
        assert private.lacks_values(held * x)
        return [held * 2]

    graph, failures = recorded(run, torch.ones(2))
    assert held.tolist() == [1.0, 1.0]
    (read,) = graph.graph.find_nodes(op="get_attr")
    assert getattr(graph, read.target) is held
    assert (failures, private.writes(graph)) == ([], True)
    assert graph(torch.full((2,), 3.0))[0].tolist() == [8.0, 8.0]
    assert held.tolist() == [4.0, 4.0]


def test_a_call_that_fails_in_a_recorded_run_is_told() -> None:
    def run(x: torch.Tensor) -> list[torch.Tensor]:
        try:
            return [x @ torch.ones(3)]
        except RuntimeError:
            return [x]

    _, (failed,) = recorded(run, torch.ones(2))
    assert "size" in str(failed)


def test_which_inputs_a_graph_writes_to() -> None:
    def run(x: torch.Tensor, y: torch.Tensor, z: torch.Tensor) -> list[torch.Tensor]:
        x.view(4)[1:].mul_(2)
        torch._foreach_add_([z.chunk(2)[0]], 1.0)
        return [x + y, z]

    graph, _ = recorded(run, torch.ones(2, 2), torch.ones(2, 2), torch.ones(2))
    assert private.written_inputs(graph) == {0, 2}
    views = [n for n in graph.graph.nodes if private.is_view_call(n)]
    named = {"aten.view.default", "aten.slice.Tensor", "aten.split.Tensor"}
    assert {str(n.target) for n in views if n.target is not operator.getitem} == named
    assert any(n.target is operator.getitem for n in views)
    graph, _ = recorded(lambda x: [x + 1], torch.ones(2))
    assert not private.writes(graph)


def test_a_graph_of_sizes_that_vary_says_for_which() -> None:
    def run(x: torch.Tensor) -> list[torch.Tensor]:
        return [x * x.shape[0]] if x.shape[0] > 5 else [x]

    graph, _ = recorded(run, torch.ones(7, 3), axes=[(0,)])
    guards = private.SizeGuards(graph, 1)
    held = {n: guards.hold([torch.ones(n, 3)]) for n in (2, 5, 6, 100)}
    assert held == {2: False, 5: False, 6: True, 100: True}
    assert graph(torch.ones(9, 3))[0].shape == (9, 3)
    graph, _ = recorded(lambda x: [x + 1], torch.ones(7), axes=[(0,)])
    assert private.SizeGuards(graph, 1).hold([torch.ones(2)])


def test_what_code_of_a_graph_is_made_with() -> None:
    fakes, context = private.without_values([torch.ones(3), torch.zeros(2, 2)])
    assert [tuple(t.shape) for t in fakes] == [(3,), (2, 2)]
    assert all(map(private.lacks_values, fakes))
    graph, _ = recorded(lambda x: [x + 1], torch.ones(7, 2), axes=[(0,)])
    with context:
        pass
    (node,) = graph.graph.find_nodes(op="placeholder")
    (fake,), _ = private.without_values([node.meta["val"]])
    assert fake is node.meta["val"]
    assert private.is_known(fake.shape[0])


def test_what_keeps_runs_from_being_recorded() -> None:
    seen: list[tuple[bool, bool]] = []

    def look(x: torch.Tensor) -> torch.Tensor:
        seen.append((private.watches_ops(), private.transforms_functions()))
        return x

    class Watching(private.TorchDispatchMode):
        def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None):
            return func(*args, **(kwargs or {}))

    look(torch.ones(2))
    with Watching():
        look(torch.ones(2))
    torch.vmap(look)(torch.ones(2))
    assert seen == [(False, False), (True, False), (False, True)]


@pytest.mark.slow
def test_inductor_shows_its_graphs() -> None:
    held = torch.ones(3)
    found: list[tuple[int, list[int]]] = []

    def look(graph: torch.fx.GraphModule, still: list[int]) -> list[int]:
        nodes = graph.graph.find_nodes(op="placeholder")
        found.append((sum(map(private.is_written, nodes)), still))
        assert not any(private.cannot_be_recorded(node) for node in graph.graph.nodes)
        return still

    def add(x: torch.Tensor, held: torch.Tensor) -> list[torch.Tensor]:
        return [held.add_(x) * 2]

    graph, _ = recorded(add, torch.ones(3), held)
    code = private.inductor(graph, [torch.ones(3), held], {}, look)
    assert code(torch.ones(3), held)[0].tolist() == [4.0] * 3
    assert held.tolist() == [2.0] * 3
    assert found == [(1, [])]
    assert private.cuda_graph_skips() == 0


def matmul_shapes(settings: dict[str, Any]) -> list[list[int]]:
    """The second operands of three products of a compiled program, in the order in which they run."""

    def program(x: torch.Tensor, a: torch.Tensor, b: torch.Tensor, c: torch.Tensor) -> Any:
        first, second, third = x @ a, x @ b, x @ c
        return third.sum() * 2, torch.tanh(second), first + 1

    def backend(graph: torch.fx.GraphModule, inputs: Any) -> Any:
        return private.inductor(graph, inputs, settings)

    given = torch.ones(8, 8), torch.ones(8, 24), torch.ones(8, 16), torch.ones(8, 32)
    fn = torch.compile(program, backend=backend)
    fn(*given)
    with torch.profiler.profile(record_shapes=True) as seen:
        fn(*given)
    products = [e for e in seen.events() if e.name == "aten::mm"]
    return [e.input_shapes[1] for e in sorted(products, key=lambda e: e.time_range.start)]


def test_the_compiler_is_named() -> None:
    assert private.cpp_compiler()


def test_the_compiler_says_its_version(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "version" in private.compiler_version()
    monkeypatch.setattr(
        "msacc.common.torch_private.compiler.cpp_compiler", lambda: "/no/such/compiler"
    )
    assert private.compiler_version() == ""


def test_facts_about_tensors() -> None:
    t = torch.zeros(4)
    before = private.version(t)
    t.add_(1)
    assert private.version(t) == before + 1
    assert (private.is_view(t), private.is_view(t[1:])) == (False, True)
    same, other = t[1:].untyped_storage(), torch.zeros(4).untyped_storage()
    assert private.storage_key(same) == private.storage_key(t.untyped_storage())
    assert private.storage_key(other) != private.storage_key(same)


def test_samples_of_the_gamma_distribution() -> None:
    form = torch.full((20000,), 3.0)
    one = private.standard_gamma(form, generator=torch.Generator().manual_seed(1))
    two = private.standard_gamma(form, generator=torch.Generator().manual_seed(1))
    assert torch.equal(one, two)
    assert one.mean() == pytest.approx(3.0, abs=0.1)
    assert one.var() == pytest.approx(3.0, abs=0.2)


def test_trees_and_dispatch() -> None:
    assert private.tree_leaves(((1, [2]), {"a": 3})) == [1, 2, 3]
    seen: list[Any] = []

    class Mode(private.TorchDispatchMode):
        def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None):
            seen.append(func)
            return func(*args, **(kwargs or {}))

    with Mode():
        torch.ones(2) + 1
    assert torch.ops.aten.add.Tensor in seen


def test_what_a_new_compiler_can_do_is_not_tried_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from torch._inductor import cpp_builder

    def found(told: str) -> dict[str, Any]:
        monkeypatch.setattr(cpp_builder, "get_compiler_version_info", lambda compiler: told)
        return private.instructions.__wrapped__()

    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    assert found("Thread model: posix_gcc version 12.2.0 (Debian 12.2.0-14) _") == {
        "cpp.vec_isa_ok": True
    }
    assert found(
        "Target: x86_64-linux-gnu_gcc version 11.4.0 (Ubuntu 11.4.0-1ubuntu1~22.04) _"
    ) == {"cpp.vec_isa_ok": True}
    assert found("gcc version 9.3.1 20200408 (GCC) _") == {}
    assert (
        found(
            "Debian clang version 14.0.6_Found candidate GCC installation: /usr/lib/gcc/x86_64-linux-gnu/12_"
        )
        == {}
    )
    monkeypatch.setattr("platform.machine", lambda: "aarch64")
    assert found("gcc version 12.2.0 (Debian 12.2.0-14) _") == {}


def test_the_library_of_an_op() -> None:
    assert private.namespace_of(torch.ops.msacc.printed) == "msacc"
    assert private.namespace_of(torch.ops.aten.neg.default) == "aten"
    assert private.namespace_of(torch.neg) is None


def test_what_a_view_shows() -> None:
    t = torch.ones(1)
    assert private.view_base(t.reshape(())) is t
    assert private.view_base(t) is t


def test_one_pass_of_adam() -> None:
    p, g, m, v = (torch.full((3,), n) for n in (1.0, 0.5, 0.1, 0.2))
    mean, square = 0.9 * 0.1 + 0.1 * 0.5, 0.8 * 0.2 + 0.2 * 0.25
    numbers = {"lr": torch.tensor(0.25), "beta1": 0.9, "beta2": 0.8, "eps": 1e-3}
    lists = ([p], [g], [m], [v], [], [torch.tensor(1e9)])
    private.fused_adam(*lists, **numbers, weight_decay=0.0, amsgrad=False)
    expected = 1.0 - 0.25 * mean / (square**0.5 + 1e-3)
    assert [float(t[0]) for t in (m, v, p)] == pytest.approx([mean, square, expected], rel=1e-6)
    private.fused_adamw(*lists, **numbers, weight_decay=0.4, amsgrad=False)
    mean, square = 0.9 * mean + 0.1 * 0.5, 0.8 * square + 0.2 * 0.25
    expected = expected * 0.9 - 0.25 * mean / (square**0.5 + 1e-3)
    assert float(p[0]) == pytest.approx(expected, rel=1e-6)


def test_one_pass_of_momentum() -> None:
    p, g, v = (torch.full((3,), n) for n in (1.0, 0.5, 0.1))
    numbers = {"lr": torch.tensor(0.25), "momentum": 0.9}
    private.fused_sgd([p], [g], [v], **numbers, nesterov=False)
    assert [float(t[0]) for t in (v, p)] == pytest.approx([0.59, 1 - 0.25 * 0.59], rel=1e-6)
    private.fused_sgd([p], [g], [v], **numbers, nesterov=True)
    ahead = 0.5 + 0.9 * (0.9 * 0.59 + 0.5)
    assert float(p[0]) == pytest.approx(1 - 0.25 * 0.59 - 0.25 * ahead, rel=1e-6)


def test_the_store_and_groups_of_a_job(tmp_path: Path) -> None:
    code = """
import sys, torch, torch.distributed as dist
from msacc.common import torch_private as private
dist.init_process_group("gloo", init_method="file://" + sys.argv[1], rank=0, world_size=1)
store = private.default_store()
store.set("key", "value")
group = dist.group.WORLD
x = torch.ones(2)
summed = private.collectives.wait_tensor(private.collectives.all_reduce(x, "sum", group.group_name))
print(store.get("key").decode(), private.process_group(group.group_name) is group, summed.tolist())
dist.destroy_process_group()
"""
    if not dist.is_available():
        pytest.skip("this torch has no torch.distributed")
    command = [sys.executable, "-c", code, str(tmp_path / "store")]
    out = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    assert out.stdout.splitlines()[-1] == "value True [1.0, 1.0]"


@pytest.mark.slow
def test_sums_over_flattened_axes_are_one_message() -> None:
    code = """
import torch, torch.distributed as dist
from torch.distributed.tensor import DTensor, Partial, Replicate, init_device_mesh
from torch.distributed.tensor.debug import CommDebugMode
from torch.testing._internal.distributed.fake_pg import FakeStore
from msacc.common import torch_private as private
dist.init_process_group("fake", store=FakeStore(), rank=0, world_size=8)
for flat in (False, True):
    mesh = init_device_mesh("cpu", (2, 2, 2), mesh_dim_names=("a", "b", "c"))
    if flat:
        private.flatten_mesh(mesh, ("a", "b", "c"))
    part = DTensor.from_local(torch.ones(4), mesh, (Partial(),) * 3, run_check=False)
    with CommDebugMode() as seen:
        part.redistribute(mesh, (Replicate(),) * 3)
    print(seen.get_total_counts())
"""
    if not dist.is_available():
        pytest.skip("this torch has no torch.distributed")
    command = [sys.executable, "-c", code]
    out = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)
    assert out.stdout.split() == ["3", "1"]


def test_tensors_without_values() -> None:
    real = torch.ones(3)
    with private.fake_mode():
        made = torch.empty(1 << 40, 3) + real
        with pytest.raises(Exception, match="_local_scalar_dense"):
            made.sum().item()
    assert tuple(made.shape) == (1 << 40, 3)
    assert (real + 1).tolist() == [2.0, 2.0, 2.0]


def test_a_watched_module_is_told() -> None:
    told = []

    class Noting(private.WatchedModule):
        def __init__(self) -> None:
            super().__init__()
            self.weight = torch.nn.Parameter(torch.ones(2))

        def before_tensors(self) -> None:
            told.append("before")

        def after_tensors(self) -> None:
            told.append("after")

    net = Noting()
    assert net.to(torch.float64).weight.dtype is torch.float64
    assert told == ["before", "after"]
    torch.nn.Sequential(net).load_state_dict(torch.nn.Sequential(Noting()).state_dict())
    assert told[2:] == ["before", "before"]


def test_ctc_log_alpha() -> None:
    steps = torch.zeros(2, 1, 3).log_softmax(-1)
    lengths = torch.tensor([2]), torch.tensor([1])
    alphas = private.ctc_log_alpha(steps, torch.tensor([[1]]), *lengths, 0)
    assert alphas.shape == (1, 2, 3)
    assert torch.allclose(alphas[0, 1].exp().sum(), torch.tensor(4 / 9))


def test_the_op_of_recurrent_layers_takes_its_input_and_then_its_weights() -> None:
    arguments = [a.name for a in private.cudnn_rnn().default._schema.arguments]
    assert arguments[:2] == ["input", "weight"]
