#!/bin/sh
# Makes sure that axe-core is in the folder $1, with which tests/browser/ looks for barriers on the pages. Silent when it is;
# otherwise fetches it with npm.
set -eu

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/packages.sh"

version=4.14.1
file=$1/axe.min.js

if ! grep -qs "axe v$version" "$file"; then
    has npm || die "missing: npm, which fetches axe-core $version"
    mkdir -p "$1"
    fetched=$(mktemp -d)
    trap 'rm -rf "$fetched"' EXIT
    (cd "$fetched" && npm pack --silent "axe-core@$version" >/dev/null && tar -xzf axe-core-*.tgz package/axe.min.js)
    mv "$fetched/package/axe.min.js" "$file"
fi
