(* Each shape has an order that scores its Phi: section 5 of docs/proofs.md. *)

From mathcomp Require Import all_ssreflect.
From mathcomp Require Import zify.
Require Import Wall Lines Scores Rows Keys LastMaximum Shapes.

Set Implicit Arguments.
Unset Strict Implicit.

(* Each shape has an order that scores its Phi: the cells nearest to the longest staircase's edge come first. *)
Definition shape_cells (p : seq nat) : seq cell := [seq (i, j) | i <- iota 0 (size p), j <- iota 0 (nth 0 p i)].
Definition key_shape n (c : cell) := dist (c.1 + c.2).+1 n.
Definition shape_order p := sort (by_key (key_shape (nu p))) (shape_cells p).

Lemma mem_shape_cells p x y : ((x, y) \in shape_cells p) = (y < nth 0 p x).
Proof.
apply/allpairsPdep/idP => [[i [j [_ jp [-> ->]]]]|yp]; first by move: jp; rewrite mem_iota.
exists x, y; split=> //; last by rewrite mem_iota.
by rewrite mem_iota /= add0n ltnNge; apply: contraTN yp => h; rewrite nth_default.
Qed.

Lemma uniq_shape_cells p : uniq (shape_cells p).
Proof.
apply: allpairs_uniq_dep; [exact: iota_uniq | by move=> i _; exact: iota_uniq |].
by move=> [i j] [i' j'] _ _ /= [-> ->].
Qed.

Lemma mem_shape_order p x y : ((x, y) \in shape_order p) = (y < nth 0 p x).
Proof. by rewrite mem_sort mem_shape_cells. Qed.

Lemma stairs_nth p x : x < nu p -> nu p - x <= nth 0 p x.
Proof. by move=> xn; have /allP h := nu_stairs p; apply: h; rewrite mem_iota. Qed.

Lemma nth_sorted p x : sorted geq p -> nth 0 p x.+1 <= nth 0 p x.
Proof.
elim: p x => [|v p ih] x //.
case: x => [|x] /= so; last by apply: ih; apply: path_sorted so.
by case: p so {ih} => //= w p /andP[].
Qed.

(* The length of a column of a shape. *)
Definition column_of p y := count (ltn y) p.

Lemma column_ofP p x y : sorted geq p -> (x < column_of p y) = (y < nth 0 p x).
Proof.
elim: p x => [|v p ih] x; first by rewrite nth_nil.
move=> so; have so' := path_sorted so; rewrite /column_of /= -/(column_of p y).
have [yv|vy] := ltnP y v; first by case: x => [|x] //=; rewrite add1n ltnS ih.
have le w : w \in p -> w <= y.
  by move: so; rewrite /= (path_sortedE (fun _ _ _ h1 h2 => leq_trans h2 h1)) => /andP[/allP h _] /h /= wv; apply: leq_trans vy.
have -> : column_of p y = 0 by apply/eqP; rewrite -leqn0 leqNgt -has_count; apply/hasPn => w /le; rewrite /= -leqNgt.
case: x => [|x] /=; first by rewrite add0n ltn0 ltnNge vy.
rewrite ltn0; apply/esym/negbTE; rewrite -leqNgt; have [xp|px] := ltnP x (size p); last by rewrite nth_default.
by apply: le; apply: mem_nth.
Qed.

Lemma ranks_down (w : seq bool) : sorted geq [seq nat_of_bool x | x <- w] -> f (count id w) = ranks [seq nat_of_bool x | x <- w].
Proof.
elim/last_ind: w => [|w x ih]; first by rewrite f0 /ranks big_geq.
rewrite map_rcons ranks_rcons size_map -[rcons w x]cats1 count_cat /= addn0 => so.
have so' : sorted geq [seq nat_of_bool y | y <- w] by move: so; rewrite -cats1; case/cat_sorted2.
case: x so => so; last by rewrite muln0 !addn0 ih.
have all : all id w.
  move: so; rewrite -cats1 sorted_pairwise; last by move=> u v t h1 h2; apply: leq_trans h2 h1.
  rewrite pairwise_cat => /and3P[/allrelP al _ _]; apply/allP => z zw.
  by have := al z 1 (map_f _ zw) (mem_head _ _); case: z {zw}.
by rewrite -ih // (eqP (_ : count id w == size w)) -?all_count // muln1 addn1 fS.
Qed.

Lemma columns_ranks b p : sorted geq p -> all (geq b) p -> \sum_(y < b) f (column_of p y) = ranks p.
Proof.
move=> so pb; have e (y : 'I_b) : f (column_of p y) = ranks [seq nat_of_bool (nat_of_ord y < v) | v <- p].
  have -> : [seq nat_of_bool (nat_of_ord y < v) | v <- p] = [seq nat_of_bool x | x <- [seq nat_of_ord y < v | v <- p]].
    by rewrite -map_comp.
  rewrite -ranks_down ?count_map // -map_comp sorted_map; apply: sub_sorted so => u v /= uv.
  by have [yv|] := ltnP y v; rewrite ?(leq_trans yv uv).
rewrite (eq_bigr _ (fun y _ => e y)) /ranks.
transitivity (\sum_(y < b) \sum_(0 <= i < size p) i.+1 * (nat_of_ord y < nth 0 p i)).
  by apply: eq_bigr => y _; rewrite size_map; apply: eq_big_nat => i /andP[_ ip]; rewrite (nth_map 0).
rewrite exchange_big; apply: eq_big_nat => i /andP[_ ip]; rewrite -big_distrr /=; congr (_ * _).
rewrite -(count_ord (fun y => y < nth 0 p i)) -size_filter.
have ib : nth 0 p i <= b by apply: (allP pb); apply: mem_nth.
transitivity (size (iota 0 (nth 0 p i))); last by rewrite size_iota.
apply: perm_size; apply: uniq_perm; rewrite ?filter_uniq ?iota_uniq // => y.
by rewrite mem_filter !mem_iota; lia.
Qed.

(* Each cell but one of a row, or of a column, has a neighbour nearer to the edge. *)
Lemma row_nearer p x y : sorted geq p -> y < nth 0 p x -> y != nu p - x.+1 ->
  exists2 y', y' < nth 0 p x & beside y y' && (key_shape (nu p) (x, y') < key_shape (nu p) (x, y)).
Proof.
move=> so yp yn; have [far|near] := ltnP (x + y).+1 (nu p).
  exists y.+1; first by have := @stairs_nth p x ltac:(lia); lia.
  by rewrite /key_shape /dist /beside /=; lia.
by exists y.-1; rewrite /key_shape /dist /beside /=; lia.
Qed.

Lemma column_nearer p x y : sorted geq p -> y < nth 0 p x -> x != nu p - y.+1 ->
  exists2 x', y < nth 0 p x' & beside x x' && (key_shape (nu p) (x', y) < key_shape (nu p) (x, y)).
Proof.
move=> so yp xn; have [far|near] := ltnP (x + y).+1 (nu p).
  exists x.+1; first by have := @stairs_nth p x.+1 ltac:(lia); lia.
  by rewrite /key_shape /dist /beside /=; lia.
case: x yp xn near => [|x] yp xn near; first by lia.
by exists x; [exact: leq_trans yp (nth_sorted _ so) | rewrite /key_shape /dist /beside /=; lia].
Qed.

Lemma combine_shape_ge cnt p0 n sg sc rs cs : n <= p0 -> n <= cnt -> sc + sg = rs + cs -> sg <= cnt + (p0 - n) ->
  rs + cs <= sc + (cnt + p0 - n).
Proof. lia. Qed.

Theorem shape_reached a b k p : 0 < a -> is_shape a b k p ->
  exists s, [/\ are_tiles a b k s, forall x y, ((x, y) \in s) = (y < nth 0 p x), shape_of a b s = p &
  score a b s + (count (ltn 0) p + nth 0 p 0 - nu p) = \sum_(0 <= i < a) f (nth 0 p i) + ranks p].
Proof.
move=> a0 /and4P[/eqP sp so pb /eqP sk]; pose s := shape_order p; pose key := key_shape (nu p).
have us : uniq s by rewrite sort_uniq uniq_shape_cells.
have ms x y : ((x, y) \in s) = (y < nth 0 p x) by apply: mem_shape_order.
have pb' x : nth 0 p x <= b.
  by have [xp|px] := ltnP x (size p); [apply: (allP pb); apply: mem_nth | rewrite nth_default].
have pa x y : y < nth 0 p x -> x < a by move=> yp; rewrite -sp ltnNge; apply: contraTN yp => h; rewrite nth_default.
have sw : all (fun c => (c.1 < a) && (c.2 < b)) s.
  by apply/allP => -[x y]; rewrite ms /= => yp; rewrite (pa _ _ yp) (leq_trans yp (pb' x)).
have tiles : are_tiles a b k s.
  rewrite /are_tiles us sw andbT size_sort size_allpairs_dep /= sumnE big_map sp.
  apply/eqP; rewrite -sk sumnE [RHS](big_nth 0) sp -iota_index; apply: eq_bigr => i _; exact: size_iota.
exists s; have ks : sorted (by_key key) s by apply: sort_sorted; apply: by_key_total.
have lengths : shape_of a b s = p.
  rewrite /shape_of /longest_first -sort_map.
  have -> : [seq row_length b s i | i <- iota 0 a] = p.
    apply: (@eq_from_nth _ 0); rewrite size_map size_iota ?sp // => i ia.
    rewrite (nth_map 0) ?size_iota // nth_iota // add0n /row_length -size_filter.
    transitivity (size (iota 0 (nth 0 p i))); last by rewrite size_iota.
    apply: perm_size; apply: uniq_perm; rewrite ?filter_uniq ?iota_uniq // => y.
    by rewrite mem_filter !mem_iota ms; have := pb' i; lia.
  by apply: sorted_sort so; move=> u v t h1 h2; apply: leq_trans h2 h1.
split=> //; apply/eqP; rewrite eqn_leq; have := shape_bound a0 tiles; rewrite lengths => -> /=.
have prow x : perm_eq (in_row s x) (iota 0 (nth 0 p x)).
  by apply: uniq_perm; rewrite ?iota_uniq ?in_row_uniq // => y; rewrite mem_in_row ms mem_iota.
have pcol y : perm_eq (in_row (turned s) y) (iota 0 (column_of p y)).
  apply: uniq_perm; rewrite ?iota_uniq ?in_row_uniq ?map_inj_uniq //; first exact: inv_inj flipK.
  move=> x; rewrite mem_in_row -[(y, x)]/(flip (x, y)) mem_map; last exact: inv_inj flipK.
  by rewrite ms mem_iota /= add0n column_ofP.
have rows : row_sum id b [::] s = \sum_(0 <= i < a) f (nth 0 p i).
  rewrite (@row_sum_by_rows _ a); last by apply: sub_all sw => c /andP[].
  rewrite big_mkord; apply: eq_bigr => x _; have co : costs b 0 (nth 0 p x) (fun y => key (nat_of_ord x, y)) (f (nth 0 p x)).
    apply: (@costs_grow _ _ _ _ (nu p - x.+1)) => [|y /= yp yn]; first exact: pb'.
    exact: row_nearer.
  exact: co (prow x) (in_row_sorted x ks).
have columns : column_sum id a [::] s = ranks p.
  rewrite /column_sum (@row_sum_by_rows _ b); last by rewrite all_map; apply: sub_all sw => c /andP[].
  rewrite -(columns_ranks so pb); apply: eq_bigr => y _.
  have co : costs a 0 (column_of p y) (fun x => key (x, nat_of_ord y)) (f (column_of p y)).
    apply: (@costs_grow _ _ _ _ (nu p - y.+1)) => [|x /=]; first by rewrite add0n -sp count_size.
    rewrite add0n column_ofP // => xp xn; have [x' xp' h] := column_nearer so xp xn.
    by exists x' => //; rewrite /= column_ofP.
  exact: co (pcol y) (in_row_sorted y (turned_sorted ks)).
pose L := [seq (x, nu p - x.+1) | x <- iota 0 (column_of p 0)] ++ [seq (0, y) | y <- iota (nu p) (nth 0 p 0 - nu p)].
have sg : sigma a b [::] s <= column_of p 0 + (nth 0 p 0 - nu p).
  have <- : size L = column_of p 0 + (nth 0 p 0 - nu p) by rewrite size_cat !size_map !size_iota.
  apply: starts_le us => -[x y] xys; rewrite mem_cat; have [|free] := boolP ((x, y) \in L); first by rewrite orbT.
  rewrite orbF; move: free xys; rewrite /L mem_cat negb_or => /andP[n1 n2]; rewrite ms => yp.
  have yn : y != nu p - x.+1.
    apply: contraNneq n1 => e; apply/mapP; exists x; last by rewrite -e.
    by rewrite mem_iota /= add0n column_ofP //; apply: leq_ltn_trans yp.
  have xn : x != nu p - y.+1.
    apply/negP => /eqP e; have x0 : x = 0 by lia.
    by case/negP: n2; rewrite x0; apply/mapP; exists y => //; rewrite mem_iota; move: yp; rewrite x0; lia.
  have [y' yp' /andP[b1 k1]] := row_nearer so yp yn; have [x' xp' /andP[b2 k2]] := column_nearer so yp xn.
  apply: (@no_start_by_key _ _ key _ _ _ x' y' ks); rewrite ?ms //.
  - exact: pa yp.
  - exact: leq_trans yp (pb' x).
  - exact: pa xp'.
  - exact: leq_trans yp' (pb' x).
have e := equation_A a b [::] s; rewrite rows columns in e.
have nc : nu p <= column_of p 0.
  have [n0|n0] := posnP (nu p); first by rewrite n0.
  by have := column_ofP (nu p).-1 0 so; have := @stairs_nth p (nu p).-1 ltac:(lia); lia.
exact: combine_shape_ge (nu_le p) nc e sg.
Qed.

Lemma complete_columns_reached a b s p : size p = a -> (forall x y, ((x, y) \in s) = (y < nth 0 p x)) ->
  complete_columns a b s = count (fun j => all (ltn j) p) (iota 0 b).
Proof.
move=> sp ms; apply: eq_count => j; apply/allP/(all_nthP 0) => h i; rewrite ?sp => ia.
  by have := h i; rewrite mem_iota /column ms; apply.
by rewrite /column ms; apply: h; move: ia; rewrite mem_iota sp.
Qed.
