#!/bin/sh
# Makes sure that Coq is here with the libraries of docs/proofs/: ssreflect and zify of Mathematical Components.
# Silent when they are; otherwise installs them with apt-get, dnf, pacman or brew.
set -eu

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/packages.sh"

# Prints the package of manager $1 that brings tool $2.
package() {
    case $1:$2 in
        apt-get:zify) echo libcoq-mathcomp-zify ;; # it brings ssreflect
        *:zify) echo coq-mathcomp-zify ;;
        *) echo coq ;;
    esac
}

zify() { has coqc && [ -d "$(coqc -where)/user-contrib/mathcomp/zify" ]; }

if [ "${1:-}" != --check ]; then
    missing=
    has coqc || missing=coqc
    zify || missing="$missing zify"
    # shellcheck disable=SC2086 # one word a tool
    [ ! "$missing" ] || install_tools $missing
fi
zify || die "missing: Coq with mathcomp-zify"
