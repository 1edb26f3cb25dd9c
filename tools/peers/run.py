"""Gives the same instances to azulejo and to its peers, and writes docs/peers.md and docs/peers.json.

Every result is kept as soon as it is there: a run that was stopped goes on. It ends with 1 where a result
contradicts another or what is published.
"""

import argparse
import hashlib
import json
import os
import platform
import re
import statistics
import sys
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from agreement import contradictions
from instance import Instance
from methods import HERE, ROOT, Method, Programs, Result, methods
from page import page

INSTANCES = [
    "plain/3x3-max",
    "case-study/3x3-centre-last",
    "plain/3x3-min",
    "plain/4x4-max",
    "plain/4x4-min",
    "plain/5x5-max",
    "plain/5x5-min",
    "thesis/5x5-last-round-max",
    "thesis/5x5-last-round-min",
    "plain/6x6-min",
]

#: A run that takes no longer, in seconds, is repeated,
QUICK = 10.0

#: until there are so many of which the median is taken.
REPEATS = 3


def main() -> int:
    """Runs what has not been run, and writes the page."""
    args = arguments()
    built = args.target / "release"
    programs = Programs(built / "azulejo", built / "maintain", args.limit, args.threads)
    contestants = methods(programs)
    document: dict[str, Any] = {
        "limit": args.limit,
        "quick": QUICK,
        "repeats": REPEATS,
        "threads": args.threads,
        "machine": f"{processor()}, {os.cpu_count()} cores; Python {platform.python_version()}",
        "methods": [asdict(method) for method in contestants],
    }
    partial_results = args.target / "peers" / "kept.json"
    partial_results.parent.mkdir(parents=True, exist_ok=True)
    document["fingerprint"] = fingerprint([programs.azulejo, programs.maintain, *HERE.glob("*.py")])
    results = stored_results(partial_results, document)

    paths = {f"instances/{name}.json": Instance.read(ROOT / f"instances/{name}.json") for name in INSTANCES}
    finished = {(result.instance, result.method) for result in results}
    for path in paths:
        for method in contestants:
            if (path, method.name) not in finished:
                result = median(programs, method, ROOT / path)
                results.append(result)
                write_json(partial_results, document, results)
                print(f"{path}, {method.title}: {progress_line(result)}", file=sys.stderr)

    del document["fingerprint"]
    document["load"] = os.getloadavg()[0]
    write_json(ROOT / "docs" / "peers.json", document, results)
    text = page(document, contestants, paths, results)
    replace_file(ROOT / "docs" / "peers.md", text)
    partial_results.unlink()
    faults = [
        fault
        for path, instance in paths.items()
        for fault in contradictions(instance, [result for result in results if result.instance == path])
    ]
    for fault in faults:
        print(f"contradiction: {fault}", file=sys.stderr)
    return 1 if faults else 0


def arguments() -> argparse.Namespace:
    """What is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=duration, default=30.0, help="for each run, 30s by default")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, help="all cores by default")
    parser.add_argument("--target", type=Path, default=ROOT / "target", help="where cargo builds")
    return parser.parse_args()


def duration(text: str) -> float:
    """Seconds: 20s or 20."""
    if not re.fullmatch(r"\d+(\.\d+)?s?", text) or not (seconds := float(text.rstrip("s"))):
        message = f"not a number of seconds: {text}"
        raise argparse.ArgumentTypeError(message)
    return seconds


def median(programs: Programs, method: Method, path: Path) -> Result:
    """Runs a method, a quick one again; the first result, with the median of the times."""
    first = programs.run(method, path)
    if first.seconds > QUICK or first.status != "optimal":
        return first
    others = [programs.run(method, path).seconds for _ in range(REPEATS - 1)]
    return replace(first, seconds=statistics.median([first.seconds, *others]))


def progress_line(result: Result) -> str:
    """A line of progress."""
    return f"{result.note or result.status}, {result.score} (bound {result.bound}), {result.seconds:.2f} s"


def processor() -> str:
    """The name of the processor, where the system tells."""
    try:
        info = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.machine()
    name = re.search(r"model name\s*:\s*(.+)", info)
    return name[1] if name else platform.machine()


def fingerprint(files: list[Path]) -> str:
    """A digest of the programs: only results of the same programs are reused."""
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def stored_results(path: Path, document: dict[str, Any]) -> list[Result]:
    """The results of a stopped run of the same kind."""
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, json.JSONDecodeError):
        return []
    results = [Result(**result) for result in stored.pop("results")]
    return results if stored == document else []


def write_json(path: Path, document: dict[str, Any], results: list[Result]) -> None:
    """Writes the results with how they came about."""
    whole = {**document, "results": [asdict(result) for result in results]}
    replace_file(path, json.dumps(whole, ensure_ascii=False, indent=2) + "\n")


def replace_file(path: Path, text: str) -> None:
    """Writes beside, then renames."""
    beside = path.with_suffix(".part")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


if __name__ == "__main__":
    sys.exit(main())
