#!/bin/sh
# Prints what CHANGELOG.md says of the version $1, and fails if that is nothing.
set -eu

cd "$(dirname "$0")/.."
notes=$(awk -v version="[$1]" '/^## / { said = $2 == version; next } said' CHANGELOG.md)
[ "$notes" ] || {
    echo "azulejo: CHANGELOG.md has no section [$1]" >&2
    exit 1
}
echo "$notes"
