#!/bin/sh
# Makes sure that the tools $2, $3, … which check the project are here: cargo-machete (dependencies that nothing uses),
# cargo-deny (licences, bans, sources), cargo-mutants (what no test notices). Silent when they are; otherwise builds them
# with cargo into the folder $1, which takes minutes.
set -eu

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/packages.sh"

tools=$1
shift
PATH=$tools/bin:$PATH
for tool; do
    if ! has "$tool"; then
        echo "azulejo: building $tool, which takes minutes" >&2
        cargo install --quiet --locked --root "$tools" "$tool"
    fi
done
