# I could not find the cycle.
param rows, integer, >= 1;
param columns, integer, >= 1;
param sense, symbolic, in {"max", "min"}, default "max";
set Cells := 1..rows * columns;
param row{c in Cells}    := 1 + (c - 1) div columns;
param column{c in Cells} := 1 + (c - 1) mod columns;
set Pairs := {a in Cells, b in Cells: a != b and (row[a] = row[b] or column[a] = column[b])};
set Beside := {"L", "R"};
set Above := {"U", "D"};
set Directions := Beside union Above;
param reach{c in Cells, d in Directions} :=
    if d = "L" then column[c] - 1 else if d = "R" then columns - column[c]
    else if d = "U" then row[c] - 1 else rows - row[c];
param step{d in Directions} :=
    if d = "L" then -1 else if d = "R" then 1 else if d = "U" then -columns else columns;
var o{(a,b) in Pairs}, binary;
var r{c in Cells, d in Directions, k in 1..reach[c,d]}, >= 0, <= 1;
var sh{c in Cells}, >= 0, <= 1;
var sv{c in Cells}, >= 0, <= 1;
var u{c in Cells}, >= 0, <= 1;
var h{c in Cells};
var v{c in Cells};
var rank{c in Cells}, >= 1, <= rows * columns;
s.t. c12_h{c in Cells}: h[c] = sum{d in Beside, k in 1..reach[c,d]} r[c,d,k] + 1 - sh[c];
s.t. c12_v{c in Cells}: v[c] = sum{d in Above, k in 1..reach[c,d]} r[c,d,k] + 1 - sv[c];
maximize objective: (if sense = "max" then 1 else -1) * sum{c in Cells} (h[c] + v[c] + u[c]);
s.t. one_first{(a,b) in Pairs: a < b}: o[a,b] + o[b,a] = 1;
s.t. c1_cycle{(a,b) in Pairs, (b,c) in Pairs: a < b and a < c and (c,a) in Pairs}:
    o[a,b] + o[b,c] + o[c,a] <= 2;
set Rectangles := {(a,b) in Pairs, (a,d) in Pairs:
    row[a] = row[b] and column[a] = column[d] and a < b and a < d};
s.t. c2_cycle{(a,b,d) in Rectangles}:
    o[a,b] + o[b,b+d-a] + o[b+d-a,d] + o[d,a] <= 3;
s.t. c2_cycle_back{(a,b,d) in Rectangles}:
    o[a,d] + o[d,b+d-a] + o[b+d-a,b] + o[b,a] <= 3;
s.t. c15{(a,b) in Pairs}: rank[a] + 1 <= rank[b] + rows * columns * (1 - o[a,b]);
s.t. c3a_run{c in Cells, d in Directions, k in 2..reach[c,d]}: r[c,d,k] <= r[c,d,k-1];
s.t. c3a_cell{c in Cells, d in Directions, k in 1..reach[c,d]}: r[c,d,k] <= o[c + k * step[d], c];
s.t. c3b{c in Cells, d in Directions, k in 1..reach[c,d]}:
    r[c,d,k] >= (if k = 1 then 1 else r[c,d,k-1]) + o[c + k * step[d], c] - 1;
s.t. c4a_h{c in Cells, d in Beside: reach[c,d] > 0}: sh[c] <= 1 - o[c + step[d], c];
s.t. c4b_h{c in Cells}: sh[c] >= 1 - sum{d in Beside: reach[c,d] > 0} o[c + step[d], c];
s.t. c4a_v{c in Cells, d in Above: reach[c,d] > 0}: sv[c] <= 1 - o[c + step[d], c];
s.t. c4b_v{c in Cells}: sv[c] >= 1 - sum{d in Above: reach[c,d] > 0} o[c + step[d], c];
s.t. c5a_h{c in Cells}: u[c] <= sh[c];
s.t. c5a_v{c in Cells}: u[c] <= sv[c];
s.t. c5b{c in Cells}: u[c] >= sh[c] + sv[c] - 1;
set LineCuts, dimen 4, default {(0,0,0,0)};
s.t. c6_row{y in 1..rows, (m,p,s,right) in LineCuts: m = columns}:
    sum{c in Cells: row[c] = y} (p * h[c] + s * sh[c]) >= right;
s.t. c6_column{x in 1..columns, (m,p,s,right) in LineCuts: m = rows}:
    sum{c in Cells: column[c] = x} (p * v[c] + s * sv[c]) >= right;
param block_cuts, binary, default 0;
s.t. c13{a in Cells: block_cuts = 1 and row[a] < rows and column[a] < columns}:
    sum{c in {a, a + 1, a + columns, a + columns + 1}} (sh[c] + sv[c] - u[c]) <= 3;
solve;
printf "score %g\n", sum{c in Cells} (h[c] + v[c] + u[c]);
printf "order";
printf{k in 0..rows * columns - 1, c in Cells:
    k = card({b in Cells: rank[b] < rank[c] or rank[b] = rank[c] and b < c})} " %d", c;
printf "\n";
end;
