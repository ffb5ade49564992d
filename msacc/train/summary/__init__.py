"""Summaries: values over the course of training, written for TensorBoard.

Imports: common, nn.cell, ops.summary.
"""

from msacc.train.summary.summary_record import SummaryRecord as SummaryRecord
