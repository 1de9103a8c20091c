#!/usr/bin/env bash
# Runs WebGames on four machines of a SLURM cluster:
#
#   sbatch examples/slurm.sh
#
# webproctor[ray], the data and the folder of the run must have the same paths on all machines. A job
# that is submitted again or requeued resumes the run.
#SBATCH --job-name=webproctor
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=16
#SBATCH --mem=64G
#SBATCH --time=04:00:00
#SBATCH --exclusive
#SBATCH --requeue
#SBATCH --output=webproctor-%j.log
set -euo pipefail

out=${WEBPROCTOR_OUT:-runs/webgames-slurm}
resume=()
if [[ -f "$out/run.json" ]]; then
  resume=(--resume)
fi

# The first machine is the head of the Ray cluster, and runs the driver.
mapfile -t nodes < <(scontrol show hostnames "$SLURM_JOB_NODELIST")
read -r address _ < <(srun --nodes=1 --ntasks=1 --nodelist="${nodes[0]}" hostname --ip-address)
export RAY_ADDRESS="$address:6379" RAY_USAGE_STATS_ENABLED=0

# Starts Ray on all machines, runs the command on the first, and stops Ray.
srun --nodes="$SLURM_JOB_NUM_NODES" --ntasks-per-node=1 \
  ray symmetric-run --address "$RAY_ADDRESS" --min-nodes "$SLURM_JOB_NUM_NODES" \
  --num-cpus "$SLURM_CPUS_PER_TASK" --include-dashboard=false \
  -- webproctor run webgames --clock virtual --agent oracle \
  --workers ray --out "$out" "${resume[@]}"
