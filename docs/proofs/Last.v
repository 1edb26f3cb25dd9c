(* A cell that is filled last: the bounds of section 4 of docs/proofs.md. *)

From mathcomp Require Import all_ssreflect.
From mathcomp Require Import zify.
Require Import Wall Lines Scores Rows Maximum Minimum.

Set Implicit Arguments.
Unset Strict Implicit.

(* The last tile of a line makes a run of all its places, and parts the others into two lines of their own. *)
Lemma line_last g n w z : perm_eq (rcons w z) (iota 0 n) ->
  line_sum g n [::] (rcons w z) =
    line_sum g n [::] [seq x <- w | x < z] + line_sum g n [::] [seq x <- w | z < x] + g n.
Proof.
move=> pw; have [zin pl pr zw] := perm_part pw.
have mw x : (x \in w) = (x < n) && (x != z).
  have := perm_mem pw x; rewrite mem_rcons inE mem_iota /= => <-.
  by case: (x =P z) => [->|]; rewrite ?(negPf zw) // andbT.
have wn : all (fun x => x < n) w by apply/allP => x; rewrite mw => /andP[].
have zn : z < n by case/andP: zin.
rewrite -cats1 line_sum_cat (@line_sum_part g n z [::] w zn wn) //=.
rewrite addn0 (@run_stretch n _ z 0 n) ?subn0 //; split; rewrite ?/among; try lia.
by move=> x xin xz; rewrite cats0 mem_rev mw xz andbT; lia.
Qed.

Lemma sum_but_one_le a (i : 'I_a) (F : 'I_a -> nat) c : (forall k, k != i -> F k <= c) ->
  \sum_k F k + c <= a * c + F i.
Proof.
move=> le; rewrite (bigD1 i) //=; have : \sum_(k < a | k != i) F k <= a.-1 * c.
  have <- : #|predC1 i| = a.-1 by rewrite cardC1 card_ord.
  by rewrite -sum_nat_const; apply: leq_sum.
have -> : a * c = a.-1 * c + c by rewrite -mulSnr prednK // (leq_ltn_trans _ (ltn_ord i)).
by move: (a.-1 * c) (\sum_(k < a | k != i) F k) => x y; lia.
Qed.

Lemma sum_but_one_ge a (i : 'I_a) (F : 'I_a -> nat) c : (forall k, k != i -> c <= F k) ->
  a * c + F i <= \sum_k F k + c.
Proof.
move=> le; rewrite [X in _ <= X + _](bigD1 i) //=; have : a.-1 * c <= \sum_(k < a | k != i) F k.
  have <- : #|predC1 i| = a.-1 by rewrite cardC1 card_ord.
  by rewrite -sum_nat_const; apply: leq_sum.
have -> : a * c = a.-1 * c + c by rewrite -mulSnr prednK // (leq_ltn_trans _ (ltn_ord i)).
by move: (a.-1 * c) (\sum_(k < a | k != i) F k) => x y; lia.
Qed.

Lemma in_row_last s i j : in_row (rcons s (i, j)) i = rcons (in_row s i) j.
Proof. by rewrite /in_row filter_rcons eqxx map_rcons. Qed.

Lemma is_order_last a b s i j : is_order a b (rcons s (i, j)) -> (i < a) && (j < b).
Proof. by case/is_orderP=> _ ms; rewrite -(ms (i, j)) mem_rcons mem_head. Qed.

Lemma f_add p q : f (p + q) = f p + f q + p * q.
Proof.
elim: q => [|q ih]; first by rewrite muln0 f0 !addn0.
by rewrite addnS !fS ih mulnS; lia.
Qed.

Lemma f_last z n : z < n -> f n = f (z + (n - z.+1)) + n.
Proof. by case: n => // n zn; (have -> : z + (n.+1 - z.+1) = n by lia); exact: fS. Qed.

(* One line in which the last tile is placed last. *)
Lemma runs_last_le n w z : perm_eq (rcons w z) (iota 0 n) -> runs n [::] (rcons w z) + z * (n - z.+1) <= f n.
Proof.
move=> pw; have [/andP[_ zn] pl pr _] := perm_part pw; rewrite (line_last id pw).
have le lo m v : perm_eq v (iota lo m) -> lo + m <= n -> runs n [::] v <= f m.
  move=> pv lm; rewrite -[m in f m](size_iota lo) -(perm_size pv); apply: runs_le.
  by apply/allP => x; rewrite (perm_mem pv) mem_iota; lia.
have := le _ _ _ pl ltac:(lia); have := le _ _ _ pr ltac:(lia).
rewrite (f_last zn) f_add subn0 add0n /=; lia.
Qed.

Lemma starts_last_ge n w z : perm_eq (rcons w z) (iota 0 n) ->
  1 + ((0 < z) && (z.+1 < n)) <= starts n [::] (rcons w z).
Proof.
move=> pw; have [/andP[_ zn] pl pr _] := perm_part pw; rewrite (line_last _ pw).
have ge lo m v : perm_eq v (iota lo m) -> lo + m <= n -> (0 < m) <= starts n [::] v.
  move=> pv lm; case: posnP => // m0; apply: starts_gt0; last by rewrite (perm_size pv) size_iota.
  by apply/allP => x; rewrite (perm_mem pv) mem_iota; lia.
have := ge _ _ _ pl ltac:(lia); have := ge _ _ _ pr ltac:(lia); rewrite subn0 add0n; lia.
Qed.

Lemma runs_last_ge n w z : perm_eq (rcons w z) (iota 0 n) ->
  n + Lambda z + Lambda (n - z.+1) <= runs n [::] (rcons w z).
Proof.
move=> pw; have [/andP[_ zn] pl pr _] := perm_part pw; rewrite (line_last id pw).
have ge lo m v : perm_eq v (iota lo m) -> lo + m <= n -> Lambda m <= runs n [::] v.
  by move=> pv lm; have := runs_ge_slope (up_log 2 m.+1) pv lm; have := Lambda_slope m; lia.
have := ge _ _ _ pl ltac:(lia); have := ge _ _ _ pr ltac:(lia); rewrite subn0 add0n /=; lia.
Qed.

(* The wall: the row of the last cell, and likewise its column. *)
Lemma turned_rcons s c : turned (rcons s c) = rcons (turned s) (flip c).
Proof. exact: map_rcons. Qed.

Lemma rows_runs_last_le a b s i j : is_order a b (rcons s (i, j)) ->
  \sum_(k < a) runs b [::] (in_row (rcons s (i, j)) k) + j * (b - j.+1) <= a * f b.
Proof.
move=> o; have /andP[ia _] := is_order_last o.
pose F (k : 'I_a) := runs b [::] (in_row (rcons s (i, j)) k).
have le k : F k <= f b.
  have p := is_order_row o (ltn_ord k); rewrite -[b in f b](size_iota 0) -(perm_size p); apply: runs_le.
  by apply/allP => x; rewrite (perm_mem p) mem_iota.
have := @sum_but_one_le a (Ordinal ia) F (f b) (fun k _ => le k).
have p := is_order_row o ia; have := @runs_last_le b (in_row s i) j.
rewrite -in_row_last => /(_ p); rewrite -[runs b _ _]/(F (Ordinal ia)) -/(\sum_k F k).
by move: (\sum_k F k) (F _) (a * f b) (j * _) => x y z t; lia.
Qed.

Lemma rows_starts_last_ge a b s i j : is_order a b (rcons s (i, j)) ->
  a + ((0 < j) && (j.+1 < b)) <= row_sum (fun r => r == 1) b [::] (rcons s (i, j)).
Proof.
move=> o; have /andP[ia jb] := is_order_last o; rewrite (is_order_rows _ o).
pose F (k : 'I_a) := starts b [::] (in_row (rcons s (i, j)) k).
have ge k : 1 <= F k.
  have p := is_order_row o (ltn_ord k); apply: starts_gt0; last by rewrite (perm_size p) size_iota; lia.
  by apply/allP => x; rewrite (perm_mem p) mem_iota.
have := @sum_but_one_ge a (Ordinal ia) F 1 (fun k _ => ge k).
have p := is_order_row o ia; have := @starts_last_ge b (in_row s i) j.
rewrite -in_row_last => /(_ p); rewrite -[starts b _ _]/(F (Ordinal ia)) -/(\sum_k F k) muln1.
by move: (\sum_k F k) (F _) => x y; lia.
Qed.

Lemma rows_runs_last_ge a b s i j : is_order a b (rcons s (i, j)) ->
  a.-1 * Lambda b + (b + Lambda j + Lambda (b - j.+1)) <= \sum_(k < a) runs b [::] (in_row (rcons s (i, j)) k).
Proof.
move=> o; have /andP[ia _] := is_order_last o.
pose F (k : 'I_a) := runs b [::] (in_row (rcons s (i, j)) k).
have ge k : Lambda b <= F k by apply: runs_ge (is_order_row o (ltn_ord k)).
have := @sum_but_one_ge a (Ordinal ia) F (Lambda b) (fun k _ => ge k).
have p := is_order_row o ia; have := @runs_last_ge b (in_row s i) j.
rewrite -in_row_last => /(_ p); rewrite -[runs b _ _]/(F (Ordinal ia)) -/(\sum_k F k).
have -> : a * Lambda b = a.-1 * Lambda b + Lambda b by rewrite -mulSnr prednK //; lia.
by move: (\sum_k F k) (F _) (a.-1 * _) => x y z; lia.
Qed.

Lemma combine_maximum a b sc sg stc str rc rr jj ii fa fb (ea eb : bool) :
  stc <= sg -> str <= sg -> b + eb <= stc -> a + ea <= str -> rc + ii <= fb -> rr + jj <= fa ->
  sc + sg = rr + rc -> sc + jj + ii + maxn (a + ea) (b + eb) <= fa + fb.
Proof. lia. Qed.

(* No order that ends in [(i, j)] scores more. *)
Theorem maximum_last_bound a b s i j : is_order a b (rcons s (i, j)) ->
  score a b (rcons s (i, j)) + j * (b - j.+1) + i * (a - i.+1)
    + maxn (a + ((0 < j) && (j.+1 < b))) (b + ((0 < i) && (i.+1 < a)))
  <= a * f b + b * f a.
Proof.
move=> o; have ot := is_order_turned o; rewrite turned_rcons in ot.
have := score_by_lines o; rewrite turned_rcons.
have := rows_runs_last_le o; have := rows_runs_last_le ot.
have := rows_starts_last_ge o; have := rows_starts_last_ge ot.
have := sigma_rows a b [::] (rcons s (i, j)); have := sigma_columns a b [::] (rcons s (i, j)).
rewrite /column_sum turned_rcons /flip /=.
exact: combine_maximum.
Qed.

(* The last tile is no start, and where it parts a line evenly, the blocks have room without it. *)
Lemma no_starts_cat a b F s1 s2 :
  no_starts a b F (s1 ++ s2) = no_starts a b F s1 ++ no_starts a b (rev s1 ++ F) s2.
Proof. by elim: s1 F => //= c s1 ih F; rewrite ih rev_cons cat_rcons; case: ifP. Qed.

Lemma no_starts_turned a b F s : no_starts b a (turned F) (turned s) = turned (no_starts a b F s).
Proof.
elim: s F => //= c s ih F; rewrite (ih (c :: F)) andbC.
rewrite (@run_ext b _ _ c.2 (@column_turned F c.1)) (@run_ext a _ _ c.1 (@row_turned F c.2)).
by case: ifP.
Qed.

Lemma neighbour n k : 1 < n -> k < n -> exists x, [/\ x < n, x != k & (x == k.+1) || (k == x.+1)].
Proof. by case: k => [|k] n1 kn; [exists 1 | exists k]; split; lia. Qed.

Lemma blocks_without_last a b s i j : is_order a b (rcons s (i, j)) -> 1 < a -> 1 < b ->
  ~~ odd j -> ~~ odd (b - j.+1) -> a./2 * b./2 + 1 <= size (no_starts a b [::] (rcons s (i, j))).
Proof.
move=> o a1 b1 ej eq; have /andP[ia jb] := is_order_last o; case/is_orderP: o => us ms.
have ins x y : (x, y) != (i, j) -> ((x, y) \in s) = (x < a) && (y < b).
  by move=> xy; rewrite -(ms (x, y)) mem_rcons inE (negPf xy).
rewrite -cats1 no_starts_cat size_cat; apply: leq_add.
  pose mate c := if c < j then other c else (other c.-1).+1.
  pose pair c := if c < j then c./2 else c.-1./2.
  apply: (@blocks_le a b s (fun c => (c != j) && (c < b)) mate pair) => [c /andP[cj cb]|J Jb|x y xa /andP[yj yb]|c cs].
  - have [small|large] := ltnP c j.
      have mj : other c < j by apply: other_lt; lia.
      rewrite /mate /pair small mj other_half; split=> //; [lia | exact: other_neq | exact: other_beside].
    have mj : j <= other c.-1 by rewrite /other; case: ifP; lia.
    have mb : other c.-1 < b.-1 by apply: other_lt; lia.
    have mn := other_neq c.-1; have mbes := other_beside c.-1.
    rewrite /mate /pair [c < j]ltnNge large /= [_.+1 < j]ltnNge (leqW mj) /= other_half.
    by split=> //; lia.
  - have [small|large] := ltnP J.*2 j; [exists J.*2 | exists J.*2.+1]; rewrite /pair; try lia.
      by rewrite small doubleK.
    by rewrite ltnNge (leqW large) /= doubleK.
  - by rewrite ins ?xa // xpair_eqE negb_and yj orbT.
  - by rewrite -ms mem_rcons inE cs orbT.
have fill x y : (x, y) != (i, j) -> x < a -> y < b -> (x, y) \in rev s ++ [::].
  by move=> xy xa yb; rewrite cats0 mem_rev ins // xa.
suff -> : no_starts a b (rev s ++ [::]) [:: (i, j)] = [:: (i, j)] by [].
rewrite /=; case: ifP => // /negP[]; apply/andP; split.
- have [y [yb yj beside]] := neighbour b1 jb; apply: (run_beside jb yb beside).
  by apply: fill; rewrite ?xpair_eqE ?negb_and ?yj ?orbT.
- have [x [xa xi beside]] := neighbour a1 ia; apply: (run_beside ia xa beside).
  by apply: fill; rewrite ?xpair_eqE ?negb_and ?xi.
Qed.

Lemma combine_minimum sc sg rr rc no ab br bc bl e :
  br <= rr -> bc <= rc -> bl + e <= no -> sg + no = ab -> sc + sg = rr + rc ->
  br + bc + bl + e <= sc + ab.
Proof. lia. Qed.

(* No order that ends in [(i, j)] scores less. *)
Theorem minimum_last_bound a b s i j : is_order a b (rcons s (i, j)) ->
  a.-1 * Lambda b + (b + Lambda j + Lambda (b - j.+1))
    + (b.-1 * Lambda a + (a + Lambda i + Lambda (a - i.+1)))
    + a./2 * b./2 + [&& 1 < a, 1 < b & evenly j b || evenly i a]
  <= score a b (rcons s (i, j)) + a * b.
Proof.
move=> o; have ot := is_order_turned o; rewrite turned_rcons in ot.
have lines := score_by_lines o; rewrite turned_rcons in lines.
have no := sigma_no_starts a b [::] (rcons s (i, j)); rewrite (is_order_size o) in no.
apply: (combine_minimum (rows_runs_last_ge o) (rows_runs_last_ge ot) _ no lines).
have plain := blocks_le_no_starts o.
case: (ltnP 1 a) => [a1|_]; last by rewrite addn0.
case: (ltnP 1 b) => [b1|_]; last by rewrite addn0.
case: (boolP (evenly j b)) => [/andP[ej eq]|_] /=; first exact: blocks_without_last.
case: (boolP (evenly i a)) => [/andP[ei er]|_] /=; last by rewrite addn0.
have := blocks_without_last ot b1 a1 ei er.
by rewrite -[rcons (turned s) _]turned_rcons -[[::]]/(turned [::]) no_starts_turned size_map mulnC.
Qed.
