"""`mindspore.default_config`: what the package is and what it computes with."""

__backend__ = "ms"
__package_name__ = "mindspore"
