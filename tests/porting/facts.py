"""What the names and calls of source files come to, told by the modules themselves.

A program without dependencies that runs where `mindspore` is MindSpore and where it is msacc:

    python facts.py SOURCES.json FACTS.json

SOURCES is {file: source}. FACTS is a list of [file, line, last line, name, argument, outcome]. An outcome is ""
where a name is there, or an argument is taken, else the error. The argument "..." stands for the rest of the call,
"()" for the call itself, which is made where all arguments stand in the source. Followed are names that a file binds by
imports alone, so that no analysis of its flow is needed. Where mindspore is msacc, every function and class is called
with None for what it needs, since what is refused says so.
"""

import ast
import contextlib
import functools
import importlib
import inspect
import io
import json
import logging
import os
import signal
import sys
import tempfile
import types

# Calls that start a service, wait for other processes, or end this one.
_NOT_MADE = {
    "init",
    "release",
    "run_check",
    "launch",
    "set_dump",
    "export",
    "barrier",
    "init_process_group",
    "Process",
}
_NO_VALUE = object()


class Facts:
    """The facts of all files."""

    def __init__(self):
        self.rows = []
        self.made = {}  # outcome of a call by its text with full names
        self.refusals = {}  # by the identity of a function or class

    def read(self, file, source):
        tree = ast.parse(source)
        imported, names = {}, {}
        for node in ast.walk(tree):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                for alias in node.names:
                    self._import(file, node, alias, imported)
        others = _bound_otherwise(tree)
        for name, found in imported.items():
            if name not in others and len({full for full, _ in found}) == 1:
                names[name] = found[0]
        above = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and not isinstance(above[node], ast.Attribute):
                self._chain(file, node, names)
            if isinstance(node, ast.Call):
                self._call(file, node, names)

    def _import(self, file, node, alias, imported):
        if isinstance(node, ast.Import):
            if alias.name.partition(".")[0] != "mindspore":
                return imported.setdefault(alias.asname or alias.name.partition(".")[0], []).append(
                    ("", None)
                )
            found, error = _module(alias.name)
            self._name(file, node, alias.name, found, error)
            bound = alias.name if alias.asname else "mindspore"
            value = found if alias.asname else sys.modules.get("mindspore")
            return imported.setdefault(alias.asname or "mindspore", []).append((bound, value))
        if node.level or (node.module or "").partition(".")[0] != "mindspore":
            return imported.setdefault(alias.asname or alias.name, []).append(("", None))
        found, error = _module(node.module)
        if alias.name == "*":
            self._name(file, node, node.module, found, error)
            for name in getattr(found, "__all__", None) or [
                n for n in vars(found or types) if n[0] != "_"
            ]:
                with contextlib.suppress(AttributeError):
                    imported.setdefault(name, []).append(
                        (f"{node.module}.{name}", getattr(found, name))
                    )
            return None
        full = f"{node.module}.{alias.name}"
        scope = {}
        if not error:
            try:
                exec(f"from {node.module} import {alias.name} as found", scope)
            except Exception as raised:
                error = _text(raised)
        self._name(file, alias, full, scope.get("found"), error)
        return imported.setdefault(alias.asname or alias.name, []).append(
            (full, scope.get("found"))
        )

    def _chain(self, file, node, names):
        full, value, error = _resolve(node, names)
        if full and "." in full:
            self._name(file, node, full, value, error)

    def _name(self, file, node, full, value, error):
        outcome = error or self._msacc_refusal(full, value)
        self.rows.append([file, node.lineno, node.lineno, full, "", outcome])

    def _msacc_refusal(self, full, value):
        if "msacc" not in sys.modules or not callable(value):
            return ""
        if id(value) not in self.refusals:
            said = (
                ""
                if full.rpartition(".")[2] in _NOT_MADE
                else _make(value, _nones(value), again=True)
            )
            said = said or _of_methods(value)
            of_use = any(
                words in said
                for words in ("but got", "None", "not callable", "must ", "defines no")
            )
            whole = said.startswith("NotImplementedError") and not of_use
            self.refusals[id(value)] = said if whole else ""
        return self.refusals[id(value)]

    def _call(self, file, node, names):
        full, value, error = _resolve(node.func, names)
        if not full or error or not callable(value) or isinstance(value, types.ModuleType):
            return
        for argument, line, wrong in _unbound(value, node):
            self.rows.append([file, line, node.end_lineno, full, argument, wrong])
        if full.rpartition(".")[2] in _NOT_MADE:
            return
        given = [(None, a) for a in node.args] + [(w.arg, w.value) for w in node.keywords]
        values = [
            (word, _value(a, names), a.lineno)
            for word, a in given
            if not isinstance(a, ast.Starred)
        ]
        if full.endswith("_context"):  # its options are behind `**`
            for word, option, line in values:
                if word and option is not _NO_VALUE:
                    outcome = self._made(full, value, [(word, option)])
                    self.rows.append([file, line, line, full, word, outcome])
        elif len(values) == len(given) and all(v is not _NO_VALUE for _, v, _ in values):
            outcome = self._made(full, value, [v[:2] for v in values])
            self.rows.append([file, node.lineno, node.end_lineno, full, "()", outcome])

    def _made(self, full, value, values):
        key = f"{full}({', '.join(f'{w}={v!r}' for w, v in values)})"
        if key not in self.made:
            self.made[key] = _make(value, values)
        return self.made[key]


def _module(name):
    try:
        return importlib.import_module(name), ""
    except Exception as raised:
        return None, _text(raised)


def _bound_otherwise(tree):
    """Names that anything but an import binds, anywhere in the file."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            found.add(node.name)
    return found


def _resolve(node, names):
    """(full name, value, error) of `a.b.c`; the name ends where an attribute is absent."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name) or not names.get(node.id, ("",))[0]:
        return "", None, ""
    full, value = names[node.id]
    if value is None:
        return ".".join([full, *reversed(parts)]), None, "its import fails"
    for part in reversed(parts):
        full = f"{full}.{part}"
        try:
            value = getattr(value, part)
        except Exception as raised:
            return full, None, _text(raised)
    return full, value, ""


def _value(node, names):
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError):
        full, value, error = _resolve(node, names)
        return value if full and not error else _NO_VALUE


def _unbound(value, node):
    """(argument, line, error) of each argument of a call by the signatures of a function, or of a class's methods."""
    signatures = [s for s in map(_signature, _constructors(value)) if s is not None]
    if not signatures:
        return
    words = []
    for word in node.keywords:
        if word.arg:
            wrong = "".join(_bound(s.bind_partial, [], {word.arg: None}) for s in signatures)
            yield word.arg, word.value.lineno, wrong
            words += [] if wrong else [word.arg]
    args = [a for a in node.args if not isinstance(a, ast.Starred)]
    more = len(args) < len(node.args) or any(w.arg is None for w in node.keywords)
    binds = [s.bind_partial if more else s.bind for s in signatures]
    yield "...", node.lineno, "".join(_bound(b, args, dict.fromkeys(words)) for b in binds)


def _nones(value):
    """None for each argument without a default."""
    try:
        parameters = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return []
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return [(p.name, None) for p in parameters if p.kind in named and p.default is p.empty]


def _of_methods(value):
    """What the static methods of a class say that has nothing else, where each refuses."""
    if not isinstance(value, type):
        return ""
    own = [getattr(value, n) for n, m in vars(value).items() if n[0] != "_" and callable(m)]
    static = [getattr(value, n) for n, m in vars(value).items() if isinstance(m, staticmethod)]
    if not static or len(static) < len(own):
        return ""
    said = [_make(method, _nones(method)) for method in static]
    return said[0] if all(s.startswith("NotImplementedError") for s in said) else ""


def _constructors(value):
    if not isinstance(value, type):
        return [value]
    methods = [getattr(value, name) for name in ("__new__", "__init__")]
    return [functools.partial(m, None) for m in methods if inspect.isfunction(m)] or [value]


def _signature(value):
    """The signature; None where it names no argument."""
    try:
        found = inspect.signature(value)
    except (TypeError, ValueError):
        return None
    kinds = {p.kind for p in found.parameters.values()}
    starred = {inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD}
    return None if kinds and kinds <= starred else found


def _bound(bind, args, words):
    try:
        bind(*args, **words)
    except TypeError as raised:
        return _text(raised)
    return ""


def _make(value, values, again=False):
    """What a call says: its error, or the lines that it logs about arguments without effect.

    `again`: an object of a class is called as well.
    """
    said = []
    handler = logging.Handler()
    handler.emit = lambda record: said.append(record.getMessage())
    once = sys.modules.get("msacc.common.warn_once")
    if once is not None:
        once.forget()
        once.logger.addHandler(handler)
    signal.alarm(20)
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            result = value(*(v for w, v in values if w is None), **{w: v for w, v in values if w})
            if again and isinstance(value, type) and callable(result):
                result(*(none for _, none in _nones(result)))
    except BaseException as raised:
        return _text(raised)
    finally:
        signal.alarm(0)
        if once is not None:
            once.logger.removeHandler(handler)
    return "".join(f"log: {line}\n" for line in said if "no effect" in line)


def _text(raised):
    return f"{type(raised).__name__}: {raised}"[:400]


def _stop(number, frame):
    raise TimeoutError


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        SOURCES = json.load(file)
    OUT = os.path.abspath(sys.argv[2])
    signal.signal(signal.SIGALRM, _stop)
    import mindspore  # noqa: F401

    if "msacc" in sys.modules:
        import torch._inductor  # noqa: F401  # an alarm within this import would leave half of it

    facts = Facts()
    os.chdir(tempfile.mkdtemp())
    for path, source in SOURCES.items():
        facts.read(path, source)
    with open(OUT, "w") as file:
        json.dump(facts.rows, file)
