# The case study's program for 2×2 in JuMP. The files beside this one are in the form in which JuMP 1 writes it, name by name and row
# by row: that of `write` in src/FileFormats/{LP,MPS}/write.jl of MathOptInterface 1. They were made after these sources, without Julia.
using JuMP

rows, columns = 2, 2
N = rows * columns
beside(j) = [isodd(j) ? j + 1 : j - 1]         # the neighbour of position j in its row
above(j) = [j <= columns ? j + columns : j - columns] # and in its column
near(j) = [beside(j); above(j)]
corners(j) = [(k, l) for k in beside(j) for l in above(j)]

model = Model()
@variable(model, A[1:N, 1:N], Bin)
@variable(model, B[i in 1:N, j in 1:N, k in near(j)], Bin)
@variable(model, C[i in 1:N, j in 1:N, kl in corners(j)], Bin)

before(i, k) = sum(A[o, k] for o in 1:i-1; init = 0)
@constraint(model, c1_once[j in 1:N], sum(A[i, j] for i in 1:N) == 1)
@constraint(model, c2_once[i in 1:N], sum(A[i, j] for j in 1:N) == 1)
@constraint(model, c3a[i in 1:N, j in 1:N, k in near(j)], 2B[i, j, k] <= before(i, k) + A[i, j])
@constraint(model, c3b[i in 1:N, j in 1:N, k in near(j)], before(i, k) + A[i, j] <= 1 + B[i, j, k])
@constraint(model, c4a[i in 1:N, j in 1:N, kl in corners(j)],
    3C[i, j, kl] <= before(i, kl[1]) + before(i, kl[2]) + A[i, j])
@constraint(model, c4b[i in 1:N, j in 1:N, kl in corners(j)],
    before(i, kl[1]) + before(i, kl[2]) + A[i, j] <= 2 + C[i, j, kl])
@objective(model, Max, sum(A) + sum(B) + sum(C))

write_to_file(model, "case_study.lp")
write_to_file(model, "case_study.mps")
