#!/bin/sh
# Draws the pages of README.md in Chromium, as they are: scripts/pictures.sh PROGRAM FOLDER. Light, 1200 pixels wide and one
# pixel for each: that is as wide as a forge shows a page, and 150 kB.
set -eu

# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/packages.sh"

program=$1
folder=$2
scratch=$(mktemp -d)
"$program" serve --port 0 >"$scratch/address" 2>/dev/null &
server=$!
trap 'kill "$server"; rm -rf "$scratch"' EXIT

for browser in chromium-headless-shell chromium chromium-browser google-chrome chrome; do
  has "$browser" && break
done
has "$browser" || die "Chromium is missing: make deps-browser"

address=
while [ -z "$address" ]; do
  kill -0 "$server" || die "the server did not begin"
  address=$(sed -n 's|.*\(http://[^/ ]*\).*|\1|p' "$scratch/address")
done

# Writes the picture $1 of the page $2, so many pixels high.
draw() {
  "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$scratch/profile" \
    --window-size="1200,$3" --virtual-time-budget=5000 --screenshot="$folder/$1.png" "$address/$2" 2>"$scratch/said" \
    || { cat "$scratch/said" >&2; die "no picture of $2"; }
}

draw explore "explore?size=5x5&fix=13@25" 812
draw table "play?players=2&first=1&seed=21&round=BYRW/BRKW/BYKW/BYRK/YRKW:5Y1.4Y1.CR2.CK2.CW5.CB5.3Y4.CW4.CK3.CB5.2W5.CR3.CK3.CB5.1Y4.CB-.CW5.CR3&round=BYRK/BRRK/BBYW/YKKK/RRWW:3B2.5R2.2K1.1K1&seat=human&seat=azulejo:level=6" 800
