# Written by `python -m tests.stubs`.
from msacc.train.dataset_helper import DatasetHelper as DatasetHelper
