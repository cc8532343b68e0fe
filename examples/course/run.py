"""Execute the notebooks, and compare what each cell prints with what is stored: `run.py`, or `run.py --update` to store it.

It needs nbclient, ipykernel, and what the notebooks need: the package swiss-ilp, and matplotlib. `make suite NAME=notebooks` installs all of them.
"""

import pathlib
import re
import sys

import nbformat
from nbclient import NotebookClient

FOLDER = pathlib.Path(__file__).parent


def text(cell):
    """What a cell prints, without times, which differ from run to run. A picture counts by its description alone."""
    parts = []
    for output in cell.get("outputs", []):
        if output["output_type"] == "error":
            parts.append(f"{output['ename']}: {output['evalue']}")
        parts.append(output.get("text", "") + output.get("data", {}).get("text/plain", ""))
    return re.sub(r"\d+\.\d+ s\b", "... s", "".join(parts))


def differences(path, update):
    """The cells that print something else than what is stored."""
    stored = nbformat.read(path, as_version=4)
    executed = nbformat.from_dict(stored)
    for cell in executed.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    here = {"metadata": {"path": str(path.parent)}}
    # What a cell prints comes in parts, and where it is cut differs from run to run.
    NotebookClient(executed, timeout=300, resources=here, record_timing=False, coalesce_streams=True).execute()
    pairs = zip(stored.cells, executed.cells)
    found = [(number, text(old), text(new)) for number, (old, new) in enumerate(pairs) if text(old) != text(new)]
    if update:
        executed.metadata = stored.metadata
        for output in (output for cell in executed.cells for output in cell.get("outputs", [])):
            # A page is as long as the notebook, and nothing would tell that it is out of date.
            if "<iframe" in output.get("data", {}).get("text/html", ""):
                del output["data"]["text/html"]
        nbformat.write(executed, path)
    return found


def main():
    update = sys.argv[1:] == ["--update"]
    if sys.argv[1:] and not update:
        sys.exit(f"usage: {sys.argv[0]} [--update]")
    notebooks = sorted(FOLDER.glob("*.ipynb"))
    failed = not notebooks
    for path in notebooks:
        found = differences(path, update)
        print(f"{path.name}: {len(found)} cells differ")
        for number, old, new in found if not update else []:
            failed = True
            print(f"cell {number} was stored with\n{old}\nand printed\n{new}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
