(* The orders with the maximum score are the linear extensions of some posets: section 18 of docs/proofs.md. *)

From mathcomp Require Import all_ssreflect.
From mathcomp Require Import zify.
Require Import Wall Lines Scores Rows Maximum Last Keys Shapes.

Set Implicit Arguments.
Unset Strict Implicit.

(* An order goes by the index of its cells. *)
Lemma sorted_index (s : seq cell) : uniq s -> sorted (by_key (index^~ s)) s.
Proof.
move=> us; have : sorted leq [seq index c s | c <- s]; last by rewrite sorted_map.
suff -> : [seq index c s | c <- s] = iota 0 (size s) by exact: iota_sorted.
apply: (@eq_from_nth _ 0); rewrite size_map ?size_iota // => i il.
by rewrite (nth_map (0, 0)) // nth_iota // index_uniq.
Qed.

Lemma towards_beside x y : x != y -> beside x (towards x y).
Proof. by rewrite /beside /towards; case: ifP; lia. Qed.

Lemma towards_lt x y n : x < n -> y < n -> towards x y < n.
Proof. by rewrite /towards; case: ifP; lia. Qed.

(* A linear extension has the maximum score. *)
Lemma extension_score a b c r s : 0 < a -> a <= b -> is_order a b s -> are_starts a b c r -> extends a b c r s ->
  score a b s + b = a * f b + b * f a.
Proof.
move=> a0 ab o [st rs] ext; have [us ms] := is_orderP _ _ _ o; have b0 : 0 < b by lia.
have ks := sorted_index us; pose key := index^~ s.
apply/eqP; rewrite eqn_leq; have := maximum_bound a0 b0 o; rewrite (maxn_idPr ab) => -> /=.
have before i j : i < a -> j < b -> j != c i ->
    [/\ towards j (c i) < b, beside j (towards j (c i)) & key (i, towards j (c i)) < key (i, j)].
  move=> ia jb jc; have [cb _] := st i ia; have [e _] := ext i j ia jb.
  by split; [exact: towards_lt | exact: towards_beside | exact: e].
have above i j : i < a -> j < b -> i != r j ->
    [/\ towards i (r j) < a, beside i (towards i (r j)) & key (towards i (r j), j) < key (i, j)].
  move=> ia jb ir; have [_ e] := ext i j ia jb.
  by split; [apply: towards_lt (rs j jb) | exact: towards_beside | exact: e].
have rows : \sum_(i < a) runs b [::] (in_row s i) = a * f b.
  transitivity (\sum_(i < a) f b); last by rewrite sum_nat_const card_ord.
  apply: eq_bigr => x _.
  have co : costs b 0 b (fun y => key (nat_of_ord x, y)) (f b).
    apply: (@costs_grow _ _ _ _ (c x)) => // y /= yb yc; have [t1 t2 t3] := before x y (ltn_ord x) yb yc.
    by exists (towards y (c x)); rewrite ?t2.
  exact: co (is_order_row o (ltn_ord x)) (in_row_sorted x ks).
have columns : \sum_(j < b) runs a [::] (in_row (turned s) j) = b * f a.
  transitivity (\sum_(j < b) f a); last by rewrite sum_nat_const card_ord.
  apply: eq_bigr => y _.
  have co : costs a 0 a (fun x => key (x, nat_of_ord y)) (f a).
    apply: (@costs_grow _ _ _ _ (r y)) => // x /= xa xr; have [t1 t2 t3] := above x y xa (ltn_ord y) xr.
    by exists (towards x (r y)); rewrite ?t2.
  exact: co (is_order_row (is_order_turned o) (ltn_ord y)) (in_row_sorted y (turned_sorted ks)).
have sg : sigma a b [::] s <= b.
  suff : sigma a b [::] s <= size [seq (r j, j) | j <- iota 0 b] by rewrite size_map size_iota.
  apply: starts_le us => -[x y] xys; rewrite mem_cat; have [|free] := boolP ((x, y) \in [seq (r j, j) | j <- iota 0 b]); first by rewrite orbT.
  rewrite orbF; have /andP[/= xa yb] : ((x, y).1 < a) && ((x, y).2 < b) by rewrite -ms.
  have xr : x != r y.
    by apply: contraNneq free => e; apply/mapP; exists y; rewrite ?mem_iota ?e.
  have yc : y != c x.
    by apply: contraNneq xr => e; have [_ e'] := st x xa; rewrite e e'.
  have [p1 p2 p3] := before x y xa yb yc; have [q1 q2 q3] := above x y xa yb xr.
  by apply: (@no_start_by_key _ _ key _ _ _ (towards x (r y)) (towards y (c x)) ks); rewrite ?ms /= ?xa ?yb ?p1 ?q1.
have := score_by_lines o; rewrite rows columns; lia.
Qed.

Lemma both_tight p q m n : p + q = m + n -> p <= m -> q <= n -> p = m /\ q = n. Proof. lia. Qed.

(* A line with the greatest sum of runs grows from its first tile. *)
Lemma full_line n w : uniq w -> all (fun x => x < n) w -> runs n [::] w = f (size w) ->
  forall y, y \in w -> y != head 0 w -> index (towards y (head 0 w)) w < index y w.
Proof.
elim/last_ind: w => [|w x ih] //; rewrite rcons_uniq all_rcons => /andP[xw uw] /andP[xn wn].
rewrite -cats1 line_sum_cat cats1 size_rcons fS /= cats0 addn0 => e.
have le1 := runs_le wn; have le2 := run_le_size (rev w) xn; rewrite size_rev in le2.
have [e1 e2] := both_tight e le1 le2.
case: w => [|h w] in ih xw uw wn e1 e2 {e le1 le2} *; first by move=> y; rewrite mem_seq1 /= => /eqP ->; rewrite eqxx.
have -> : head 0 (rcons (h :: w) x) = h by [].
move=> y; rewrite mem_rcons inE => /orP[/eqP ->|yin] yh.
  have [lo [hi st]] := stretch_exists (among (rev (h :: w))) xn; have := run_stretch st; rewrite e2.
  case: st => xin hn inside _ _ es; pose others := iota lo (x - lo) ++ iota x.+1 (hi - x.+1).
  have mo z : (z \in others) = (lo <= z < hi) && (z != x) by rewrite mem_cat !mem_iota; lia.
  have uo : uniq others.
    rewrite cat_uniq !iota_uniq /= andbT; apply/hasPn => z; rewrite mem_iota => zin.
    by rewrite -[X in ~~ X]/(z \in iota lo (x - lo)) mem_iota; lia.
  have so : {subset others <= h :: w}.
    by move=> z; rewrite mo => /andP[zin zx]; have := inside z zin zx; rewrite /among mem_rev.
  have szo : size others = size (h :: w) by rewrite size_cat !size_iota; move: es => /=; lia.
  have [_ eo] := uniq_min_size uo so (eq_leq (esym szo)).
  have hin : h \in others by rewrite eo mem_head.
  have tin : towards x h \in h :: w.
    by rewrite -eo mo; move: hin; rewrite mo /towards; case: ifP; lia.
  by rewrite -!cats1 !index_cat tin (negPf xw) index_head addn0 index_mem.
have lt := ih uw wn e1 y yin yh; rewrite [head 0 _]/= in lt.
have tin : towards y h \in h :: w by rewrite -index_mem; apply: ltn_trans lt _; rewrite index_mem.
by rewrite -!cats1 !index_cat tin yin.
Qed.

Lemma index_in_row s i y' y : (i, y') \in s ->
  index y' (in_row s i) < index y (in_row s i) -> index (i, y') s < index (i, y) s.
Proof.
elim: s => // -[k l] s ih; rewrite in_cons.
have -> : in_row ((k, l) :: s) i = if k == i then l :: in_row s i else in_row s i by rewrite /in_row /=; case: (k == i).
rewrite /= !xpair_eqE; case: (eqVneq k i) => [_|ki] /=; last by rewrite ltnS; exact: ih.
case: (eqVneq l y') => [->|ly'] /=; first by case: (y' == y).
by case: (l == y) => //= ys; rewrite !ltnS; exact: ih.
Qed.

(* The tiles that are the first of both lines. *)
Lemma meets_heads F s i j : (i, j) \in meets F s ->
  [/\ i \notin [seq d.1 | d <- F], j \notin [seq d.2 | d <- F], head 0 (in_row s i) = j & head 0 (in_row (turned s) j) = i].
Proof.
elim: s F => //= -[k l] s ih F.
have r x : in_row ((k, l) :: s) x = if k == x then l :: in_row s x else in_row s x by rewrite /in_row /=; case: (k == x).
have t y : in_row ((l, k) :: turned s) y = if l == y then k :: in_row (turned s) y else in_row (turned s) y.
  by rewrite /in_row /=; case: (l == y).
have later : (i, j) \in meets ((k, l) :: F) s ->
  [/\ i \notin [seq d.1 | d <- F], j \notin [seq d.2 | d <- F],
    head 0 (in_row ((k, l) :: s) i) = j & head 0 (in_row ((l, k) :: turned s) j) = i].
  case/ih => /=; rewrite !inE !negb_or => /andP[ik iF] /andP[jl jF] hr hc.
  have ki : (k == i) = false by rewrite eq_sym (negPf ik).
  have lj : (l == j) = false by rewrite eq_sym (negPf jl).
  by rewrite r t ki lj.
case: ifPn => [_ /later //|/norP[kn ln]]; rewrite inE => /orP[/eqP[-> ->]|/later //].
by rewrite r t !eqxx; split.
Qed.

(* An order with the maximum score extends the poset of its first tiles. *)
Lemma maximum_extends a b s : 0 < a -> a <= b -> is_order a b s -> score a b s + b = a * f b + b * f a ->
  let c i := head 0 (in_row s i) in let r j := head 0 (in_row (turned s) j) in
  are_starts a b c r /\ extends a b c r s.
Proof.
move=> a0 ab o e c r; have [us ms] := is_orderP _ _ _ o; have b0 : 0 < b by lia.
have ot := is_order_turned o; have [ut mt] := is_orderP _ _ _ ot.
have A := score_by_lines o; have R := sum_runs_le o; have C := sum_runs_le ot.
have sb : b <= sigma a b [::] s.
  by apply: leq_trans (rows_le_starts a0 ot) _; have := sigma_columns a b [::] s; rewrite /column_sum.
have sg : sigma a b [::] s = b by lia.
have Re : \sum_(i < a) runs b [::] (in_row s i) = a * f b by lia.
have Ce : \sum_(j < b) runs a [::] (in_row (turned s) j) = b * f a by lia.
have row i : i < a -> runs b [::] (in_row s i) = f b.
  move=> ia; apply/eqP; rewrite eqn_leq; have le k : k < a -> runs b [::] (in_row s k) <= f b.
    move=> ka; have p := is_order_row o ka; rewrite -[X in _ <= f X](size_iota 0) -(perm_size p); apply: runs_le.
    by apply/allP => x; rewrite (perm_mem p) mem_iota.
  rewrite le //=; have := @sum_but_one_le a (Ordinal ia) (fun k : 'I_a => runs b [::] (in_row s k)) (f b) _.
  rewrite Re /= => /(_ (fun k _ => le k (ltn_ord k))); rewrite leq_add2l.
  by [].
have column j : j < b -> runs a [::] (in_row (turned s) j) = f a.
  move=> jb; apply/eqP; rewrite eqn_leq; have le k : k < b -> runs a [::] (in_row (turned s) k) <= f a.
    move=> kb; have p := is_order_row ot kb; rewrite -[X in _ <= f X](size_iota 0) -(perm_size p); apply: runs_le.
    by apply/allP => x; rewrite (perm_mem p) mem_iota.
  rewrite le //=; have := @sum_but_one_le b (Ordinal jb) (fun k : 'I_b => runs a [::] (in_row (turned s) k)) (f a) _.
  rewrite Ce /= => /(_ (fun k _ => le k (ltn_ord k))); rewrite leq_add2l.
  by [].
have first (n : nat) (w : seq nat) m : 0 < m -> perm_eq w (iota 0 m) -> head 0 w < m.
  move=> m0 p; have : head 0 w \in w.
    by case: w p => [/perm_size|x w _]; rewrite ?size_iota ?mem_head //= => m1; rewrite -m1 in m0.
  by rewrite (perm_mem p) mem_iota.
have cb i : i < a -> c i < b by move=> ia; apply: first 0 _ _ b0 (is_order_row o ia).
have ra j : j < b -> r j < a by move=> jb; apply: first 0 _ _ a0 (is_order_row ot jb).
have sw : all (fun d => (d.1 < a) && (d.2 < b)) s by apply/allP => d; rewrite ms.
have many : a <= size (meets [::] s).
  have := starts_firsts [::] sw; rewrite sg.
  have na : a <= size (new_rows [::] s).
    rewrite -[X in X <= _](size_iota 0); apply: uniq_leq_size; first exact: iota_uniq.
    move=> i; rewrite mem_iota /= add0n => ia; have := @new_rowsP [::] s i; rewrite cats0; apply.
    by apply: (@map_f _ _ fst s (i, 0)); rewrite ms /= ia b0.
  have nb : b <= size (new_rows [::] (turned s)).
    rewrite -[X in X <= _](size_iota 0); apply: uniq_leq_size; first exact: iota_uniq.
    move=> j; rewrite mem_iota /= add0n => jb; have := @new_rowsP [::] (turned s) j; rewrite cats0; apply.
    by apply: (@map_f _ _ fst (turned s) (j, 0)); rewrite mt /= jb a0.
  by rewrite [turned [::]]/= => le; lia.
have meet i : i < a -> r (c i) = i.
  move=> ia; have [um _] := meets_rows [::] s.
  have sub : {subset [seq d.1 | d <- meets [::] s] <= iota 0 a}.
    by move=> _ /mapP[d /meets_sub ds ->]; rewrite mem_iota; have /andP[] := allP sw _ ds.
  have szm : size (iota 0 a) <= size [seq d.1 | d <- meets [::] s] by rewrite size_map size_iota.
  have [_ em] := uniq_min_size um sub szm.
  have : i \in [seq d.1 | d <- meets [::] s] by rewrite em mem_iota.
  case/mapP => -[k j] /meets_heads[_ _ hr hc] /= ek; rewrite /c /r ek hr; exact: hc.
split; first by split=> [i ia|j jb]; [split; [exact: cb | exact: meet] | exact: ra].
move=> i j ia jb; have pr := is_order_row o ia; have pc := is_order_row ot jb; split=> ne.
  apply: index_in_row; first by rewrite ms /= ia towards_lt ?cb.
  apply: (@full_line b); rewrite ?(perm_uniq pr) ?iota_uniq ?(perm_size pr) ?size_iota ?row ?(perm_mem pr) ?mem_iota //.
  by apply/allP => x; rewrite (perm_mem pr) mem_iota.
have lt : index (j, towards i (r j)) (turned s) < index (j, i) (turned s).
  apply: index_in_row; first by rewrite mt /= jb towards_lt ?ra.
  apply: (@full_line a); rewrite ?(perm_uniq pc) ?iota_uniq ?(perm_size pc) ?size_iota ?column ?(perm_mem pc) ?mem_iota //.
  by apply/allP => x; rewrite (perm_mem pc) mem_iota.
by move: lt; rewrite -[(j, towards i (r j))]/(flip (towards i (r j), j)) -[(j, i)]/(flip (i, j)) !index_map; try exact: inv_inj flipK.
Qed.

(* The starts are those of the order: it extends one poset alone. *)
Lemma start_first n (g : nat -> nat) x : x < n ->
  (forall y, y < n -> y != x -> g (towards y x) < g y) -> forall y, y < n -> y != x -> g x < g y.
Proof.
move=> xn le y; have [k] := ubnP ((y - x) + (x - y)); elim: k y => // k ih y; rewrite ltnS => yk yn yx.
have lt := le y yn yx; have [e|ne] := eqVneq (towards y x) x; first by rewrite e in lt.
apply: ltn_trans (ih _ _ _ ne) lt; last exact: towards_lt.
by move: yk ne; rewrite /towards; case: ifP; move: yx; lia.
Qed.

Lemma extends_once a b c r c' r' s : are_starts a b c r -> extends a b c r s ->
  are_starts a b c' r' -> extends a b c' r' s -> (forall i, i < a -> c i = c' i) /\ (forall j, j < b -> r j = r' j).
Proof.
move=> [st rs] ext [st' rs'] ext'; split=> [i ia|j jb]; apply/eqP; apply: contraT => ne.
  have [cb _] := st i ia; have [cb' _] := st' i ia.
  have lt := start_first cb (fun j jb ne => (ext i j ia jb).1 ne) cb'; rewrite eq_sym ne in lt.
  have lt' := start_first cb' (fun j jb ne => (ext' i j ia jb).1 ne) cb ne.
  by have := ltn_trans (lt isT) lt'; rewrite ltnn.
have rb := rs j jb; have rb' := rs' j jb.
have lt := start_first rb (fun i ia ne => (ext i j ia jb).2 ne) rb'; rewrite eq_sym ne in lt.
have lt' := start_first rb' (fun i ia ne => (ext' i j ia jb).2 ne) rb ne.
by have := ltn_trans (lt isT) lt'; rewrite ltnn.
Qed.
