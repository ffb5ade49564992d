"""How neighbors are sampled, and in which form they are given."""

from __future__ import annotations

from enum import IntEnum


class SamplingStrategy(IntEnum):
    """How `get_sampled_neighbors` chooses.

    - RANDOM: each neighbor with the same probability, none a second time before all were chosen.
    - EDGE_WEIGHT: each choice with a probability in proportion to the edge's weight.
    """

    RANDOM = 0
    EDGE_WEIGHT = 1


class OutputFormat(IntEnum):
    """What `get_all_neighbors` gives.

    - NORMAL: a row for each node, itself first, filled up with -1.
    - COO: a row (node, neighbor) for each edge.
    - CSR: where each node's neighbors begin in the second array, and that array.
    """

    NORMAL = 0
    COO = 1
    CSR = 2
