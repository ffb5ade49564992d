"""MindFormers' dispatchers of inference: what tokens are after they were at their experts and came back.

`original` is one process with all experts, in NumPy: it runs and is recorded where `mindspore` cannot be imported.
"""

from __future__ import annotations

import importlib.util
import zlib
from types import SimpleNamespace

import numpy as np
from laid import arguments, tell

ORIGINAL = importlib.util.find_spec("mindspore") is None
given = arguments(mode=["pynative"], dispatcher=["AlltoAll", "AllGather"], parts=1)
TOKENS, WIDTH, EXPERTS, CHOSEN = 24, 16, 8, 2


def drawn(name: str, *shape: int) -> np.ndarray:
    draws = np.random.RandomState(zlib.crc32(name.encode())).randn(*shape)
    return (draws * 0.4).astype(np.float32)


def routed() -> tuple[np.ndarray, np.ndarray]:
    """Each token's experts and what they count."""
    scores = drawn("scores", TOKENS, EXPERTS)
    ids = np.argsort(-scores, 1)[:, :CHOSEN].astype(np.int32)
    return ids, np.exp(np.take_along_axis(scores, ids, 1))


def original() -> np.ndarray:
    tokens, weights = drawn("tokens", TOKENS, WIDTH), drawn("experts", EXPERTS, WIDTH, WIDTH)
    made = np.einsum("tw,ewv->tev", tokens, weights)
    ids, shares = routed()
    return (np.take_along_axis(made, ids[..., None], 1) * shares[..., None]).sum(1)


def ours() -> np.ndarray:
    import mindspore as ms
    from mindformers.parallel_core.inference.transformer.moe import token_dispatcher
    from mindspore import Tensor, ops

    ms.set_context(mode=ms.PYNATIVE_MODE)
    ms.communication.init()
    rank, here = ms.communication.get_rank(), EXPERTS // given.parts
    alone = SimpleNamespace(size=1, rank=0, group=None)
    every = SimpleNamespace(
        size=given.parts, rank=rank, group=ms.communication.GlobalComm.WORLD_COMM_GROUP
    )
    groups = SimpleNamespace(tp_dp=alone, moe_tp=alone, moe_ep=every)
    config = SimpleNamespace(
        num_moe_experts=EXPERTS,
        compute_dtype=ms.float32,
        dispatch_global_max_bs=TOKENS // given.parts,
    )
    kind = getattr(token_dispatcher, f"MoE{given.dispatcher}TokenDispatcher")
    dispatcher = kind(here, config, groups)
    ids, shares = (a.reshape(given.parts, -1, CHOSEN)[rank] for a in routed())
    tokens = drawn("tokens", TOKENS, WIDTH).reshape(given.parts, -1, WIDTH)[rank]
    shares, ids = dispatcher.dispatch_preprocess(Tensor(shares), Tensor(ids))
    rows, counts, rest = dispatcher.token_dispatch(Tensor(tokens), ids)
    weight = drawn("experts", EXPERTS, WIDTH, WIDTH)[rank * here : (rank + 1) * here]
    product = ops.auto_generate.GroupedMatmulV4()
    made = product(
        [rows], [Tensor(weight)], None, None, None, None, None, None, Tensor(counts, ms.int64),
        split_item=3, group_type=0, group_list_type=1,
    )[0]  # fmt: skip
    out = dispatcher.token_combine(made, shares, *rest)
    return ops.AllGather()(out).asnumpy()


tell(given.out, rows=np.abs(original() if ORIGINAL else ours()).sum(1))
