"""Which scripts there are, how each one starts, and what its curve may be compared with."""

from __future__ import annotations

from dataclasses import dataclass, field

# How the one process that is compared with differs from the job.
SAME = "same"  # each process reads the same rows: the very same script
WHOLE_BATCH = "whole batch"  # each process reads its shard: batches of all shards together
FIRST_STEP = "first step"  # the script lets its processes drift apart after it
ALONE = "no other"  # nothing to compare


@dataclass(frozen=True)
class Script:
    """`path` below docs/sample_code; `pytest`: its run.sh starts it with pytest; `cut`: words on what must be cut.

    `alone` replaces text for the run in one process. `setup` names a step of
    `tests.docs_scripts.folder` that lays down more than the data. `printed`: what stands before a figure to compare;
    "[[": an array. `again`: arguments of a second run in the same folder, which finds the first one's file
    `again_from` as `again_as`.
    """

    path: str
    cut: str = ""
    pytest: bool = False
    workers: int = 8
    against: str = SAME
    alone: dict[str, str] = field(default_factory=dict)
    setup: str = ""
    printed: str = "loss is "
    again: tuple[str, ...] = ()
    again_from: str = ""
    again_as: str = ""

    @property
    def name(self) -> str:
        """How the command line calls it."""
        return self.path.removesuffix(".py")


_OPERATORS = "distributed_operator_parallel"
_SUM, _ARRAY = "forward_sum is ", "[["

# The images are sliced after HWC2CHW, along the axis that is then the height, and put together along the last one: one
# process has to put its slices together in the same way.
_SLICES_JOINED = {
    'project([img_cols[get_rank() % (slice_h_num * slice_w_num)], "label"])': (
        'map(lambda *parts: __import__("numpy").concatenate(parts, -1), img_cols, ["image"])'
        '.project(["image", "label"])'
    ),
    "config=((1, 1, slice_h_num, slice_w_num), (1,))": 'config="full_batch"',
}

SCRIPTS = (
    Script("startup_method/net.py", against=WHOLE_BATCH),
    Script("distributed_data_parallel/distributed_data_parallel.py", against=WHOLE_BATCH),
    Script("disaster_recover/train.py", against=WHOLE_BATCH),
    Script("host_device/train.py", pytest=True, against=WHOLE_BATCH),
    Script("manual_parallel/train.py", against=FIRST_STEP),
    Script("parameter_server/train.py"),
    Script("comm_subgraph/train.py"),
    Script(
        "dataset_slice/train.py",
        pytest=True,
        alone=_SLICES_JOINED,
    ),
    Script("distributed_comm_fusion/fusion_example_cell.py", pytest=True),
    Script("distributed_gradient_accumulation/train.py", pytest=True),
    Script("distributed_graph_partition/train.py", setup="both_parts"),
    Script(f"{_OPERATORS}/distributed_operator_parallel.py", "weights", pytest=True),
    Script(f"{_OPERATORS}/advanced_distributed_operator_parallel.py", "weights", pytest=True),
    Script(
        f"{_OPERATORS}/distributed_mint_operator_parallel.py", "weights", pytest=True, printed=_SUM
    ),
    Script(
        f"{_OPERATORS}/advanced_distributed_mint_operator_parallel.py",
        "weights",
        pytest=True,
        printed=_SUM,
    ),
    Script("distributed_optimizer_parallel/distributed_optimizer_parallel.py"),
    Script("distributed_pipeline_parallel/distributed_pipeline_parallel.py", "stages"),
    Script(
        "distributed_pipeline_parallel/distributed_pipeline_parallel_inference.py",
        "stages",
        printed=_ARRAY,
    ),
    Script(
        "fault_recover/train.py",
        "weights",
        again=("--is_recover=1",),
        again_from="checkpoint-2_11.ckpt",
        again_as="checkpoint-2_1875.ckpt",
    ),
    Script(
        "high_dimension_tensor_parallel/high_dimension_tensor_parallel.py",
        "weights",
        printed=_ARRAY,
    ),
    Script("multiple_copy/train.py", pytest=True),
    Script("multiple_mix/sapp_mix_train.py", "stages", pytest=True),
    # The loss is a vector, whose sum is taken: that of eight processes' rows has a gradient eight times as large.
    Script(
        "parallel_support_dynamic_shape/main.py",
        "weights",
        alone={"net.trainable_params(), 1e-3)": "net.trainable_params(), 8e-3)"},
    ),
    Script("recompute/example.py", workers=1, against=ALONE),
    Script("sapp/train.py"),
    Script("shard_function_parallel/shard_function_example.py"),
    Script("sharding_propagation/train.py", "weights"),
)
