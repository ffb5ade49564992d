#!/usr/bin/env bash
# The main job: gradient accumulation on 8 processes (MNIST, 784-512-512-10 network, sharded by hsdp).
#
#   bash run.sh            8 processes, one epoch of 250 steps
#   bash run.sh lenet      one process: the LeNet gradient-accumulation tutorial
#   bash run.sh gpt        8 processes, 2 (data) x 2 (pipeline) x 2 (operators): a GPT of 10 million parameters
#   bash run.sh gpt long   the same GPT, the positions of its texts cut over 2, 4 or 8 processes
#   bash run.sh gpt experts   the same GPT, with experts that 4 processes share
#   bash run.sh gpt zero_bubble   as gpt, with stages that wait less for each other
#
# WORKERS, EPOCHS, LEARNING_RATE and DATA_PATH change the number of processes, the epochs, the main job's learning rate
# (0.2; the tutorial's is 0.01) and the data (a folder with train/ and test/ in MNIST's idx layout). Without DATA_PATH the
# data is ./MNIST_Data, a download or, without a network, digits drawn on the spot. The GPT takes STEPS (60), WORKERS 4 or
# 8, and a folder of *.md files.
set -euo pipefail
[ -z "${DATA_PATH:-}" ] || export DATA_PATH="$(realpath "$DATA_PATH")"
cd "$(dirname "$0")"
export PYTHON="${PYTHON:-python}"
case "${1:-job}" in
  job) export EPOCHS="${EPOCHS:-1}" ;;
  lenet) export EPOCHS="${EPOCHS:-3}" ;;
esac

# Not from here: this folder holds a msacc that may not be installed.
if ! (cd sample_code && "$PYTHON" -c "import sys; from importlib.util import find_spec; sys.exit(not (find_spec('msacc') and find_spec('torch')))") 2>/dev/null; then
  echo "msacc is not installed for '$PYTHON': run \`pip install -e .\` in $PWD, or name another interpreter in PYTHON." >&2
  exit 1
fi

case "${1:-job}" in
  job) sample=distributed_gradient_accumulation ;;
  lenet) sample=lenet_gradient_accumulation ;;
  gpt) sample=gpt ;;
  *) echo "usage: bash run.sh [job|lenet|gpt [long|experts|zero_bubble]]" >&2; exit 2 ;;
esac
if ! [ -w "sample_code/$sample" ]; then
  echo "Logs and checkpoints go to $PWD/sample_code/$sample, which you may not write: run a copy of this folder." >&2
  exit 1
fi
shift || true
exec bash "sample_code/$sample/run.sh" "$@"
