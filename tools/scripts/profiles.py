"""Builds the program by several settings of its release profile, and writes what each is worth into docs/build.md.

    python3 tools/scripts/profiles.py FOLDER          builds in FOLDER, one folder a setting, without HiGHS

HiGHS is C++, and these settings do not reach it. What is measured runs in one thread, one setting after the other, so
that whatever else the machine does reaches all of them alike. It ends with 1 where two settings say something different.
"""

import argparse
import os
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "build.md"

#: The settings, by what `Cargo.toml` or the environment would say. The linker optimizes no crate that is compiled incrementally.
SETTINGS = {
    "default": {},
    "`CARGO_INCREMENTAL=0`": {"CARGO_INCREMENTAL": "0"},
    "`CARGO_INCREMENTAL=1`": {"CARGO_INCREMENTAL": "1"},
    '`lto = "thin"`': {"CARGO_INCREMENTAL": "0", "CARGO_PROFILE_RELEASE_LTO": "thin"},
    '`lto = "fat"`, `codegen-units = 1`': {
        "CARGO_INCREMENTAL": "0",
        "CARGO_PROFILE_RELEASE_LTO": "fat",
        "CARGO_PROFILE_RELEASE_CODEGEN_UNITS": "1",
    },
    "`-C target-cpu=native`": {"RUSTFLAGS": "-C target-cpu=native"},
}

#: What is run, with what it does in words.
WORKS = {
    "300 games": "game match azulejo:nodes=1000 strategic --games 300 --seed 7 --format json",
    "a round of 2.5 million nodes": "game solve --seed 7 --format json",
    "count of 7×7 by the frontier": "count --size 7 --method frontier --format json",
    "count of 5×5 by dense layers": "count --size 5 --sense min --method dense --format json",
}

#: How often each is run; the median counts.
RUNS = 5


def build(folder: Path, environment: dict[str, str]) -> float:
    """Builds from nothing: seconds."""
    words = ["cargo", "build", "--release", "--locked", "--no-default-features", "--features", "cli"]
    began = time.monotonic()
    target = {"CARGO_TARGET_DIR": str(folder)}
    subprocess.run(words, cwd=ROOT, env=os.environ | target | environment, check=True)
    return time.monotonic() - began


def run(program: Path, words: str) -> tuple[float, str]:
    """Its seconds of a processor, and what it says without its times."""
    environment = os.environ | {"RAYON_NUM_THREADS": "1"}
    child = subprocess.Popen([program, *words.split()], stdout=subprocess.PIPE, env=environment)
    output = child.stdout.read().decode()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"{program} {words}: ended with {child.returncode}")
    return used.ru_utime + used.ru_stime, re.sub(r'"seconds": [0-9.e-]+', "", output)


def median(numbers: list[float]) -> float:
    """The one in the middle."""
    return sorted(numbers)[len(numbers) // 2]


def table(folder: Path) -> str:
    """A row a setting."""
    build_seconds, programs = {}, {}
    for number, (name, environment) in enumerate(SETTINGS.items()):
        target = folder / str(number)
        build_seconds[name] = build(target, environment)
        programs[name] = target / "release" / "azulejo"
    seconds = {(name, work): [] for name in SETTINGS for work in WORKS}
    for work, words in WORKS.items():
        outputs = set()
        for _ in range(RUNS):
            for name, program in programs.items():
                duration, output = run(program, words)
                seconds[name, work].append(duration)
                outputs.add(output)
        if len(outputs) > 1:
            sys.exit(f"{words}: the programs say different things")
    lines = [
        "| setting | build from nothing | program | " + " | ".join(WORKS) + " |",
        "|---|---|---|" + "---|" * len(WORKS),
    ]
    for name, program in programs.items():
        cells = [f"{build_seconds[name]:.0f} s", f"{program.stat().st_size / 2**20:.1f} MiB"]
        for work in WORKS:
            duration, default = median(seconds[name, work]), median(seconds["default", work])
            cells.append(f"{duration:.2f} s, {duration / default:.2f}")
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Writes the table between its marks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    text = table(parser.parse_args().folder)
    begin, end = "<!-- profiles -->\n", "<!-- end of profiles -->\n"
    page = PAGE.read_text()
    before, after = page.split(begin)[0], page.split(end)[1]
    PAGE.write_text(before + begin + text + end + after)
    print(text)


if __name__ == "__main__":
    main()
