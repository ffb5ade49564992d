"""Reads one source file: statements in their order, and what of MindSpore each expression uses."""

from __future__ import annotations

import ast
from collections.abc import Callable
from types import ModuleType
from typing import Any

from msacc.porting import names
from msacc.porting.guards import catches, expects_error, tests_version
from msacc.porting.lookups import Lookups
from msacc.porting.members import stored_names
from msacc.porting.names import ROOT, Known
from msacc.porting.values import Absent, Instance, ProjectClass, Scope, Value
from msacc.porting.verdicts import Use

# (module, level of a relative import) to the names of a file of the project's, or None.
FindFile = Callable[[str, int], "Scope | None"]
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_LEAVES = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Reader(ast.NodeVisitor):
    """Fills `uses` and the names of the module, `scope`."""

    def __init__(self, file: str, find_file: FindFile) -> None:
        self.scope = self.module = Scope()
        self.lookups = Lookups(file)
        self.find_file = find_file
        self._asked = False  # while a branch is read that a version decides
        self._later: list[tuple[Scope, ast.FunctionDef | ast.AsyncFunctionDef, bool]] = []

    @property
    def uses(self) -> list[Use]:
        return self.lookups.uses

    def read(self, tree: ast.Module) -> None:
        """The module, then the bodies of functions, which see all of the module's names."""
        for statement in tree.body:
            self.visit(statement)
        while self._later:
            scope, function, self._asked = self._later.pop(0)
            self._body(scope, function)

    # Imports

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            bound = alias.asname or alias.name.partition(".")[0]
            if alias.name.partition(".")[0] != ROOT:
                self.scope.names[bound] = self.find_file(alias.name, 0) if alias.asname else None
                continue
            found = self.lookups.module(alias.name, node)
            self.scope.names[bound] = found if alias.asname else names.module(ROOT)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        source = node.module or ""
        if node.level or source.partition(".")[0] != ROOT:
            self._from_project(node, source)
            return
        holder = self.lookups.module(source, node, told=any(a.name == "*" for a in node.names))
        for alias in node.names:
            if alias.name == "*":
                self._star(holder)
            elif isinstance(holder, Absent):
                self.scope.names[alias.asname or alias.name] = self.lookups.absent(
                    f"{holder.name}.{alias.name}", alias
                )
            else:
                value = self.lookups.member(holder, alias.name, alias)
                self.scope.names[alias.asname or alias.name] = value

    def _from_project(self, node: ast.ImportFrom, source: str) -> None:
        held = self.find_file(source, node.level)
        for alias in node.names:
            if alias.name == "*":
                self.scope.names.update(held.names if held else {})
                continue
            value = held.names.get(alias.name) if held else None
            if value is None:
                below = f"{source}.{alias.name}" if source else alias.name
                value = self.find_file(below, node.level)
            self.scope.names[alias.asname or alias.name] = value

    def _star(self, holder: Value) -> None:
        if isinstance(holder, Known) and isinstance(holder.value, ModuleType):
            public = getattr(holder.value, "__all__", None)
            for name in public or [n for n in vars(holder.value) if n[0] != "_"]:
                self.scope.names[name] = names.member(holder, name)
                self.lookups.starred.add(f"{holder.name}.{name}")

    # Definitions

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for outside in (*node.decorator_list, *node.args.defaults, *node.args.kw_defaults):
            self._value(outside)
        for given in ast.walk(node.args):
            if isinstance(given, ast.arg) and given.annotation is not None:
                self._value(given.annotation)
        self._value(node.returns)
        self.scope.names[node.name] = None
        self._later.append((self.scope, node, self._asked))

    visit_FunctionDef = _function
    visit_AsyncFunctionDef = _function

    def _body(self, outer: Scope, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        rest = [a for a in (node.args.vararg, node.args.kwarg) if a is not None]
        self.scope = Scope(outer, {a.arg: None for a in (*given, *rest)})
        own = outer.owner
        if own is not None and given and not _is_static(node):
            self.scope.names[given[0].arg] = own if own.base is None else Instance(own.base, own)
        self.lookups.guarded = self._asked
        for statement in node.body:
            self.visit(statement)
        self.lookups.guarded, self.scope = False, self.module

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        bases = [self._value(base) for base in node.bases]
        for word in (*node.keywords, *node.decorator_list):
            self._value(word.value if isinstance(word, ast.keyword) else word)
        own = ProjectClass(next((_base(b) for b in bases if _base(b)), None))
        above = [b for b in bases if isinstance(b, ProjectClass)]
        own.inherited = {m for b in above for m in b.methods}
        own.methods = own.inherited | {n.name for n in node.body if isinstance(n, _FUNCTIONS)}
        own.stored = {*stored_names(node)}.union(*(b.stored for b in above))
        own.plain = all(b is not None for b in bases) and all(b.plain for b in above)
        self.scope.names[node.name] = own
        outer, self.scope = self.scope, Scope(self.scope, owner=own)
        for statement in node.body:
            self.visit(statement)
        self.scope = outer

    def visit_Lambda(self, node: ast.Lambda) -> None:
        given = [n.arg for n in ast.walk(node.args) if isinstance(n, ast.arg)]
        outer, self.scope = self.scope, Scope(self.scope, dict.fromkeys(given))
        self._value(node.body)
        self.scope = outer

    # Statements

    def visit_Assign(self, node: ast.Assign) -> None:
        value = self._value(node.value)
        for target in node.targets:
            self._bind(target, value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self._value(node.annotation)
        self._bind(node.target, self._value(node.value))

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._value(node.value)
        self._bind(node.target, None)

    def visit_For(self, node: ast.For | ast.AsyncFor) -> None:
        self._value(node.iter)
        self._bind(node.target, None)
        for statement in (*node.body, *node.orelse):
            self.visit(statement)

    visit_AsyncFor = visit_For

    def visit_With(self, node: ast.With | ast.AsyncWith) -> None:
        for item in node.items:
            self._value(item.context_expr)
            if item.optional_vars is not None:
                self._bind(item.optional_vars, None)
        before = self.lookups.guarded
        self.lookups.guarded = before or expects_error(node)
        for statement in node.body:
            self.visit(statement)
        self.lookups.guarded = before

    visit_AsyncWith = visit_With

    def visit_Try(self, node: ast.Try) -> None:
        before, first = self.lookups.guarded, len(self.uses)
        self.lookups.guarded = before or catches(node)
        for statement in node.body:
            self.visit(statement)
        # A handler is another way, which is gone where the first one fails.
        if any(use.verdict.fails for use in self.uses[first:]):
            self.lookups.guarded = before
        for handler in node.handlers:
            kept = dict(self.scope.names)
            for statement in handler.body:
                self.visit(statement)
            self.scope.names.update({k: v for k, v in kept.items() if _usable(v)})
        self.lookups.guarded = before
        for statement in (*node.orelse, *node.finalbody):
            self.visit(statement)

    visit_TryStar = visit_Try  # type: ignore[assignment]

    def visit_If(self, node: ast.If) -> None:
        self._value(node.test)
        before = self.lookups.guarded, self._asked
        if tests_version(node.test):
            self.lookups.guarded = self._asked = True
        names, ways = self.scope.names, []
        for body in (node.body, node.orelse):
            self.scope.names = dict(names)
            for statement in body:
                self.visit(statement)
            if not (body and isinstance(body[-1], _LEAVES)):
                ways.append(self.scope.names)
        self.scope.names = _merged(ways) if ways else names
        self.lookups.guarded, self._asked = before

    def _bind(self, target: ast.expr, value: Value) -> None:
        if isinstance(target, ast.Name):
            self.scope.names[target.id] = value
            if self.scope.owner is not None:
                self.scope.owner.members[target.id] = value
        elif isinstance(target, (ast.Tuple, ast.List)):
            for item in target.elts:
                self._bind(item, None)
        elif isinstance(target, ast.Starred):
            self._bind(target.value, None)
        elif isinstance(target, ast.Attribute):
            holder = self._value(target.value)
            own = holder
            if isinstance(holder, Instance):
                self.lookups.set_member(holder, target.attr, target)
                own = holder.own
            if isinstance(own, ProjectClass):
                members = own.members
                members[target.attr] = value if target.attr not in members else None
            if isinstance(holder, Known):
                self.lookups.given.add((holder.name, target.attr))
        else:
            self._value(target)

    # Expressions

    def _value(self, node: ast.AST | None) -> Value:
        """The value of an expression; what it uses is noted on the way."""
        if node is None:
            return None
        if isinstance(node, ast.Name):
            return self.scope.find(node.id)
        if isinstance(node, ast.Attribute):
            return self.lookups.member(self._value(node.value), node.attr, node)
        if isinstance(node, ast.Call):
            return self._call(node)
        if isinstance(node, _COMPREHENSIONS):
            self._comprehension(node)
            return None
        if isinstance(node, ast.NamedExpr):
            self._bind(node.target, self._value(node.value))
            return None
        if isinstance(node, (ast.Lambda, *_FUNCTIONS)):
            self.visit(node)
            return None
        if isinstance(node, (ast.IfExp, ast.BoolOp)):
            self._choice(node)
            return None
        for child in ast.iter_child_nodes(node):
            self._value(child)
        return None

    def _choice(self, node: ast.IfExp | ast.BoolOp) -> None:
        """`a if test else b`, `test and a`."""
        first, *others = (
            [node.test, node.body, node.orelse] if isinstance(node, ast.IfExp) else node.values
        )
        self._value(first)
        before = self.lookups.guarded
        self.lookups.guarded = before or tests_version(first)
        for other in others:
            self._value(other)
        self.lookups.guarded = before

    def _comprehension(self, node: Any) -> None:
        outer, self.scope = self.scope, Scope(self.scope)
        for part in node.generators:
            self._value(part.iter)
            self._bind(part.target, None)
            for test in part.ifs:
                self._value(test)
        for name in ("key", "value", "elt"):
            self._value(getattr(node, name, None))
        self.scope = outer

    def _call(self, node: ast.Call) -> Value:
        above = self._super(node)
        if above is not None:
            return above
        callee = self._value(node.func)
        given = [self._value(argument) for argument in node.args]
        if isinstance(node.func, ast.Name) and callee is None and len(given) > 1:
            return self._named_attribute(node, given[0])
        for word in node.keywords:
            self._value(word.value)
        return self.lookups.call(callee, node)

    def _named_attribute(self, node: ast.Call, holder: Value) -> Value:
        """`getattr(ops, "softmax")` and `setattr(ops, "mine", f)`."""
        function, name = ast.unparse(node.func), node.args[1]
        if not (isinstance(name, ast.Constant) and isinstance(name.value, str)):
            return None
        if function == "setattr" and isinstance(holder, Known):
            self.lookups.given.add((holder.name, name.value))
        if function == "getattr" and len(node.args) == 2:
            return self.lookups.member(holder, name.value, node)
        return None

    def _super(self, node: ast.Call) -> Value:
        """`super()` in a class that derives from one of MindSpore's."""
        if not isinstance(node.func, ast.Name) or node.func.id != "super":
            return None
        scope: Scope | None = self.scope
        while scope is not None and scope.owner is None:
            scope = scope.parent
        own = scope.owner if scope is not None else None
        if own is None or own.base is None or not own.plain:
            return None
        return Instance(own.base, ProjectClass(own.base, methods=own.inherited))

    def generic_visit(self, node: ast.AST) -> None:
        if isinstance(node, ast.expr):
            self._value(node)
        else:
            super().generic_visit(node)


def _usable(value: Value) -> bool:
    return value is not None and not isinstance(value, Absent)


def _merged(ways: list[dict[str, Value]]) -> dict[str, Value]:
    """The names after one of several branches; those that are different things stand for modules and classes alone."""
    merged = dict(ways[0])
    for name, value in (item for way in ways[1:] for item in way.items()):
        first = merged.setdefault(name, value)
        if first is not value and first != value:
            named = [v for v in (first, value) if isinstance(v, (Known, ProjectClass))]
            told = all(isinstance(v, (Known, ProjectClass, Absent)) for v in (first, value))
            merged[name] = named[0] if named and told else None
    return merged


def _base(value: Value) -> Known | None:
    """MindSpore's class behind a base."""
    if isinstance(value, ProjectClass):
        return value.base
    return value if isinstance(value, Known) and isinstance(value.value, type) else None


def _is_static(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any(
        isinstance(d, ast.Name) and d.id in ("staticmethod", "classmethod")
        for d in node.decorator_list
    )
