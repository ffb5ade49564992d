# Written by `python -m tests.stubs`.
from msacc.train.resharding.unified_writing import unified_safetensors as unified_safetensors
from msacc.train.serialization.format_conversion import ckpt_to_safetensors as ckpt_to_safetensors
from msacc.train.serialization.format_conversion import safetensors_to_ckpt as safetensors_to_ckpt
from msacc.train.serialization.safetensors_files import _fast_load_file as _fast_load_file
