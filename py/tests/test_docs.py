"""What the guide and the docstrings show is what one sees. UPDATE_DOCS=1 writes what is seen into the guide."""

import doctest
import importlib
import os
import re
import sys
from contextlib import redirect_stdout
from io import StringIO

import pytest
import swiss_ilp as si
from conftest import ROOT

sys.path[:0] = [str(ROOT / "examples/course")]
import run as course  # noqa: E402

PAGE = ROOT / "docs/src/guide/python.md"
NOTEBOOKS = sorted((ROOT / "py/notebooks").glob("*.ipynb"))
BLOCK = re.compile(r"(?<=```pycon\n)(.*?)(?=```\n)", re.S)


def seen(source, names):
    """What an interpreter shows of a statement."""
    out = StringIO()
    with redirect_stdout(out):
        try:
            exec(compile(source, "<page>", "single"), names)
        except Exception as error:
            print(f"{type(error).__module__}.{type(error).__qualname__}: {error}" if type(error).__module__ != "builtins" else f"{type(error).__name__}: {error}")
    return out.getvalue()


def shown(block, names):
    """A block with what one sees after each statement."""
    text = ""
    for example in doctest.DocTestParser().get_examples(block):
        first, *more = example.source.splitlines()
        text += f">>> {first}\n" + "".join(f"... {line}".rstrip() + "\n" for line in more) + seen(example.source, names)
    return text


def test_the_guide_shows_what_one_sees():
    text, names = PAGE.read_text(), {}
    blocks = BLOCK.findall(text)
    assert len(blocks) > 8
    new = BLOCK.sub(lambda block: shown(block.group(), names), text)
    if os.environ.get("UPDATE_DOCS"):
        PAGE.write_text(new)
    assert new == text


def test_the_example_of_the_benchmark_set_finds_the_recorded_optimum():
    pytest.importorskip("networkx")
    [block] = re.findall(r"```python\n(.*?)```\n", (ROOT / "docs/src/benchmarks.md").read_text(), re.S)
    out = StringIO()
    with redirect_stdout(out):
        exec(block, names := {})
    assert names["best"] == [-17, -60, -28] and out.getvalue().endswith(f"{names['best']}\n")
    assert [sum(pair[tier] for pair in names["found"]) for tier in ["scores", "colours", "fold"]] == names["best"]


@pytest.mark.parametrize("name", ["tasks", "frame", "model", "tournament", "archive", "results"])
def test_docstrings_show_what_one_sees(name):
    module = importlib.import_module(f"swiss_ilp.{name}")
    names = {"si": si, "t": si.read("instances/teaching-8.json")}
    result = doctest.testmod(module, extraglobs=names, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert result.failed == 0


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_prints_what_is_stored(path):
    assert course.differences(path, update=bool(os.environ.get("UPDATE_DOCS"))) == []
