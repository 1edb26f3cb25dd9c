"""What several tests need."""

import os
import shutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def program() -> str:
    """The command ``azulejo`` that the wheel has brought."""
    found = shutil.which("azulejo", path=str(Path(sys.executable).parent))
    assert found, "make test-wheel installs the wheel beside this Python"
    return found


@pytest.fixture(scope="session")
def wheel() -> Path:
    """The file that was built."""
    return Path(os.environ["AZULEJO_WHEEL"])
