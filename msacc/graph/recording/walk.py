"""Everything that a function may read: a walk over attributes, closures, globals, containers, classes and defaults."""

from __future__ import annotations

import array
import collections
import random
from collections.abc import Iterable
from types import FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np
import torch

from msacc.common.tensor import Tensor
from msacc.graph.recording.comparison import PLAIN
from msacc.graph.recording.containers import LARGE, Array, Items, Length
from msacc.graph.recording.places import Names
from msacc.graph.recording.recorder import CannotRecord
from msacc.graph.recording.walk_code import CodeWalk
from msacc.graph.recording.walk_objects import ObjectWalk
from msacc.graph.source_files import is_library

_MOST = 200_000  # objects looked at
_CONTAINERS = (list, tuple, set, frozenset, collections.deque, bytearray, array.array)


class Walk(CodeWalk, ObjectWalk):
    """One walk from `roots` on."""

    def __init__(self, roots: Iterable[Any]) -> None:
        super().__init__()
        self.generator("random", random.getstate.__self__)  # type: ignore[attr-defined]
        self.generator("random", np.random.mtrand._rand)  # type: ignore[attr-defined]
        self.add("", *roots)
        self._go_on()
        self.look_at_replaced_methods()
        self._go_on()

    def _go_on(self) -> None:
        while self.waiting:
            name, value = self.waiting.pop()
            if not isinstance(value, PLAIN) and self.first_time(value):
                self._look_at(name, value)
            if self.count() > _MOST:
                raise CannotRecord(f"it reaches more than {_MOST} objects")

    def _look_at(self, name: str, value: object) -> None:
        if isinstance(value, Tensor):
            self._tensor(value)
        elif isinstance(value, type):
            self.look_at_class(value)
        elif isinstance(value, FunctionType):
            self.look_at_function(value)
        elif isinstance(value, MethodType):
            self.add(name, value.__self__, value.__func__)
        elif isinstance(value, (staticmethod, classmethod)):
            self.add(name, value.__func__)
        elif isinstance(value, property):
            self.add(name, value.fget, value.fset, value.fdel)
        elif isinstance(value, np.ndarray):
            self._array(name, value)
        elif isinstance(value, (*_CONTAINERS, dict)):
            self._container(name, value)
        elif not isinstance(value, (ModuleType, torch.Tensor)):
            self.look_at_object(name, value)

    def _tensor(self, value: Tensor) -> None:
        """Attributes that scripts add are looked at in each call where there are any; of Parameters where counted."""
        self.tensors.append(value)
        what, attributes = f"the attribute '{{}}' of a {type(value).__name__}", vars(value)
        uncounted = attributes and type(value) is Tensor
        place = Names(what, attributes, dict(attributes), whole=True)
        (self.places if uncounted else self.counted).append(place)
        self.counted_dicts.update(id(v) for n, v in attributes.items() if n == "_gradient_hooks")
        self.add_all(attributes.items())
        if not is_library(type(value)):
            self.kind_of("", value)

    def _container(self, name: str, value: Any) -> None:
        what = f"the {type(value).__name__} '{name}'"
        is_dict = isinstance(value, dict)
        items = list(value.values() if is_dict else value)
        if len(items) >= LARGE and all(isinstance(item, PLAIN) for item in items):
            self.places.append(Length(what, name, value, len(items)))
        elif is_dict:
            # Names of attributes, kept in a Cell's dict, are better names than the dict's.
            counted = id(value) in self.counted_dicts
            place = Names(what, value, dict(value), whole=True, name=name)
            (self.counted if counted else self.places).append(place)
        elif not isinstance(value, (tuple, frozenset)):
            self.places.append(Items(what, name, value, tuple(items)))
        keys = value if is_dict else ()
        self.add(name, *(v for v in (*items, *keys) if not isinstance(v, PLAIN)))
        if not is_library(type(value)):
            self.instance(value)
            self.kind_of(name, value)
        elif isinstance(value, collections.defaultdict):
            self.add(name, value.default_factory)

    def _array(self, name: str, value: np.ndarray) -> None:
        self.places.append(Array(name, value, value.copy()))
        if value.dtype == object:
            self.add(name, *value.flat)
