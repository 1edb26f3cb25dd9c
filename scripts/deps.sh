#!/bin/sh
# Makes sure that what HiGHS is built with is here: a C++ compiler, cmake, make and libclang.
# Silent when it is; otherwise installs only what is missing, with apt-get, dnf, pacman or brew.
set -eu

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/packages.sh"

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

# Prints the package of manager $1 that brings tool $2.
package() {
    case $1:$2 in
        apt-get:c++) echo g++ ;;
        apt-get:libclang) echo libclang-dev ;; # depends on clang's own headers
        dnf:c++) echo gcc-c++ ;;
        dnf:libclang) echo clang-devel ;;
        pacman:c++) echo gcc ;;
        pacman:libclang) echo clang ;;
        brew:libclang) echo llvm ;;
        *) echo "$2" ;;
    esac
}

has cargo || die "cargo is missing: install Rust from https://rustup.rs"
tools=$(missing)
[ "$tools" ] || exit 0

case $tools in
    *libclang*) [ ! "${LIBCLANG_PATH+set}" ] || die "no libclang in LIBCLANG_PATH=$LIBCLANG_PATH: correct or unset it" ;;
esac
case $(uname -s):$tools in
    Darwin:*c++* | Darwin:*' make'*) die "the compiler is missing: run xcode-select --install" ;;
esac

# shellcheck disable=SC2086 # one word a tool
install_tools $tools

tools=$(missing)
keg=/opt/homebrew/opt/llvm/lib # where Homebrew puts it and bindgen does not look
[ "$tools" != " libclang" ] || ! libclang_in "$keg" || die "run: export LIBCLANG_PATH=$keg, then try again"
[ ! "$tools" ] || die "still missing after the installation:$tools"
