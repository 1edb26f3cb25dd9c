"""Writes what paper.tex takes from the repository: `python3 docs/paper/generate.py FOLDER`.

The theorems with their proofs are those of docs/proofs.md, so that there is one text of them. The tables are those of
docs/results.json, docs/formulations.json and docs/distribution.md. `--bfiles` writes the b-files beside this program anew.
"""

import json
import re
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent

# Sections of docs/proofs.md, in the sequence of the paper.
BEFORE = (1, 2, 3, 4, 5, 17)
COUNTED = (18, 15, 7)
AFTER = (10, 11, 12, 13, 14)

# Captions of tables, by the first cell of their heads.
CAPTIONS = {
    "$n$": "The parts of the standard tree.",
    "$z$": "The starts of the first box.",
    "wall": "Numbers of orders with the maximum score, as sums over posets.",
    "box": "The extremes of small boxes, by all their orders.",
}

UNICODE = {
    "×": r"\(\times\)", "–": "--", "…": r"\dots{}", "≥": r"\(\ge\)", "≤": r"\(\le\)", "→": r"\(\to\)", "−": r"\(-\)", "·": r"\(\cdot\)",
    "Λ": r"\(\Lambda\)", "Σ": r"\(\Sigma\)", "⌊": r"\(\lfloor\)", "⌋": r"\(\rfloor\)", "∎": r"\qed", "²": r"\textsuperscript{2}",
}  # fmt: skip


def plain(text):
    """Text without markup, safe for LaTeX."""
    text = re.sub(r"([&%#_{}])", r"\\\1", text)
    text = text.replace("~", r"\textasciitilde{}").replace("^", r"\textasciicircum{}")
    text = re.sub(r'"([^"]*)"', r"``\1''", text)
    return "".join(UNICODE.get(one, one) for one in text)


def code(text):
    """Text in one font, with straight quotes, that may be broken after a slash."""
    return plain(text.replace('"', "\1")).replace("\1", r"\char34{}").replace("/", r"/\allowbreak{}")


def inline(text):
    """A paragraph: formulas and code stay, emphasis and links become LaTeX."""
    kept = []

    def keep(latex):
        kept.append(latex)
        return f"\0{len(kept) - 1}\0"

    text = re.sub(r"`([^`]+)`", lambda it: keep(r"\texttt{" + code(it[1]) + "}"), text)
    text = re.sub(r"\$([^$]+)\$", lambda it: keep(f"${it[1]}$"), text)
    text = re.sub(r"\[([^\]]+)\]\(([^)]*)\)", r"\1", text)
    text = re.sub(r"\b[Ss]ections?\s+(\d+)(\s+(?:and|to)\s+(\d+))?", lambda it: keep(reference(it)), text)
    text = plain(text)
    text = re.sub(r"\*\*([^*]+)\*\*", r"\\textbf{\1}", text)
    text = re.sub(r"\*([^*]+)\*", r"\\emph{\1}", text)
    while "\0" in text:
        text = re.sub("\0(\\d+)\0", lambda it: kept[int(it[1])], text)
    return text


def reference(found):
    word = found[0].split()[0]
    known = [number for number in (found[1], found[3]) if number]
    if any(int(number) not in BEFORE + COUNTED + AFTER for number in known):
        return f"{word} {found[1]} of the proofs in the repository"
    tied = [rf"\ref{{s{number}}}" for number in known]
    joint = " to " if " to " in found[0] else " and "
    return f"{word}~" + joint.join(tied)


def numbered(body, caption, mark="table"):
    """A table or a figure that stands where it is told, on one page, with its number."""
    return f"\\begin{{{mark}here}}\n{body}\n\\caption{{{caption}}}\n\\end{{{mark}here}}"


def table(rows):
    caption = CAPTIONS[rows[0].strip("|").split("|")[0].strip()]
    cells = [[inline(cell.strip()) for cell in row.strip("|").split("|")] for row in rows]
    del cells[1]
    spec = "c" * len(cells[0])
    body = [" & ".join(cells[0]) + r" \\ \hline\noalign{\vskip 2pt}"] + [" & ".join(row) + r" \\" for row in cells[1:]]
    return numbered("\\small\n\\begin{tabular}{" + spec + "}\n" + "\n".join(body) + "\n\\end{tabular}", caption)


def blocks(markdown):
    """The blocks of a section: paragraphs, lists, formulas, tables and code, each with its lines."""
    block, fence = [], None
    for line in [*markdown.splitlines(), ""]:
        if fence is None and (line.startswith("```") or line == "$$"):
            if block:
                yield block
            block, fence = [line], "```" if line.startswith("```") else "$$"
        elif fence is not None:
            block.append(line)
            if line == fence:
                yield block
                block, fence = [], None
        elif line.strip():
            leads = block and block[-1].rstrip().endswith(":")
            if leads and line.startswith(("- ", "1. ")) and not block[0].startswith(("- ", "1. ")):
                yield block
                block = []
            block.append(line)
        elif block:
            yield block
            block = []


def items(block, mark):
    found = []
    for line in block:
        if re.match(r"(- |\d+\. )", line):
            found.append(re.sub(r"^(- |\d+\. )", "", line))
        else:
            found[-1] += "\n" + line.strip()
    body = "\n".join(r"\item " + inline(item) for item in found)
    return f"\\begin{{{mark}}}\n{body}\n\\end{{{mark}}}"


def section(number, title, markdown):
    out = [f"\\section{{{plain(title)}}}\\label{{s{number}}}"]
    pending = list(blocks(markdown))
    states = False  # a theorem with formulas and lists, which the next paragraph ends
    for place, block in enumerate(pending):
        first, text = block[0], "\n".join(block)
        if states and not first.startswith(("$$", "- ")):
            out.append("\\end{theorem}")
            states = False
        if first == "$$":
            out.append("\\[\n" + "\n".join(block[1:-1]) + "\n\\]")
        elif first.startswith("```console"):
            continue
        elif first.startswith("```"):
            body = "\n".join(block[1:-1])
            if not body.isascii():
                body = body.translate(str.maketrans("┌─│", "+-|"))
            wide = max(len(line) for line in body.splitlines()) > 80
            size = "\\scriptsize" if wide else "\\small"
            # On one page, unless it is longer than half of one.
            left, right = ("\\par\\medskip\\noindent\\begin{minipage}{\\linewidth}", "\\end{minipage}\\par\\medskip") if len(block) < 25 else ("", "")
            out.append("{" + size + left + "\n\\begin{verbatim}\n" + body + "\n\\end{verbatim}\n" + right + "}")
        elif first.startswith("|"):
            out.append(table(block))
        elif first.startswith("### "):
            out.append(f"\\subsection{{{plain(first[4:])}}}")
        elif first.startswith("- "):
            out.append(items(block, "itemize"))
        elif first.startswith("1. "):
            out.append(items(block, "enumerate"))
        else:
            follows = pending[place + 1][0] if place + 1 < len(pending) else ""
            if follows.startswith("```console") and text.rstrip().endswith(":"):
                text = re.sub(r"(^|(?<=[.!?)] )|(?<=\n))[^.!?]*:$", "", text.rstrip())
            named = re.match(r"^\*\*Theorem \((.*?)\)\.\*\* \*(.*)\*$", text, re.S)
            if named:
                out.append(f"\\begin{{theorem}}[{named[1]}]\n" + inline(named[2]))
                states = True
                continue
            if re.match(r"^\*[^*].*", text, re.S) and not text.startswith("**"):
                statement = re.match(r"^\*((?:[^*])+)\*\s*(.*)$", text, re.S)
                if statement and statement[1].count("$") % 2 == 0 and len(statement[1]) > 60 and "case:" not in statement[1]:
                    out.append("\\begin{theorem}\n" + inline(statement[1]) + "\n\\end{theorem}")
                    text = statement[2]
            if text.strip():
                # A sentence that a formula stands in goes on without an indent.
                goes_on = place > 0 and pending[place - 1][0] == "$$" and text[0].islower()
                out.append((r"\noindent " if goes_on else "") + inline(text))
    return "\n\n".join(out)


def proofs(numbers):
    page = (DOCS / "proofs.md").read_text(encoding="utf-8").replace("this page", "this paper")
    found = re.findall(r"^## (\d+) (.+?)\n(.*?)(?=^## |\Z)", page, re.S | re.M)
    by_number = {int(number): (title, text) for number, title, text in found}
    return "\n\n".join(section(number, *by_number[number]) for number in numbers)


RESULTS = json.loads((DOCS / "results.json").read_text(encoding="utf-8"))


def entries(rule, sense):
    chosen = [entry for entry in RESULTS if (entry["rule"], entry["sense"]) == (rule, sense)]
    return sorted(chosen, key=lambda entry: entry["n"])


def found(entry, what):
    methods = [entry[method] for method in ("frontier", "backward", "last_merge", "ordering") if entry.get(method)]
    return next((method[what] for method in methods if method.get(what) is not None), None)


def broken(digits, most=90):
    """A number in lines of at most so many digits, as cells of a column."""
    lines = [digits[at : at + most] for at in range(0, len(digits), most)]
    return r" \\ & & ".join(lines)


def counts(rule, sense, caption):
    rows = [(entry["n"], found(entry, "score"), found(entry, "orders")) for entry in entries(rule, sense)]
    body = "\n".join(rf"{n} & {score} & {broken(orders) if orders else '--'} \\" for n, score, orders in rows)
    head = r"$n$ & score & optimal orders \\ \hline\noalign{\vskip 2pt}"
    return numbered("\\scriptsize\n\\begin{tabular}{@{}rrl@{}}\n" + head + "\n" + body + "\n\\end{tabular}", caption)


FORMULATIONS = json.loads((DOCS / "formulations.json").read_text(encoding="utf-8"))


def steps(flags, caption):
    rows = [
        rf"{plain(it['step'])} & {it['columns']} & {it['rows']} & {it['lp_bound']:.2f} & {it['root_bound']:.2f} & {it['nodes']} & {it['seconds']:.3g} \\"
        for it in FORMULATIONS
        if it["flags"] == flags
    ]
    head = r"step & columns & rows & LP bound & root bound & nodes & seconds \\ \hline\noalign{\vskip 2pt}"
    return numbered("\\small\n\\begin{tabular}{lrrrrrr}\n" + "\n".join([head, *rows]) + "\n\\end{tabular}", caption)


def times():
    """The times that the text compares: of the maximum of 3×3, from the first formulation to the bare ordering formulation."""
    seconds = {it["step"]: it["seconds"] for it in FORMULATIONS if it["flags"] == "--size 3"}
    ordering = seconds["ordering, bare"]
    names = {"casestudy": "case study", "disaggregated": "disaggregated linking"}
    made = [rf"\newcommand{{\orderingms}}{{{1000 * ordering:.0f}}}"]
    for name, step in names.items():
        made.append(rf"\newcommand{{\{name}seconds}}{{{seconds[step]:.0f}}}")
        made.append(rf"\newcommand{{\{name}ratio}}{{{100 * round(seconds[step] / ordering / 100):,}}}")
    return "\n".join(made)


CURVE = (
    r"The shares of the scores of all $25!$ orders of $5 \times 5$, and the normal curve with the same mean "
    r"$\frac{1652}{15}$ and variance $\frac{87263}{3150}$.\label{curve}"
)


def distribution():
    page = (DOCS / "distribution.md").read_text(encoding="utf-8")
    shares = [(int(score), int(orders)) for score, orders in re.findall(r"^\| (\d+) \| (\d+) \|", page, re.M)]
    total = sum(orders for _, orders in shares)
    mean = sum(score * orders for score, orders in shares) / total
    variance = sum((score - mean) ** 2 * orders for score, orders in shares) / total
    width, height = 1, 800 / max(orders for _, orders in shares) * total
    out = [r"\begin{picture}(330,110)(0,-14)", r"\put(0,0){\line(1,0){330}}"]
    for score, orders in shares:
        tall = orders / total * height / 8
        if tall >= 0.05:
            out.append(rf"\put({(score - 87) * 5.5:.1f},0){{\rule{{2pt}}{{{tall:.2f}pt}}}}")
    for score in range(90, 150, 10):
        out.append(rf"\put({(score - 87) * 5.5 + width:.1f},-11){{\makebox(0,0)[b]{{\scriptsize {score}}}}}")
    for step in range(0, 331, 3):
        score = 87 + (step - width) / 5.5
        density = 2.718281828459045 ** (-((score - mean) ** 2) / 2 / variance) / (2 * 3.141592653589793 * variance) ** 0.5
        out.append(rf"\put({step},{density * height / 8:.2f}){{\circle*{{1.5}}}}")
    return numbered("\n".join([*out, r"\end{picture}"]), CURVE, "figure")


def bfiles():
    """The sequences n, a(n) in the form of the OEIS, by the names of their files."""

    def of(rule, sense, what):
        known = [(entry["n"], found(entry, what)) for entry in entries(rule, sense)]
        return [(n, value) for n, value in known if value is not None]

    return {
        "orders-maximum": of("none", "maximize", "orders"),
        "orders-minimum": of("none", "minimize", "orders"),
        "minimum": [(n, least(n)) for n in range(1, 101)],
        "minimum-last-round": of("last-round", "minimize", "score"),
        "minimum-rounds": of("rounds", "minimize", "score"),
        "orders-minimum-rounds": of("rounds", "minimize", "orders"),
    }


def least(n):
    line = sum((k - 1).bit_length() for k in range(1, n + 2))
    return 2 * n * line - n * n + (n // 2) ** 2


def main():
    if sys.argv[1:] == ["--bfiles"]:
        for name, terms in bfiles().items():
            text = "".join(f"{n} {value}\n" for n, value in terms)
            (DOCS / "paper" / "bfiles" / f"b-{name}.txt").write_text(text)
        return
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    written = {
        "times": times(),
        "before": proofs(BEFORE),
        "counted": proofs(COUNTED),
        "after": proofs(AFTER),
        "counts": counts("none", "maximize", r"The maximum of $n \times n$, and the number of its orders.")
        + counts("none", "minimize", r"The minimum of $n \times n$, and the number of its orders."),
        "rounds": counts("last-round", "minimize", "The minimum if the last round goes from top to bottom.")
        + counts("rounds", "minimize", "The minimum if every round goes from top to bottom."),
        "steps-maximum": steps("--size 3", r"Formulations of the maximum of $3 \times 3$.\label{steps}"),
        "steps-minimum": steps("--size 5 --sense min", r"Formulations of the minimum of $5 \times 5$."),
        "distribution": distribution(),
    }
    for name, text in written.items():
        (folder / f"{name}.tex").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
