"""Pipelines as JSON and back.

Imports the rest of `dataset`; nothing there imports it but the door of `Dataset.to_json`.
"""
