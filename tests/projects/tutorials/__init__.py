"""The tutorials of MindSpore's docs, run from their notebooks."""

from tests.projects.case import Case, Project

_NAMES = [
    "quick_start",
    "sequence_labeling",
    "sentiment_analysis",
    "gan",
    "dcgan",
    "resnet50",
    "transfer_learning",
    "vit",
    "ssd",
    "pix2pix",
    "cyclegan",
    "diffusion",
    "fcn8s",
]

# Of mindspore-courses/applications.
_COURSES = ["unet", "neural_style"]

# Compiled as well.
_GRAPHS = ["quick_start", "vit"]

PROJECT = Project(
    "tutorials",
    "Tutorials of the docs",
    "https://gitee.com/mindspore/docs; U-Net and neural style: https://github.com/mindspore-courses/applications",
    (
        *(Case(n, "tutorial.py", ("--name", n), checkout="docs") for n in _NAMES),
        *(Case(n, "tutorial.py", ("--name", n), checkout="courses") for n in _COURSES),
        *(
            Case(
                f"{n}-graph",
                "tutorial.py",
                ("--name", n, "--mode", "graph"),
                like=n,
                checkout="docs",
            )
            for n in _GRAPHS
        ),
    ),
    libraries=("libs_tutorials",),
)
