(* Orders by a key: cells with a lower key come first. What such an order scores can be read from its key. *)

From mathcomp Require Import all_ssreflect.
From mathcomp Require Import zify.
Require Import Wall Lines Scores Rows Minimum Last.

Set Implicit Arguments.
Unset Strict Implicit.

Definition by_key (T : Type) (key : T -> nat) : rel T := fun x y => key x <= key y.

Lemma by_key_trans (T : Type) (key : T -> nat) : transitive (by_key key).
Proof. by move=> y x z; apply: leq_trans. Qed.

Lemma by_key_total (T : Type) (key : T -> nat) : total (by_key key).
Proof. by move=> x y; apply: leq_total. Qed.

(* What has a lower key comes earlier. *)
Lemma key_earlier (T : eqType) (key : T -> nat) s1 c s2 d :
  sorted (by_key key) (s1 ++ c :: s2) -> d \in s1 ++ c :: s2 -> key d < key c -> d \in s1.
Proof.
move=> so; rewrite mem_cat; case/orP=> // din dc.
have : sorted (by_key key) (c :: s2) by move: so; rewrite sorted_pairwise ?pairwise_cat; [case/and3P=> _ _; rewrite -sorted_pairwise //; apply: by_key_trans | apply: by_key_trans].
rewrite /= (path_sortedE (@by_key_trans _ key)) => /andP[/allP le _].
move: din; rewrite inE => /orP[/eqP e|/le]; first by rewrite e ltnn in dc.
by rewrite /by_key leqNgt dc.
Qed.

Lemma greatest_last (T : eqType) (key : T -> nat) z w :
  sorted (by_key key) w -> uniq w -> z \in w -> (forall x, x \in w -> x != z -> key x < key z) ->
  exists w', w = rcons w' z.
Proof.
move=> so uw zw less; case/lastP: w so uw zw less => // w y so uw zw less; exists w.
have [-> //|yz] := eqVneq y z.
have zin : z \in w by move: zw; rewrite mem_rcons inE eq_sym (negPf yz).
have := less y; rewrite mem_rcons inE eqxx /= => /(_ isT yz) lt.
have := @key_earlier _ key w y [::] y; move: so; rewrite -cats1 => so.
move: so; rewrite sorted_pairwise; last exact: by_key_trans.
rewrite pairwise_cat => /and3P[/allrelP al _ _].
by have := al z y zin (mem_head _ _); rewrite /by_key leqNgt lt.
Qed.

(* Every order by this key of the places from [lo] on, [n] of them, has [c] as the sum of its runs. *)
Definition costs N lo n (key : nat -> nat) c :=
  forall w, perm_eq w (iota lo n) -> sorted (by_key key) w -> runs N [::] w = c.

Lemma costs_key N lo n key key' c :
  (forall x y, lo <= x < lo + n -> lo <= y < lo + n -> key x <= key y -> key' x <= key' y) ->
  costs N lo n key' c -> costs N lo n key c.
Proof.
move=> le co w pw so; apply: co => //.
have mw x : x \in w -> lo <= x < lo + n by rewrite (perm_mem pw) mem_iota.
apply: (sub_in_sorted (P := mem w)) so => [x y xw yw|]; last by apply/allP.
by rewrite /by_key; apply: le; apply: mw.
Qed.

Lemma costs0 N lo key : costs N lo 0 key 0.
Proof. by move=> w /perm_size /size0nil ->. Qed.

(* The place with the greatest key parts the others. *)
Lemma costs_last N lo n z key c1 c2 : lo <= z < lo + n -> lo + n <= N ->
  (forall x, lo <= x < lo + n -> x != z -> key x < key z) ->
  costs N lo (z - lo) key c1 -> costs N z.+1 (lo + n - z.+1) key c2 ->
  costs N lo n key (c1 + c2 + n).
Proof.
move=> zin nN less co1 co2 w pw so.
have mw x : (x \in w) = (lo <= x < lo + n) by rewrite (perm_mem pw) mem_iota.
have uw : uniq w by rewrite (perm_uniq pw) iota_uniq.
have [w' e] : exists w', w = rcons w' z by apply: (greatest_last so); rewrite // ?mw // => x; rewrite mw => xin; apply: less.
rewrite e in pw so mw uw *; have [_ pl pr zw] := perm_part pw.
have wn : all (fun x => x < N) w'.
  by apply/allP => x xw; have := mw x; rewrite mem_rcons inE xw orbT => /esym; lia.
have zN : z < N by lia.
have so' : sorted (by_key key) w' by move: so; rewrite -cats1; case/cat_sorted2.
rewrite -cats1 line_sum_cat (@line_sum_part id N z [::] w' zN wn) //=.
have filtered p : sorted (by_key key) (filter p w') by apply: sorted_filter so'; apply: by_key_trans.
rewrite (co1 _ pl) // (co2 _ pr) // addn0; congr (_ + _).
rewrite (@run_stretch N _ z lo (lo + n)) ?addKn //; split; rewrite ?/among //.
- by move=> x xin xz; rewrite cats0 mem_rev; have := mw x; rewrite xin mem_rcons inE (negPf xz).
- by move=> x xl; rewrite cats0 mem_rev; have := mw x; rewrite mem_rcons inE; case: (_ \in _); rewrite ?orbT // => /esym; lia.
- by move=> _; rewrite cats0 mem_rev; have := mw (lo + n); rewrite mem_rcons inE; case: (_ \in _); rewrite ?orbT // => /esym; lia.
Qed.

(* Neighbours in a line. *)
Definition beside (x y : nat) : bool := (x == y.+1) || (y == x.+1).

(* A line in which each tile but the first one touches an earlier one grows from one start. *)
Lemma runs_grow N w : uniq w -> all (fun x => x < N) w ->
  (forall w1 x w2, w = w1 ++ x :: w2 -> w1 != [::] -> has (beside x) w1) ->
  (exists m, w =i iota m (size w)) /\ runs N [::] w = f (size w).
Proof.
elim/last_ind: w => [|w x ih]; first by rewrite f0; split=> //; exists 0.
rewrite rcons_uniq all_rcons => /andP[xw uw] /andP[xN wN] touch.
have [[m mw] e] : (exists m, w =i iota m (size w)) /\ runs N [::] w = f (size w).
  by apply: ih => // w1 y w2 ew; apply: (touch w1 y (rcons w2 x)); rewrite ew rcons_cat.
have mx y : (y \in w) = (m <= y < m + size w) by rewrite mw mem_iota.
rewrite -cats1 line_sum_cat e cats1 size_rcons fS [line_sum _ _ _ [:: x]]/= addn0.
have := touch w x [::]; rewrite cats1 => /(_ erefl) near.
have [w0|w0] := eqVneq w [::].
  by rewrite w0 /= run_alone // f0; split=> //; exists x.
case/hasP: (near w0) => y; rewrite mx /beside => yin xy; move: xw; rewrite mx => xw.
have al z : among (rev w ++ [::]) z = (m <= z < m + size w) by rewrite /among cats0 mem_rev mx.
have mN : m + size w <= N by have := allP wN (m + size w).-1; rewrite mx; lia.
have [up|down] : x = m + size w \/ x.+1 = m by lia.
  rewrite (@run_stretch N _ x m x.+1); first by split; [exists m => z; rewrite mem_iota mem_rcons in_cons mx; lia | lia].
  by split; try lia; move=> *; rewrite ?al; lia.
rewrite (@run_stretch N _ x x (x.+1 + size w)).
  by split; [exists x => z; rewrite mem_iota mem_rcons in_cons mx; lia | lia].
by split; try lia; move=> *; rewrite ?al; lia.
Qed.

Lemma costs_grow N lo n key x0 : lo + n <= N ->
  (forall x, lo <= x < lo + n -> x != x0 -> exists2 y, lo <= y < lo + n & beside x y && (key y < key x)) ->
  costs N lo n key (f n).
Proof.
move=> nN touch w pw so.
have mw x : (x \in w) = (lo <= x < lo + n) by rewrite (perm_mem pw) mem_iota.
have uw : uniq w by rewrite (perm_uniq pw) iota_uniq.
rewrite -[n in f n](size_iota lo) -(perm_size pw).
have wN : all (fun x => x < N) w by apply/allP => x; rewrite mw; lia.
suff : forall w1 x w2, w = w1 ++ x :: w2 -> w1 != [::] -> has (beside x) w1.
  by move=> h; case: (runs_grow uw wN h).
have first x w2 y : w = x :: w2 -> y \in w -> key y < key x -> False.
  move=> ew yw lt; have := so; rewrite ew => so'; have := @key_earlier _ key [::] x w2 y so'.
  by rewrite /= -ew yw lt => /(_ isT isT).
have other w1 x w2 : w = w1 ++ x :: w2 -> x != x0 -> has (beside x) w1.
  move=> ew xx0; have xw : x \in w by rewrite ew mem_cat mem_head orbT.
  case: (touch x _ xx0); first by rewrite -mw.
  move=> y; rewrite -mw => yw /andP[xy lt]; apply/hasP; exists y => //.
  by apply: (@key_earlier _ key _ x w2); rewrite -?ew.
case=> // z w1 x w2 ew _; have [xx0|xx0] := eqVneq x x0; last exact: (other (z :: w1) x w2).
have [zx0|zx0] := eqVneq z x0; last by have := @other [::] z (w1 ++ x :: w2) ew zx0.
by move: uw; rewrite ew /= mem_cat zx0 xx0 mem_head orbT.
Qed.

(* A wall filled by a key of its cells. *)
Lemma in_row_sorted key s i : sorted (by_key key) s ->
  sorted (by_key (fun j => key (i, j))) (in_row s i).
Proof.
move=> so; rewrite /in_row; have : sorted (by_key key) [seq c <- s | c.1 == i] by apply: sorted_filter so; apply: by_key_trans.
rewrite sorted_map; apply: (sub_in_sorted (P := fun c => c.1 == i)); last exact: filter_all.
by move=> [x y] [x' y']; rewrite !unfold_in /= => /eqP -> /eqP ->.
Qed.

Lemma turned_sorted key s : sorted (by_key key) s -> sorted (by_key (fun c => key (flip c))) (turned s).
Proof. by rewrite sorted_map; apply: sub_sorted => -[x y] [x' y']. Qed.

(* A cell with an earlier neighbour in its row and one in its column is no start. *)
Lemma no_start_by_key a b key s i j i' j' : sorted (by_key key) s ->
  i < a -> j < b -> i' < a -> j' < b -> (i, j) \in s -> (i', j) \in s -> (i, j') \in s ->
  beside j j' -> key (i, j') < key (i, j) -> beside i i' -> key (i', j) < key (i, j) ->
  (i, j) \in no_starts a b [::] s.
Proof.
move=> so ia jb ia' jb' c1 c2 c3 bj kj bi ki; case/splitPr: {+}c1 so c2 c3 => s1 s2 so c2 c3.
have bes x y : beside x y -> (y == x.+1) || (x == y.+1) by rewrite orbC.
apply: mem_no_starts; rewrite /= cats0.
- by apply: (@run_beside _ _ _ j'); rewrite ?bes // /row mem_rev; apply: key_earlier so c3 kj.
- by apply: (@run_beside _ _ _ i'); rewrite ?bes // /column mem_rev; apply: key_earlier so c2 ki.
Qed.

(* Starts, from above and from below. *)
Lemma starts_le a b s L : {subset s <= no_starts a b [::] s ++ L} -> uniq s -> sigma a b [::] s <= size L.
Proof.
move=> sub us; have := uniq_leq_size us sub; rewrite size_cat -(sigma_no_starts a b [::] s) addnC.
by rewrite leq_add2l.
Qed.

Lemma starts_ge a b s L : {subset L <= no_starts a b [::] s} -> uniq L -> sigma a b [::] s + size L <= size s.
Proof. by move=> sub us; have := uniq_leq_size us sub; rewrite -(sigma_no_starts a b [::] s) leq_add2l. Qed.

(* A wall filled by a key: its rows, if one of them costs [c] and each of the others [d]. *)
Lemma rows_by_key a b key s i c d : is_order a b s -> sorted (by_key key) s -> i < a ->
  (forall x, x < a -> x != i -> costs b 0 b (fun y => key (x, y)) d) ->
  costs b 0 b (fun y => key (i, y)) c ->
  \sum_(x < a) runs b [::] (in_row s x) = a.-1 * d + c.
Proof.
move=> o so ia others this; rewrite (bigD1 (Ordinal ia)) //= addnC; congr (_ + _).
  have <- : #|predC1 (Ordinal ia)| = a.-1 by rewrite cardC1 card_ord.
  rewrite -sum_nat_const; apply: eq_bigr => x xi.
  by apply: (others x (ltn_ord x) xi _ (is_order_row o (ltn_ord x)) (in_row_sorted x so)).
exact: (this _ (is_order_row o ia) (in_row_sorted i so)).
Qed.

(* The order of the cells by a key that is greatest in one of them. *)
Lemma order_by_key a b key i j : i < a -> j < b ->
  (forall x y, x < a -> y < b -> (x, y) != (i, j) -> key (x, y) < key (i, j)) ->
  exists s, is_order a b (rcons s (i, j)) /\ sorted (by_key key) (rcons s (i, j)).
Proof.
move=> ia jb less; pose t := sort (by_key key) (cells a b).
have so : sorted (by_key key) t by apply: sort_sorted; apply: by_key_total.
have pt : perm_eq t (cells a b) by rewrite perm_sort.
have [] := @greatest_last _ key (i, j) t so.
- by rewrite (perm_uniq pt) uniq_cells.
- by rewrite (perm_mem pt) mem_cells ia jb.
- by move=> [x y]; rewrite (perm_mem pt) mem_cells => /andP[/= xa yb]; apply: less.
by move=> s e; exists s; rewrite -e.
Qed.
