"""Summaries: values over the course of training, written for TensorBoard."""

from msacc.train.summary.summary_record import SummaryRecord as SummaryRecord
