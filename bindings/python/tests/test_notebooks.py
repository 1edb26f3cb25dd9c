"""The notebooks run from their beginning to their end, and show what is stored in them.

``cargo maintain notebooks`` stores their outputs anew, so that a forge shows them.
"""

import os
import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from conftest import ROOT

NOTEBOOKS = sorted((ROOT / "bindings/python/notebooks").glob("*.ipynb"))

#: Times differ from run to run, and so do the names that Python gives to objects.
VOLATILE = re.compile(r"\d+(\.\d+)? s\b|0x[0-9a-f]+")


def test_there_are_six() -> None:
    names = ["1-explore", "2-formulation", "3-solvers", "4-count", "5-write-a-model", "6-play"]
    assert [path.stem for path in NOTEBOOKS] == names


def shown(notebook: nbformat.NotebookNode) -> list[list[str]]:
    """What each cell shows: text, and the kind of everything else."""

    def told(output: nbformat.NotebookNode) -> str:
        if output.output_type == "stream":
            return VOLATILE.sub("", output.text)
        return " ".join(sorted(output.data))

    return [[told(output) for output in cell.get("outputs", [])] for cell in notebook.cells]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_reproduces_its_stored_outputs(path: Path, tmp_path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    stored = shown(notebook)
    client = NotebookClient(notebook, timeout=120, kernel_name="python3", record_timing=False, coalesce_streams=True)
    client.execute(cwd=str(tmp_path))
    if os.environ.get("AZULEJO_NOTEBOOKS"):
        # What a machine says of itself is no part of a notebook.
        notebook.metadata.language_info = {"name": "python"}
        nbformat.write(notebook, path)
        return
    assert shown(notebook) == stored
    kinds = {kind for told in stored for kinds in told for kind in kinds.split()}
    assert kinds & {"text/html", "image/png", "text/markdown"}
