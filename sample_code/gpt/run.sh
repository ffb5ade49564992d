#!/usr/bin/env bash
# Trains the GPT on 8 processes, 2 (data) x 2 (stages) x 2 (parts of each operator); WORKERS=4 for one share of the data.
# `run.sh long` cuts texts of LENGTH (128) characters over WORKERS (2, 4 or 8) processes instead.
# `run.sh experts` gives every second block eight experts, which WORKERS (4; or 2) processes share.
# `run.sh zero_bubble` runs through the stages and back, and takes gradients of weights while a stage would wait.
# STEPS and DATA_PATH change the steps and the text (a folder of *.md files; this repository's docs). Logs in log_output/
# beside this file.
# It runs op by op: on two cores compiling takes longer than these steps. MODE=0 compiles each stage.
set -euo pipefail
here="$(dirname "$0")"
PYTHON="${PYTHON:-python}"
export MODE="${MODE:-1}" MSACC_WORKERS_VARIABLE=WORKERS
case "${1:-}" in
  "") ;;
  long) export VARIANT=long LENGTH="${LENGTH:-128}" STEPS="${STEPS:-20}" ;;
  experts) export VARIANT=experts WORKERS="${WORKERS:-4}" STEPS="${STEPS:-20}" ;;
  zero_bubble) export VARIANT=zero_bubble ;;
  *) echo "usage: bash run.sh [long|experts|zero_bubble]" >&2; exit 2 ;;
esac
WORKERS="${WORKERS:-8}"
[ -z "${DATA_PATH:-}" ] || export DATA_PATH="$(realpath "$DATA_PATH")"
if ! compgen -G "${DATA_PATH:-$here/../../docs}/*.md" > /dev/null; then
  echo "${DATA_PATH:-$here/../../docs} has no *.md files to learn from: DATA_PATH names a folder that has." >&2
  exit 1
fi

echo "Training a GPT on the pages of ${DATA_PATH:-docs/}: $WORKERS process$([ "$WORKERS" = 1 ] || echo es) to start…"
echo "The first step lays its parameters out on them and takes longest."
"$PYTHON" -m msacc.launch --worker_num="$WORKERS" --local_worker_num="$WORKERS" --master_port="${MASTER_PORT:-8120}" \
  --log_dir="$here/log_output" --join=True --tail_worker_log=0 "$here/train.py"

echo "logs: $here/log_output/worker_*.log"
echo "worker 0: $(grep 'loss is' "$here/log_output/worker_0.log" | tail -n 1)"
