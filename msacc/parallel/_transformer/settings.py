"""The settings of the old transformer layers: how they would be cut, recomputed and routed."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from msacc._checkparam import check_bool, check_positive_int


@dataclass
class _Settings:
    """Ways of cutting are positive ints, switches are bools: TypeError or ValueError else, naming the setting."""

    def __post_init__(self) -> None:
        for entry in fields(self):
            if entry.type == "int":
                check_positive_int(getattr(self, entry.name), entry.name, type(self).__name__)
            elif entry.type == "bool":
                check_bool(getattr(self, entry.name), entry.name, type(self).__name__)


@dataclass
class OpParallelConfig(_Settings):
    """Into how many parts rows and weights are cut."""

    data_parallel: int = 1
    model_parallel: int = 1


@dataclass
class MoEParallelConfig(OpParallelConfig):
    """The same, with the parts that the experts are cut into."""

    expert_parallel: int = 1


@dataclass
class EmbeddingOpParallelConfig(OpParallelConfig):
    """The same for a table of embeddings: by rows of the batch where `vocab_emb_dp`, else by rows of the table."""

    vocab_emb_dp: bool = True


@dataclass
class TransformerRecomputeConfig(_Settings):
    """What a block computes once more in its backward."""

    recompute: bool = False
    parallel_optimizer_comm_recompute: bool = False
    mp_comm_recompute: bool = True
    recompute_slice_activation: bool = False


default_transformer_recompute_config = TransformerRecomputeConfig()


@dataclass
class TransformerOpParallelConfig(MoEParallelConfig):
    """All of them for a whole transformer."""

    pipeline_stage: int = 1
    micro_batch_num: int = 1
    recompute: TransformerRecomputeConfig = field(
        default_factory=lambda: default_transformer_recompute_config
    )
    optimizer_shard: bool = False
    gradient_aggregation_group: int = 4
    vocab_emb_dp: bool = True


@dataclass
class MoEConfig(_Settings):
    """How tokens are given to experts."""

    expert_num: int = 1
    capacity_factor: float = 1.1
    aux_loss_factor: float = 0.05
    num_experts_chosen: int = 1
    expert_group_size: int | None = None
    group_wise_a2a: bool = False
    comp_comm_parallel: bool = False
    comp_comm_parallel_degree: int = 2


default_dpmp_config = OpParallelConfig()
default_moeparallel_config = MoEParallelConfig()
default_embedding_parallel_config = EmbeddingOpParallelConfig()
default_transformer_config = TransformerOpParallelConfig()
default_moe_config = MoEConfig()
