param rows, integer, in 1..3;
param columns, integer, in 1..3;
set Positions := 1..rows * columns;
set Turns     := 1..rows * columns;
param row{j in Positions}    := 1 + (j - 1) div columns;
param column{j in Positions} := 1 + (j - 1) mod columns;
set Beside := {j in Positions, k in Positions: row[j] = row[k] and abs(column[j] - column[k]) = 1};
set Above  := {j in Positions, k in Positions: column[j] = column[k] and abs(row[j] - row[k]) = 1};
set U1 := Beside union Above;
set Corners := {j in Positions, k in Positions, l in Positions: k < l and
    ((j,k) in Beside and (j,l) in Above or (j,k) in Above and (j,l) in Beside)};
set Runs := {j in Positions, k in Positions, l in Positions: k < l and j != k and j != l and
    (row[j] = row[k] and row[k] = row[l] or column[j] = column[k] and column[k] = column[l])
    and not ((j,k) in U1 and (j,l) in U1)};
set U2 := Corners union Runs;
set U3 := {(j,k) in U1, (j,l) in U1, (j,m) in U1: k < l and l < m};
set U4 := {(j,k) in U1, (j,l) in U1, (j,m) in U1, (j,n) in U1: k < l and l < m and m < n};
var A{i in Turns, j in Positions}, binary;
var B{i in Turns, (j,k) in U1}, binary;
var C{i in Turns, (j,k,l) in U2}, binary;
var D{i in Turns, (j,k,l,m) in U3}, binary;
var E{i in Turns, (j,k,l,m,n) in U4}, binary;
maximize TP: sum{i in Turns} (
      sum{j in Positions}       A[i,j]
    + sum{(j,k) in U1}          B[i,j,k]
    + sum{(j,k,l) in U2}        C[i,j,k,l]
    - sum{(j,k,l,m) in U3}      D[i,j,k,l,m]
    + sum{(j,k,l,m,n) in U4}    E[i,j,k,l,m,n]);
s.t. c1_once{j in Positions}: sum{i in Turns} A[i,j] = 1;
s.t. c2_once{i in Turns}: sum{j in Positions} A[i,j] = 1;
s.t. c3b_B{i in Turns, (j,k) in U1}: sum{o in 1..i-1} A[o,k] + A[i,j] <= 1 + B[i,j,k];
s.t. c3a_C{i in Turns, (j,k,l) in U2}:
    3 * C[i,j,k,l] <= sum{o in 1..i-1, w in {k,l}} A[o,w] + A[i,j];
s.t. c3b_C{i in Turns, (j,k,l) in U2}:
    sum{o in 1..i-1, w in {k,l}} A[o,w] + A[i,j] <= 2 + C[i,j,k,l];
s.t. c3a_D{i in Turns, (j,k,l,m) in U3}:
    4 * D[i,j,k,l,m] <= sum{o in 1..i-1, w in {k,l,m}} A[o,w] + A[i,j];
s.t. c3b_D{i in Turns, (j,k,l,m) in U3}:
    sum{o in 1..i-1, w in {k,l,m}} A[o,w] + A[i,j] <= 3 + D[i,j,k,l,m];
s.t. c3a_E{i in Turns, (j,k,l,m,n) in U4}:
    5 * E[i,j,k,l,m,n] <= sum{o in 1..i-1, w in {k,l,m,n}} A[o,w] + A[i,j];
s.t. c3b_E{i in Turns, (j,k,l,m,n) in U4}:
    sum{o in 1..i-1, w in {k,l,m,n}} A[o,w] + A[i,j] <= 4 + E[i,j,k,l,m,n];
s.t. now{i in Turns, (j,k) in U1}: B[i,j,k] <= A[i,j];
s.t. earlier{i in Turns, (j,k) in U1}: B[i,j,k] <= sum{o in 1..i-1} A[o,k];
solve;
printf "score %g\n", TP;
for {i in Turns} {
    printf "turn %d:", i;
    printf{j in Positions: A[i,j] > 0.001} "  %.3g of position %d", A[i,j], j;
    printf "\n";
}
end;
