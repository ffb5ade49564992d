"""Changes of the package that no test notices: `python -m tests.mutation [--count 200] [--seed 0] [tests …]`.

A pytest session collects the tests once. A first child runs a random part of them for `--map-seconds` and notes which
functions each test enters. Then each mutant gets a child of its own: one expression or statement of a function that was
entered is changed (comparisons, arithmetic, numbers, truth, `and`/`or`, results, dropped statements, swapped arguments)
and the quickest of its tests run until one fails. Each mutant is printed with what became of it and the counts so far.
"""

from __future__ import annotations

import argparse
import ast
import gc
import os
import pickle
import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = ("msacc/ops", "msacc/step", "msacc/train", "msacc/graph")
TESTS = ("tests/parity", "tests/ops", "tests/step", "tests/train", "tests/graph", "tests/nn")
_TIMEOUT, _TESTS_A_MUTANT, _SECONDS_A_MUTANT = 60.0, 20, 15.0
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


def functions(tree: ast.AST) -> list[Function]:
    return [n for n in ast.walk(tree) if isinstance(n, Function)]


def body_nodes(function: Function) -> list[ast.AST]:
    return [n for statement in function.body for n in ast.walk(statement)]


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
    elif isinstance(node, ast.Return) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    ):
        node.value = ast.Constant(None)
    elif isinstance(node, ast.Call) and len(node.args) > 1:
        node.args[:2] = node.args[1::-1]
    else:
        return None
    after = ast.unparse(node)
    return f"{before[:70]!r} -> {after[:70]!r}" if after != before else None


def sites(entered: set[Key]) -> Iterator[Site]:
    """What can be changed in functions that were entered."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            code = compile(path.read_text(), str(path), "exec", dont_inherit=True)
            keys = {(c.co_firstlineno, c.co_name): key_of(c) for c in codes(code)}
            for at, function in enumerate(functions(ast.parse(path.read_text()))):
                first = min([function.lineno, *(d.lineno for d in function.decorator_list)])
                key = keys.get((first, function.name))
                for number, node in enumerate(body_nodes(function) if key in entered else []):
                    if change(node):
                        yield Site(str(path), at, number, key)  # type: ignore[arg-type]


def codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def key_of(code: CodeType) -> Key:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def install(site: Site) -> str:
    """Put a mutant's code into all living functions of its file that hold the site; what was changed."""
    tree = ast.parse(Path(site.path).read_text())
    function = functions(tree)[site.function]
    node = body_nodes(function)[site.node]
    text = f"{site.path[len(str(ROOT)) + 1 :]}:{node.lineno} {site.key[1]}: "  # type: ignore[attr-defined]
    text += str(change(node))
    ast.fix_missing_locations(tree)
    new = {key_of(c): c for c in codes(compile(tree, site.path, "exec", dont_inherit=True))}
    gc.unfreeze()  # what msacc froze when it was imported is in no list of objects
    living = [f for f in gc.get_objects() if isinstance(f, FunctionType)]
    replaced = [f for f in living if f.__code__.co_filename == site.path]
    for value in replaced:
        value.__code__ = new.get(key_of(value.__code__), value.__code__)
    if not any(value.__code__ is new[site.key] for value in replaced):
        raise LookupError("no living function has this code")
    return text


def in_child(job: Any, timeout: float) -> Any:
    """What `job()` returns in a fork of this process; "timeout" or "died" if it does not."""
    reader, writer = os.pipe()
    if not (child := os.fork()):
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1), os.dup2(silence, 2)
        try:
            result = job()
        except Exception as error:
            result = f"invalid: {error}"
        with os.fdopen(writer, "wb") as out:
            pickle.dump(result, out)
        os._exit(0)
    os.close(writer)
    os.set_blocking(reader, False)
    end, data, state = time.monotonic() + timeout, b"", "timeout"
    while time.monotonic() < end:
        try:
            if not (part := os.read(reader, 1 << 20)):
                state = "died"
                break
            data += part
        except BlockingIOError:
            time.sleep(0.01)
    os.close(reader)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return pickle.loads(data) if state == "died" and data else state


def passes(item: pytest.Item) -> bool:
    from _pytest.runner import runtestprotocol

    return not any(report.failed for report in runtestprotocol(item, log=False))


class Mutation:
    """The plugin: its loop of tests is the map and the mutants."""

    def __init__(self, options: argparse.Namespace):
        self.options, self.random = options, random.Random(options.seed)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = session.items
        order = self.random.sample(range(len(items)), len(items))
        seconds = self.options.map_seconds
        entered, took = in_child(lambda: self._map(items, order, seconds), seconds + 300)
        chosen = list(sites(set(entered)))
        print(f"\n{len(took)} of {len(items)} tests entered {len(entered)} functions", flush=True)
        results = {"noticed": 0, "survive": 0, "invalid": 0}
        for site in self.random.sample(chosen, min(self.options.count, len(chosen))):
            tests = sorted(entered[site.key], key=took.__getitem__)[:_TESTS_A_MUTANT]
            result = in_child(lambda s=site, t=tests: self._tried(s, items, t, took), _TIMEOUT)
            text, noticed = result if isinstance(result, tuple) else (f"{result} {site}", True)
            kind = "invalid" if text.startswith("invalid") else "noticed" if noticed else "survive"
            results[kind] += 1
            print(f"{results} {kind} {len(tests)} tests: {text}", flush=True)
        print(f"{results}, seed {self.options.seed}")
        return True

    def _map(self, items: Any, order: list[int], seconds: float) -> Any:
        entered: dict[Key, list[int]] = defaultdict(list)
        took: dict[int, float] = {}
        seen: set[CodeType] = set()
        prefix = str(ROOT / "msacc")

        def enter(frame: FrameType, event: str, _argument: Any) -> None:
            if event == "call" and frame.f_code.co_filename.startswith(prefix):
                seen.add(frame.f_code)

        end = time.monotonic() + seconds
        for at in order:
            if (start := time.monotonic()) > end:
                break
            seen.clear()
            sys.setprofile(enter)
            passed = passes(items[at])
            sys.setprofile(None)
            if passed:
                took[at] = time.monotonic() - start
                for key in set(map(key_of, seen)):
                    entered[key].append(at)
        return dict(entered), took

    def _tried(self, site: Site, items: Any, tests: list[int], took: dict[int, float]) -> Any:
        text, budget = install(site), _SECONDS_A_MUTANT
        for at in tests:
            if not passes(items[at]):
                return text, True
            budget -= took[at]
            if budget < 0:
                break
        return text, False


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--map-seconds", type=float, default=240)
    parser.add_argument("tests", nargs="*", default=TESTS)
    arguments = parser.parse_args()
    paths = [str(path) for path in arguments.tests]
    sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", *paths], plugins=[Mutation(arguments)]))
