"""What objects hold: Cells, primitives, other objects of the library's, and those of users."""

from __future__ import annotations

import contextvars
import functools
import io
import logging
import random
import weakref
from collections.abc import Callable, Iterator
from types import BuiltinFunctionType, ModuleType
from typing import Any

import numpy as np
import torch

from msacc.common.cell_tree import BOOKKEEPING, is_cell
from msacc.graph.recording.comparison import MISSING
from msacc.graph.recording.containers import Cache
from msacc.graph.recording.found import Found, attributes_of
from msacc.graph.recording.places import Names, State
from msacc.graph.source_files import is_framework, is_library
from msacc.mindspore_homes import defined_in

# Where functions that run as graphs are defined: what they keep is no matter of a run.
_COMPILED = ("msacc.graph.jit", "msacc.graph.compiler")
# Modules of Python's whose objects keep a state of their own that is nobody's concern.
_PRIVATE = frozenset(
    ("logging", "threading", "typing", "importlib", "multiprocessing", "concurrent", "asyncio")
    + ("queue", "subprocess", "abc", "inspect")
)
_CACHED = type(functools.lru_cache(lambda: None))
# Generators of random numbers, and how their state is read and written.
_GENERATORS: tuple[tuple[type, Callable[[Any], Any], Callable[[Any, Any], Any]], ...] = (
    (random.Random, random.Random.getstate, random.Random.setstate),
    (np.random.RandomState, lambda g: g.get_state(legacy=False), lambda g, s: g.set_state(s)),
    (
        np.random.Generator,
        lambda g: g.bit_generator.state,
        lambda g, s: setattr(g.bit_generator, "state", s),
    ),
    (torch.Generator, lambda g: g.get_state(), lambda g, s: g.set_state(s)),
)


class ObjectWalk(Found):
    """The part of a walk that looks at objects."""

    def look_at_object(self, name: str, value: object) -> None:
        """Neither a container nor code."""
        self.generator(name, value)
        kind = type(value)
        if is_cell(value):
            self._cell(value)
        elif hasattr(kind, "_msacc_apply_settings"):  # a primitive, which has settings
            self._primitive(value)
        elif is_framework(kind):
            self._framework_object(value)
        elif isinstance(value, contextvars.ContextVar):
            what = f"the context variable '{value.name}'"
            now = functools.partial(value.get, MISSING)
            self.places.append(State(what, name, now, now(), lambda _: None))
        elif isinstance(value, logging.Logger):
            self._logger(name, value)
        elif not (is_library(kind) and defined_in(kind).split(".")[0] in _PRIVATE):
            self._iterator_or_cache(name, value)
            self.instance(value)
        self.kind_of(name, value)
        self.add(name, *_inside(value))

    def _cell(self, value: object) -> None:
        attributes = attributes_of(value)
        own = {n: v for n, v in attributes.items() if n not in BOOKKEEPING}
        self.counted_dicts.update(id(v) for n, v in own.items() if n[0] == "_" and type(v) is dict)
        what = f"the attribute '{{}}' of {type(value).__name__}"
        self.counted.append(Names(what, attributes, own, whole=True, ignored=BOOKKEEPING))
        for name in ("_params", "_cells"):
            held = attributes.get(name, {})
            self.counted_dicts.add(id(held))
            self.add(name, held)
        self.add_all(own.items())
        self.slots(value)

    def _primitive(self, value: object) -> None:
        attributes = attributes_of(value)
        self.counted_dicts.update(id(v) for v in attributes.values() if type(v) is dict)
        what = f"the attribute '{{}}' of {type(value).__name__}"
        self.counted.append(Names(what, attributes, dict(attributes)))
        self.add_all(attributes.items())

    def _framework_object(self, value: object) -> None:
        """Others than Cells: what scripts set is plain and public, the rest they keep for themselves."""
        attributes, kind = attributes_of(value), type(value)
        if defined_in(kind) in _COMPILED:
            self.add("", attributes.get("fn"), attributes.get("target"))
            return
        public = {n: v for n, v in attributes.items() if not str(n).startswith("_")}
        own = {n: v for n, v in public.items() if not isinstance(v, (list, dict, set))}
        if own:
            self.places.append(Names(f"the attribute '{{}}' of {kind.__name__}", attributes, own))
        for name, held in attributes.items():
            if type(held) in (list, dict, set):
                self.first_time(held)
                held = tuple(held.values() if isinstance(held, dict) else held)
            self.add(name, held)

    def generator(self, name: str, value: object) -> None:
        """Note the state of a generator of random numbers, if `value` is one."""
        for kind, read, write in _GENERATORS:
            if isinstance(value, kind):
                what = f"the state of the {type(value).__name__} '{name}'"
                how = functools.partial(read, value), read(value), functools.partial(write, value)
                self.effects.append(State(what, name, *how))

    def _logger(self, name: str, value: logging.Logger) -> None:
        def levels() -> Any:
            return value.getEffectiveLevel(), value.disabled, value.manager.disable

        self.places.append(State("the level of a logger", name, levels, levels(), lambda _: None))

    def _iterator_or_cache(self, name: str, value: object) -> None:
        kind = type(value)
        if kind is _CACHED:
            self.caches.append(Cache.of(value))
        elif hasattr(kind, "__next__") and is_library(kind) and not isinstance(value, io.IOBase):
            self.iterators.append((kind.__name__, name))


def _inside(value: object) -> Iterator[Any]:
    """What a library's object calls or refers to: the function and arguments of a partial, the owner of a method."""
    if isinstance(value, weakref.ref):
        yield value()
    if isinstance(value, (functools.partial, BuiltinFunctionType, _CACHED)) or is_library(
        type(value)
    ):
        for name in ("func", "args", "keywords", "__self__", "__wrapped__"):
            part = getattr(value, name, None)
            if part is not None and not isinstance(part, ModuleType):
                yield part
