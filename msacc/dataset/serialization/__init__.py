"""Pipelines as JSON and back.

Imports the rest of `dataset`, which does not import it: it installs itself as `Dataset.serializer`.
"""
