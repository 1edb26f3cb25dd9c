"""Writes the licences of all crates that are in the wheel and in the programs of a release: licences.py FILE.

With ``--check`` the file is compared and not written. Cargo says which crates are compiled in for one of the systems of
.github/workflows/release.yml; their sources, which it keeps in its folder, have the texts.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

#: What the native part of the Python package has in it is what the program has, and a few crates more.
PACKAGE = "azulejo-python"

#: Names of files with a licence, such as LICENSE-MIT and THIRD_PARTY_NOTICES.md.
TEXT = re.compile(r"((un)?licen[sc]es?|copying|copyright|(third_party_)?notices?)([._-][\w.-]*?)?(\.md|\.txt)?", re.IGNORECASE)

#: What has such a name and is no text of a licence.
CODE = {".rs", ".py", ".c", ".cpp", ".h", ".html", ".json", ".toml", ".yml"}

HEAD = """The licences of the crates that are compiled into the wheel and into the programs of a release.

Made by `cargo maintain licences`; do not edit. Of a crate that lets one choose, the MIT licence is chosen where it is among the choices.
"""


def cargo(*words):
    done = subprocess.run(["cargo", *words], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


def systems():
    """The systems for which the release workflow builds."""
    workflow = (ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8")
    return re.findall(r"runner: [^,]+, target: ([\w-]+)", workflow)


def compiled_in():
    """Name and version of each crate that is linked on one of the systems."""
    crates = set()
    for system in systems():
        edges = ["--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"]
        tree = cargo("tree", "--locked", "--package", PACKAGE, "--target", system, *edges)
        crates.update(tuple(line.split()[:2]) for line in tree.splitlines())
    return {(name, version.lstrip("v")) for name, version in crates}


def texts(package):
    """The licences in the sources of a crate, those of code by others below it, too."""
    folder = Path(package["manifest_path"]).parent
    named = [file for file in sorted(folder.rglob("*")) if TEXT.fullmatch(file.name)]
    files = [file for file in named if file.suffix not in CODE and file.is_file()]
    mit = [file for file in files if re.search(r"mit", file.name, re.IGNORECASE)]
    choice = re.split(r" OR |/", package["license"] or "")
    chosen = mit if mit and "MIT" in [one.strip() for one in choice] else files
    return [file.read_text(encoding="utf-8", errors="replace") for file in chosen]


def document():
    wanted = compiled_in()
    packages = json.loads(cargo("metadata", "--locked", "--format-version", "1"))["packages"]
    packages = [it for it in packages if (it["name"], it["version"]) in wanted and it["source"]]
    packages.sort(key=lambda it: (it["name"], it["version"]))
    parts = [HEAD]
    said = {}
    for package in packages:
        title = f"{package['name']} {package['version']}"
        found = texts(package)
        authors = ", ".join(package["authors"])
        parts.append(f"{title}: {package['license']}" + (f", by {authors}" if authors and not found else ""))
        for text in found:
            said.setdefault(" ".join(text.split()), (text, []))[1].append(title)
    for text, titles in said.values():
        lines = (line.rstrip() for line in text.strip().splitlines())
        parts.append(f"\n{'=' * 80}\n{', '.join(dict.fromkeys(titles))}\n{'-' * 80}\n\n" + "\n".join(lines))
    return "\n".join(parts) + "\n"


def main():
    *flags, path = sys.argv[1:]
    path, text = Path(path), document()
    if flags != ["--check"]:
        path.write_text(text, encoding="utf-8")
    elif path.read_text(encoding="utf-8") != text:
        sys.exit(f"azulejo: {path} is not that of Cargo.lock: run cargo maintain licences")


main()
