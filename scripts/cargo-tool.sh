#!/bin/sh
# Runs `cargo $2` with the arguments $3, $4, …: a tool that checks the project, such as machete (dependencies that nothing uses),
# deny (licences, bans, sources) or mutants (faults that no test notices). Where the tool is missing, cargo first builds it into
# the folder $1, which takes minutes, without optimizations: these tools read a few hundred files.
set -eu

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/packages.sh"

folder=$1
tool=$2
shift 2
PATH=$folder/bin:$PATH
if ! has "cargo-$tool"; then
    echo "azulejo: building cargo-$tool, which takes minutes" >&2
    cargo install --quiet --locked --debug --root "$folder" "cargo-$tool"
fi
exec cargo "$tool" "$@"
