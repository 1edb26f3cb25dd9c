# The integer program of the case study, in JuMP. Read beside it: case_study.mod (GMPL), case_study.mzn (MiniZinc), case_study.py (PuLP).
#
#   julia models/case_study.jl 2 2            # solves the 2×2 wall by HiGHS
#   julia models/case_study.jl 2 2 mine.lp    # writes its program

using JuMP, HiGHS

rows, columns = parse.(Int, ARGS[1:2])
positions = 1:rows*columns   # row by row, from the top left
turns = positions            # one tile a turn

place(j) = divrem(j - 1, columns)
near(j, k) = sum(abs.(place(j) .- place(k))) == 1
corner(j, k, l) = near(j, k) && near(j, l) && all(place(k) .!= place(l))
straight(j, k, l) = near(j, k) && place(l) .- place(j) == 2 .* (place(k) .- place(j))
all_near(j, others) = all(k -> near(j, k), others)

# The products of the points of j: U1 neighbours, U2 corners and straight pairs, U3, U4.
U1 = [(j, (k,)) for j in positions for k in positions if near(j, k)]
U2 = [(j, (k, l)) for j in positions for k in positions for l in positions
      if straight(j, k, l) || k < l && corner(j, k, l)]
U3 = [(j, (k, l, m)) for j in positions for k in positions for l in k+1:last(positions) for m in l+1:last(positions)
      if all_near(j, (k, l, m))]
U4 = [(j, (k, l, m, n)) for j in positions for k in positions for l in k+1:last(positions) for m in l+1:last(positions)
      for n in m+1:last(positions) if all_near(j, (k, l, m, n))]

model = Model(HiGHS.Optimizer)
set_silent(model)

# ---- Variables: yes (1) or no (0).
@variable(model, A[turns, positions], Bin)                                # position j is filled in turn i
@variable(model, B[i in turns, x in U1], Bin, base_name = "B")            # and the others were filled before
@variable(model, C[i in turns, x in U2], Bin, base_name = "C")
@variable(model, D[i in turns, x in U3], Bin, base_name = "D")
@variable(model, E[i in turns, x in U4], Bin, base_name = "E")
for (X, U) in ((B, U1), (C, U2), (D, U3), (E, U4)), i in turns, x in U
    set_name(X[i, x], string(name(X[i, x])[1], "(", join((i, x[1], x[2]...), ","), ")"))
end

# ---- CS-7, CS-8. The points of every position in every turn, and their total.
@objective(model, Max, sum(A) + sum(B) + sum(C) - sum(D; init = 0) + sum(E; init = 0))

# ---- Rules.

# CS-1. Every position is filled in one turn.
@constraint(model, c1_once[j in positions], sum(A[i, j] for i in turns) == 1)

# CS-2. Every turn fills one position.
@constraint(model, c2_once[i in turns], sum(A[i, j] for j in positions) == 1)

# CS-3a, CS-3b. A product is 1 exactly if j is filled in turn i and all the others before.
before(i, others) = sum(A[o, k] for o in 1:i-1 for k in others; init = 0)
for (X, U) in ((B, U1), (C, U2), (D, U3), (E, U4))
    for i in turns, (j, others) in U
        @constraint(model, (length(others) + 1) * X[i, (j, others)] <= before(i, others) + A[i, j])
        @constraint(model, before(i, others) + A[i, j] <= length(others) + X[i, (j, others)])
    end
end

if length(ARGS) > 2
    write_to_file(model, ARGS[3])
else
    optimize!(model)
    println("score ", round(Int, objective_value(model)))
end
