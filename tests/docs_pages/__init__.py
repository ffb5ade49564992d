"""The pages of MindSpore's tutorials, cell by cell: `python -m tests.docs_pages CHECKOUT --mindspore PYTHON [NAME...]`.

CHECKOUT is a checkout of mindspore-ai/docs (`git clone https://gitee.com/mindspore/docs`), PYTHON one with MindSpore
2.10 and ipykernel. The Python code of each page runs in a kernel of each side, and what each cell prints is compared.
docs/sample_scripts.md has the results.
"""
