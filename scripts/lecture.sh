#!/bin/sh
# Makes a picture of the program ready for a slide: reads it from standard input, shows the part $1 (left, top, width and height) without its title
# and legend, and its small letters larger.
set -eu

box=$1
width=$(echo "$box" | cut -d ' ' -f 3)
height=$(echo "$box" | cut -d ' ' -f 4)
sed -e "1s/viewBox=\"[^\"]*\"/viewBox=\"$box\"/; 1s/ width=\"[^\"]*\"/ width=\"$width\"/; 1s/ height=\"[^\"]*\"/ height=\"$height\"/" \
    -e 's/font-size="1[13]"/font-size="18"/; s/font-size="16"/font-size="21"/'
