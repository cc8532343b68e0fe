"""Pair an archive by Ray Data, on two workers: ray_batch.py PATHS OUT CHUNKS"""

import subprocess
import sys
from pathlib import Path

import ray

CHUNK = Path(__file__).resolve().parent / "chunk.sh"


def paired(batch):
    """The records of a batch of paths."""
    paths = "\n".join(path for chunk in batch["paths"] for path in chunk)
    done = subprocess.run([CHUNK], input=paths, stdout=subprocess.PIPE, text=True, check=True)
    return {"record": done.stdout.splitlines()}


def main():
    _, paths, out, chunks = sys.argv
    paths, chunks = Path(paths).read_text().splitlines(), int(chunks)
    ray.init(num_cpus=2, include_dashboard=False)
    # A task whose worker dies is repeated; max_retries says how often. An exception in it, which a chunk that fails
    # by itself is, would end the run without retry_exceptions.
    records = ray.data.from_items(
        [{"paths": paths[i::chunks]} for i in range(chunks)], override_num_blocks=chunks
    ).map_batches(paired, batch_size=None, max_retries=3, retry_exceptions=True)
    Path(out).mkdir(parents=True)
    # A block comes here once, however often it was tried.
    with open(Path(out, "part-0"), "w") as file:
        for row in records.iter_rows():
            file.write(row["record"] + "\n")


if __name__ == "__main__":
    main()
