"""Text of a tiny language model by the release's own generate(): greedy, sampling, beam search."""

from __future__ import annotations

from typing import Any

from laid import arguments, tell

given = arguments(
    mode=["graph", "pynative"],
    model="llama",
    ways="greedy,repeating,sampled",
    past=["no", "yes", "paged"],
)

import kinds
import mindspore as ms
import numpy as np

PAST: dict[str, dict[str, Any]] = {
    "no": {},
    "yes": {"use_past": True},
    "paged": {"use_past": True, "block_size": 4, "num_blocks": 16},
}
ms.set_context(mode=ms.GRAPH_MODE if given.mode == "graph" else ms.PYNATIVE_MODE)
ms.set_seed(1)
np.random.seed(1)
net, _ = kinds.KINDS[given.model](**PAST[given.past])
net.set_train(False)
# Weights far apart, so that rounding chooses no token.
draws = np.random.RandomState(7)
for parameter in net.get_parameters():
    if len(parameter.shape) > 1 and "cache" not in parameter.name and "past" not in parameter.name:
        parameter.set_data(ms.Tensor(draws.normal(0, 0.5, parameter.shape).astype(np.float32)))
WAYS: dict[str, dict[str, Any]] = {
    "greedy": {"do_sample": False},
    "repeating": {"do_sample": False, "repetition_penalty": 1.5},
    # A draw of the token that pads would be masked in what was before, and kept in what is cached.
    "sampled": {"do_sample": True, "top_k": 5, "top_p": 0.9, "seed": 6},
    "beams": {"do_sample": False, "num_beams": 3},
}
prompts = [[5, 9, 13, 21], [7, 11, 40, 33]]
told = {}
for way in given.ways.split(","):
    found = net.generate(prompts, max_length=14, **WAYS[way])
    told[way] = np.concatenate([np.asarray(row).ravel() for row in found])
tell(given.out, **told)
