"""Data in Huawei's object storage (OBS), which is not supported."""

from __future__ import annotations

from typing import NoReturn

from msacc.common.unsupported_names import refusal_reason, unsupported
from msacc.dataset.enums import Shuffle

_WHY = "reading from OBS needs Huawei's client; download the files and use MindDataset"


@refusal_reason(_WHY)
class OBSMindDataset:
    """MindRecord files in the object storage service (OBS): NotImplementedError, always.

    MindSpore reads them with Huawei's own client while Ascend devices train. Bring the files to this machine
    and give their paths to `MindDataset`, which has `columns_list`, `shuffle`, `num_shards` and `shard_id` too.
    None of the arguments is used: `dataset_files`, `server`, the keys `ak` and `sk`, `sync_obs_path` and
    `shard_equal_rows` concern the storage service.
    """

    def __new__(
        cls,
        dataset_files: list[str],
        server: str,
        ak: str,
        sk: str,
        sync_obs_path: str,
        columns_list: list[str] | None = None,
        shuffle: object = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        shard_equal_rows: bool = True,
    ) -> NoReturn:
        raise NotImplementedError(
            "OBSMindDataset: reading from OBS needs Huawei's client and is not supported; download "
            f"{dataset_files!r:.80} and use MindDataset."
        )

    @refusal_reason(_WHY)
    def add_sampler(self, new_sampler: object) -> NoReturn:
        """Refused, whatever `new_sampler` is; MindSpore's does not take samplers either."""
        raise NotImplementedError(f"OBSMindDataset.add_sampler({new_sampler!r:.40}): {_WHY}.")

    @refusal_reason(_WHY)
    def use_sampler(self, new_sampler: object) -> NoReturn:
        """Refused, whatever `new_sampler` is; MindSpore's does not take samplers either."""
        raise NotImplementedError(f"OBSMindDataset.use_sampler({new_sampler!r:.40}): {_WHY}.")


@unsupported("it waits for files that OBSMindDataset copies from OBS, which msacc does not read")
def sync_wait_for_dataset(
    rank_id: int, rank_size: int, current_epoch: int, obs_runtime: object
) -> None:
    """Wait until all ranks have the files of an epoch. Not here: raises NotImplementedError.

    None of `rank_id`, `rank_size`, `current_epoch` and `obs_runtime` is used.
    """
