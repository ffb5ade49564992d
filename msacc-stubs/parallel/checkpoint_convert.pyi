# Written by `python -m tests.stubs`.
from msacc.train.resharding.convert import rank_list_for_transform as _rank_list_for_transform
from msacc.train.resharding.convert import transform_checkpoint_by_rank as _transform_checkpoint_by_rank
from msacc.train.resharding.convert import transform_checkpoints as _transform_checkpoints
convert_checkpoint_by_rank = _transform_checkpoint_by_rank
convert_checkpoints = _transform_checkpoints
rank_list_for_convert = _rank_list_for_transform
