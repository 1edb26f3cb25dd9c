# shellcheck shell=sh
# Sourced by the scripts that install tools. They define `package MANAGER TOOL`, which prints the name
# of the package that brings the tool.

die() {
    echo "azulejo: $*" >&2
    exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

# Without a terminal sudo cannot ask for a password.
can_be_root() { [ "$(id -u)" -eq 0 ] || { has sudo && { [ -t 0 ] || sudo -n true 2>/dev/null; }; }; }
as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi; }

# install_packages PACKAGE...: with $manager.
install_packages() {
    case $manager in
        apt-get) as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends "$@" ;;
        dnf) as_root dnf install -y --setopt=install_weak_deps=False "$@" ;;
        # The package lists are refreshed only where there are none.
        pacman) as_root pacman -S --noconfirm --needed "$@" || as_root pacman -Sy --noconfirm --needed "$@" ;;
        brew) brew install "$@" ;;
    esac >&2
}

# install_tools TOOL...: installs them with apt-get, dnf, pacman or brew. Where not all of them are to be had, the others.
install_tools() {
    for manager in apt-get dnf pacman brew ''; do ! has "$manager" || break; done
    [ "$manager" ] || die "missing: $*; install them with your package manager"
    packages=$(for tool; do package "$manager" "$tool"; done | tr '\n' ' ')
    packages=${packages% }
    [ "$manager" = brew ] || can_be_root || die "missing: $*; as root, install with $manager: $packages"

    echo "azulejo: missing: $*; installing with $manager: $packages" >&2
    [ "$manager" != apt-get ] || as_root apt-get update -qq >&2 || true # an older list may do
    # shellcheck disable=SC2086 # one word a package
    install_packages $packages && return
    failed=" $packages"
    if [ $# -gt 1 ]; then
        failed=
        for package in $packages; do install_packages "$package" || failed="$failed $package"; done
    fi
    [ ! "$failed" ] || die "could not install with $manager:$failed"
}
