"""One run of a peer on an instance, in a process of its own: prints the answer as JSON.

python one_run.py cp-sat ../../instances/plain/5x5-min.json --limit 60 --threads 2
"""

import argparse
import json
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path

from answer import Answer
from instance import Instance

HERE = Path(__file__).resolve().parent

Solve = Callable[[Instance, float, int], Answer]


def solver(peer: str, azulejo: Path, path: Path, scratch: Path) -> Solve:
    """Prepares a solver for the instance of a file: loads it, and writes the file that it reads."""
    match peer:
        case "cp-sat":
            # OR-tools and highspy both bring HiGHS: they cannot be loaded together.
            import cp_sat  # noqa: PLC0415

            return cp_sat.solve
        case "didp":
            import didp  # noqa: PLC0415

            return didp.solve
        case "highs" | "scip":
            import mip  # noqa: PLC0415

            mps = scratch / "case-study.mps"
            mip.write(azulejo, path, mps)
            return partial(mip.highs if peer == "highs" else mip.scip, mps=mps)
        case _:
            raise ValueError(f"no such peer: {peer}")


def main() -> None:
    """Runs a peer once. The seconds are those of making or reading the model and of solving it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("peer", choices=["highs", "scip", "cp-sat", "didp"])
    parser.add_argument("instance", type=Path)
    parser.add_argument("--limit", type=float, default=30.0, help="seconds for the solver")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--azulejo", type=Path, default=HERE.parent.parent / "target/release/azulejo")
    args = parser.parse_args()
    instance = Instance.read(args.instance)
    with tempfile.TemporaryDirectory() as scratch:
        solve = solver(args.peer, args.azulejo, args.instance, Path(scratch))
        began = time.perf_counter()
        answer = solve(instance, args.limit, args.threads)
        seconds = time.perf_counter() - began
    print(json.dumps({**asdict(answer), "seconds": seconds}))


if __name__ == "__main__":
    main()
