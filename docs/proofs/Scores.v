(* The score as a sum over lines, less the tiles that are a start: equation (A) of docs/proofs.md. *)

From mathcomp Require Import all_ssreflect.
From mathcomp Require Import zify.
Require Import Wall Lines.

Set Implicit Arguments.
Unset Strict Implicit.

(* Rows become columns. *)
Definition flip (c : cell) : cell := (c.2, c.1).
Notation turned s := [seq flip c | c <- s].

Lemma flipK : involutive flip. Proof. by case. Qed.

Lemma row_turned F j : row (turned F) j =1 column F j.
Proof. by move=> i; rewrite /row /column -[(j, i)]/(flip (i, j)) mem_map //; apply: inv_inj flipK. Qed.

Lemma column_turned F i : column (turned F) i =1 row F i.
Proof. by move=> j; rewrite /row /column -[(j, i)]/(flip (i, j)) mem_map //; apply: inv_inj flipK. Qed.

Lemma points_sym h v : points h v = points v h.
Proof. by rewrite /points andbC addnC. Qed.

Lemma pointsE h v : 0 < h -> 0 < v -> points h v + ((h == 1) || (v == 1)) = h + v.
Proof. by case: h v => [|[|h]] [|[|v]] //=; rewrite /points /=; lia. Qed.

Lemma score_after_turned a b F s : score_after b a (turned F) (turned s) = score_after a b F s.
Proof.
elim: s F => //= c s ih F; rewrite -(ih (c :: F)); congr (_ + _).
rewrite /earns points_sym /=; congr points; apply: run_ext; [exact: column_turned | exact: row_turned].
Qed.

Lemma score_after_cat a b F s1 s2 :
  score_after a b F (s1 ++ s2) = score_after a b F s1 + score_after a b (rev s1 ++ F) s2.
Proof. by elim: s1 F => //= c s1 ih F; rewrite ih addnA rev_cons cat_rcons. Qed.

(* A sum over the runs along rows, and along columns. *)
Fixpoint row_sum (g : nat -> nat) b (F s : seq cell) : nat :=
  if s is c :: rest then g (run b (row F c.1) c.2) + row_sum g b (c :: F) rest else 0.

Definition column_sum g a F s := row_sum g a (turned F) (turned s).

(* The tiles that are a start of their row, of their column, or of both; and those that are none. *)
Fixpoint sigma a b (F s : seq cell) : nat :=
  if s is c :: rest
  then ((run b (row F c.1) c.2 == 1) || (run a (column F c.2) c.1 == 1)) + sigma a b (c :: F) rest else 0.

Fixpoint no_starts a b (F s : seq cell) : seq cell :=
  if s is c :: rest then
    (if (1 < run b (row F c.1) c.2) && (1 < run a (column F c.2) c.1) then cons c else id)
      (no_starts a b (c :: F) rest)
  else [::].

Lemma equation_A a b F s :
  score_after a b F s + sigma a b F s = row_sum id b F s + column_sum id a F s.
Proof.
rewrite /column_sum; elim: s F => //= c s ih F; have := ih (c :: F).
rewrite /earns (@run_ext a _ _ c.1 (@row_turned F c.2)).
have := run_gt0 b (row F c.1) c.2; have := run_gt0 a (column F c.2) c.1.
move: (run b _ _) (run a _ _) => h v /= v0 h0; have := pointsE h0 v0; lia.
Qed.

Lemma sigma_no_starts a b F s : sigma a b F s + size (no_starts a b F s) = size s.
Proof.
elim: s F => //= c s ih F; have := ih (c :: F).
have := run_gt0 b (row F c.1) c.2; have := run_gt0 a (column F c.2) c.1.
move: (run b _ _) (run a _ _) => h v.
by case: ifP => /=; lia.
Qed.

Lemma sigma_rows a b F s : row_sum (fun r => r == 1) b F s <= sigma a b F s.
Proof. by elim: s F => //= c s ih F; apply: leq_add => //; case: (_ == 1). Qed.

Lemma sigma_columns a b F s : column_sum (fun r => r == 1) a F s <= sigma a b F s.
Proof.
rewrite /column_sum; elim: s F => //= c s ih F; rewrite (@run_ext a _ _ c.1 (@row_turned F c.2)).
by apply: leq_add (ih (c :: F)); rewrite orbC; case: (_ == 1).
Qed.

(* Row by row. *)
Definition in_row (s : seq cell) i : seq nat := [seq c.2 | c <- s & c.1 == i].

Lemma mem_in_row s i j : (j \in in_row s i) = ((i, j) \in s).
Proof.
apply/mapP/idP => [[[x y]]|ijs]; last by exists (i, j) => //; rewrite mem_filter eqxx.
by rewrite mem_filter => /andP[/eqP /= -> xys] ->.
Qed.

Lemma in_row_uniq s i : uniq s -> uniq (in_row s i).
Proof.
move=> us; rewrite map_inj_in_uniq ?filter_uniq // => -[x y] [x' y'].
by rewrite !mem_filter /= => /andP[/eqP -> _] /andP[/eqP -> _] ->.
Qed.

Lemma row_sum_by_rows g a b F s : all (fun c => c.1 < a) s ->
  row_sum g b F s = \sum_(i < a) line_sum g b (in_row F i) (in_row s i).
Proof.
elim: s F => [|c s ih] F /=; first by rewrite big1.
case/andP=> ca sa; rewrite (ih (c :: F)) // (bigD1 (Ordinal ca)) //= [in RHS](bigD1 (Ordinal ca)) //=.
rewrite /in_row /= eqxx /= -/(in_row _ _) -/(in_row _ _) addnA; congr (_ + _ + _).
  by congr g; apply: run_ext => j; rewrite /among /row mem_in_row.
by apply: eq_bigr => i; rewrite /in_row /= eq_sym -val_eqE /= => /negPf ->.
Qed.

(* Orders. *)
Lemma mem_cells a b c : (c \in cells a b) = (c.1 < a) && (c.2 < b).
Proof.
apply/allpairsP/idP => [[[i j]] /= []|]; first by rewrite !mem_iota => ia jb -> /=; lia.
by case: c => i j /= ij; exists (i, j); rewrite /= !mem_iota; split=> //; lia.
Qed.

Lemma uniq_cells a b : uniq (cells a b).
Proof. by apply: allpairs_uniq; rewrite ?iota_uniq // => -[i j] [i' j']. Qed.

Lemma size_cells a b : size (cells a b) = a * b.
Proof. by rewrite size_allpairs !size_iota. Qed.

Lemma is_orderP a b s : reflect (uniq s /\ forall c, (c \in s) = (c.1 < a) && (c.2 < b)) (is_order a b s).
Proof.
apply: (iffP idP) => [p|[us ms]]; last by apply: uniq_perm => // [|c]; rewrite ?uniq_cells // ms mem_cells.
by split=> [|c]; rewrite ?(perm_uniq p) ?uniq_cells // (perm_mem p) mem_cells.
Qed.

Lemma is_order_turned a b s : is_order a b s -> is_order b a (turned s).
Proof.
case/is_orderP=> us ms; apply/is_orderP; split; first by rewrite map_inj_uniq //; apply: inv_inj flipK.
by move=> c; rewrite -[c]flipK mem_map ?ms 1?andbC //; apply: inv_inj flipK.
Qed.

Lemma is_order_size a b s : is_order a b s -> size s = a * b.
Proof. by move/perm_size; rewrite size_cells. Qed.

Lemma is_order_row a b s i : is_order a b s -> i < a -> perm_eq (in_row s i) (iota 0 b).
Proof.
case/is_orderP=> us ms ia; apply: uniq_perm; rewrite ?iota_uniq ?in_row_uniq // => j.
by rewrite mem_in_row ms mem_iota /= ia.
Qed.

Lemma is_order_rows a b s g : is_order a b s ->
  row_sum g b [::] s = \sum_(i < a) line_sum g b [::] (in_row s i).
Proof.
by case/is_orderP=> _ ms; apply: row_sum_by_rows; apply/allP => c; rewrite ms; case/andP.
Qed.

Lemma score_by_lines a b s : is_order a b s ->
  score a b s + sigma a b [::] s =
    \sum_(i < a) runs b [::] (in_row s i) + \sum_(j < b) runs a [::] (in_row (turned s) j).
Proof. by move=> o; rewrite equation_A /column_sum (is_order_rows _ o) (is_order_rows _ (is_order_turned o)). Qed.
