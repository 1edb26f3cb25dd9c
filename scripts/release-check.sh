#!/bin/sh
# Looks at what a release would publish, as .github/workflows/release.yml makes it: release-check.sh WHEEL TOOLS TARGET, the
# wheel, the virtual environment of scripts/release-tools.txt, and the folder of cargo.
set -eu

wheel=$1
tools=$2/bin
target=$3

step() { echo "==> $*"; }

fail() {
    echo "azulejo: $*" >&2
    exit 1
}

step "one version everywhere"
version=$(sed -n '/^\[workspace.package\]/,/^$/s/^version = "\(.*\)"/\1/p' Cargo.toml)
grep -q "^version: $version\$" CITATION.cff || fail "CITATION.cff has another version than Cargo.toml, $version"
case $wheel in
    */azulejo_wall-"$version"-*) ;;
    *) fail "the wheel $wheel is not of the version $version" ;;
esac

step "what the release says"
sh scripts/release-notes.sh "$version"

step "workflows"
"$tools/check-jsonschema" --builtin-schema vendor.github-workflows .github/workflows/*.yml
"$tools/zizmor" --quiet --offline .github/workflows

step "licences of all crates in the wheel"
python3 -B scripts/licences.py --check bindings/python/licenses/crates.txt

step "wheel"
"$tools/twine" check --strict "$wheel"

# Without HiGHS, which is a crate of others and compiles for minutes.
step "crates, each from its own archive"
cargo package --locked --workspace --exclude azulejo-book --exclude azulejo-python --exclude azulejo-site --exclude azulejo-site-files --exclude azulejo-slides --exclude azulejo-tools \
    --no-default-features --features azulejo-wall/cli,azulejo-wall/microlp
for crate in control text cluster check rules play solver counting lab wall; do
    [ -f "$target/package/azulejo-$crate-$version.crate" ] || fail "there is no archive of azulejo-$crate"
done
echo "azulejo: $version can be released"
