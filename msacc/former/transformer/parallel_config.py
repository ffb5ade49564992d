"""How transformers are cut over processes, put onto stages and recomputed."""

from __future__ import annotations

from typing import Any

from msacc import context
from msacc import log as logger
from msacc._checkparam import check_bool, check_positive_int
from msacc.communication import get_group_size
from msacc.former.transformer.checked_settings import Passed, Setting, _Config


class OpParallelConfig(_Config):
    """Into how many parts rows and weights are cut, ints from 1.

    TypeError and ValueError for others, also when they are set later.
    """

    data_parallel = Setting(check_positive_int)
    model_parallel = Setting(check_positive_int)

    def __init__(self, data_parallel: int = 1, model_parallel: int = 1) -> None:
        self.data_parallel = data_parallel
        self.model_parallel = model_parallel


class MoEParallelConfig(_Config):
    """The same for experts, which are cut into `expert_parallel` parts, too; `dpmp` is the rest of it."""

    data_parallel = Passed("_dpmp")
    model_parallel = Passed("_dpmp")
    expert_parallel = Setting(check_positive_int)

    def __init__(
        self, data_parallel: int = 1, model_parallel: int = 1, expert_parallel: int = 1
    ) -> None:
        self._dpmp = OpParallelConfig(data_parallel, model_parallel)
        self.expert_parallel = expert_parallel

    @property
    def dpmp(self) -> OpParallelConfig:
        return self._dpmp


class EmbeddingOpParallelConfig(_Config):
    """The same for an embedding: its table is whole with `vocab_emb_dp`, else cut by `model_parallel`."""

    data_parallel = Passed("_dp_mp_config")
    model_parallel = Passed("_dp_mp_config")
    vocab_emb_dp = Setting(check_bool)

    def __init__(
        self, data_parallel: int = 1, model_parallel: int = 1, vocab_emb_dp: bool = True
    ) -> None:
        self._dp_mp_config = OpParallelConfig(data_parallel, model_parallel)
        self.vocab_emb_dp = vocab_emb_dp

    @property
    def dp_mp_config(self) -> OpParallelConfig:
        return self._dp_mp_config


class TransformerRecomputeConfig(_Config):
    """Whether layers compute their activations once more in the backward pass, and three options on communication."""

    recompute = Setting(check_bool)
    parallel_optimizer_comm_recompute = Setting(check_bool)
    mp_comm_recompute = Setting(check_bool)
    recompute_slice_activation = Setting(check_bool)

    def __init__(
        self,
        recompute: bool = False,
        parallel_optimizer_comm_recompute: bool = False,
        mp_comm_recompute: bool = True,
        recompute_slice_activation: bool = False,
    ) -> None:
        self.recompute = recompute
        self.parallel_optimizer_comm_recompute = parallel_optimizer_comm_recompute
        self.mp_comm_recompute = mp_comm_recompute
        self.recompute_slice_activation = recompute_slice_activation


class _PipeLineConfig(_Config):
    """How many stages there are, which the context is told, and micro-batches."""

    pipeline_stage = Setting(
        check_positive_int, lambda value: context.set_auto_parallel_context(pipeline_stages=value)
    )
    micro_batch_num = Setting(check_positive_int)

    def __init__(self, pipeline_stage: int = 1, micro_batch_num: int = 1) -> None:
        self.pipeline_stage = pipeline_stage
        self.micro_batch_num = micro_batch_num


default_transformer_recompute_config = TransformerRecomputeConfig()


def _check_recompute(value: object, name: str) -> None:
    if not isinstance(value, (TransformerRecomputeConfig, bool)):
        raise TypeError(
            f"'{name}' must be a TransformerRecomputeConfig or a bool, but got {type(value).__name__}."
        )


def _shard_optimizer(value: bool) -> None:
    context.set_auto_parallel_context(enable_parallel_optimizer=value)


class TransformerOpParallelConfig(_Config):
    """All of it for a whole transformer.

    `pipeline_stage` and `optimizer_shard` are also set in the auto parallel context; `recompute` is a
    TransformerRecomputeConfig or a bool. `embedding_dp_mp_config`, `dp_mp_config` and `moe_parallel_config` are the
    parts that layers take.
    """

    recompute = Setting(_check_recompute)
    optimizer_shard = Setting(check_bool, _shard_optimizer)
    gradient_aggregation_group = Setting(check_positive_int)
    data_parallel = Passed("_embed_dp_mp_config", "_moe_config")
    model_parallel = Passed("_embed_dp_mp_config", "_moe_config")
    vocab_emb_dp = Passed("_embed_dp_mp_config")
    expert_parallel = Passed("_moe_config")
    pipeline_stage = Passed("_pp_config")
    micro_batch_num = Passed("_pp_config")

    def __init__(
        self,
        data_parallel: int = 1,
        model_parallel: int = 1,
        expert_parallel: int = 1,
        pipeline_stage: int = 1,
        micro_batch_num: int = 1,
        recompute: TransformerRecomputeConfig | bool = default_transformer_recompute_config,
        optimizer_shard: bool = False,
        gradient_aggregation_group: int = 4,
        vocab_emb_dp: bool = True,
    ) -> None:
        self.recompute = recompute
        self.optimizer_shard = optimizer_shard
        self.gradient_aggregation_group = gradient_aggregation_group
        self._embed_dp_mp_config = EmbeddingOpParallelConfig(
            data_parallel, model_parallel, vocab_emb_dp
        )
        self._pp_config = _PipeLineConfig(pipeline_stage, micro_batch_num)
        self._moe_config = MoEParallelConfig(data_parallel, model_parallel, expert_parallel)

    @property
    def embedding_dp_mp_config(self) -> EmbeddingOpParallelConfig:
        return self._embed_dp_mp_config

    @property
    def dp_mp_config(self) -> OpParallelConfig:
        return self._embed_dp_mp_config.dp_mp_config

    @property
    def moe_parallel_config(self) -> MoEParallelConfig:
        return self._moe_config


def _default_transformer_config() -> TransformerOpParallelConfig:
    """One for all that are given none; the context stays as the script has set it."""
    names = ("pipeline_stages", "enable_parallel_optimizer")
    before = {name: context.get_auto_parallel_context(name) for name in names}
    config = TransformerOpParallelConfig()
    context.set_auto_parallel_context(**before)
    return config


default_dpmp_config = OpParallelConfig()
default_moeparallel_config = MoEParallelConfig()
default_embedding_parallel_config = EmbeddingOpParallelConfig()
default_transformer_config = _default_transformer_config()


def is_cut_by_strategies() -> bool:
    """Whether operators are cut over processes."""
    mode = context.get_auto_parallel_context("parallel_mode")
    return mode in (context.ParallelMode.SEMI_AUTO_PARALLEL, context.ParallelMode.AUTO_PARALLEL)


def _check_config(config: Any) -> None:
    """ValueError where `config` has other stages than the context, or asks for more processes than there are."""
    stages = context.get_auto_parallel_context("pipeline_stages")
    if getattr(config, "pipeline_stage", stages) != stages:
        raise ValueError(
            f"The auto parallel context has pipeline_stages={stages}, the config pipeline_stage="
            f"{config.pipeline_stage}."
        )
    if not is_cut_by_strategies():
        return
    asked = config.data_parallel * config.model_parallel * stages
    if asked > get_group_size():
        raise ValueError(
            f"data_parallel {config.data_parallel} * model_parallel {config.model_parallel} * pipeline_stages "
            f"{stages} needs {asked} processes, but the job has {get_group_size()}."
        )
    sharded = context.get_auto_parallel_context("enable_parallel_optimizer")
    if sharded and not getattr(config, "optimizer_shard", sharded):
        logger.warning(
            "The auto parallel context has enable_parallel_optimizer=True, the config optimizer_shard=False."
        )
