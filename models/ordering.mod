# The ordering formulation, in GMPL: the score does not depend on turns, only on which of two cells of
# a line came first. The numbers of the equations are those of `azulejo formulate --method ordering`.
#
#   glpsol -m models/ordering.mod -d models/data/3x3.dat [-d models/data/min.dat]
#                                                        [-d models/data/line-cuts.dat]
#                                                        [-d models/data/block-cuts.dat]

# ---- Data: a wall, of any size, and whether the maximum or the minimum score is wanted.

param rows, integer, >= 1;
param columns, integer, >= 1;
param sense, symbolic, in {"max", "min"}, default "max";

# Cells are numbered row by row, from the top left.
set Cells := 1..rows * columns;
param row{c in Cells}    := 1 + (c - 1) div columns;
param column{c in Cells} := 1 + (c - 1) mod columns;

# Pairs of cells of a common line.
set Pairs := {a in Cells, b in Cells: a != b and (row[a] = row[b] or column[a] = column[b])};

# The four directions: how many cells lie that way from c, and the step from one to the next.
set Beside := {"L", "R"};
set Above := {"U", "D"};
set Directions := Beside union Above;
param reach{c in Cells, d in Directions} :=
    if d = "L" then column[c] - 1 else if d = "R" then columns - column[c]
    else if d = "U" then row[c] - 1 else rows - row[c];
param step{d in Directions} :=
    if d = "L" then -1 else if d = "R" then 1 else if d = "U" then -columns else columns;

# ---- Variables. Only o must be said to be 0 or 1; the others follow from it.

var o{(a,b) in Pairs}, binary;                                       # a is filled before b
var r{c in Cells, d in Directions, k in 1..reach[c,d]}, >= 0, <= 1;  # before c, so are the k cells next to it
var sh{c in Cells}, >= 0, <= 1;                       # horizontal start: before c, no neighbour in its row is
var sv{c in Cells}, >= 0, <= 1;                       # vertical start: nor one in its column
var u{c in Cells}, >= 0, <= 1;                        # single: no neighbour at all
var h{c in Cells};                                    # points of c along its row
var v{c in Cells};                                    # and along its column
var rank{c in Cells}, >= 1, <= rows * columns;        # a number that grows along the order; two cells can have one rank

# ---- O-12. Points. Along a line, c earns 1 for each filled cell of the runs that it continues, and 1 for
# itself unless it is a start. A single earns 1.

s.t. c12_h{c in Cells}: h[c] = sum{d in Beside, k in 1..reach[c,d]} r[c,d,k] + 1 - sh[c];
s.t. c12_v{c in Cells}: v[c] = sum{d in Above, k in 1..reach[c,d]} r[c,d,k] + 1 - sv[c];

# GMPL wants "maximize" or "minimize" before it knows the data: a minimum is minus the maximum of the negated score.
maximize objective: (if sense = "max" then 1 else -1) * sum{c in Cells} (h[c] + v[c] + u[c]);

# ---- What an order is.

# Of two cells, one comes first. (azulejo saves half of the columns: it writes 1 - o(a,b) for o(b,a).)
s.t. one_first{(a,b) in Pairs: a < b}: o[a,b] + o[b,a] = 1;

# O-1. No three cells of a line form a cycle, in which each is filled before the next.
s.t. c1_cycle{(a,b) in Pairs, (b,c) in Pairs: a < b and a < c and (c,a) in Pairs}:
    o[a,b] + o[b,c] + o[c,a] <= 2;

# O-2. Nor do the four corners of a rectangle, in either direction: a, b beside it, d below it, and b + d - a.
set Rectangles := {(a,b) in Pairs, (a,d) in Pairs:
    row[a] = row[b] and column[a] = column[d] and a < b and a < d};
s.t. c2_cycle{(a,b,d) in Rectangles}:
    o[a,b] + o[b,b+d-a] + o[b+d-a,d] + o[d,a] <= 3;
s.t. c2_cycle_back{(a,b,d) in Rectangles}:
    o[a,d] + o[d,b+d-a] + o[b+d-a,b] + o[b,a] <= 3;

# O-15. Nor do longer cycles, which are too many to list. Each cell has a rank, and if a is before b, its rank is lower;
# if not, the constraint says nothing. A rank is no turn: cells without a common line can have the same one. While azulejo
# solves, it leaves these constraints out, and adds a constraint O-11 for each cycle of a solution.
s.t. c15{(a,b) in Pairs}: rank[a] + 1 <= rank[b] + rows * columns * (1 - o[a,b]);

# ---- What is filled when a cell is.

# O-3. A run of k cells is filled (a) only if that of k - 1 is, and the k-th cell; (b) if both are.
s.t. c3a_run{c in Cells, d in Directions, k in 2..reach[c,d]}: r[c,d,k] <= r[c,d,k-1];
s.t. c3a_cell{c in Cells, d in Directions, k in 1..reach[c,d]}: r[c,d,k] <= o[c + k * step[d], c];
s.t. c3b{c in Cells, d in Directions, k in 1..reach[c,d]}:
    r[c,d,k] >= (if k = 1 then 1 else r[c,d,k-1]) + o[c + k * step[d], c] - 1;

# O-4. A start has (a) no neighbour before it; (b) a cell without one is a start.
s.t. c4a_h{c in Cells, d in Beside: reach[c,d] > 0}: sh[c] <= 1 - o[c + step[d], c];
s.t. c4b_h{c in Cells}: sh[c] >= 1 - sum{d in Beside: reach[c,d] > 0} o[c + step[d], c];
s.t. c4a_v{c in Cells, d in Above: reach[c,d] > 0}: sv[c] <= 1 - o[c + step[d], c];
s.t. c4b_v{c in Cells}: sv[c] >= 1 - sum{d in Above: reach[c,d] > 0} o[c + step[d], c];

# O-5. A single is (a) a start both ways; (b) a start both ways is a single.
s.t. c5a_h{c in Cells}: u[c] <= sh[c];
s.t. c5a_v{c in Cells}: u[c] <= sv[c];
s.t. c5b{c in Cells}: u[c] >= sh[c] + sv[c] - 1;

# ---- O-6. Line cuts: p * points + s * starts >= right, whatever the order of a line of m cells. The answer
# is the same without them; they bring the bound nearer to it.

set LineCuts, dimen 4, default {(0,0,0,0)};           # (m, p, s, right); by default none for any line
s.t. c6_row{y in 1..rows, (m,p,s,right) in LineCuts: m = columns}:
    sum{c in Cells: row[c] = y} (p * h[c] + s * sh[c]) >= right;
s.t. c6_column{x in 1..columns, (m,p,s,right) in LineCuts: m = rows}:
    sum{c in Cells: column[c] = x} (p * v[c] + s * sv[c]) >= right;

# ---- O-13. Block cuts, for the minimum: the last cell of a 2x2 block has a filled neighbour both ways, so that
# three of the four are starts at most. They too are not needed; with the line cuts they make the bound the answer.

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
