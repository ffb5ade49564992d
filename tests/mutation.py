"""Changes of the package that no test notices: `python -m tests.mutation [--count 200] [--seed 0] [tests …]`.

The map: `--workers` children run a random part of the tests for `--map-seconds` and note which functions each test
enters (`--map FILE` keeps it for later runs). Then each mutant gets a child of its own: one expression or statement of
an entered function is changed (comparisons, arithmetic, numbers, truth, `and`/`or`, results, dropped statements,
swapped arguments), and the tests that enter the function run, the quickest first, until one fails or
`--mutant-seconds` of them have passed. Each mutant is printed with what became of it and the counts so far: noticed
(by which test), survive, timeout, died, or invalid if no living function holds the code. Judge a survivor by hand: it
may be equivalent, be noticed by tests outside the map, or have run at import only. `--only PATH:LINE …` tries lines.
"""

from __future__ import annotations

import argparse
import ast
import gc
import pickle
import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from tests.forked import in_children

ROOT = Path(__file__).parents[1]
FOLDERS = ("msacc/ops", "msacc/step", "msacc/train", "msacc/graph")
TESTS = ("tests/parity", "tests/ops", "tests/step", "tests/train", "tests/graph", "tests/nn")
_FLIPPED: dict[type[ast.AST], type[ast.AST]] = {
    **{ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE},
    **{ast.GtE: ast.Gt, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In},
    **{ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult},
    **{ast.And: ast.Or, ast.Or: ast.And},
}
Function = ast.FunctionDef | ast.AsyncFunctionDef
# The file, name and first line of a code object.
Key = tuple[str, str, int]


@dataclass(frozen=True)
class Site:
    """A node that can be changed: the number of its function in the file, and its own in the function's body."""

    path: str
    function: int
    node: int
    key: Key
    text: str


def functions(tree: ast.AST) -> list[Function]:
    return [n for n in ast.walk(tree) if isinstance(n, Function)]


def body_nodes(function: Function) -> list[ast.AST]:
    """The nodes of a function, without those of functions inside it."""
    nodes: list[ast.AST] = list(function.body)
    for node in nodes:
        if not isinstance(node, Function):
            nodes.extend(ast.iter_child_nodes(node))
    return nodes


def change(node: ast.AST) -> str | None:
    """Change a node in place; what was done, or None where it offers nothing."""
    before = ast.unparse(node) if isinstance(node, (ast.expr, ast.stmt)) else ""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _FLIPPED:
        node.ops[0] = _FLIPPED[type(node.ops[0])]()  # type: ignore[call-overload]
    elif isinstance(node, (ast.BinOp, ast.BoolOp, ast.AugAssign)) and type(node.op) in _FLIPPED:
        node.op = _FLIPPED[type(node.op)]()  # type: ignore[assignment]
    elif isinstance(node, ast.Constant) and isinstance(node.value, (bool, int, float)):
        node.value = (not node.value) if isinstance(node.value, bool) else node.value + 1
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        node.operand = ast.UnaryOp(ast.Not(), node.operand)
    elif (isinstance(node, ast.Return) and node.value) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    ):
        node.value = ast.Constant(None)
    elif isinstance(node, ast.Call) and len(node.args) > 1:
        node.args[:2] = node.args[1::-1]
    else:
        return None
    after = ast.unparse(node)
    return f"{before[:70]!r} -> {after[:70]!r}" if after != before else None


def sites(path: Path) -> Iterator[Site]:
    """What can be changed in a file."""
    code = compile(path.read_text(), str(path), "exec", dont_inherit=True)
    keys = {(c.co_firstlineno, c.co_name): key_of(c) for c in codes(code)}
    for at, function in enumerate(functions(ast.parse(path.read_text()))):
        first = min([function.lineno, *(d.lineno for d in function.decorator_list)])
        key = keys[first, function.name]
        for number, node in enumerate(body_nodes(function)):
            if text := change(node):
                place = f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"
                yield Site(str(path), at, number, key, f"{place} {key[1]}: {text}")


def codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def key_of(code: CodeType) -> Key:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def install(site: Site, living: list[FunctionType]) -> None:
    """Put a mutant's code into all living functions of its file."""
    tree = ast.parse(Path(site.path).read_text())
    change(body_nodes(functions(tree)[site.function])[site.node])
    ast.fix_missing_locations(tree)
    new = {key_of(c): c for c in codes(compile(tree, site.path, "exec", dont_inherit=True))}
    replaced = [f for f in living if key_of(f.__code__) in new]
    for function in replaced:
        function.__code__ = new[key_of(function.__code__)]
    if not any(c is new[site.key] for f in replaced for c in codes(f.__code__)):
        raise LookupError("no living function has this code")


def passes(item: pytest.Item) -> bool:
    return not any(report.failed for report in runtestprotocol(item, log=False))


class Mutation:
    """The plugin: its loop of tests is the map and the mutants."""

    def __init__(self, options: argparse.Namespace):
        self.options, self.random = options, random.Random(options.seed)
        self.living: dict[str, list[FunctionType]] = defaultdict(list)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        gc.unfreeze()  # what msacc froze when it was imported is in no list of objects
        for value in gc.get_objects():
            if type(value) is FunctionType and value.__code__.co_filename.startswith(
                f"{ROOT}/msacc"
            ):
                self.living[value.__code__.co_filename].append(value)
        gc.freeze()
        tests = self._map(session.items)
        chosen = [
            s for f in FOLDERS for path in sorted((ROOT / f).rglob("*.py")) for s in sites(path)
        ]
        entered = {site.key for site in chosen if site.key in tests}
        every = len({site.key for site in chosen})
        print(f"\n{len(entered)} of {every} functions entered by the tests of the map", flush=True)
        only = self.options.only
        chosen = [s for s in chosen if s.key in tests and (not only or s.text.split()[0] in only)]
        chosen = self.random.sample(chosen, min(self.options.count, len(chosen)))
        jobs = [partial(self._try, site, session.items, tests[site.key]) for site in chosen]
        results = dict.fromkeys(("noticed", "survive", "timeout", "died", "invalid"), 0)
        for at, (kind, by) in in_children(jobs, self.options.timeout, self.options.workers):
            results[kind] += 1
            count = len(tests[chosen[at].key])
            print(f"{results} {kind} {count} tests: {chosen[at].text} {by}", flush=True)
        return True

    def _map(self, items: list[pytest.Item]) -> dict[Key, list[tuple[float, int]]]:
        """The tests that enter a function, with how long each takes; tests that fail are left out."""
        path = self.options.map and Path(self.options.map)
        if path and path.exists():
            lines = pickle.loads(path.read_bytes())
        else:
            order, workers = self.random.sample(range(len(items)), len(items)), self.options.workers
            jobs = [partial(self._trace, items, order[n::workers]) for n in range(workers)]
            parts = in_children(jobs, self.options.map_seconds + 300, workers)
            lines = [line for _, part in parts if isinstance(part, list) for line in part]
            if path:
                path.write_bytes(pickle.dumps(lines))
        print(f"\n{len(lines)} of {len(items)} tests in the map")
        numbers = {item.nodeid: at for at, item in enumerate(items)}
        tests: dict[Key, list[tuple[float, int]]] = defaultdict(list)
        for name, seconds, keys in lines:
            for key in keys if name in numbers else ():
                tests[key].append((seconds, numbers[name]))
        return dict(tests)

    def _trace(self, items: list[pytest.Item], order: list[int]) -> list[tuple[str, float, Any]]:
        seen: set[CodeType] = set()
        lines = []

        def enter(frame: FrameType, _event: str, _argument: Any) -> None:
            if frame.f_code.co_filename in self.living:
                seen.add(frame.f_code)

        end = time.monotonic() + self.options.map_seconds
        for at in order:
            if (start := time.monotonic()) > end:
                break
            seen.clear()
            sys.settrace(enter)
            passed = passes(items[at])
            sys.settrace(None)
            if passed:
                keys = set(map(key_of, seen))
                lines.append((items[at].nodeid, time.monotonic() - start, keys))
        return lines

    def _try(
        self, site: Site, items: list[pytest.Item], tests: list[tuple[float, int]]
    ) -> tuple[str, str]:
        install(site, self.living[site.path])
        budget = self.options.mutant_seconds
        for seconds, at in sorted(tests):
            if not passes(items[at]):
                return "noticed", f"by {items[at].nodeid}"
            if (budget := budget - seconds) < 0:
                break
        return "survive", ""


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--map", help="a file that keeps the map")
    parser.add_argument("--map-seconds", type=float, default=240)
    parser.add_argument("--mutant-seconds", type=float, default=15)
    parser.add_argument("--timeout", type=float, default=120)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", nargs="*", default=())
    parser.add_argument("tests", nargs="*", default=TESTS)
    arguments = parser.parse_args()
    paths = [str(path) for path in arguments.tests]
    sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", *paths], plugins=[Mutation(arguments)]))
