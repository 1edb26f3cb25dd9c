#!/bin/sh
# Lets Coq check the proofs of folder $1, file after file as $1/_CoqProject lists them, in folder $2. Fails when a proof does, when
# one is left out, or when a theorem that the last file names with `Print Assumptions` rests on an axiom.
set -eu

die() {
    echo "azulejo: $*" >&2
    exit 1
}

from=$1
to=$2
# What Coq has checked once it need not check again.
checked=$(cat "$0" "$from"/_CoqProject "$from"/*.v | cksum; coqc --version)
if [ -f "$to/checked" ] && [ "$(cat "$to/checked")" = "$checked" ]; then
    cat "$to/theorems"
    exit 0
fi
rm -rf "$to"
mkdir -p "$to"
cp "$from"/*.v "$to"
files=$(grep '\.v$' "$from/_CoqProject")
[ "$files" ] || die "$from/_CoqProject lists no file"
last=$(echo "$files" | tail -n 1)
cd "$to"
for file in *.v; do
    echo "$files" | grep -qx "$file" || die "$file is not in _CoqProject"
    ! grep -nwE 'Admitted|admit|Abort|Axioms?|Parameters?|Conjecture|Hypothes[ei]s|Variables?' "$file" ||
        die "$file takes something for granted"
done
for file in $files; do
    coqc -q -w -notation-overridden "$file" >"$file.said" || die "$file is refused"
done
asked=$(grep -c '^Print Assumptions ' "$last" || true)
proven=$(grep -cx 'Closed under the global context' "$last.said" || true)
[ "$asked" -gt 0 ] || die "$last does not ask what its theorems rest on"
[ "$asked" = "$proven" ] || {
    cat "$last.said" >&2
    die "of $asked theorems $proven rest on no axiom"
}
{
    echo "$asked theorems are proven, and rest on no axiom:"
    sed -n 's/^Print Assumptions \(.*\)\.$/  \1/p' "$last"
} | tee theorems
echo "$checked" >checked
