"""Pair an archive by the Python package, in the workers of Spark or Ray: in_python.py spark|ray PATHS OUT CHUNKS

The engine reads the files, from wherever it can, and a worker pairs them from their bytes. No other program is started.
"""

import os
import sys
from pathlib import Path


def records(names, contents):
    """The records of files, a line of JSON each, as `swiss-ilp batch --no-times` writes them."""
    import swiss_ilp as si

    files = zip((name.removeprefix("file:") for name in names), contents)
    return si.Pairer("pairs").lines(files).decode().splitlines()


def of_frames(frames):
    for frame in frames:
        yield frame.__class__({"value": records(frame.path, frame.content)})


def of_batch(batch):
    return {"value": records(batch["path"], batch["bytes"])}


def by_spark(paths, out, chunks):
    import pyspark
    from pyspark.sql import SparkSession

    # local-cluster starts its executors with the program that SPARK_HOME has.
    os.environ.setdefault("SPARK_HOME", os.path.dirname(pyspark.__file__))
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    conf = pyspark.SparkConf().setIfMissing("spark.master", "local-cluster[2,1,1024]")
    conf.setIfMissing("spark.ui.showConsoleProgress", "false")
    spark = SparkSession.builder.config(conf=conf).appName("swiss-ilp").getOrCreate()
    (
        spark.read.format("binaryFile")
        .load([Path(path).as_uri() for path in paths])
        .select("path", "content")
        .repartition(chunks)
        .mapInPandas(of_frames, "value string")
        .write.text(Path(out).absolute().as_uri())
    )
    spark.stop()


def by_ray(paths, out, chunks):
    import ray

    ray.init(num_cpus=2, include_dashboard=False)
    # Ray repeats a task whose worker dies. It repeats one that fails if these two say so.
    context = ray.data.DataContext.get_current()
    context.retried_map_errors, context.max_map_retries = True, 3
    files = ray.data.read_binary_files(
        paths, include_paths=True, override_num_blocks=chunks
    )
    Path(out).mkdir(parents=True)
    with open(Path(out, "part-0"), "w") as file:
        # A block comes here once, however often it was tried.
        for row in files.map_batches(of_batch, batch_size=None).iter_rows():
            file.write(row["value"] + "\n")


def main():
    _, engine, paths, out, chunks = sys.argv
    work = {"spark": by_spark, "ray": by_ray}[engine]
    work(Path(paths).read_text().splitlines(), out, int(chunks))


if __name__ == "__main__":
    main()
