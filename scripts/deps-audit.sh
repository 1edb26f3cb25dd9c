#!/bin/sh
# Makes sure that the tools which check the dependencies are here: cargo-deny (licences, bans, sources) and
# cargo-machete (dependencies that nothing uses). Silent when they are; otherwise builds them with cargo into the
# folder $1, which takes minutes.
set -eu

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/packages.sh"

tools=$1
PATH=$tools/bin:$PATH
has cargo-deny && has cargo-machete && exit 0
echo "azulejo: building cargo-deny and cargo-machete, which takes minutes" >&2
has cargo-machete || cargo install --quiet --locked --root "$tools" cargo-machete
has cargo-deny || cargo install --quiet --locked --root "$tools" cargo-deny
