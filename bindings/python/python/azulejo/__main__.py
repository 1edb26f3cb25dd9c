"""The command ``azulejo``: the same program as the one that cargo builds."""

from __future__ import annotations

import sys

from azulejo import _native


def main() -> None:
    """Runs the command line of this process, and ends the process with its exit code."""
    sys.exit(_native.command(["azulejo", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
