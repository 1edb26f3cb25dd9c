#!/bin/sh
# Sets docs/paper/paper.tex with what docs/paper/generate.py takes from the repository: $1/paper.pdf.
set -eu

folder=$1
source=$(dirname "$0")/../docs/paper
python3 "$source/generate.py" "$folder"
cp "$source/paper.tex" "$folder"
cd "$folder"
for _ in 1 2; do # the second time with the numbers of sections
    pdflatex -interaction=nonstopmode -halt-on-error paper.tex >paper.said 2>&1 || {
        tail -n 20 paper.said >&2
        exit 1
    }
done
! grep -E 'undefined|multiply' paper.said >&2
echo "$folder/paper.pdf"
