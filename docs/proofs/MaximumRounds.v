(* The maximum with every round from top to bottom: section 17 of docs/proofs.md. *)

From mathcomp Require Import all_ssreflect.
From mathcomp Require Import zify.
Require Import Wall Lines Scores Rows Maximum Last Keys.

Set Implicit Arguments.
Unset Strict Implicit.

(* Row [i] fills this place in round [r]: from the diagonal to the right end, and then to the left end. *)
Definition place_in_round b i r := if i + r < b then i + r else b - r.+1.
Definition round_of b i j := if i <= j then j - i else b - j.+1.
Definition rounds_order a b : seq cell := [seq (i, place_in_round b i r) | r <- iota 0 b, i <- iota 0 a].
Definition key_rounds a b (c : cell) := round_of b c.1 c.2 * a + c.1.

Lemma round_of_place b i r : r < b -> place_in_round b i r < b /\ round_of b i (place_in_round b i r) = r.
Proof. by rewrite /place_in_round /round_of => rb; case: (ltnP (i + r) b) => h; case: ifP => h'; split; lia. Qed.

Lemma place_of_round b i j : j < b -> round_of b i j < b /\ place_in_round b i (round_of b i j) = j.
Proof. by rewrite /place_in_round /round_of => jb; case: (leqP i j) => h; case: ifP => h'; split; lia. Qed.

Lemma rounds_order_is_order a b : is_order a b (rounds_order a b).
Proof.
apply: is_order_from; last by rewrite size_allpairs !size_iota mulnC.
case=> i j /=; apply/allpairsP/andP => [[[r i'] /= [rin iin [-> ->]]]|[ia jb]].
  by move: rin iin; rewrite !mem_iota /= => rb ->; case: (round_of_place i' rb).
have [rb e] := place_of_round i jb; exists (round_of b i j, i); rewrite /= !mem_iota e /=; split=> //.
Qed.

Lemma rounds_order_rows a b : in_rounds a b (rounds_order a b).
Proof.
apply/eqP; rewrite /rounds_order -[b in nseq b](size_iota 0).
by elim: (iota 0 b) => //= r w ih; rewrite map_cat ih -map_comp (eq_map (_ : _ =1 id)) ?map_id.
Qed.

Lemma rounds_order_sorted a b : sorted (by_key (key_rounds a b)) (rounds_order a b).
Proof.
have e n : n <= b -> [seq key_rounds a b c | c <- [seq (i, place_in_round b i r) | r <- iota 0 n, i <- iota 0 a]] = iota 0 (n * a).
  elim: n => [|n ih] nb //; have {}ih := ih (ltnW nb).
  rewrite -[n.+1]addn1 iotaD map_cat flatten_cat map_cat ih /= cats0 -map_comp mulnDl mul1n iotaD !add0n; congr (_ ++ _).
  rewrite -[n * a in RHS]addn0 iotaDl; apply: eq_map => i.
  by rewrite /key_rounds /=; case: (round_of_place i nb) => _ ->.
have : sorted leq [seq key_rounds a b c | c <- rounds_order a b] by rewrite e // iota_sorted.
by rewrite sorted_map.
Qed.

(* Each tile but one of a line has a neighbour that comes before it. *)
Lemma row_before a b x y : x < a -> y < b -> y != minn x b.-1 ->
  exists2 y', y' < b & beside y y' && (key_rounds a b (x, y') < key_rounds a b (x, y)).
Proof.
move=> xa yb yx; rewrite /key_rounds /beside /=.
have le y' : round_of b x y' < round_of b x y -> round_of b x y' * a + x < round_of b x y * a + x.
  by move=> h; rewrite ltn_add2r ltn_mul2r h andbT; apply: leq_ltn_trans xa.
have [right|left] := ltnP x y.
  exists y.-1; first by lia.
  apply/andP; split; first by lia.
  by apply: le; rewrite /round_of; case: (leqP x y.-1) => h; case: (leqP x y) => h'; lia.
exists y.+1; first by lia.
apply/andP; split; first by rewrite eqxx orbT.
by apply: le; rewrite /round_of; case: (leqP x y.+1) => h; case: (leqP x y) => h'; lia.
Qed.

Lemma column_before a b x y : x < a -> y < b -> x != minn y a.-1 ->
  exists2 x', x' < a & beside x x' && (key_rounds a b (x', y) < key_rounds a b (x, y)).
Proof.
move=> xa yb xy; rewrite /key_rounds /beside /=.
have [up|down] := ltnP x y; [exists x.+1 | exists x.-1]; try lia.
  rewrite eqxx orbT /=; have -> : round_of b x y = (round_of b x.+1 y).+1 by rewrite /round_of; case: (leqP x y) => h; case: (leqP x.+1 y) => h'; lia.
  by rewrite mulSn; lia.
apply/andP; split; first by lia.
have le : round_of b x.-1 y <= round_of b x y by rewrite /round_of; case: (leqP x.-1 y) => h; case: (leqP x y) => h'; lia.
by have := leq_mul2r a (round_of b x.-1 y) (round_of b x y); rewrite le orbT; lia.
Qed.

Theorem maximum_rounds_reached a b : 0 < a -> 0 < b ->
  score a b (rounds_order a b) + maxn a b = a * f b + b * f a.
Proof.
move=> a0 b0; set s := rounds_order a b; have o : is_order a b s := rounds_order_is_order a b.
have ks : sorted (by_key (key_rounds a b)) s := rounds_order_sorted a b.
apply/eqP; rewrite eqn_leq maximum_bound //=; have [us ms] := is_orderP _ _ _ o.
have rows : \sum_(i < a) runs b [::] (in_row s i) = a * f b.
  transitivity (\sum_(i < a) f b); last by rewrite sum_nat_const card_ord.
  apply: eq_bigr => x _.
  have co : costs b 0 b (fun y => key_rounds a b (nat_of_ord x, y)) (f b).
    apply: (@costs_grow _ _ _ _ (minn x b.-1)) => // y /= yb yx; exact: row_before.
  exact: co (is_order_row o (ltn_ord x)) (in_row_sorted x ks).
have columns : \sum_(j < b) runs a [::] (in_row (turned s) j) = b * f a.
  transitivity (\sum_(j < b) f a); last by rewrite sum_nat_const card_ord.
  apply: eq_bigr => y _.
  have co : costs a 0 a (fun x => key_rounds a b (x, nat_of_ord y)) (f a).
    apply: (@costs_grow _ _ _ _ (minn y a.-1)) => // x /= xa xy; exact: column_before.
  exact: co (is_order_row (is_order_turned o) (ltn_ord y)) (in_row_sorted y (turned_sorted ks)).
pose L := if a <= b then [seq (minn j a.-1, j) | j <- iota 0 b] else [seq (i, minn i b.-1) | i <- iota 0 a].
have sg : sigma a b [::] s <= maxn a b.
  have <- : size L = maxn a b by rewrite /L; case: leqP => _; rewrite size_map size_iota.
  apply: starts_le us => -[x y] xys; rewrite mem_cat; have [|free] := boolP ((x, y) \in L); first by rewrite orbT.
  rewrite orbF; have /andP[/= xa yb] : ((x, y).1 < a) && ((x, y).2 < b) by rewrite -ms.
  have [yn xn] : y != minn x b.-1 /\ x != minn y a.-1.
    move: free; rewrite /L; case: leqP => ab free; split; apply/negP => /eqP e; case/negP: free; apply/mapP.
    - by exists y; rewrite ?mem_iota //; congr pair; lia.
    - by exists y; rewrite ?mem_iota // {1}e.
    - by exists x; rewrite ?mem_iota // {1}e.
    - by exists x; rewrite ?mem_iota //; congr pair; lia.
  have [y' yb' /andP[b1 k1]] := row_before xa yb yn; have [x' xa' /andP[b2 k2]] := column_before xa yb xn.
  by apply: (@no_start_by_key _ _ (key_rounds a b) _ _ _ x' y' ks); rewrite ?ms /= ?xa ?yb ?xa' ?yb'.
have := score_by_lines o; rewrite rows columns; lia.
Qed.
