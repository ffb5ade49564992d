"""Communication and memory cost of sharding a layer, and the cheapest options for a chain of layers. Pure arithmetic.

Between layers a batch is sharded by rows over all processes, as in data parallel training. Over d x m processes a
layer's weight is split into m shards: by "columns", where each process computes some of the outputs for one of d
parts of the batch, or by "rows", where each has some of the inputs and the outputs are partial sums. Columns followed
by rows need no communication in between: those make a block. All options do the same arithmetic; they differ in bytes
sent and bytes held.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

COPIES, COLUMNS, ROWS = "copies", "columns", "rows"
# Latency of a message, in bytes that could be sent in that time.
MESSAGE = 64 * 1024
# Cost of a byte held: a tie-break between options that send the same.
_MEMORY_WEIGHT = 1e-3


@dataclass(frozen=True)
class Layer:
    """A weight that is used once. `x`, `y`: bytes of the full input and output; `size`: of weight and bias.

    `inner`, `outer`: lengths of the contracted and the output axis. `sources`: the layers whose outputs make its
    input element by element, with nothing else; `feeds`: the layers that its output goes to, -1 for anything else.
    `looks_up`: a table of `inner` rows. `copies`: how many times its bytes are stored, with gradient and optimizer
    state.
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
    copies: int = 4


@dataclass(frozen=True)
class ShardingOption:
    """How a layer's weight is sharded: `kind`, into `shards`, with `sent` bytes a step in `messages`.

    `memory`: bytes stored. `in_block`: its input or output is not redistributed between the layers of a block.
    """

    kind: str
    shards: int
    sent: float
    messages: int
    memory: float
    in_block: bool = False

    def cost(self, byte_weight: float) -> float:
        """In bytes; `byte_weight`: the cost of a byte held."""
        return self.sent + MESSAGE * self.messages + byte_weight * self.memory


def sharding_options(layer: Layer, world: int, in_block: bool = False) -> list[ShardingOption]:
    """All options of a layer on `world` processes; `in_block`: as part of a block."""
    options = [] if in_block else [replicated(layer, world)]
    for shards in range(2, world + 1):
        if world % shards:
            continue
        if layer.outer % shards == 0:
            options.append(_columns(layer, world // shards, shards, in_block))
        if layer.inner % shards == 0:
            options.append(_rows(layer, world // shards, shards, in_block))
    return options


def replicated(layer: Layer, world: int) -> ShardingOption:
    """A replicated weight, as in data parallel training: its gradients are all-reduced."""
    sent = 2 * (world - 1) / world * layer.size if layer.trained else 0.0
    return ShardingOption(COPIES, 1, sent, 0, float(layer.size * layer.copies))


def _columns(layer: Layer, d: int, m: int, in_block: bool) -> ShardingOption:
    """The rows of its input are gathered; its columns stay, go back to rows, or are gathered as rows."""
    fraction = (m - 1) / m
    backward = 0 if layer.first or layer.looks_up else 1
    sent, messages = (1 + backward) * fraction * layer.x / d, 1 + backward
    if not in_block and layer.feeds and -1 not in layer.feeds:
        sent, messages = sent + 2 * fraction * layer.y / (d * m), messages + 2
    elif not in_block:
        sent, messages = sent + fraction * layer.y / d, messages + 1
    return _option(COLUMNS, layer, d, m, sent, messages, in_block)


def _rows(layer: Layer, d: int, m: int, in_block: bool) -> ShardingOption:
    """Its input is sharded by columns; partial sums are reduce-scattered into rows, and gathered in the backward."""
    fraction = (m - 1) / m
    sent, messages = 2 * fraction * layer.y / d, 2
    backward = 0 if layer.first or layer.looks_up else 1
    if layer.looks_up:
        sent, messages = sent + fraction * layer.x / d, messages + 1
    elif not in_block:
        sent += (1 + backward) * fraction * layer.x / (d * m)
        messages += 1 + backward
    return _option(ROWS, layer, d, m, sent, messages, in_block)


def _option(
    kind: str, layer: Layer, d: int, m: int, sent: float, messages: int, in_block: bool
) -> ShardingOption:
    local_size = layer.size / m
    gradients = 2 * (d - 1) / d * local_size if layer.trained else 0.0
    return ShardingOption(kind, m, sent + gradients, messages, local_size * layer.copies, in_block)


def cheapest(
    layers: Sequence[Layer], world: int, budget: float | None = None
) -> list[ShardingOption]:
    """One option for each layer: those that send least, and among them those that fit into `budget` bytes a process.

    The less fits, the more memory weighs; what fits in no way is sharded as far as possible.
    """
    byte_weight, options = _MEMORY_WEIGHT, _best_chain(layers, world, _MEMORY_WEIGHT)
    while budget is not None and sum(way.memory for way in options) > budget and byte_weight < 1e6:
        byte_weight *= 4
        options = _best_chain(layers, world, byte_weight)
    if byte_weight > _MEMORY_WEIGHT:
        return options
    data_parallel = [replicated(layer, world) for layer in layers]
    # Beside sharded layers the gradients of the replicated ones are sent one by one.
    latency = sum(MESSAGE for way in options if way.kind == COPIES)
    return (
        options
        if _total_cost(options, byte_weight) + latency < _total_cost(data_parallel, byte_weight)
        else data_parallel
    )


def _total_cost(options: Sequence[ShardingOption], byte_weight: float) -> float:
    return sum(way.cost(byte_weight) for way in options)


def _best_chain(layers: Sequence[Layer], world: int, byte_weight: float) -> list[ShardingOption]:
    """By dynamic programming: the best options for the first layers, each by itself or at the end of a block."""
    best: list[tuple[float, list[ShardingOption]]] = [(0.0, [])]
    for end, layer in enumerate(layers):
        choices = [
            _extended(best[end], [way], byte_weight) for way in sharding_options(layer, world)
        ]
        start = _block_start(layers, end)
        if start is not None:
            choices += [
                _extended(best[start], block, byte_weight)
                for block in _block_options(layers[start : end + 1], world)
            ]
        best.append(min(choices, key=lambda choice: choice[0]))
    return best[-1][1]


def _extended(
    before: tuple[float, list[ShardingOption]], more: list[ShardingOption], byte_weight: float
) -> tuple[float, list[ShardingOption]]:
    return before[0] + _total_cost(more, byte_weight), [*before[1], *more]


def _block_start(layers: Sequence[Layer], end: int) -> int | None:
    """The first of consecutive layers whose outputs go to layer `end` alone; None where there is no such block."""
    sources = sorted(layers[end].sources)
    if not sources or layers[end].looks_up or sources != list(range(sources[0], end)):
        return None
    only = all(layers[i].feeds == frozenset((end,)) for i in sources)
    return sources[0] if only else None


def _block_options(layers: Sequence[Layer], world: int) -> list[list[ShardingOption]]:
    """Columns, then rows, with the same number of shards."""
    blocks = []
    for shards in range(2, world + 1):
        options = [
            [w for w in sharding_options(layer, world, True) if w.shards == shards]
            for layer in layers
        ]
        columns = [[w for w in choices if w.kind == COLUMNS] for choices in options[:-1]]
        rows = [w for w in options[-1] if w.kind == ROWS]
        if rows and all(columns):
            blocks.append([*(choices[0] for choices in columns), rows[0]])
    return blocks
