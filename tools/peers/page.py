"""The page about the results."""

from agreement import contradiction, optimum
from instance import Instance
from methods import Method, Result

INTRODUCTION = """\
# Peers

Made by `cargo maintain peers`; do not edit. The same instances, in one run, given to azulejo and to
what one would pick instead. The peers get the natural model of each, written once for readability, and
their own defaults but for the time limit, the threads and, in HiGHS, a gap of 0; nothing is tuned
for or against them. `cargo maintain peers --limit {limit:g}s --threads {threads}` repeats it all. In
[`tools/peers/`](../tools/peers) are the models, and how to repeat one run.

- A solver has {limit:g} s. The seconds are those of making (or reading) the model and of solving it, without
  the start of the program; of proofs within {quick:g} s, the median of {repeats}.
- Every order was scored again by `azulejo check`. *Agrees*: neither the score nor the bound contradicts the
  optimum, which is the published one or else the first that is proven.
- HiGHS and SCIP are given the case study's own program, as it was published; azulejo's ordering formulation
  runs on HiGHS, too. The plain dynamic program has no limit; it needs memory for 2^N coverings.
- {machine}; load average {load:.0f} at the end. With other work beside, a factor of two says nothing.
"""

OVERVIEW = """\
## Seconds to a proof

Where there is none: the score of the best order, and the bound; – without any order.
"""

MILLISECOND = 0.001


def page(
    document: dict[str, object],
    methods: list[Method],
    instances: dict[str, Instance],
    results: list[Result],
) -> str:
    """The page in Markdown: the methods, an overview, and the results of each instance."""
    by_instance = {path: [result for result in results if result.instance == path] for path in instances}
    parts = [
        INTRODUCTION.format_map(document),
        table(
            ["method", "version", "threads", "model"],
            [
                [method.title, method.version, str(method.threads or document["threads"]), method.model]
                for method in methods
            ],
        ),
        OVERVIEW,
        table(
            ["instance", "optimum", *(method.title for method in methods)],
            [
                [instance.name, figure(optimum(instance, by_instance[path])), *map(brief, by_instance[path])]
                for path, instance in instances.items()
            ],
        ),
        "## Instance by instance\n",
    ]
    titles = {method.name: method.title for method in methods}
    for path, instance in instances.items():
        best = optimum(instance, by_instance[path])
        rows = [
            [
                titles[result.method],
                result.note or result.status,
                figure(result.score),
                figure(result.bound),
                result.orders or "–",
                seconds(result.seconds),
                agrees(result, instance, best),
            ]
            for result in by_instance[path]
        ]
        head = ["method", "status", "score", "bound", "optimal orders", "seconds", "agrees"]
        parts += [f"**{instance.name}** (`{path}`)\n", table(head, rows)]
    return "\n".join(parts).rstrip() + "\n"


def agrees(result: Result, instance: Instance, best: int | None) -> str:
    """Whether what a result claims fits the optimum; nothing where it claims nothing."""
    if result.score is None and result.bound is None:
        return "–"
    return "**no**" if contradiction(result, instance, best) else "yes"


def brief(result: Result) -> str:
    """The seconds to a proof, or what there is instead."""
    if result.status == "optimal":
        return seconds(result.seconds)
    return "–" if result.score is None else f"{result.score}, bound {figure(result.bound)}"


def figure(number: int | None) -> str:
    """The text of a number; a dash for none."""
    return "–" if number is None else str(number)


def seconds(number: float) -> str:
    """Two digits, down to a millisecond."""
    if number < MILLISECOND:
        return "<0.001"
    for least, digits in ((10.0, 0), (1.0, 1), (0.1, 2)):
        if number >= least:
            return f"{number:.{digits}f}"
    return f"{number:.3f}"


def table(head: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
