#!/bin/sh
# Makes sure that what HiGHS is built with is here: a C++ compiler, cmake, make and libclang.
# Silent when it is; otherwise installs only what is missing, with apt-get, dnf, pacman or brew.
set -eu

die() {
    echo "azulejo: $*" >&2
    exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

# On a Mac cc, c++ and make are there from the start, as stubs that only offer to install the tools.
has_tool() { has "$1" && { [ "$1" = cmake ] || ! has xcode-select || xcode-select -p >/dev/null 2>&1; }; }

# The build calls `cc` (rustc's linker) and $CXX or `c++`.
has_compiler() {
    cxx=${CXX:-c++}
    has_tool cc && has_tool "${cxx%% *}" # CXX may carry arguments
}

# Is there a libclang that bindgen would load in one of these directories (or files)?
libclang_in() {
    for dir; do
        for lib in "$dir" "$dir"/libclang.so "$dir"/libclang-*.so "$dir"/libclang.so.* \
            "$dir"/libclang-*.so.* "$dir"/libclang.dylib; do
            case $lib in
                *libclang-cpp.*) ;; # another library: bindgen does not load it
                */libclang[.-]*) [ ! -f "$lib" ] || return 0 ;;
            esac
        done
    done
    return 1
}

# The places where bindgen looks. A set LIBCLANG_PATH is the only one.
has_libclang() {
    if [ "${LIBCLANG_PATH+set}" ]; then
        libclang_in "$LIBCLANG_PATH"
        return
    fi
    libclang_in /usr/lib/llvm*/lib /usr/lib/*-linux-gnu /usr/lib /usr/lib64 /usr/lib64/llvm*/lib* \
        /usr/lib/llvm/*/lib* /usr/local/lib /usr/local/lib64 /usr/local/opt/llvm*/lib \
        /Library/Developer/CommandLineTools/usr/lib \
        /Applications/Xcode.app/Contents/Developer/Toolchains/XcodeDefault.xctoolchain/usr/lib &&
        return
    if has "${LLVM_CONFIG_PATH:-llvm-config}"; then
        libclang_in "$("${LLVM_CONFIG_PATH:-llvm-config}" --libdir)" && return
    fi
    # shellcheck disable=SC2086 # split at the colons
    (IFS=: && libclang_in ${LD_LIBRARY_PATH-} ${LIBRARY_PATH-})
}

# Prints the missing tools, a space before each.
missing() {
    has_compiler || printf ' c++'
    has_tool cmake || printf ' cmake'
    has_tool make || printf ' make'
    has_libclang || printf ' libclang'
}

# Prints the packages of manager $1 that bring the tools that follow.
packages() {
    manager=$1
    shift
    for tool; do
        case $manager:$tool in
            apt-get:c++) printf ' g++' ;;
            apt-get:libclang) printf ' libclang-dev' ;; # depends on clang's own headers
            dnf:c++) printf ' gcc-c++' ;;
            dnf:libclang) printf ' clang-devel' ;;
            pacman:c++) printf ' gcc' ;;
            pacman:libclang) printf ' clang' ;;
            brew:libclang) printf ' llvm' ;;
            *) printf ' %s' "$tool" ;;
        esac
    done
}

# Without a terminal sudo cannot ask for a password.
can_be_root() { [ "$(id -u)" -eq 0 ] || { has sudo && { [ -t 0 ] || sudo -n true 2>/dev/null; }; }; }
as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi; }

has cargo || die "cargo is missing: install Rust from https://rustup.rs"
tools=$(missing)
[ "$tools" ] || exit 0

case $tools in
    *libclang*) [ ! "${LIBCLANG_PATH+set}" ] || die "no libclang in LIBCLANG_PATH=$LIBCLANG_PATH: correct or unset it" ;;
esac
case $(uname -s):$tools in
    Darwin:*c++* | Darwin:*' make'*) die "the compiler is missing: run xcode-select --install" ;;
esac

for manager in apt-get dnf pacman brew ''; do ! has "$manager" || break; done
[ "$manager" ] || die "missing:$tools; install them with your package manager"
# shellcheck disable=SC2086 # one word a tool
packages=$(packages "$manager" $tools)
[ "$manager" = brew ] || can_be_root || die "missing:$tools; as root, install with $manager:$packages"

echo "azulejo: missing:$tools; installing with $manager:$packages" >&2
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
esac >&2 || die "could not install with $manager:$packages"

tools=$(missing)
keg=/opt/homebrew/opt/llvm/lib # where Homebrew puts it and bindgen does not look
[ "$tools" != " libclang" ] || ! libclang_in "$keg" || die "run: export LIBCLANG_PATH=$keg, then try again"
[ ! "$tools" ] || die "still missing after the installation:$tools"
