#!/usr/bin/env bash
# Starts train.py on WORKERS processes (default 8); logs in ./log_output.
set -euo pipefail
cd "$(dirname "$0")"
WORKERS="${WORKERS:-8}"
PYTHON="${PYTHON:-python}"

data="$("$PYTHON" -m msacc.datafiles mnist)"
export DATA_PATH="$data/train"
"$PYTHON" -m msacc.launch --worker_num="$WORKERS" --local_worker_num="$WORKERS" --master_port="${MASTER_PORT:-8118}" \
  --log_dir=log_output --join=True --tail_worker_log=0 train.py

echo "logs: $PWD/log_output/worker_*.log"
echo "worker 0: $(grep 'loss is' log_output/worker_0.log | tail -n 1)"
