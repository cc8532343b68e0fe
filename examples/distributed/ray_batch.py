"""Pair an archive by Ray Data, on two workers: ray_batch.py PATHS OUT CHUNKS"""

import subprocess
import sys
from pathlib import Path

import ray

CHUNK = Path(__file__).resolve().parent / "chunk.sh"


def paired(batch):
    """The records of a batch of paths."""
    paths = "\n".join(path for chunk in batch["paths"] for path in chunk)
    done = subprocess.run(
        [CHUNK], input=paths, stdout=subprocess.PIPE, text=True, check=True
    )
    return {"record": done.stdout.splitlines()}


def main():
    _, paths, out, chunks = sys.argv
    paths, chunks = Path(paths).read_text().splitlines(), int(chunks)
    ray.init(num_cpus=2, include_dashboard=False)
    # Ray repeats a task whose worker dies. It repeats one that fails, as by a chunk that fails, if these two say so.
    context = ray.data.DataContext.get_current()
    context.retried_map_errors, context.max_map_retries = True, 3
    records = ray.data.from_items(
        [{"paths": paths[i::chunks]} for i in range(chunks)], override_num_blocks=chunks
    ).map_batches(paired)
    Path(out).mkdir(parents=True)
    # A block comes here once, however often it was tried.
    with open(Path(out, "part-0"), "w") as file:
        file.writelines(row["record"] + "\n" for row in records.iter_rows())


if __name__ == "__main__":
    main()
