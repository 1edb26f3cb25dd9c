# The program of case_study.mod with other constraints in place of CS-3a: one for each of the things that a
# product is made of. All else is the same.
#
#   glpsol -m models/disaggregated.mod -d models/data/2x2.dat

# ---- Data: a wall. Positions are numbered row by row, from the top left.

param rows, integer, in 1..3;      # three is the longest line that the sets below describe
param columns, integer, in 1..3;

set Positions := 1..rows * columns;
set Turns     := 1..rows * columns;          # one tile a turn

param row{j in Positions}    := 1 + (j - 1) div columns;
param column{j in Positions} := 1 + (j - 1) mod columns;

# k is next to j: in its row, in its column.
set Beside := {j in Positions, k in Positions: row[j] = row[k] and abs(column[j] - column[k]) = 1};
set Above  := {j in Positions, k in Positions: column[j] = column[k] and abs(row[j] - row[k]) = 1};

# The sets of the case study: (j, k, l, ...) says that k, l, ... together count for the points of j.
# U1: one neighbour. U2: two neighbours around a corner, or the two nearest cells in one direction.
# U3, U4: three neighbours, four neighbours. On 3x3 there are 24, 28, 8 and 1 of them.
set U1 := Beside union Above;
set Corners := {j in Positions, k in Positions, l in Positions: k < l and
    ((j,k) in Beside and (j,l) in Above or (j,k) in Above and (j,l) in Beside)};
set Runs := {j in Positions, k in Positions, l in Positions: k < l and j != k and j != l and
    (row[j] = row[k] and row[k] = row[l] or column[j] = column[k] and column[k] = column[l])
    and not ((j,k) in U1 and (j,l) in U1)};
set U2 := Corners union Runs;
set U3 := {(j,k) in U1, (j,l) in U1, (j,m) in U1: k < l and l < m};
set U4 := {(j,k) in U1, (j,l) in U1, (j,m) in U1, (j,n) in U1: k < l and l < m and m < n};

# ---- Variables: yes (1) or no (0).

var A{i in Turns, j in Positions}, binary;   # position j is filled in turn i
var B{i in Turns, (j,k) in U1}, binary;      # and position k was filled before
var C{i in Turns, (j,k,l) in U2}, binary;    # and k and l were
var D{i in Turns, (j,k,l,m) in U3}, binary;
var E{i in Turns, (j,k,l,m,n) in U4}, binary;

# ---- CS-7, CS-8. The points of every position in every turn, and their total.
#
# A tile earns 1; 1 more for each cell of the runs on its four sides (the Bs, and the Cs that are Runs);
# and 1 more if it has neighbours both beside and above it, for then it counts in two lines.
# With l, r, u, d for the four neighbours, 0 or 1, "both" is (l + r - lr)(u + d - ud). Multiplied out,
# its products of two (the Cs that are Corners) count 1, those of three (D) -1, that of four (E) 1.

maximize TP: sum{i in Turns} (
      sum{j in Positions}       A[i,j]
    + sum{(j,k) in U1}          B[i,j,k]
    + sum{(j,k,l) in U2}        C[i,j,k,l]
    - sum{(j,k,l,m) in U3}      D[i,j,k,l,m]
    + sum{(j,k,l,m,n) in U4}    E[i,j,k,l,m,n]);

# ---- Rules.

# CS-1. Every position is filled in one turn.
s.t. c1_once{j in Positions}: sum{i in Turns} A[i,j] = 1;

# CS-2. Every turn fills one position.
s.t. c2_once{i in Turns}: sum{j in Positions} A[i,j] = 1;

# CS-3. B is 1 exactly if j is filled in turn i and k in one of the turns o before. It may be 1 only if (c)
# A[i,j] is 1, and (d) the sum of A[o,k] is; (b) if both are, it has to be.
s.t. c3c_B{i in Turns, (j,k) in U1}: B[i,j,k] <= A[i,j];
s.t. c3d_B{i in Turns, (j,k) in U1, w in {k}}: B[i,j,k] <= sum{o in 1..i-1} A[o,w];
s.t. c3b_B{i in Turns, (j,k) in U1}: sum{o in 1..i-1} A[o,k] + A[i,j] <= 1 + B[i,j,k];

s.t. c3c_C{i in Turns, (j,k,l) in U2}: C[i,j,k,l] <= A[i,j];
s.t. c3d_C{i in Turns, (j,k,l) in U2, w in {k,l}}:
    C[i,j,k,l] <= sum{o in 1..i-1} A[o,w];
s.t. c3b_C{i in Turns, (j,k,l) in U2}:
    sum{o in 1..i-1, w in {k,l}} A[o,w] + A[i,j] <= 2 + C[i,j,k,l];

s.t. c3c_D{i in Turns, (j,k,l,m) in U3}: D[i,j,k,l,m] <= A[i,j];
s.t. c3d_D{i in Turns, (j,k,l,m) in U3, w in {k,l,m}}:
    D[i,j,k,l,m] <= sum{o in 1..i-1} A[o,w];
s.t. c3b_D{i in Turns, (j,k,l,m) in U3}:
    sum{o in 1..i-1, w in {k,l,m}} A[o,w] + A[i,j] <= 3 + D[i,j,k,l,m];

s.t. c3c_E{i in Turns, (j,k,l,m,n) in U4}: E[i,j,k,l,m,n] <= A[i,j];
s.t. c3d_E{i in Turns, (j,k,l,m,n) in U4, w in {k,l,m,n}}:
    E[i,j,k,l,m,n] <= sum{o in 1..i-1} A[o,w];
s.t. c3b_E{i in Turns, (j,k,l,m,n) in U4}:
    sum{o in 1..i-1, w in {k,l,m,n}} A[o,w] + A[i,j] <= 4 + E[i,j,k,l,m,n];

solve;

printf "score %g\n", TP;
for {i in Turns} {
    printf "turn %d:", i;
    printf{j in Positions: A[i,j] > 0.001} "  %.3g of position %d", A[i,j], j;
    printf "\n";
}
end;
