Problem:    
Rows:       106
Columns:    39 (14 integer, 14 binary)
Non-zeros:  304
Status:     INTEGER OPTIMAL
Objective:  score = 30 (MAXimum)

   No.   Row name        Activity     Lower bound   Upper bound
------ ------------    ------------- ------------- -------------
     1 c1_cycle(1,2,3)
                                   1                           1 
     2 c1_cycle(3,2,1)
                                  -1                           0 
     3 c1_cycle(7,8,9)
                                   0                           1 
     4 c1_cycle(9,8,7)
                                   0                           0 
     5 c1_cycle(1,4,7)
                                   1                           1 
     6 c1_cycle(7,4,1)
                                  -1                           0 
     7 c1_cycle(3,6,9)
                                   1                           1 
     8 c1_cycle(9,6,3)
                                  -1                           0 
     9 c2_cycle(1,3,6,4)
                                   0                           1 
    10 c2_cycle(4,6,3,1)
                                   0                           1 
    11 c2_cycle(1,2,8,7)
                                   0                           1 
    12 c2_cycle(7,8,2,1)
                                   0                           1 
    13 c2_cycle(1,3,9,7)
                                  -1                           1 
    14 c2_cycle(7,9,3,1)
                                   1                           1 
    15 c2_cycle(2,3,9,8)
                                   0                           1 
    16 c2_cycle(8,9,3,2)
                                   0                           1 
    17 c2_cycle(4,6,9,7)
                                  -1                           1 
    18 c2_cycle(7,9,6,4)
                                   1                           1 
    19 c3a_r(1,R,2)_1
                                   1                           1 
    20 c3a_r(1,R,2)_2
                                   1                           1 
    21 c3b_r(1,R,2)                1             1               
    22 c4a_sh(2)_1                 1                           1 
    23 c4a_sh(2)_2                 0                           0 
    24 c4b_sh(2)                   0             0               
    25 c3a_r(3,L,2)_1
                                  -1                           0 
    26 c3a_r(3,L,2)_2
                                   0                           0 
    27 c3b_r(3,L,2)               -1            -1               
    28 c6_row(1,1)                -1            -1               
    29 c6_row(1,2)                 0            -1               
    30 c6_row(1,3)                 0             0               
    31 c3a_r(7,R,2)_1
                                   0                           1 
    32 c3a_r(7,R,2)_2
                                   1                           1 
    33 c3b_r(7,R,2)                1             1               
    34 c4a_sh(8)_1                 1                           1 
    35 c4a_sh(8)_2                 0                           0 
    36 c4b_sh(8)                   0             0               
    37 c3a_r(9,L,2)_1
                                   0                           0 
    38 c3a_r(9,L,2)_2
                                   0                           0 
    39 c3b_r(9,L,2)               -1            -1               
    40 c6_row(3,1)                -1            -1               
    41 c6_row(3,2)                 0            -1               
    42 c6_row(3,3)                 0             0               
    43 c3a_r(1,D,2)_1
                                   1                           1 
    44 c3a_r(1,D,2)_2
                                   1                           1 
    45 c3b_r(1,D,2)                1             1               
    46 c4a_sv(4)_1                 1                           1 
    47 c4a_sv(4)_2                 0                           0 
    48 c4b_sv(4)                   0             0               
    49 c3a_r(7,U,2)_1
                                  -1                           0 
    50 c3a_r(7,U,2)_2
                                   0                           0 
    51 c3b_r(7,U,2)               -1            -1               
    52 c6_column(1,1)
                                  -1            -1               
    53 c6_column(1,2)
                                   0            -1               
    54 c6_column(1,3)
                                   0             0               
    55 c3a_r(3,D,2)_1
                                   1                           1 
    56 c3a_r(3,D,2)_2
                                   1                           1 
    57 c3b_r(3,D,2)                1             1               
    58 c4a_sv(6)_1                 1                           1 
    59 c4a_sv(6)_2                 0                           0 
    60 c4b_sv(6)                   0             0               
    61 c3a_r(9,U,2)_1
                                  -1                           0 
    62 c3a_r(9,U,2)_2
                                   0                           0 
    63 c3b_r(9,U,2)               -1            -1               
    64 c6_column(3,1)
                                  -1            -1               
    65 c6_column(3,2)
                                   0            -1               
    66 c6_column(3,3)
                                   0             0               
    67 c5a_u(1)_1                  0                           0 
    68 c5a_u(1)_2                  0                           0 
    69 c5b_u(1)                    0            -1               
    70 c5a_u(3)_1                  1                           1 
    71 c5a_u(3)_2                  0                           0 
    72 c5b_u(3)                    1             0               
    73 c5a_u(7)_1                  0                           0 
    74 c5a_u(7)_2                  1                           1 
    75 c5b_u(7)                    1             0               
    76 c5a_u(9)_1                  1                           1 
    77 c5a_u(9)_2                  1                           1 
    78 c5b_u(9)                    2             1               
    79 c15_rank(1,2)
                                   4                           8 
    80 c15_rank(2,1)
                                  -4                          -1 
    81 c15_rank(1,3)
                                   1                           8 
    82 c15_rank(3,1)
                                  -1                          -1 
    83 c15_rank(1,4)
                                   4                           8 
    84 c15_rank(4,1)
                                  -4                          -1 
    85 c15_rank(1,7)
                                   3                           8 
    86 c15_rank(7,1)
                                  -3                          -1 
    87 c15_rank(2,3)
                                   6                           8 
    88 c15_rank(3,2)
                                  -6                          -1 
    89 c15_rank(2,8)
                                   1                           8 
    90 c15_rank(8,2)
                                  -1                          -1 
    91 c15_rank(3,6)
                                   4                           8 
    92 c15_rank(6,3)
                                  -4                          -1 
    93 c15_rank(3,9)
                                   1                           8 
    94 c15_rank(9,3)
                                  -1                          -1 
    95 c15_rank(4,6)
                                   1                           8 
    96 c15_rank(6,4)
                                  -1                          -1 
    97 c15_rank(4,7)
                                   8                           8 
    98 c15_rank(7,4)
                                  -8                          -1 
    99 c15_rank(6,9)
                                   6                           8 
   100 c15_rank(9,6)
                                  -6                          -1 
   101 c15_rank(7,8)
                                   2                           8 
   102 c15_rank(8,7)
                                  -2                          -1 
   103 c15_rank(7,9)
                                   8                           8 
   104 c15_rank(9,7)
                                  -8                          -1 
   105 c15_rank(8,9)
                                   6                           8 
   106 c15_rank(9,8)
                                  -6                          -1 

   No. Column name       Activity     Lower bound   Upper bound
------ ------------    ------------- ------------- -------------
     1 o(1,2)       *              0             0             1 
     2 o(1,4)       *              0             0             1 
     3 o(2,3)       *              1             0             1 
     4 o(3,6)       *              0             0             1 
     5 o(4,7)       *              1             0             1 
     6 o(6,9)       *              1             0             1 
     7 o(7,8)       *              0             0             1 
     8 o(8,9)       *              1             0             1 
     9 r(1,R,2)                    1             0             1 
    10 r(3,L,2)                    0             0             1 
    11 r(7,R,2)                    0             0             1 
    12 r(9,L,2)                    1             0             1 
    13 r(1,D,2)                    1             0             1 
    14 r(7,U,2)                    0             0             1 
    15 r(3,D,2)                    1             0             1 
    16 r(9,U,2)                    0             0             1 
    17 u(1)                        0             0             1 
    18 u(3)                        0             0             1 
    19 u(7)                        0             0             1 
    20 u(9)                        0             0             1 
    21 one                         1             1             = 
    22 o(1,3)       *              0             0             1 
    23 o(7,9)       *              1             0             1 
    24 o(1,7)       *              0             0             1 
    25 o(3,9)       *              0             0             1 
    26 o(4,6)       *              0             0             1 
    27 o(2,8)       *              0             0             1 
    28 sh(2)                       1             0             1 
    29 sh(8)                       1             0             1 
    30 sv(4)                       1             0             1 
    31 sv(6)                       1             0             1 
    32 rank(1)                     6             1             9 
    33 rank(2)                     2             1             9 
    34 rank(3)                     5             1             9 
    35 rank(4)                     2             1             9 
    36 rank(7)                     3             1             9 
    37 rank(8)                     1             1             9 
    38 rank(6)                     1             1             9 
    39 rank(9)                     4             1             9 

Integer feasibility conditions:

KKT.PE: max.abs.err = 0.00e+00 on row 0
        max.rel.err = 0.00e+00 on row 0
        High quality

KKT.PB: max.abs.err = 0.00e+00 on row 0
        max.rel.err = 0.00e+00 on row 0
        High quality

End of output
