#!/bin/sh
# Makes sure that Marp, which makes a page of the slides, is in folder $1. It needs node and npm.
# Silent when it is there.
set -eu

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/packages.sh"

# Prints the package of manager $1 that brings tool $2.
package() {
    case $1:$2 in
        brew:npm) echo node ;;
        *) echo "$2" ;;
    esac
}

version=4.5.1
[ -x "$1/node_modules/.bin/marp" ] && exit 0
has npm || install_tools npm
mkdir -p "$1"
echo "azulejo: installing Marp $version with npm" >&2
npm install --prefix "$1" --no-audit --no-fund --loglevel=error "@marp-team/marp-cli@$version" >&2
