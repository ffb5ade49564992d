"""What of MindSpore a project uses, and what becomes of it here: `python -m msacc check PATH`.

The project's files are read with `ast` and not run; its names are looked up in msacc.

Imports: alias, auto_parallel_context, common, dataset, execution_context, former, mindspore_homes,
missing_names.
"""
