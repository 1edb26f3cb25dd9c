(* Pieces of orders: tiles that fill a line one after the other. *)

From mathcomp Require Import all_ssreflect.
From mathcomp Require Import zify.
Require Import Wall Lines Scores.

Set Implicit Arguments.
Unset Strict Implicit.

Lemma mem_across (J : seq nat) i (c : cell) : (c \in [seq (i, j) | j <- J]) = (c.1 == i) && (c.2 \in J).
Proof.
apply/mapP/andP => [[j jJ ->]|[/eqP e cJ]]; first by rewrite eqxx.
by exists c.2; rewrite // -e; case: c {e cJ}.
Qed.

Lemma mem_down (I : seq nat) j (c : cell) : (c \in [seq (i, j) | i <- I]) = (c.2 == j) && (c.1 \in I).
Proof.
apply/mapP/andP => [[i iI ->]|[/eqP e cI]]; first by rewrite eqxx.
by exists c.1; rewrite // -e; case: c {e cI}.
Qed.

Lemma is_order_from a b s : (forall c, (c \in s) = (c.1 < a) && (c.2 < b)) -> size s = a * b -> is_order a b s.
Proof.
move=> ms size_s; apply/is_orderP; split=> //; apply: (leq_size_uniq (uniq_cells a b)).
  by move=> c; rewrite mem_cells ms.
by rewrite size_s size_cells.
Qed.

(* Tiles along row [i], where each of them makes a run of [v] along its column. *)
Lemma score_row a b F i C0 C1 v : uniq C1 -> row F i =1 among C0 ->
  (forall j, j \in C1 -> run a (column F j) i = v) ->
  score_after a b F [seq (i, j) | j <- C1] = line_sum (fun h => points h v) b C0 C1.
Proof.
elim: C1 F C0 => //= j C1 ih F C0 /andP[jC uC] rowF colF; congr (_ + _).
  by rewrite /earns /= (run_ext _ _ rowF) colF // mem_head.
apply: ih => // [x|x xC]; first by rewrite /row /among !inE xpair_eqE eqxx -[(i, x) \in F]/(row F i x) rowF.
rewrite -(colF x); last by rewrite inE xC orbT.
apply: run_ext => y; rewrite /column inE xpair_eqE.
by have /negPf -> : x != j by [apply: contraNneq jC => <-]; rewrite andbF.
Qed.

(* The same along a column. *)
Lemma score_column a b F j R0 R1 h : uniq R1 -> column F j =1 among R0 ->
  (forall i, i \in R1 -> run b (row F i) j = h) ->
  score_after a b F [seq (i, j) | i <- R1] = line_sum (fun v => points v h) a R0 R1.
Proof.
move=> uR colF rowF; rewrite -score_after_turned -map_comp; apply: score_row => // [x|i iR].
  by rewrite row_turned.
by rewrite (run_ext _ _ (@column_turned F i)) rowF.
Qed.

(* A line that grows from a start: towards place 0, and away from it. *)
Lemma grow_down g n F k d : k + d < n -> F =i iota k d.+1 ->
  line_sum g n F (rev (iota 0 k)) = \sum_(d <= r < d + k) g r.+2.
Proof.
elim: k F d => [|k ih] F d kn mF; first by rewrite addn0 big_geq.
rewrite rev_iotaS /= (@run_stretch _ _ k k (k + d.+2)); last first.
  by split=> //; rewrite ?/among; move=> *; rewrite ?mF ?mem_iota; lia.
rewrite (ih _ d.+1) ?addnS -?addSn //; last by move=> x; rewrite inE mF !mem_iota; lia.
by rewrite [in RHS]big_ltn ?addSn; [congr (g _ + _); lia | lia].
Qed.

Lemma grow_up g n F k m : k + m <= n -> F =i iota 0 k ->
  line_sum g n F (iota k m) = \sum_(k <= r < k + m) g r.+1.
Proof.
elim: m F k => [|m ih] F k kn mF; first by rewrite addn0 big_geq.
rewrite /= (@run_stretch _ _ k 0 k.+1); last first.
  by split=> //; rewrite ?/among; move=> *; rewrite ?mF ?mem_iota; lia.
rewrite (ih _ k.+1) ?addSnnS //; last by move=> x; rewrite inE mF !mem_iota; lia.
by rewrite subn0 [in RHS]big_ltn //; lia.
Qed.
