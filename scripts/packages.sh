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

# install_tools TOOL...: installs them with apt-get, dnf, pacman or brew.
install_tools() {
    for manager in apt-get dnf pacman brew ''; do ! has "$manager" || break; done
    [ "$manager" ] || die "missing: $*; install them with your package manager"
    packages=$(for tool; do package "$manager" "$tool"; done | tr '\n' ' ')
    packages=${packages% }
    [ "$manager" = brew ] || can_be_root || die "missing: $*; as root, install with $manager: $packages"

    echo "azulejo: missing: $*; installing with $manager: $packages" >&2
    # shellcheck disable=SC2086 # one word a package
    case $manager in
        apt-get)
            as_root apt-get update -qq || true # an older list may do
            as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $packages
            ;;
        dnf) as_root dnf install -y --setopt=install_weak_deps=False $packages ;;
        # The package lists are refreshed only where there are none.
        pacman) as_root pacman -S --noconfirm --needed $packages || as_root pacman -Sy --noconfirm --needed $packages ;;
        brew) brew install $packages ;;
    esac >&2 || die "could not install with $manager: $packages"
}
