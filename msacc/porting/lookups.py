"""Looks up what an expression names, and notes each use."""

from __future__ import annotations

import ast
import inspect
from dataclasses import replace
from types import ModuleType

from msacc.common.tensor import Tensor
from msacc.porting import names
from msacc.porting.arguments import difference, judge_call
from msacc.porting.ascend import concerns_ascend
from msacc.porting.members import assigned, has_member
from msacc.porting.names import Known
from msacc.porting.values import Absent, Instance, ProjectClass, Scope, Value
from msacc.porting.verdicts import Judgement, Use, Verdict

# The classes of results, by the annotations of functions.
_RESULTS = {
    "Tensor": "mindspore.Tensor",
    "torch.Tensor": "mindspore.Tensor",  # of an op, whose public function wraps its result
    "Parameter": "mindspore.Parameter",
    "Dataset": "mindspore.dataset.Dataset",
}


class Lookups:
    """The uses of one file; `guarded` while a branch is read whose failure the program expects."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.guarded = False
        self.uses: list[Use] = []
        self.given: set[tuple[str, str]] = (
            set()
        )  # attributes that the file gives to MindSpore's objects
        self.starred: set[str] = set()  # names that `from x import *` gave, which no import tells
        self._places: dict[tuple[int, int, str], int] = {}

    def module(self, name: str, node: ast.stmt, told: bool = True) -> Known | Absent:
        """A module that is imported; `told` where it is a use by itself."""
        found = names.module(name)
        if found is None:
            return self.absent(name, node) if told else Absent(name)
        if told:
            self._note(node, found.name, names.judge(found), found)
        return found

    def absent(self, name: str, node: ast.AST) -> Absent:
        """A name that is not there."""
        self._note(node, name, names.judge_absent(name))
        return Absent(name)

    def member(self, holder: Value, name: str, node: ast.AST) -> Value:
        """`holder.name`."""
        if isinstance(holder, Scope):
            return holder.names.get(name)
        if isinstance(holder, ProjectClass):
            return holder.members.get(name)
        if isinstance(holder, Instance):
            return self._of_instance(holder, name, node)
        if not isinstance(holder, Known):
            return None
        found = names.member(holder, name)
        if found is not None:
            self._note(node, found.name, self._judged(found), found, within=holder.name)
            return found
        told = isinstance(holder.value, (type, ModuleType)) or inspect.isroutine(holder.value)
        if told or has_member(holder.name, name):
            return self.absent(f"{holder.name}.{name}", node)
        return None

    def call(self, callee: Value, node: ast.Call) -> Value:
        """The arguments of a call are judged; what it gives, where that can be told."""
        if isinstance(callee, ProjectClass):
            return Instance(callee.base, callee) if callee.base else None
        if not isinstance(callee, Known) or isinstance(callee.value, ModuleType):
            return None
        judged = names.judge(callee)
        if judged.verdict is Verdict.REFUSED:
            if callee.name in self.starred:  # else it is said already, for the name
                self._note(node, callee.name, judged, callee)
            return None
        for argument, judgement in judge_call(callee, node):
            self._note(_place(node, argument), callee.name, judgement, argument=argument)
        return _result(callee)

    def _of_instance(self, holder: Instance, name: str, node: ast.AST) -> Value:
        own = holder.own
        if own is not None and (name in own.members or name in own.methods):
            return own.members.get(name)
        found = names.of_object(holder.kind, name)
        if found is not None:
            self._note(node, found.name, self._judged(found), found)
            return found
        told = own is None and holder.kind.value is Tensor
        if told or (self._is_lacking(holder.kind, name) and not (own and name in own.stored)):
            return self.absent(f"{holder.kind.name}.{name}", node)
        return None

    def set_member(self, holder: Instance, name: str, node: ast.AST) -> None:
        """`holder.name = ...`, of an object of MindSpore's."""
        own, full = holder.own, f"{holder.kind.name}.{name}"
        if own is not None and (name in own.methods or name in own.members):
            return
        if names.is_read_only(holder.kind, name):
            self._note(node, full, Judgement(Verdict.REFUSED, "it can only be read here"))
        elif own is None and self._is_lacking(holder.kind, name):
            said = names.judge_absent(full).text
            text = f"{said}; what is assigned is kept, and nothing reads it"
            self._note(node, full, Judgement(Verdict.NO_EFFECT, text))

    @staticmethod
    def _is_lacking(kind: Known, name: str) -> bool:
        """Whether objects of MindSpore's class have a member that objects of the class here do not have."""
        if not has_member(kind.name, name) or not isinstance(kind.value, type):
            return False
        return names.of_object(kind, name) is None and name not in assigned(kind.value)

    def _judged(self, found: Known) -> Judgement:
        judged = names.judge(found)
        if judged.verdict is Verdict.RUNS and not judged.removed:
            return difference(found) or judged
        return judged

    def _note(
        self,
        node: ast.AST,
        name: str,
        judgement: Judgement,
        found: Known | None = None,
        argument: str = "",
        within: str = "",
    ) -> None:
        """A use; the chain `ms.nn.Dense` is one, of its longest name."""
        line, column = getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
        ascend = concerns_ascend(name, argument, judgement.text, found.value if found else None)
        use = Use(self.file, line, name, argument, judgement, ascend, self.guarded)
        shorter = self._places.get((line, column, within)) if within else None
        if shorter is not None and self.uses[shorter].verdict is Verdict.RUNS:
            self.uses[shorter] = replace(use)
            self._places[line, column, name] = shorter
            return
        self._places[line, column, name] = len(self.uses)
        self.uses.append(use)


def _place(call: ast.Call, argument: str) -> ast.AST:
    word = next((w for w in call.keywords if w.arg == argument), None)
    return word.value if word else call


def _result(callee: Known) -> Value:
    """An object of a class that is called, or what a function says that it returns."""
    if isinstance(callee.value, type):
        return Instance(callee)
    said = getattr(callee.value, "__annotations__", {}).get("return")
    if not isinstance(said, str):
        return None
    found = names.find(_RESULTS[said]) if said in _RESULTS else _class_beside(callee, said)
    return Instance(found) if found else None


def _class_beside(callee: Known, said: str) -> Known | None:
    """The class of an annotation, where it is the one that has the method, or is beside it or the function."""
    said = said.removesuffix(" | None")
    above = callee.name.rpartition(".")[0]
    while said.isidentifier() and above:
        found = names.find(above if above.rpartition(".")[2] == said else f"{above}.{said}")
        if found is not None and isinstance(found.value, type):
            return found if found.value.__name__ == said else None
        above = above.rpartition(".")[0]
    return None
