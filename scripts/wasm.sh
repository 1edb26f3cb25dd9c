#!/bin/sh
# Builds for WebAssembly, in target/wasm: `crates` what a page can use, which is the rules, play, the referee, and the solver
# without a disk; `site` the programs of the pages. With `deps` it only makes sure that it can: by rustup, or with a newer Rust of
# Debian and the sources of its standard library.
set -eu

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/packages.sh"

target=wasm32-unknown-unknown
folder=${CARGO_TARGET_DIR:-target}/wasm

# Is there a standard library for it?
has_std() { [ -d "$(rustc --print target-libdir --target $target 2>/dev/null)" ]; }
# Debian's Rust that is meant for browsers, which can build the standard library from its sources.
web=/usr/bin
has_web() { [ -x $web/cargo ] && [ -x $web/rustc ] && ls -d /usr/src/rustc-*/library >/dev/null 2>&1 && has wasm-ld; }

package() {
    case $1:$2 in
        apt-get:rust-for-the-web) echo rustc-web cargo-web rust-web-src lld ;;
        *) die "missing: the standard library of Rust for $target; install it with rustup target add $target" ;;
    esac
}

if ! has_std && ! has_web; then
    has rustup && rustup target add $target >&2 || install_tools rust-for-the-web
fi

case ${1-} in
    deps) exit 0 ;;
    crates) set -- -p azulejo-rules -p azulejo-play -p azulejo-check -p azulejo-text -p azulejo-solver -p azulejo-counting -p azulejo-lab --no-default-features ;;
    # What makes pages and pictures does not need to be fast: the least code saves 200 kB, compressed. Rules, proofs and linear
    # programs are only made short.
    site)
        level() { echo "profile.release.package.$1.opt-level=\"$2\""; }
        for crate in azulejo-wall azulejo-site azulejo-lab azulejo-text comfy-table minijinja serde_json plotters svg textwrap; do
            set -- "$@" --config "$(level $crate z)"
        done
        for crate in azulejo-rules azulejo-check microlp; do
            set -- "$@" --config "$(level $crate s)"
        done
        shift # the word itself
        set -- "$@" -p azulejo-site --examples
        ;;
    *) die "what is to be built: deps, crates or site?" ;;
esac

# Every browser of 2021 and later has vectors; so has what a program is compiled for.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS='-C target-feature=+simd128'
# The program crosses the network before the first answer. One unit for all crates leaves out what none of them calls, and loops that
# are unrolled less are shorter: 1,439 kB in place of 1,548 kB, compressed.
export CARGO_PROFILE_RELEASE_LTO=fat CARGO_PROFILE_RELEASE_CODEGEN_UNITS=1 CARGO_PROFILE_RELEASE_OPT_LEVEL=2
# No unit is both whole and incremental.
export CARGO_INCREMENTAL=0

if has_std; then
    cargo build --release --locked --target-dir "$folder" --target $target "$@"
else
    # The sources of the standard library have a lock file of their own, so that ours is not held.
    RUSTC=$web/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld \
        $web/cargo build --release --target-dir "$folder" -Z build-std=std,panic_abort --target $target "$@"
fi
