#!/usr/bin/env bash
# The main job: gradient accumulation on 8 processes (MNIST, 784-512-512-10 network, sharded by hsdp).
#
#   bash run.sh            8 processes, 2 epochs
#   bash run.sh lenet      one process: the LeNet gradient-accumulation tutorial
#   bash run.sh gpt        8 processes, 2 (data) x 2 (pipeline) x 2 (operators): a GPT of 10 million parameters
#
# WORKERS, EPOCHS and DATA_PATH change the number of processes, the epochs and the data (a folder with
# train/ and test/ in MNIST's idx layout). Without DATA_PATH the data is ./MNIST_Data, a download or,
# without a network, digits drawn on the spot. The GPT takes STEPS (60), WORKERS 4 or 8, and a folder of *.md files.
set -euo pipefail
cd "$(dirname "$0")"
export WORKERS="${WORKERS:-8}"
[ "${1:-job}" = gpt ] || export EPOCHS="${EPOCHS:-2}"

case "${1:-job}" in
  job) exec bash sample_code/distributed_gradient_accumulation/run.sh ;;
  lenet) exec bash sample_code/lenet_gradient_accumulation/run.sh ;;
  gpt) exec bash sample_code/gpt/run.sh ;;
  *) echo "usage: bash run.sh [job|lenet|gpt]" >&2; exit 2 ;;
esac
