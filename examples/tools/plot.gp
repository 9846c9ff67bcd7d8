# plot.gp - how all pictures look: examples/tools/plot.sh loads this file before the commands of a picture.
#
# Colours go from dark to light, blue and orange (no red beside green): they differ in a black and white print and for
# the colour-blind. Lines also differ in dashes and points. plot.sh has set: format, file, heading, about, note.

if (format eq 'svg') set terminal svg size 900,560 font 'sans-serif,13' background '#ffffff' noenhanced
if (format eq 'png') set terminal pngcairo size 900,560 font 'sans,10.5' background '#ffffff' noenhanced
set output file
set encoding utf8

set linetype 1 linecolor rgb '#12324f' linewidth 1.6 pointtype 7
set linetype 2 linecolor rgb '#2a80bd' linewidth 1.6 pointtype 4
set linetype 3 linecolor rgb '#e69f00' linewidth 1.6 pointtype 9
set linetype 4 linecolor rgb '#f4dc9c' linewidth 1.6 pointtype 13
set linetype 5 linecolor rgb '#ffffff' linewidth 1.6 pointtype 6
set linetype 9 linecolor rgb '#606060' linewidth 1.2
dark = '#12324f'; blue = '#2a80bd'; orange = '#e69f00'; light = '#f4dc9c'; grey = '#606060'

set style fill solid 1 border rgb '#202020'
set pointsize 0.8
set border 3 linecolor rgb '#404040'
set tics nomirror out
set grid ytics linetype 1 linecolor rgb '#dddddd' linewidth 0.6
# The step of an axis in a small panel, from 0 to x, 1 or more: three to six labels.
few(x) = (power = 10.0 ** floor(log10(x)), x < 2 * power ? power / 2 : x < 5 * power ? power : 2 * power)
set key at screen 0.5, screen 0.855 center horizontal maxrows 1 samplen 2

# The title: the question; below it device, date and load. The caption at the foot: how to read it, and the findings.
set label 1001 note at screen 0.012, screen 0.052 left textcolor rgb '#404040' font ',11.5'
if (format eq 'png') set label 1001 font ',9'
set title heading . "\n" . about offset 0,1.6
set bmargin at screen 0.22
set lmargin at screen 0.12
set rmargin at screen 0.97
set tmargin at screen 0.82
