#!/usr/bin/env bash
# Pairs an archive by a Slurm array, a chunk a task. Tasks that fail are submitted again, twice at most.
# Usage: slurm.sh PATHS OUT CHUNKS
#
# Where no Slurm answers, this starts one of a single node on this machine, as root, and ends it afterwards.
set -euo pipefail
paths=$(readlink -f "$1") chunks=$3
mkdir -p "$2"
out=$(readlink -f "$2")
cd "$(dirname "$(readlink -f "$0")")"

one_node() {
  state=$(mktemp -d)
  export SLURM_CONF=$state/slurm.conf
  head -c 1024 /dev/urandom >"$state/munge.key"
  chmod 600 "$state/munge.key"
  cat >"$SLURM_CONF" <<CONF
ClusterName=one-node
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
SlurmUser=root
AuthInfo=socket=$state/munge.socket
StateSaveLocation=$state
SlurmdSpoolDir=$state/slurmd
SlurmctldPidFile=$state/slurmctld.pid
SlurmdPidFile=$state/slurmd.pid
SlurmctldLogFile=$state/slurmctld.log
SlurmdLogFile=$state/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=2
PartitionName=all Nodes=ALL Default=YES State=UP
CONF
  trap end_one_node EXIT
  munged --key-file "$state/munge.key" --socket "$state/munge.socket" --pid-file "$state/munged.pid" \
    --log-file "$state/munged.log" --seed-file "$state/munged.seed" --force
  slurmctld
  slurmd
  until sinfo --noheader --states=idle 2>/dev/null | grep -q .; do sleep 0.2; done
}

# shellcheck disable=SC2317 # The trap calls it.
end_one_node() {
  scancel --quiet --name=swiss-ilp || true
  # A daemon has ended when its file is gone; the daemon's process may stay as a zombie where nobody waits for it.
  for daemon in slurmd slurmctld munged; do
    kill "$(cat "$state/$daemon.pid")" || continue
    for _ in $(seq 100); do if [ -e "$state/$daemon.pid" ]; then sleep 0.1; fi; done
  done
  rm -rf "$state"
}

sinfo >/dev/null 2>&1 || one_node
for _ in first second third; do
  missing=$(for i in $(seq "$chunks"); do [ -e "$out/part-$i" ] || echo "$i"; done | paste -sd,)
  [ -n "$missing" ] || exit 0
  # The exit code of --wait is that of the worst task; what is missing afterwards says which.
  sbatch --wait --quiet --array="$missing" --output="$out/slurm-%a.log" --open-mode=append \
    slurm.sbatch "$paths" "$out" "$chunks" || true
done
echo "slurm.sh: chunks $missing failed three times; see $out/slurm-*.log" >&2
exit 1
