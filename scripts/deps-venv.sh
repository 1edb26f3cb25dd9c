#!/bin/sh
# Makes sure that the virtual environment $1 has the packages that the file $2 pins: makes it, and installs them from
# PyPI. Silent when they are there. Python itself is installed with apt-get, dnf, pacman or brew.
set -eu

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/packages.sh"

venv=$1
pinned=$2
! cmp -s "$pinned" "$venv/installed.txt" || exit 0

# Debian has Python without what fills a new environment.
has_python() { has python3 && python3 -c 'import ensurepip, venv' 2>/dev/null; }

# Prints the package of manager $1 that brings tool $2.
package() {
    case $1 in
        apt-get) echo python3-venv ;;
        pacman | brew) echo python ;;
        *) echo python3 ;;
    esac
}

has_python || install_tools python3
has_python || die "still missing after the installation: python3 with venv"
echo "azulejo: installing $pinned in $venv, some hundred MB" >&2
python3 -m venv --clear "$venv"
"$venv/bin/pip" install --quiet --disable-pip-version-check --requirement "$pinned" >&2
cp "$pinned" "$venv/installed.txt"
