"""Counts with several processes on this machine, and writes what it finds into docs/cluster.md.

    python3 tools/scripts/cluster.py PROGRAM cost     CPU seconds by one process and by several
    python3 tools/scripts/cluster.py PROGRAM kills    ten kills at random moments, and the counts that go on

PROGRAM is azulejo with the feature `cluster`. It ends with 1 where a count differs, or a process does not say
what it must.
"""

import argparse
import json
import os
import platform
import random
import shlex
import signal
import socket
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "cluster.md"

#: The counts that are measured.
PROBLEMS = {"8×8, maximum": "--size 8", "6×6, minimum": "--size 6 --sense min"}

#: How often a process is killed, of how many, and the seed of the moments.
KILLS, TOGETHER, SEED = 10, 3, 2026


@dataclass
class Ended:
    """A process that has ended."""

    code: int
    output: str
    errors: str
    cpu: float


class Running:
    """A process whose output goes to files, so that its times can be asked for at its end."""

    def __init__(self, words: list[str], threads: int, folder: Path, number: int) -> None:
        """Starts it."""
        self.output, self.errors = folder / f"output.{number}", folder / f"errors.{number}"
        environment = os.environ | {"RAYON_NUM_THREADS": str(threads)}
        with self.output.open("wb") as output, self.errors.open("wb") as errors:
            self.child = subprocess.Popen(words, stdout=output, stderr=errors, cwd=folder, env=environment)

    def kill(self) -> None:
        """Ends it as a machine does that loses its power."""
        os.kill(self.child.pid, signal.SIGKILL)

    def wait(self) -> Ended:
        """Waits for its end."""
        _, status, used = os.wait4(self.child.pid, 0)
        self.child.returncode = os.waitstatus_to_exitcode(status)
        cpu = used.ru_utime + used.ru_stime
        return Ended(self.child.returncode, self.output.read_text(), self.errors.read_text(), cpu)


def start(program: Path, problem: str, folder: Path, processes: int, rest: str = "") -> list[Running]:
    """Starts the processes of a count; 0 stands for one without hosts."""
    words = [str(program), "count", "--quiet", "--format", "json", *shlex.split(problem), *shlex.split(rest)]
    cores = os.cpu_count() or 1
    if processes == 0:
        return [Running([*words, "--method", "frontier"], cores, folder, 0)]
    # All are held until all are known, so that they differ.
    listeners = [socket.create_server(("127.0.0.1", 0)) for _ in range(processes)]
    hosts = "".join(f"127.0.0.1:{listener.getsockname()[1]}\n" for listener in listeners)
    for listener in listeners:
        listener.close()
    (folder / "hosts").write_text(hosts)
    (folder / "secret").write_text("a secret of this measurement\n")
    words += ["--hosts", "hosts", "--secret", "secret", "--process"]
    threads = max(1, cores // processes)
    return [Running([*words, str(process)], threads, folder, process) for process in range(processes)]


def count_result(ended: list[Ended]) -> tuple[int, str]:
    """The score and the orders that the first one printed; all must have ended well and silently."""
    for process in ended:
        if process.code != 0 or process.errors:
            raise SystemExit(f"a process ended with {process.code}: {process.errors}")
    result = json.loads(ended[0].output)
    return result["score"], result["orders"]


def cost(program: Path) -> str:
    """The table of CPU seconds."""
    head = "| problem | processes | threads of each | optimal orders | seconds | CPU seconds | ratio |"
    rows = [head, "|---|---|---|---|---|---|---|"]
    cores = os.cpu_count() or 1
    for name, problem in PROBLEMS.items():
        expected, single = None, 0.0
        for processes in (0, 1, 2, 4):
            with tempfile.TemporaryDirectory() as folder:
                began = time.monotonic()
                ended = [process.wait() for process in start(program, problem, Path(folder), processes)]
                seconds = time.monotonic() - began
            count = count_result(ended)
            expected = expected or count
            if count != expected:
                raise SystemExit(f"{name}: {processes} processes count {count}, not {expected}")
            cpu = sum(process.cpu for process in ended)
            single = single or cpu
            mode = "1, without `--hosts`" if processes == 0 else str(processes)
            threads = max(1, cores // max(1, processes))
            ratio = f"{cpu / single:.2f}"
            rows.append(f"| {name} | {mode} | {threads} | {count[1]} | {seconds:.1f} | {cpu:.1f} | {ratio} |")
            print(rows[-1], flush=True)
    load = os.getloadavg()[0]
    machine = (
        f"One run on one machine ({platform.machine()}, {cores} cores; load average {load:.0f} at the end)."
    )
    note = (
        "The CPU seconds are those of all processes, user and system; the ratio is that to the process alone."
    )
    return "\n".join([*rows, "", machine, note])


def kills(program: Path) -> str:
    """The table of kills."""
    name, problem = "6×6, minimum", PROBLEMS["6×6, minimum"]
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        running = start(program, problem, Path(folder), TOGETHER, "--checkpoint layers")
        expected = count_result([process.wait() for process in running])
        whole = time.monotonic() - began
    chance = random.Random(SEED)
    rows = ["| killed after | what the others say | processes that go on | optimal orders |", "|---|---|---|---|"]
    while len(rows) < KILLS + 2:
        with tempfile.TemporaryDirectory() as folder:
            running = start(program, problem, Path(folder), TOGETHER, "--checkpoint layers")
            moment, victim = chance.uniform(0.05, 0.95) * whole, chance.randrange(TOGETHER)
            time.sleep(moment)
            running[victim].kill()
            ended = [process.wait() for process in running]
            if ended[victim].code == 0:
                print("it was done before it was killed; again", flush=True)
                continue
            messages = {process.errors.strip() for index, process in enumerate(ended) if index != victim}
            codes = {process.code for index, process in enumerate(ended) if index != victim}
            message = messages.pop()
            if messages or codes != {1} or f"process {victim} " not in message or "\n" in message:
                raise SystemExit(f"after the end of process {victim}, with {codes}: {message}, {messages}")
            processes = chance.choice([2, 3, 4])
            resumed = start(program, problem, Path(folder), processes, "--checkpoint layers --resume")
            result = count_result([process.wait() for process in resumed])
            if result != expected:
                raise SystemExit(f"resumed: {result}, not {expected}")
            message = message.replace("error: ", "")
            rows.append(f"| {moment:.2f} s | {message} | {processes} | {result[1]} |")
            print(rows[-1], flush=True)
    head = f"{name}, {TOGETHER} processes; {whole:.1f} s without a kill, and {expected[1]} optimal orders."
    return "\n".join([head, "", *rows])


def write(part: str, text: str) -> None:
    """Puts a text between its marks on the page."""
    page = PAGE.read_text()
    mark = f"<!-- {part}, by cargo maintain cluster {part} -->\n"
    before, rest = page.split(mark)
    _, after = rest.split("<!-- end -->\n", 1)
    PAGE.write_text(f"{before}{mark}{text}\n<!-- end -->\n{after}")


def main() -> None:
    """Measures one thing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("part", choices=["cost", "kills"])
    args = parser.parse_args()
    measure = cost if args.part == "cost" else kills
    write(args.part, measure(args.program.resolve()))


if __name__ == "__main__":
    main()
