"""The scripts of MindSpore's docs, unmodified: `python -m tests.docs_scripts CHECKOUT [NAME...]`.

CHECKOUT is a checkout of mindspore-ai/docs (`git clone https://gitee.com/mindspore/docs`). Each script runs on as many
processes as its own run.sh asks for, then in one process; what both print as loss is compared step by step. Data are
352 + 64 images in MNIST's layout: cut from a real one with --mnist, drawn otherwise. docs/sample_scripts.md has the
results.
"""
