# Written by `python -m tests.stubs`.
from msacc.train.summary import enums as enums
from msacc.train.summary import summary_record as summary_record
from msacc.train.summary.summary_record import SummaryRecord as SummaryRecord
