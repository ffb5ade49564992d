"""Private names of MindSpore that libraries import: its compiled core, helpers of its functions and of its jobs.

Nothing in msacc uses this package; `msacc/module_aliases.py` says under which names scripts find what is here. What
MindSpore's CPU build cannot do either refuses when it is called.

Imports: common, communication, context, dataset, experimental, graph, mindir, mint, nn, nn.cell,
numpy, ops, ops.array, ops.bindings, ops.core, ops.nn, ops.parameter_assign, ops.update, parallel,
runtime, train.
"""
