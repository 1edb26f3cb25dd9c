(* Small walls: all their orders are scored by the definitions of Wall.v. No theorem is used. *)

From mathcomp Require Import all_ssreflect.
Require Import Wall.

Definition scores a b : seq nat := [seq score a b s | s <- permutations (cells a b)].

(* The greatest score and the number of its orders, then the least one and the number of its orders. *)
Definition extremes a b : (nat * nat) * (nat * nat) :=
  let all := scores a b in
  let most := foldr maxn 0 all in
  let least := foldr minn most all in
  ((most, count_mem most all), (least, count_mem least all)).

(* [permutations] has each order once, and nothing else. *)
Lemma every_order a b : uniq (permutations (cells a b)) /\
  forall s, (s \in permutations (cells a b)) = is_order a b s.
Proof. by split=> [|s]; rewrite ?permutations_uniq // mem_permutations. Qed.

Example wall_1x1 : extremes 1 1 = ((1, 1), (1, 1)). Proof. vm_cast_no_check (erefl ((1, 1), (1, 1))). Qed.
Example wall_2x2 : extremes 2 2 = ((10, 8), (9, 16)). Proof. vm_cast_no_check (erefl ((10, 8), (9, 16))). Qed.
Example wall_2x3 : extremes 2 3 = ((18, 144), (14, 80)). Proof. vm_cast_no_check (erefl ((18, 144), (14, 80))). Qed.
Example wall_3x2 : extremes 3 2 = ((18, 144), (14, 80)). Proof. vm_cast_no_check (erefl ((18, 144), (14, 80))). Qed.
Example wall_2x4 : extremes 2 4 = ((28, 2304), (22, 5856)). Proof. vm_cast_no_check (erefl ((28, 2304), (22, 5856))). Qed.

(* All 362,880 orders of the 3×3 wall, in half a minute. *)
Example wall_3x3 : extremes 3 3 = ((33, 2624), (22, 1088)). Proof. vm_cast_no_check (erefl ((33, 2624), (22, 1088))). Qed.

(* The greatest and the least score of the orders that end in a cell, for each cell of a wall, row by row. *)
Definition extremes_last a b : seq (nat * nat) :=
  [seq let all := [seq score a b (rcons s c) | s <- permutations (rem c (cells a b))] in
    let most := foldr maxn 0 all in (most, foldr minn most all) | c <- cells a b].

Example last_2x3 : extremes_last 2 3 = [:: (18, 16); (17, 14); (18, 16); (18, 16); (17, 14); (18, 16)].
Proof. vm_cast_no_check (erefl (extremes_last 2 3)). Qed.
Example last_2x4 : extremes_last 2 4 =
  [:: (28, 23); (26, 22); (26, 22); (28, 23); (28, 23); (26, 22); (26, 22); (28, 23)].
Proof. vm_cast_no_check (erefl (extremes_last 2 4)). Qed.

(* All sequences of [k] cells of [from], each cell once; and the greatest score of [k] tiles. *)
Fixpoint sequences k (from : seq cell) : seq (seq cell) :=
  if k is k'.+1 then flatten [seq [seq c :: s | s <- sequences k' (rem c from)] | c <- from] else [:: [::]].

Definition best_after a b k := foldr maxn 0 [seq score a b s | s <- sequences k (cells a b)].

Example after_2x3 : [seq best_after 2 3 k | k <- iota 0 7] = [:: 0; 1; 3; 6; 10; 13; 18].
Proof. vm_cast_no_check (erefl [seq best_after 2 3 k | k <- iota 0 7]). Qed.
Example after_3x3 : [seq best_after 3 3 k | k <- iota 0 6] = [:: 0; 1; 3; 6; 10; 13].
Proof. vm_cast_no_check (erefl [seq best_after 3 3 k | k <- iota 0 6]). Qed.
