#!/usr/bin/env bash
# Trains the GPT on 8 processes, 2 (data) x 2 (stages) x 2 (parts of each operator); STEPS and DATA_PATH change the
# steps and the text (a folder of *.md files; this repository's docs). Logs in ./log_output.
set -euo pipefail
PYTHON="${PYTHON:-python}"
[ -z "${DATA_PATH:-}" ] || export DATA_PATH="$(realpath "$DATA_PATH")"
cd "$(dirname "$0")"
"$PYTHON" -m msacc.launch --worker_num=8 --local_worker_num=8 --master_port="${MASTER_PORT:-8120}" \
  --log_dir=log_output --join=True --tail_worker_log=0 train.py

echo "logs: $PWD/log_output/worker_*.log"
echo "worker 0: $(grep 'loss is' log_output/worker_0.log | tail -n 1)"
