"""Summaries: values over the course of training, written for TensorBoard.

Imports `common` and `ops.summary`.
"""

from msacc.train.summary.summary_record import SummaryRecord as SummaryRecord
