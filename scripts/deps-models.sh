#!/bin/sh
# Makes sure that the solvers of models/ are here: glpsol (GLPK), minizinc with Gecode, and cbc.
# Silent when they are; otherwise installs only what is missing, with apt-get, dnf, pacman or brew.
set -eu

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/packages.sh"

# Prints the missing tools, a space before each.
missing() {
    for tool in glpsol minizinc fzn-gecode cbc; do
        has "$tool" || printf ' %s' "$tool"
    done
}

# Prints the package of manager $1 that brings tool $2.
package() {
    case $1:$2 in
        apt-get:glpsol | dnf:glpsol) echo glpk-utils ;;
        *:glpsol) echo glpk ;;
        apt-get:fzn-gecode) echo flatzinc ;;
        *:fzn-gecode) echo gecode ;;
        apt-get:cbc) echo coinor-cbc ;;
        dnf:cbc) echo coin-or-Cbc ;;
        pacman:cbc) echo coin-or-cbc ;;
        *) echo "$2" ;;
    esac
}

tools=$(missing)
[ "$tools" ] || exit 0
# shellcheck disable=SC2086 # one word a tool
install_tools $tools
tools=$(missing)
[ ! "$tools" ] || die "still missing after the installation:$tools"
