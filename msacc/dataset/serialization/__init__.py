"""Pipelines as JSON and back.

Imports: common, dataset, dataset.audio, dataset.pipeline, dataset.text, dataset.transforms,
dataset.vision, log.
"""
