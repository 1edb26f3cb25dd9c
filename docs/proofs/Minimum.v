(* The minimum of every wall: section 2 of docs/proofs.md. *)

From mathcomp Require Import all_ssreflect.
From mathcomp Require Import zify.
Require Import Wall Lines Scores Rows.

Set Implicit Arguments.
Unset Strict Implicit.

(* No order scores less. Lines have Lambda at least, and of four cells in a square one is no start. *)
Lemma last_split (T : eqType) (p : pred T) (s : seq T) :
  has p s -> exists s1 c s2, [/\ s = s1 ++ c :: s2, p c & ~~ has p s2].
Proof.
elim: s => //= c s ih; case: (boolP (has p s)) => [/ih [s1 [d [s2 [-> pd ps2]]]] _|ps].
  by exists (c :: s1), d, s2.
by rewrite orbF => pc; exists [::], c, s.
Qed.

Lemma mem_no_starts a b F s1 c s2 :
  1 < run b (row (rev s1 ++ F) c.1) c.2 -> 1 < run a (column (rev s1 ++ F) c.2) c.1 ->
  c \in no_starts a b F (s1 ++ c :: s2).
Proof.
elim: s1 F => [|d s1 ih] F /=; first by move=> -> ->; rewrite mem_head.
rewrite rev_cons cat_rcons => h v; have := ih _ h v.
by case: ifP => // _ cin; rewrite inE cin orbT.
Qed.

(* The other cell of a pair of neighbours: 0 and 1, 2 and 3, and so on. *)
Definition other i := if odd i then i.-1 else i.+1.

Lemma other_beside i : (other i == i.+1) || (i == (other i).+1).
Proof. by rewrite /other; case: ifP; lia. Qed.

Lemma other_half i : (other i)./2 = i./2.
Proof. by rewrite /other; case: ifP; lia. Qed.

Lemma other_lt i n : i./2 < n./2 -> other i < n.
Proof. by rewrite /other; case: ifP; lia. Qed.

Lemma other_neq i : other i != i.
Proof. by rewrite /other; case: ifP; lia. Qed.

(* Blocks: rows in pairs from the first one on, and some columns in pairs, of which [mate] says the other one and
   [pair] the number. *)
Lemma blocks_le a b s (paired : pred nat) (mate pair : nat -> nat) m :
  (forall j, paired j ->
    [/\ paired (mate j), j < b, mate j != j, pair (mate j) = pair j & (mate j == j.+1) || (j == (mate j).+1)]) ->
  (forall J, J < m -> exists2 j, paired j & pair j = J) ->
  (forall i j, i < a -> paired j -> (i, j) \in s) ->
  (forall c, c \in s -> (c.1 < a) && (c.2 < b)) ->
  a./2 * m <= size (no_starts a b [::] s).
Proof.
move=> mated onto whole inside; pose block (c : cell) := (c.1./2, pair c.2).
rewrite -size_cells -(size_map block (no_starts a b [::] s)); apply: uniq_leq_size; first exact: uniq_cells.
move=> [I J]; rewrite mem_cells /= => /andP[Ia Jm]; pose in_block c := paired c.2 && (block c == (I, J)).
have : has in_block s.
  have [j pj ej] := onto J Jm; apply/hasP; exists (I.*2, j); first by apply: whole => //; lia.
  by rewrite /in_block /= pj /block /= doubleK ej.
case/last_split=> s1 [[i j] [s2 [es /andP[/= pj /eqP eB] nB]]]; apply/mapP; exists (i, j); last by rewrite eB.
have /andP[/= ia jb] : ((i, j).1 < a) && ((i, j).2 < b) by apply: inside; rewrite es mem_cat mem_head orbT.
have [pm _ mj hm beside] := mated j pj; have [_ mjb _ _ _] := mated (mate j) pm.
case: (eB) => eI eJ.
have earlier x y : x < a -> paired y -> (x, y) != (i, j) -> block (x, y) == (I, J) -> (x, y) \in rev s1 ++ [::].
  move=> xa py xy xyB; rewrite cats0 mem_rev.
  have := whole x y xa py; rewrite es mem_cat inE (negPf xy) /=; case/orP=> // xys2.
  by case/negP: nB; apply/hasP; exists (x, y); rewrite // /in_block /= py.
rewrite -eI in Ia; rewrite es; apply: mem_no_starts => /=.
- apply: (@run_beside _ _ _ (mate j)) beside _ => //.
  rewrite /row; apply: earlier => //; first by rewrite xpair_eqE negb_and mj orbT.
  by rewrite -eB /block /= hm.
- apply: (@run_beside _ _ _ (other i)) (other_beside i) _ => //; first exact: other_lt.
  rewrite /column; apply: earlier => //; [exact: other_lt | by rewrite xpair_eqE negb_and other_neq |].
  by rewrite -eB /block /= other_half.
Qed.

Lemma blocks_le_no_starts a b s : is_order a b s -> a./2 * b./2 <= size (no_starts a b [::] s).
Proof.
case/is_orderP=> _ ms; apply: (@blocks_le a b s (fun j => j./2 < b./2) other half) => [j jb|J Jb|i j ia jb|c].
- by rewrite other_half; split=> //; [lia | exact: other_neq | exact: other_beside].
- by exists J.*2; rewrite doubleK.
- by rewrite ms ia /=; lia.
- by rewrite ms.
Qed.

Lemma sum_runs_ge a b s : is_order a b s -> a * Lambda b <= \sum_(i < a) runs b [::] (in_row s i).
Proof.
move=> o; rewrite -[a in a * _ <= _](card_ord a) -sum_nat_const; apply: leq_sum => i _.
exact: runs_ge (is_order_row o (ltn_ord i)).
Qed.

Theorem minimum_bound a b s : is_order a b s ->
  a * Lambda b + b * Lambda a + a./2 * b./2 <= score a b s + a * b.
Proof.
move=> o; have := score_by_lines o; have := sum_runs_ge o; have := sum_runs_ge (is_order_turned o).
have := sigma_no_starts a b [::] s; have := blocks_le_no_starts o; rewrite (is_order_size o).
lia.
Qed.

(* An order that scores this. A line of [n] places is filled by a balanced tree: the left part,
   the right part, the root. The left part is odd, so that every second place is a leaf. *)
Definition left n := if n == 1 then 0 else ((n + 3) %/ 4).*2.-1.

Fixpoint tree fuel lo n : seq nat :=
  if fuel is k.+1
  then if n == 0 then [::] else tree k lo (left n) ++ tree k (lo + (left n).+1) (n - (left n).+1) ++ [:: lo + left n]
  else [::].

Definition balanced n := tree n 0 n.

(* Row after row: the rows in the order of a tree, and the cells of each row in the order of a tree. *)
Definition minimal a b : seq cell := [seq (i, j) | i <- balanced a, j <- balanced b].

Lemma left_lt n : 0 < n -> left n < n.
Proof. by rewrite /left; case: eqP; lia. Qed.

Lemma tree_perm fuel lo n : n <= fuel -> perm_eq (tree fuel lo n) (iota lo n).
Proof.
elim: fuel lo n => [|k ih] lo n /=; first by rewrite leqn0 => /eqP ->.
move=> nk; have [->|n0] := eqVneq n 0; first by [].
have ln : left n < n by apply: left_lt; rewrite lt0n.
have -> : iota lo n = iota lo (left n) ++ [:: lo + left n] ++ iota (lo + (left n).+1) (n - (left n).+1).
  have e : n = left n + (n - (left n).+1).+1 by lia.
  by rewrite [X in iota lo X]e iotaD /= addnS.
apply: perm_cat; first by apply: ih; lia.
by rewrite perm_catC; apply: perm_cat => //; apply: ih; lia.
Qed.

Lemma mem_tree fuel lo n x : n <= fuel -> (x \in tree fuel lo n) = (lo <= x < lo + n).
Proof. by move=> nk; rewrite (perm_mem (tree_perm lo nk)) mem_iota. Qed.

Lemma filter_none (p : pred nat) s : (forall x, x \in s -> ~~ p x) -> [seq x <- s | p x] = [::].
Proof. by move=> np; apply/eqP; rewrite -(negbK (_ == _)) -has_filter; apply/hasPn. Qed.

(* The root comes last, and the two parts are lines of their own. *)
Lemma tree_sum g N k lo n : 0 < n -> n <= k.+1 -> lo + n <= N ->
  line_sum g N [::] (tree k.+1 lo n) =
    line_sum g N [::] (tree k lo (left n)) + line_sum g N [::] (tree k (lo + (left n).+1) (n - (left n).+1)) + g n.
Proof.
move=> n0 nk nN; have ln := left_lt n0.
have inl x : (x \in tree k lo (left n)) = (lo <= x < lo + left n) by apply: mem_tree; lia.
have inr x : (x \in tree k (lo + (left n).+1) (n - (left n).+1)) = (lo + left n < x < lo + n).
  by rewrite mem_tree; lia.
rewrite /= gtn_eqF // catA line_sum_cat (@line_sum_part g N (lo + left n)) /= ?addn0; first last.
- by rewrite mem_cat inl inr; lia.
- by [].
- by apply/allP => x; rewrite mem_cat inl inr; lia.
- by lia.
congr (_ + _ + _); last first.
- rewrite (@run_stretch _ _ _ lo (lo + n)) ?addKn //.
  by split=> //; rewrite ?/among; move=> *; rewrite ?cats0 ?mem_rev ?mem_cat ?inl ?inr; lia.
- have /all_filterP e1 : all (fun x => lo + left n < x) (tree k (lo + (left n).+1) (n - (left n).+1)).
    by apply/allP => x xin; rewrite inr in xin; lia.
  have e2 : [seq x <- tree k lo (left n) | lo + left n < x] = [::].
    by apply: filter_none => x; rewrite inl; lia.
  by rewrite filter_cat e1 e2.
- have /all_filterP e1 : all (fun x => x < lo + left n) (tree k lo (left n)).
    by apply/allP => x xin; rewrite inl in xin; lia.
  have e2 : [seq x <- tree k (lo + (left n).+1) (n - (left n).+1) | x < lo + left n] = [::].
    by apply: filter_none => x; rewrite inr; lia.
  by rewrite filter_cat e1 e2 cats0.
Qed.

Lemma tree_slope N d k lo n : n <= k -> lo + n <= N -> 2 ^ d <= n.+1 <= 2 ^ d.+1 ->
  runs N [::] (tree k lo n) + 2 ^ d.+1 = d.+1 * n.+1 + 1.
Proof.
elim: d k lo n => [|d ih] [|k] lo n nk nN.
- by move: nk; rewrite leqn0 => /eqP ->.
- rewrite expn1; case: n nk nN => [|[|n]] nk nN bounds //.
  by rewrite (@tree_sum id) //; case: (k).
- by move: nk; rewrite leqn0 => /eqP -> /=; rewrite !expnS; have := expn_gt0 2 d; lia.
move=> bounds; have n0 : 0 < n by move: bounds; rewrite !expnS; have := expn_gt0 2 d; lia.
rewrite (@tree_sum id) //.
have l1 : 2 ^ d <= (left n).+1 <= 2 ^ d.+1 /\ 2 ^ d <= (n - (left n).+1).+1 <= 2 ^ d.+1.
  rewrite /left; case: eqP => [e|ne].
    by move: bounds; rewrite e !expnS; have := expn_gt0 2 d; lia.
  case: d {ih} bounds => [|d]; first by rewrite expn1 expn0 !expnS; lia.
  by rewrite !expnS; have := expn_gt0 2 d; lia.
case: l1 => l1 r1; have := left_lt n0 => ln.
have := ih k lo (left n) ltac:(lia) ltac:(lia) l1.
have := ih k (lo + (left n).+1) (n - (left n).+1) ltac:(lia) ltac:(lia) r1.
move: (runs _ _ _) (runs _ _ _) => x y; rewrite [2 ^ d.+2]expnS.
have : d.+1 * (left n).+1 + d.+1 * (n - (left n).+1).+1 = d.+1 * n.+1 by rewrite -mulnDr; congr (_ * _); lia.
rewrite /= [d.+2 * _]mulSn; lia.
Qed.

Lemma balanced_runs n : runs n [::] (balanced n) = Lambda n.
Proof.
case: n => [|n]; first by rewrite /Lambda big_nat1.
have := Lambda_slope n.+1; have := @up_log_bounds 2 n.+2 isT isT.
case: (up_log 2 n.+2) (up_logP n.+2 (isT : 1 < 2)) => [|d] // up /= /andP[lo hi].
by have := @tree_slope n.+1 d n.+1 0 n.+1 (leqnn _) (leqnn _); rewrite (ltnW lo) hi => /(_ isT); rewrite -/(balanced n.+1); lia.
Qed.

Lemma tree_inners N k lo n : n <= k -> lo + n <= N -> inners N [::] (tree k lo n) = n./2.
Proof.
elim: k lo n => [|k ih] lo n nk nN; first by move: nk; rewrite leqn0 => /eqP ->.
have [->|n0] := posnP n; first by [].
have ln := left_lt n0; rewrite tree_sum // !ih; try lia.
by rewrite /left; case: eqP => [->|] //; lia.
Qed.

Lemma balanced_inners n : inners n [::] (balanced n) = n./2.
Proof. by apply: tree_inners. Qed.

(* The score of rows that are filled one after the other, each in the same order. *)
Lemma pointsM h v : 0 < h -> 0 < v -> (points h v).+1 = h + v + (1 < h) * (1 < v).
Proof. by case: h v => [|[|h]] [|[|v]] //=; rewrite /points /=; lia. Qed.

Lemma line_points n v F C : 0 < v ->
  line_sum (fun h => points h v) n F C + size C = runs n F C + size C * v + (1 < v) * inners n F C.
Proof.
move=> v0; elim: C F => [|k C ih] F /=; first by rewrite muln0.
have := ih (k :: F); have := pointsM (run_gt0 n (among F) k) v0.
by move: (run _ _ _) => h; case: (1 < v); case: (1 < h); rewrite ?mul1n ?mul0n /=; lia.
Qed.

Lemma collect S P rc sr t w r c cv w' :
  S + rc = sr + t + w -> P + c = r + cv + w' -> P + S + (c + rc) = r + sr + (cv + t) + (w' + w).
Proof. lia. Qed.

Lemma score_rows a b F R0 R C : uniq C -> uniq R ->
  (forall i j, j \in C -> ((i, j) \in F) = (i \in R0)) -> (forall i j, i \in R -> ((i, j) \in F) = false) ->
  score_after a b F [seq (i, j) | i <- R, j <- C] + size R * size C =
    size R * runs b [::] C + size C * runs a R0 R + inners a R0 R * inners b [::] C.
Proof.
move=> uC; elim: R F R0 => [|i R ih] F R0 /=; first by rewrite !muln0.
case/andP=> iR uR colF rowF; rewrite score_after_cat.
rewrite (@score_row a b F i [::] C (run a (among R0) i)) //; first last.
- by move=> j jC; apply: run_ext => x; rewrite /column colF.
- by move=> j; rewrite /row rowF ?mem_head.
have := @line_points b (run a (among R0) i) [::] C (run_gt0 _ _ _).
have := ih (rev [seq (i, j) | j <- C] ++ F) (i :: R0) uR.
have c1 x j : j \in C -> ((x, j) \in rev [seq (i, j') | j' <- C] ++ F) = (x \in i :: R0).
  by move=> jC; rewrite mem_cat mem_rev mem_across inE colF //= jC andbT.
have c2 x j : x \in R -> ((x, j) \in rev [seq (i, j') | j' <- C] ++ F) = false.
  move=> xR; rewrite mem_cat mem_rev mem_across /= rowF ?inE ?xR ?orbT // orbF.
  by have /negPf -> : x != i by [apply: contraNneq iR => <-].
rewrite !mulSn !mulnDr mulnDl => /(_ c1 c2); exact: collect.
Qed.

Lemma minimal_is_order a b : is_order a b (minimal a b).
Proof.
apply: is_order_from; last by rewrite size_allpairs !(perm_size (tree_perm _ (leqnn _))) !size_iota.
case=> i j; apply/allpairsP/idP => [[[x y]] /= []|].
  by rewrite !mem_tree // => xa yb [-> ->]; lia.
by move=> /= ij; exists (i, j); rewrite /= !mem_tree //; split=> //; lia.
Qed.

Theorem minimum_reached a b :
  exists2 s, is_order a b s & score a b s + a * b = a * Lambda b + b * Lambda a + a./2 * b./2.
Proof.
exists (minimal a b); first exact: minimal_is_order.
have uniq_balanced n : uniq (balanced n) by rewrite (perm_uniq (tree_perm _ (leqnn _))) iota_uniq.
have size_balanced n : size (balanced n) = n by rewrite (perm_size (tree_perm _ (leqnn _))) size_iota.
have := @score_rows a b [::] [::] (balanced a) (balanced b) (uniq_balanced b) (uniq_balanced a).
by rewrite !size_balanced !balanced_runs !balanced_inners => ->.
Qed.
