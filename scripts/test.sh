#!/bin/sh
# Runs the tests: the command $2, $3, … Ends as the command does, and says at last how many checks were skipped and what
# brings the tools that they need. Each check that is skipped adds a line to the file $1: what is missing, and after a tab
# the target of make that installs it.
set -eu

skipped=$1
shift
mkdir -p "$(dirname "$skipped")"
: >"$skipped"

code=0
AZULEJO_SKIPPED=$skipped "$@" || code=$?

# field NUMBER SEPARATOR: what is in that field of the lines, each once.
field() { cut -f "$1" "$skipped" | sort -u | paste -s -d "$2" -; }

count=$(wc -l <"$skipped" | tr -d ' ')
missing=$(field 1 , | sed 's/,/, /g')
targets=$(field 2 ' ')
case $count in
    0) echo "azulejo: no check was skipped" ;;
    1) echo "azulejo: 1 check was skipped, as $missing is missing: make $targets" ;;
    *) echo "azulejo: $count checks were skipped, as these are missing: $missing; to install them: make $targets" ;;
esac
exit "$code"
