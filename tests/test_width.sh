# No line of a report or a claim of the examples has more than 100 characters. What an example prints itself is its own
# matter.
. "$(dirname "$0")/check.sh"

fits() {
    LC_ALL=C "$GT_BUILD_DIR/examples/$1" --quick >"$scratch/$1.txt" 2>/dev/null || skip "it does not run here"
    awk '/^clock .*, step / { inside = 1 } /^claim:/ { inside = 1; claims++ }
         inside { line = $0; gsub(/[\200-\277]/, "", line); lines++
                  if (length(line) > 100) { print; wide = 1 } }
         /^  info     env/ { inside = 0 }
         END { exit wide || !lines || !claims }' "$scratch/$1.txt"
}
for example in 02_phases 03_speedup 06_sum_arrays 11_mapped; do check fits "$example"; done
