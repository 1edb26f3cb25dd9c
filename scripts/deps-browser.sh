#!/bin/sh
# Makes sure that Chromium is here, in which tests/browser/ opens the pages.
# Silent when it is; otherwise installs it with apt-get, dnf, pacman or brew.
set -eu

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/packages.sh"

# The names that the tests try.
has_browser() { has chromium || has chromium-browser || has google-chrome || has chrome; }

# Prints the package of manager $1 that brings tool $2: chromium everywhere.
package() { echo "$2"; }

has_browser || install_tools chromium
has_browser || die "still missing after the installation: chromium"
