"""What the analysis knows of the values that a project's names stand for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from msacc.porting.names import Known


@dataclass
class Instance:
    """An object of one of MindSpore's classes, or of a project's class that derives from one."""

    kind: Known
    own: ProjectClass | None = None


@dataclass
class ProjectClass:
    """A class of the project, with the first of MindSpore's classes that it derives from."""

    base: Known | None
    members: dict[str, Value] = field(default_factory=dict)
    methods: set[str] = field(default_factory=set)  # with those of the project's bases
    inherited: set[str] = field(default_factory=set)  # those of the project's bases alone
    stored: set[str] = field(
        default_factory=set
    )  # attributes that its methods and its bases' assign
    plain: bool = True  # every base is MindSpore's or the project's


@dataclass
class Absent:
    """A name of MindSpore's that is not there; it is reported where it is named in full."""

    name: str


@dataclass
class Scope:
    """The names of a module, function or class body."""

    parent: Scope | None = None
    names: dict[str, Value] = field(default_factory=dict)
    owner: ProjectClass | None = None  # of a class body

    def find(self, name: str) -> Value:
        """The value of a name, as Python looks it up: bodies of classes around a function are passed over."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names and (scope is self or scope.owner is None):
                return scope.names[name]
            scope = scope.parent
        return None


# None is a value of which nothing is known.
Value: TypeAlias = "Known | Instance | ProjectClass | Absent | Scope | None"
