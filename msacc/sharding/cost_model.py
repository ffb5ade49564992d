"""What it costs to cut a layer in one way or another, and the cheapest ways for a chain of them. Pure arithmetic.

Between layers a batch lies in rows over all processes, as in data parallel training. Over d x m processes a layer's
weight is cut into m pieces: by "columns", where each process computes some of the results for one of d parts of the
batch, or by "rows", where each has some of the inputs and the results are sums. Columns followed by rows
need nothing in between: those make a block. All ways do the same arithmetic; they differ in bytes sent and held.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

COPIES, COLUMNS, ROWS = "copies", "columns", "rows"
# What a message costs beside its bytes, in bytes that could be sent in its time.
MESSAGE = 64 * 1024
# Of equal costs the one that holds less is better.
_HELD = 1e-3


@dataclass(frozen=True)
class Layer:
    """A weight that is used once. `x`, `y`: bytes of the whole input and result; `size`: of weight and bias.

    `inner`, `outer`: lengths of the axes of inputs and results. `sources`: the layers whose results make its input
    element by element, with nothing else; `feeds`: the layers that its result goes to, -1 for anything else.
    `looks_up`: a table of `inner` rows. `held`: how many times its bytes are held, with gradient and optimizer state.
    """

    name: str
    x: int
    y: int
    size: int
    inner: int
    outer: int
    sources: frozenset[int] = frozenset()
    feeds: frozenset[int] = frozenset()
    first: bool = False
    trained: bool = True
    looks_up: bool = False
    held: int = 4


@dataclass(frozen=True)
class Way:
    """How a layer's weight lies: `kind`, in `pieces`, with `sent` bytes a step in `messages`.

    `kept`: its input or result stays between the layers of a block.
    """

    kind: str
    pieces: int
    sent: float
    messages: int
    held: float
    kept: bool = False

    def cost(self, weight: float) -> float:
        """In bytes; `weight`: of a byte held."""
        return self.sent + MESSAGE * self.messages + weight * self.held


def ways(layer: Layer, world: int, kept: bool = False) -> list[Way]:
    """All ways to lay a layer on `world` processes; `kept`: as part of a block."""
    found = [] if kept else [copies(layer, world)]
    for pieces in range(2, world + 1):
        if world % pieces:
            continue
        if layer.outer % pieces == 0:
            found.append(_columns(layer, world // pieces, pieces, kept))
        if layer.inner % pieces == 0:
            found.append(_rows(layer, world // pieces, pieces, kept))
    return found


def copies(layer: Layer, world: int) -> Way:
    """A whole weight on each process, as in data parallel training: its gradients are summed."""
    sent = 2 * (world - 1) / world * layer.size if layer.trained else 0.0
    return Way(COPIES, 1, sent, 0, float(layer.size * layer.held))


def _columns(layer: Layer, d: int, m: int, kept: bool) -> Way:
    """Rows are gathered for it; its columns stay, go back to rows, or are gathered by what knows rows alone."""
    part = (m - 1) / m
    backward = 0 if layer.first or layer.looks_up else 1
    sent, messages = (1 + backward) * part * layer.x / d, 1 + backward
    if not kept and layer.feeds and -1 not in layer.feeds:
        sent, messages = sent + 2 * part * layer.y / (d * m), messages + 2
    elif not kept:
        sent, messages = sent + part * layer.y / d, messages + 1
    return _way(COLUMNS, layer, d, m, sent, messages, kept)


def _rows(layer: Layer, d: int, m: int, kept: bool) -> Way:
    """Its input is cut by columns; sums are taken into rows, and gathered in the backward pass."""
    part = (m - 1) / m
    sent, messages = 2 * part * layer.y / d, 2
    backward = 0 if layer.first or layer.looks_up else 1
    if layer.looks_up:
        sent, messages = sent + part * layer.x / d, messages + 1
    elif not kept:
        sent += (1 + backward) * part * layer.x / (d * m)
        messages += 1 + backward
    return _way(ROWS, layer, d, m, sent, messages, kept)


def _way(kind: str, layer: Layer, d: int, m: int, sent: float, messages: int, kept: bool) -> Way:
    own = layer.size / m
    gradients = 2 * (d - 1) / d * own if layer.trained else 0.0
    return Way(kind, m, sent + gradients, messages, own * layer.held, kept)


def cheapest(layers: Sequence[Layer], world: int, room: float | None = None) -> list[Way]:
    """One way for each layer: those that send least, and among them those that fit into `room` bytes a process.

    What is held counts the more the less fits; what fits in no way is cut as far as it goes.
    """
    weight, found = _HELD, _chain(layers, world, _HELD)
    while room is not None and sum(way.held for way in found) > room and weight < 1e6:
        weight *= 4
        found = _chain(layers, world, weight)
    if weight > _HELD:
        return found
    plain = [copies(layer, world) for layer in layers]
    # Beside cut layers the gradients of the others travel one by one.
    alone = sum(MESSAGE for way in found if way.kind == COPIES)
    return found if _total(found, weight) + alone < _total(plain, weight) else plain


def _total(found: Sequence[Way], weight: float) -> float:
    return sum(way.cost(weight) for way in found)


def _chain(layers: Sequence[Layer], world: int, weight: float) -> list[Way]:
    """By dynamic programming: the best for the first layers, each alone or at the end of a block."""
    best: list[tuple[float, list[Way]]] = [(0.0, [])]
    for end, layer in enumerate(layers):
        choices = [_longer(best[end], [way], weight) for way in ways(layer, world)]
        start = _block(layers, end)
        if start is not None:
            choices += [
                _longer(best[start], block, weight)
                for block in _blocks(layers[start : end + 1], world)
            ]
        best.append(min(choices, key=lambda choice: choice[0]))
    return best[-1][1]


def _longer(
    before: tuple[float, list[Way]], more: list[Way], weight: float
) -> tuple[float, list[Way]]:
    return before[0] + _total(more, weight), [*before[1], *more]


def _block(layers: Sequence[Layer], end: int) -> int | None:
    """The first of the layers, one after another, whose results go to layer `end` alone."""
    sources = sorted(layers[end].sources)
    if not sources or layers[end].looks_up or sources != list(range(sources[0], end)):
        return None
    only = all(layers[i].feeds == frozenset((end,)) for i in sources)
    return sources[0] if only else None


def _blocks(layers: Sequence[Layer], world: int) -> list[list[Way]]:
    """Columns, then rows, by the same number of pieces."""
    found = []
    for pieces in range(2, world + 1):
        own = [[w for w in ways(layer, world, True) if w.pieces == pieces] for layer in layers]
        before = [[w for w in each if w.kind == COLUMNS] for each in own[:-1]]
        last = [w for w in own[-1] if w.kind == ROWS]
        if last and all(before):
            found.append([*(each[0] for each in before), last[0]])
    return found
