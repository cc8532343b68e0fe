"""Pair an archive by Spark.

spark.py PATHS OUT CHUNKS            each chunk's paths through a pipe; OUT is text, a record a line
spark.py PATHS OUT CHUNKS contents   Spark reads the files, from wherever it can; OUT is Parquet, a record a row

Without another spark.master in the configuration, two executors run on this machine.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pyspark
from pyspark.sql import SparkSession

CHUNK = Path(__file__).resolve().parent / "chunk.sh"


def by_pipe(spark, paths, out, chunks):
    # Every n-th path, since files that lie side by side are often of one size.
    split = [paths[i::chunks] for i in range(chunks)]
    # pipe gives the command no environment, and without checkCode it takes a killed one for done.
    records = (
        spark.sparkContext.parallelize(split, chunks)
        .flatMap(lambda chunk: chunk)
        .pipe(f"'{CHUNK}'", env={"PATH": os.environ["PATH"]}, checkCode=True)
    )
    # The output of a task is committed once, whichever attempt succeeds. Records that a task collects itself, or
    # writes to a file of its own, would be there twice.
    records.saveAsTextFile(Path(out).absolute().as_uri())


def paired(frames):
    """Records of tournaments that are given by their contents."""
    for frame in frames:
        with tempfile.TemporaryDirectory() as folder:
            names = {}
            for number, (path, content) in enumerate(zip(frame.path, frame.content)):
                file = Path(folder, f"{number}{Path(path).suffix}")
                file.write_bytes(content)
                names[str(file)] = path.removeprefix("file:")
            done = subprocess.run(
                [CHUNK],
                input="\n".join(names),
                capture_output=True,
                text=True,
                check=True,
            )
        records = [json.loads(line) for line in done.stdout.splitlines()]
        for record in records:
            record["file"] = names[record["file"]]
        yield frame.__class__(
            {
                "file": [record["file"] for record in records],
                "round": [record["round"] for record in records],
                "status": [record["status"] for record in records],
                "record": [
                    json.dumps(record, ensure_ascii=False, separators=(",", ":"))
                    for record in records
                ],
            }
        ).astype({"round": "Int64"})


def by_contents(spark, paths, out, chunks):
    files = spark.read.format("binaryFile").load(
        [Path(path).as_uri() for path in paths]
    )
    (
        files.select("path", "content")
        .repartition(chunks)
        .mapInPandas(paired, "file string, round long, status string, record string")
        .write.parquet(Path(out).absolute().as_uri())
    )


def main():
    _, paths, out, chunks, *contents = sys.argv
    # local-cluster starts its executors with the program that SPARK_HOME has.
    os.environ.setdefault("SPARK_HOME", os.path.dirname(pyspark.__file__))
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    conf = pyspark.SparkConf().setIfMissing("spark.master", "local-cluster[2,1,1024]")
    conf.setIfMissing("spark.ui.showConsoleProgress", "false")
    spark = SparkSession.builder.config(conf=conf).appName("swiss-ilp").getOrCreate()
    work = by_contents if contents == ["contents"] else by_pipe
    work(spark, Path(paths).read_text().splitlines(), out, int(chunks))
    spark.stop()


if __name__ == "__main__":
    main()
