#!/bin/sh
# Runs a test program, as a runner of cargo: FOLDER PROGRAM ARGUMENT...
#
# A program whose outcome depends on its own bytes, `instances/`, `tests/data/` and `tools/coach/` alone is not run again once it has
# passed, until one of these changes. FOLDER has an empty file for each such pass.
set -eu

folder=$1
program=$2
shift 2

# Programs that neither run `azulejo`, nor look for a tool, nor read another file of the checkout; `tests/docs/architecture.rs` holds it.
name=$(basename "$program" | sed 's/-[0-9a-f]*$//')
case $name in
    conformance | game | limits | solver | theorems) ;;
    azulejo_counting | azulejo_lab | azulejo_play | azulejo_rules | azulejo_solver) ;;
    # Pages wait for frames and timers as long as they compute.
    browser) RUST_TEST_THREADS=${RUST_TEST_THREADS:-$(($(getconf _NPROCESSORS_ONLN) * 2))} exec "$program" "$@" ;;
    *) exec "$program" "$@" ;;
esac

digest() { if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi | cut -d ' ' -f 1; }
root=$(dirname "$0")/..
inputs=$(
    {
        echo "$@"
        cat "$program"
        find "$root/instances" "$root/tests/data" "$root/tools/coach" -type f | LC_ALL=C sort | while read -r file; do
            echo "$file"
            cat "$file"
        done
    } | digest
)
pass=$folder/$name-$inputs
if [ -e "$pass" ]; then
    echo "azulejo: $name passed before, with the same program and the same files; rm -r $folder runs it again"
    exit 0
fi
"$program" "$@"
mkdir -p "$folder"
rm -f "$folder/$name"-*
: >"$pass"
