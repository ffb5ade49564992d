"""The tutorials of MindSpore's docs, run from their notebooks."""

from tests.projects.case import Case, Project

_NAMES = (
    "quick_start sequence_labeling sentiment_analysis gan dcgan resnet50 transfer_learning vit fcn8s ssd pix2pix "
    "cyclegan diffusion"
).split()

PROJECT = Project(
    "tutorials",
    "Tutorials of the docs",
    "https://gitee.com/mindspore/docs",
    tuple(
        case
        for name in _NAMES
        for case in (
            Case(name, "tutorial.py", ("--name", name), checkout="docs"),
            Case(
                f"{name}-graph",
                "tutorial.py",
                ("--name", name, "--mode", "graph"),
                like=name,
                checkout="docs",
            ),
        )
    ),
    libraries=("libs_tutorials",),
)
