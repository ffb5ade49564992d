"""Train a GPT on 8 processes: 2 share the data, 2 stages follow each other, 2 share each operator. A MindSpore script.

Start it with `bash run.sh`, or `msrun --worker_num=8 --local_worker_num=8 train.py`; `python train.py` runs it in one
process, with the same losses. With VARIANT=long 2, 4 or 8 processes share the positions of each text; with
VARIANT=experts 2 or 4 processes share the texts and the experts of every second block; with VARIANT=zero_bubble the
stages take gradients of weights while they would wait for each other.
"""

import os
import time
from pathlib import Path

import mindspore as ms
import mindspore.dataset as ds
import numpy as np
from experts import EXPERTS, Experts
from gpt import Gpt, Loss
from mindspore import nn, train
from mindspore.communication import get_group_size, get_rank, init

STEPS, EPOCHS = int(os.getenv("STEPS", "60")), int(os.getenv("EPOCHS", "1"))
BATCH, LENGTH, MICRO = 16, int(os.getenv("LENGTH", "32")), 4
VARIANT = os.getenv("VARIANT", "")
LONG, FOLDED, SPREAD = VARIANT == "long", VARIANT == "zero_bubble", VARIANT == "experts"
STAGES, PARTS = (1, 1) if LONG or SPREAD else (2, 2)

ms.set_context(mode=int(os.getenv("MODE", str(ms.GRAPH_MODE))))
ms.set_seed(1)
if "MS_ROLE" in os.environ:
    init()
    ms.set_auto_parallel_context(
        parallel_mode="semi_auto_parallel", pipeline_stages=STAGES, full_batch=True
    )
    if FOLDED:
        ms.set_auto_parallel_context(
            pipeline_config={"pipeline_interleave": True, "pipeline_scheduler": "zero_bubble_v"}
        )
processes = get_group_size() if "MS_ROLE" in os.environ else 1
shares = max(processes // (STAGES * PARTS), 1)


def read_text():
    """Every character of a folder's pages as a number."""
    folder = Path(os.getenv("DATA_PATH", Path(__file__).resolve().parents[2] / "docs"))
    text = "".join(page.read_text() for page in sorted(folder.glob("*.md")))
    known = sorted(set(text))
    place = {character: i for i, character in enumerate(known)}
    # As many as the parts can share.
    return np.array([place[c] for c in text], np.int32), -(-len(known) // 8) * 8


def create_dataset(text):
    """Pieces of the text, and the characters that follow each of theirs."""
    rng = np.random.default_rng(1)
    starts = rng.integers(0, len(text) - LENGTH, (STEPS * BATCH, 1)) + np.arange(LENGTH)
    columns = {"text": text[starts], "following": text[starts + 1]}
    return ds.NumpySlicesDataset(columns, shuffle=False).batch(BATCH)


class Report(train.Callback):
    """The loss of each fifth step: that of a pipeline is the sum over its micro-batches."""

    def on_train_begin(self, run_context):
        self.begun = time.time()

    def on_train_step_end(self, run_context):
        now = run_context.original_args()
        if now.cur_step_num % 5 == 0 or now.cur_step_num == 1:
            loss, seconds = float(now.net_outputs.asnumpy()) / MICRO, time.time() - self.begun
            print(f"step {now.cur_step_num}: loss is {loss:.4f} ({seconds:.0f} s)", flush=True)


class Load(train.Callback):
    """At the end, how the characters of the last micro-batch spread over the experts of each layer."""

    def __init__(self, net):
        super().__init__()
        self.layers = [cell for _, cell in net.cells_and_names() if isinstance(cell, Experts)]

    def on_train_end(self, run_context):
        from mindspore.parallel import expert_load  # msacc's own

        for i, layer in enumerate(self.layers):
            load = expert_load(layer.choices, EXPERTS)
            print(f"layer {i + 1} of experts: {load}", flush=True)


text, characters = read_text()
cut = {"stages": STAGES, "data": shares, "parts": PARTS} if processes > 1 else {}
net = Gpt(characters, LENGTH, **cut, long=LONG, folded=FOLDED and processes > 1, experts=SPREAD)
if processes == 1 or get_rank() == 0:
    count = sum(int(np.prod(p.shape)) for p in net.trainable_params())
    print(f"{count:,} parameters, {len(text):,} characters, {characters} kinds", flush=True)
steps = STEPS * EPOCHS
rates = [1e-3 * min((i + 1) / 10, 1 - 0.9 * i / steps) for i in range(steps)]
optimizer = nn.AdamWeightDecay(net.trainable_params(), rates, beta2=0.95, weight_decay=0.01)
cell = nn.PipelineCell(nn.WithLossCell(net, Loss(LONG)), MICRO)
model = ms.Model(cell, optimizer=optimizer)
model.train(EPOCHS, create_dataset(text), callbacks=[Report(), Load(net)], dataset_sink_mode=False)
