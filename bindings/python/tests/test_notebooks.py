"""The notebooks run from their beginning to their end."""

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from conftest import ROOT

NOTEBOOKS = sorted((ROOT / "bindings/python/notebooks").glob("*.ipynb"))


def test_there_are_four() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["1-explore", "2-formulation", "3-solvers", "4-count"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_and_shows_something(path: Path, tmp_path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs for cell in code), "notebooks are kept without their outputs"
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute(cwd=str(tmp_path))
    kinds = {kind for cell in code for output in cell.outputs for kind in output.get("data", {})}
    assert kinds & {"text/html", "image/png", "text/markdown"}
