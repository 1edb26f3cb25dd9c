#!/bin/sh
# Checks the scripts of the pages: their types by tsc, and their rules by eslint. All of it is done in a copy below the folder $1, into
# which npm puts these tools; nothing is installed in web/. Skips the check where Node is missing, or the network.
set -eu

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/packages.sh"

web=$(cd "$(dirname "$0")/../web" && pwd)
copy=$1/web
if ! has node || ! has npm; then
    echo "azulejo: the scripts of the pages are not checked, as Node and npm are missing" >&2
    exit 0
fi

mkdir -p "$copy"
if ! cmp -s "$web/package-lock.json" "$copy/installed"; then
    cp "$web/package.json" "$web/package-lock.json" "$copy"
    if ! (cd "$copy" && npm ci --silent --no-audit --no-fund --ignore-scripts); then
        echo "azulejo: the scripts of the pages are not checked, as npm cannot fetch what checks them" >&2
        exit 0
    fi
    cp "$web/package-lock.json" "$copy/installed"
fi
rm -rf "$copy/pages" "$copy/types"
cp -R "$web/pages" "$web/types" "$web/package.json" "$web/tsconfig.json" "$web/eslint.config.js" "$copy"
cd "$copy"

npx tsc --project .
npx eslint --max-warnings 0 .
