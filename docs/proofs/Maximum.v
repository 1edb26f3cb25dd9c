(* The maximum of every wall: section 3 of docs/proofs.md. *)

From mathcomp Require Import all_ssreflect.
From mathcomp Require Import zify.
Require Import Wall Lines Scores Rows.

Set Implicit Arguments.
Unset Strict Implicit.

(* No order scores more: rows and columns have f at most, and each of them has a start. *)
Lemma sum_runs_le a b s : is_order a b s -> \sum_(i < a) runs b [::] (in_row s i) <= a * f b.
Proof.
move=> o; rewrite -[a in _ <= a * _](card_ord a) -sum_nat_const; apply: leq_sum => i _.
have p := is_order_row o (ltn_ord i); rewrite -[X in _ <= f X](size_iota 0) -(perm_size p); apply: runs_le.
by apply/allP => x; rewrite (perm_mem p) mem_iota.
Qed.

Lemma rows_le_starts a b s : 0 < b -> is_order a b s -> a <= row_sum (fun r => r == 1) b [::] s.
Proof.
move=> b0 o; rewrite (is_order_rows _ o) -{1}(card_ord a) -sum1_card; apply: leq_sum => i _.
have p := is_order_row o (ltn_ord i); apply: starts_gt0; last by rewrite (perm_size p) size_iota.
by apply/allP => x; rewrite (perm_mem p) mem_iota.
Qed.

Theorem maximum_bound a b s : 0 < a -> 0 < b -> is_order a b s ->
  score a b s + maxn a b <= a * f b + b * f a.
Proof.
move=> a0 b0 o; have ot := is_order_turned o.
have := score_by_lines o; have := sum_runs_le o; have := sum_runs_le ot.
have := rows_le_starts b0 o; have := rows_le_starts a0 ot.
have := sigma_rows a b [::] s; have := sigma_columns a b [::] s; rewrite /column_sum /=.
lia.
Qed.

(* An order that scores this: a square grows by a row and a column that meet in a single, and
   when it has all rows, by the other columns. *)
Fixpoint square n : seq cell :=
  if n is m.+1
  then square m ++ (m, m) :: [seq (m, j) | j <- rev (iota 0 m)] ++ [seq (i, m) | i <- rev (iota 0 m)]
  else [::].

Fixpoint wide a more : seq cell :=
  if more is k.+1 then wide a k ++ [seq (i, a + k) | i <- iota 0 a] else square a.

Definition maximal a b : seq cell := if a <= b then wide a (b - a) else turned (wide b (a - b)).

Lemma mem_square n c : (c \in square n) = (c.1 < n) && (c.2 < n).
Proof.
elim: n => [|n ih] //=; case: c ih => i j /= ih; rewrite mem_cat inE mem_cat ih mem_across mem_down /= !mem_rev.
by rewrite !mem_iota xpair_eqE; lia.
Qed.

Lemma mem_wide a k c : (c \in wide a k) = (c.1 < a) && (c.2 < a + k).
Proof.
elim: k => [|k ih] /=; first by rewrite mem_square addn0.
by case: c ih => i j /= ih; rewrite mem_cat ih mem_down mem_iota /=; lia.
Qed.

Lemma size_square n : size (square n) = n * n.
Proof. by elim: n => //= n ih; rewrite size_cat /= size_cat !size_map size_rev size_iota ih; lia. Qed.

Lemma size_wide a k : size (wide a k) = a * (a + k).
Proof. by elim: k => [|k ih] /=; rewrite ?addn0 ?size_square // size_cat ih size_map size_iota; lia. Qed.

Lemma maximal_is_order a b : is_order a b (maximal a b).
Proof.
rewrite /maximal; case: leqP => ab; last apply: is_order_turned; apply: is_order_from;
  try (by move=> c; rewrite mem_wide subnKC // ltnW); by rewrite size_wide subnKC // ltnW.
Qed.

Lemma sum_points_beside n v : 0 < n -> 1 < v -> \sum_(0 <= r < n) points r.+2 v = f n + n + n * v.
Proof.
move=> _ v1; elim: n => [|n ih]; first by rewrite big_geq ?f0.
by rewrite big_nat_recr //= ih fS /points /= v1; lia.
Qed.

Lemma sum_points_across n v : 0 < n -> 1 < v -> (\sum_(0 <= r < n) points r.+1 v).+1 = f n + n * v.
Proof.
case: n => // n _ v1; elim: n => [|n ih].
  by rewrite big_nat1 fS f0 /points eqxx /= v1 gtn_eqF //; lia.
by rewrite big_nat_recr //= -addSn ih [f n.+2]fS /points /= v1; lia.
Qed.

Lemma score_square a b n : n <= a -> n <= b -> score_after a b [::] (square n) + n = (n * f n).*2.
Proof.
elim: n => //= n ih na nb; rewrite score_after_cat /= cats0.
set F := rev (square n); have mF c : (c \in F) = (c.1 < n) && (c.2 < n) by rewrite mem_rev mem_square.
have -> : earns a b F (n, n) = 1.
  by rewrite /earns !(@run_stretch _ _ n n n.+1) /points ?subSnn //; split=> //; rewrite ?/row ?/column;
     move=> *; rewrite ?mF /=; lia.
have [->|n0] := posnP n; first by rewrite fS f0.
rewrite score_after_cat (@score_row a b _ n [:: n] _ n.+1) ?rev_uniq ?iota_uniq //; first last.
- move=> j; rewrite mem_rev mem_iota => jn; rewrite (@run_stretch _ _ n 0 n.+1) ?subn0 //; split=> //;
    rewrite ?/column; move=> *; rewrite ?inE ?xpair_eqE ?mF /=; lia.
- by move=> j; rewrite /row /among !inE mF xpair_eqE eqxx ltnn orbF.
rewrite (@grow_down _ b [:: n] n 0) ?add0n ?addn0 ?sum_points_beside //.
set G := rev _ ++ _.
have mG i j : ((i, j) \in G) = [|| (i < n) && (j < n), (i == n) && (j == n) | (i == n) && (j < n)].
  by rewrite /G mem_cat mem_rev mem_across inE mF mem_rev mem_iota xpair_eqE /=; lia.
rewrite (@score_column a b _ n [:: n] _ n.+1) ?rev_uniq ?iota_uniq //; first last.
- move=> i; rewrite mem_rev mem_iota => jn; rewrite (@run_stretch _ _ n 0 n.+1) ?subn0 //; split=> //;
    rewrite ?/row; move=> *; rewrite ?mG /=; lia.
- by move=> i; rewrite /column /among mG !inE; lia.
rewrite (@grow_down _ a [:: n] n 0) ?add0n ?addn0 ?sum_points_beside //.
have := ih (ltnW na) (ltnW nb); rewrite fS !mulSn; have := f_double n; nia.
Qed.

Lemma score_wide a b k : 0 < a -> a + k <= b ->
  score_after a b [::] (wide a k) + (a + k) = a * f (a + k) + (a + k) * f a.
Proof.
move=> a0; elim: k => [|k ih] ab /=; first by rewrite addn0 score_square //; lia.
rewrite score_after_cat (@score_column a b _ (a + k) [::] _ (a + k).+1) ?iota_uniq //; first last.
- move=> i; rewrite mem_iota => ia; rewrite (@run_stretch _ _ (a + k) 0 (a + k).+1) ?subn0 //; split=> //;
    rewrite ?/row; move=> *; rewrite ?cats0 ?mem_rev ?mem_wide /=; lia.
- by move=> i; rewrite /column /among cats0 mem_rev mem_wide /= ltnn andbF.
rewrite (@grow_up _ a [::] 0 a) ?add0n //.
have := @sum_points_across a (a + k).+1 a0; rewrite addnS fS; have := ih ltac:(lia); nia.
Qed.

Theorem maximum_reached a b : 0 < a -> 0 < b ->
  exists2 s, is_order a b s & score a b s + maxn a b = a * f b + b * f a.
Proof.
move=> a0 b0; exists (maximal a b); first exact: maximal_is_order.
rewrite /maximal /score; case: leqP => ab.
  by have := @score_wide a b (b - a) a0; rewrite subnKC //; lia.
rewrite -[[::]]/(turned [::]) score_after_turned.
by have := @score_wide b a (a - b) b0; rewrite subnKC ?(ltnW ab) //; lia.
Qed.
