"""Summaries: values over the course of training, written for TensorBoard.

Imports: common, inspection, nn.cell, ops.summary, train.
"""

from msacc.train.summary.summary_record import SummaryRecord as SummaryRecord
