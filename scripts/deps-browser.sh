#!/bin/sh
# Makes sure that Chromium is here, in which tests/browser/ opens the pages.
# Silent when it is; otherwise installs it with apt-get, dnf, pacman or brew.
set -eu

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/packages.sh"

# Debian's Chromium without windows: a test needs a third less time in it.
shell=chromium-headless-shell

# The names that the tests try.
has_browser() { has $shell || has chromium || has chromium-browser || has google-chrome || has chrome; }

# Prints the package of manager $1 that brings tool $2, which has the name of the tool everywhere.
package() { echo "$2"; }

# Not every system with apt-get has the package. Where another browser is here, only the lists that are here are asked.
if ! has $shell && has apt-get && { ! has_browser || apt-cache show $shell >/dev/null 2>&1; }; then
    (install_tools $shell) || true
fi
has_browser || install_tools chromium
has_browser || die "still missing after the installation: chromium"
