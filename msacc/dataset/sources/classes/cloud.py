"""Data in Huawei's object storage, which is refused."""

from __future__ import annotations

from typing import Any, NoReturn

from msacc.dataset.enums import Shuffle


class OBSMindDataset:
    """MindRecord files in the object storage service (OBS): NotImplementedError, always.

    MindSpore reads them with Huawei's own client while Ascend devices train. Bring the files to this
    machine and give their paths to `MindDataset`.
    """

    def __new__(
        cls,
        dataset_files: list[str],
        server: str,
        ak: str,
        sk: str,
        sync_obs_path: str,
        columns_list: list[str] | None = None,
        shuffle: Any = Shuffle.GLOBAL,
        num_shards: int | None = None,
        shard_id: int | None = None,
        shard_equal_rows: bool = True,
    ) -> NoReturn:
        raise NotImplementedError(
            "OBSMindDataset: reading from OBS needs Huawei's client and is not supported; download "
            f"{dataset_files!r:.80} and use MindDataset."
        )
