#!/bin/sh
# Makes sure that pdfLaTeX is here, with which tests/latex.rs sets what `azulejo formulate --format latex` prints.
# Silent when it is; otherwise installs it with apt-get, dnf, pacman or brew.
set -eu

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/packages.sh"

# Prints the package of manager $1 that brings tool $2, and the few LaTeX packages that are needed.
package() {
    case $1 in
        apt-get) echo texlive-latex-base ;;
        dnf) echo texlive-collection-latex ;;
        pacman) echo texlive-latex ;;
        *) echo texlive ;;
    esac
}

has pdflatex || install_tools pdflatex
has pdflatex || die "still missing after the installation: pdflatex"
