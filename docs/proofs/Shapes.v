(* Some tiles: none score more than the shape of their rows. Section 5 of docs/proofs.md. *)

From mathcomp Require Import all_ssreflect.
From mathcomp Require Import zify.
Require Import Wall Lines Scores Rows.

Set Implicit Arguments.
Unset Strict Implicit.

(* The tiles that are the first of their row, and those that are the first of both lines. *)
Fixpoint new_rows (F s : seq cell) : seq nat :=
  if s is c :: rest then (if c.1 \in [seq d.1 | d <- F] then id else cons c.1) (new_rows (c :: F) rest) else [::].

Fixpoint meets (F s : seq cell) : seq cell :=
  if s is c :: rest then
    (if (c.1 \in [seq d.1 | d <- F]) || (c.2 \in [seq d.2 | d <- F]) then id else cons c) (meets (c :: F) rest)
  else [::].

Lemma new_rowsP F s : {subset [seq c.1 | c <- s] <= new_rows F s ++ [seq d.1 | d <- F]}.
Proof.
elim: s F => //= c s ih F x; rewrite inE => /orP[/eqP ->|/(ih (c :: F))].
  by case: (boolP (c.1 \in [seq d.1 | d <- F])) => h; rewrite mem_cat ?h ?orbT // mem_head.
rewrite !mem_cat inE; case: (boolP (c.1 \in [seq d.1 | d <- F])) => h; last by rewrite in_cons; case/or3P=> ->; rewrite ?orbT.
by case/or3P=> [->|/eqP ->|->]; rewrite ?h ?orbT.
Qed.

Lemma meets_sub F s : {subset meets F s <= s}.
Proof.
elim: s F => //= c s ih F x; case: ifP => _ /=; rewrite ?inE; first by move/ih => ->; rewrite orbT.
by case/orP=> [->|/ih ->]; rewrite ?orbT.
Qed.

Lemma meets_rows F s : uniq [seq c.1 | c <- meets F s] /\ {in meets F s, forall c, c.1 \notin [seq d.1 | d <- F]}.
Proof.
elim: s F => //= c s ih F; have [u n] := ih (c :: F).
have n' : {in meets (c :: F) s, forall d, (d.1 != c.1) && (d.1 \notin [seq e.1 | e <- F])}.
  by move=> d /n; rewrite /= inE negb_or.
case: ifPn => [_|/norP[h _]] /=; first by split=> // d /n' /andP[].
split=> [|d]; last by rewrite inE => /orP[/eqP -> //|/n' /andP[]].
by rewrite u andbT; apply/mapP => -[d /n' /andP[ne _] e]; rewrite e eqxx in ne.
Qed.

Lemma meets_turned F s : meets (turned F) (turned s) = turned (meets F s).
Proof.
elim: s F => //= c s ih F; rewrite (ih (c :: F)).
have -> : [seq d.1 | d <- turned F] = [seq d.2 | d <- F] by rewrite -map_comp.
have -> : [seq d.2 | d <- turned F] = [seq d.1 | d <- F] by rewrite -map_comp.
by rewrite orbC; case: ifP.
Qed.

Lemma run_first n (p : pred nat) k : k < n -> p =1 pred0 -> run n p k = 1.
Proof. by move=> kn p0; rewrite (run_ext _ _ (_ : p =1 among [::])) ?run_alone. Qed.

Lemma row_first F i : (i \in [seq d.1 | d <- F]) = false -> row F i =1 pred0.
Proof. by move/negbT => h j; apply/negbTE; apply: contraNN h => /(map_f fst). Qed.

Lemma starts_firsts a b F s : all (fun c => (c.1 < a) && (c.2 < b)) s ->
  size (new_rows F s) + size (new_rows (turned F) (turned s)) <= sigma a b F s + size (meets F s).
Proof.
elim: s F => //= c s ih F /andP[/andP[ca cb] sw]; have := ih (c :: F) sw.
have -> : [seq d.1 | d <- turned F] = [seq d.2 | d <- F] by rewrite -map_comp.
have r1 : (c.1 \in [seq d.1 | d <- F]) = false -> run b (row F c.1) c.2 = 1.
  by move=> h; apply: run_first => //; apply: row_first.
have r2 : (c.2 \in [seq d.2 | d <- F]) = false -> run a (column F c.2) c.1 = 1.
  move=> h; rewrite -(run_ext _ _ (@row_turned F c.2)); apply: run_first => //; apply: row_first.
  by rewrite -map_comp.
case: (c.1 \in [seq d.1 | d <- F]) r1 => [_|->] //; case: (c.2 \in [seq d.2 | d <- F]) r2 => [_|->] //=;
  rewrite ?eqxx ?orbT /= => le; rewrite -?addnA ?[1 + (_ + _)]add1n ?[_ + _.+1]addnS ?addSn ?addnS ?ltnS //.
  by apply: (leq_trans le); apply: leq_addl.
Qed.

(* Points and starts of one column: [w] says which rows have a tile in it, the longest row first. *)
Definition ranks (w : seq nat) := \sum_(0 <= i < size w) i.+1 * nth 0 w i.

Lemma ranks_rcons w x : ranks (rcons w x) = ranks w + (size w).+1 * x.
Proof.
rewrite /ranks size_rcons big_nat_recr //= nth_rcons ltnn eqxx; congr (_ + _).
by apply: eq_big_nat => i /andP[_ iw]; rewrite nth_rcons iw.
Qed.

Lemma column_le (w : seq bool) : f (count id w) <= ranks [seq nat_of_bool x | x <- w].
Proof.
elim/last_ind: w => [|w x ih]; first by rewrite f0.
rewrite map_rcons ranks_rcons size_map -cats1 count_cat /= addn0; have := count_size id w.
by case: x; rewrite ?muln0 ?muln1 ?addn0 // addn1 fS; lia.
Qed.

Lemma column_le_cut (w1 w2 : seq bool) (x : bool) :
  f (count id (w1 ++ x :: w2)) + has id (x :: w2) <= ranks [seq nat_of_bool y | y <- w1 ++ x :: w2] + x.
Proof.
elim/last_ind: w2 => [|w2 y ih].
  by have := column_le (w1 ++ [:: x]); rewrite /= orbF; lia.
rewrite -rcons_cons -rcons_cat map_rcons ranks_rcons size_map -cats1 count_cat has_rcons [count _ [:: y]]/= addn0.
case: y; rewrite /= ?muln0 ?muln1 ?addn0 //.
rewrite [count _ _ + 1]addn1 fS; move: ih; rewrite size_cat count_cat /=.
have := count_size id w1; have := count_size id w2; have := has_count id w2.
move: (size w1) (size w2) (count id w1) (count id w2) (f _) (ranks _) => s1 s2 c1 c2 fc r.
by case: x => /=; case: (has id w2) => /=; lia.
Qed.

(* The longest staircase in a shape leaves a short row. *)
Lemma nuP p : nu p = size p \/ exists2 t, t < size p & t <= nu p /\ nth 0 p t <= nu p - t.
Proof.
have le : nu p <= size p by apply/bigmax_leqP => n _; rewrite -ltnS.
have [ge|lt] := leqP (size p) (nu p); [left; lia | right].
have no : ~~ stairs p (nu p).+1.
  apply/negP => st; have := @leq_bigmax_cond _ (fun n : 'I_(size p).+1 => stairs p n) (fun n => n : nat)
    (Ordinal (lt : (nu p).+1 < (size p).+1)) st.
  by rewrite -/(nu p) /= ltnn.
case/allPn: no => t; rewrite mem_iota -ltnNge => /= tn h; exists t; lia.
Qed.

Lemma nu_stairs p : stairs p (nu p).
Proof.
have c : 0 < #|[pred n : 'I_(size p).+1 | stairs p n]| by apply/card_gt0P; exists ord0.
have [i st e] := eq_bigmax_cond (fun n : 'I_(size p).+1 => n : nat) c.
by rewrite /nu (e : \max_(n < (size p).+1 | stairs p n) n = i).
Qed.

Lemma row_sum_ones b F s : row_sum (fun _ => 1) b F s = size s.
Proof. by elim: s F => //= c s ih F; rewrite ih. Qed.

Lemma line_sum_ones n F w : line_sum (fun _ => 1) n F w = size w.
Proof. by elim: w F => //= k w ih F; rewrite ih. Qed.

Lemma iota_index n : iota 0 n = index_iota 0 n.
Proof. by rewrite /index_iota subn0. Qed.

Lemma nu_le p : nu p <= nth 0 p 0.
Proof.
have := nu_stairs p; case: (nu p) => // n /allP /(_ 0); rewrite mem_iota subn0 => /(_ isT).
by [].
Qed.

(* The lengths of the rows, the longest first. *)
Definition row_length b (s : seq cell) i := count (fun j => (i, j) \in s) (iota 0 b).
Definition longest_first a b s := sort (relpre (row_length b s) geq) (iota 0 a).
Definition shape_of a b s := [seq row_length b s i | i <- longest_first a b s].

Lemma perm_longest a b s : perm_eq (longest_first a b s) (iota 0 a).
Proof. by rewrite perm_sort. Qed.

Lemma shape_of_sorted a b s : sorted geq (shape_of a b s).
Proof. by rewrite sorted_map; apply: sort_sorted => x y; apply: leq_total. Qed.

Lemma size_in_row b s i : uniq s -> all (fun c => c.2 < b) s -> size (in_row s i) = row_length b s i.
Proof.
move=> us sb; rewrite /row_length -size_filter; apply: perm_size; apply: uniq_perm.
- exact: in_row_uniq.
- by rewrite filter_uniq ?iota_uniq.
move=> j; rewrite mem_in_row mem_filter mem_iota /=; by case: (boolP ((i, j) \in s)) => // /(allP sb) /= ->.
Qed.

Lemma shape_of_is_shape a b k s : are_tiles a b k s -> is_shape a b k (shape_of a b s).
Proof.
case/and3P=> us /eqP sk sw; apply/and4P; split.
- by rewrite size_map (perm_size (perm_longest a b s)) size_iota.
- exact: shape_of_sorted.
- by apply/allP => _ /mapP[i _ ->] /=; rewrite /row_length -[X in _ <= X](size_iota 0 b) count_size.
rewrite sumnE big_map (perm_big _ (perm_longest a b s)) /= iota_index big_mkord.
rewrite -sk; apply/eqP; rewrite -(row_sum_ones b [::] s) (@row_sum_by_rows _ a); last first.
  by apply: sub_all sw => c /andP[].
apply: eq_bigr => i _; rewrite -size_in_row //; last by apply: sub_all sw => c /andP[].
by rewrite line_sum_ones.
Qed.

Lemma count_ord (p : pred nat) n : count p (iota 0 n) = \sum_(j < n) p j.
Proof. by rewrite -sum1_count big_mkcond iota_index big_mkord; apply: eq_bigr => j _; case: (p j). Qed.

(* A sum of ranks over the columns is one over the rows. *)
Lemma ranks_columns b s R : \sum_(j < b) ranks [seq nat_of_bool ((i, nat_of_ord j) \in s) | i <- R] =
  ranks [seq row_length b s i | i <- R].
Proof.
elim/last_ind: R => [|R x ih]; first by rewrite big1 /ranks /= ?big_geq // => j _; rewrite big_geq.
rewrite map_rcons ranks_rcons size_map -ih -[row_length b s x]/(count (fun j => (x, j) \in s) _).
have -> : count (fun j => (x, j) \in s) (iota 0 b) = \sum_(j < b) ((x, nat_of_ord j) \in s).
  exact: count_ord.
rewrite big_distrr -big_split; apply: eq_bigr => j _.
by rewrite map_rcons ranks_rcons size_map.
Qed.

Definition column_length a (s : seq cell) j := count (fun i => (i, j) \in s) (iota 0 a).

Lemma row_length_turned a s j : row_length a (turned s) j = column_length a s j.
Proof. by apply: eq_count => i /=; rewrite -[(j, i)]/(flip (i, j)) mem_map //; exact: inv_inj flipK. Qed.

Lemma column_length_longest a b s j :
  column_length a s j = count id [seq (i, j) \in s | i <- longest_first a b s].
Proof. by rewrite count_map; apply/permP; rewrite perm_sym perm_longest. Qed.

Lemma tiles_turned a b k s : are_tiles a b k s -> are_tiles b a k (turned s).
Proof.
case/and3P=> us sk sw; rewrite /are_tiles map_inj_uniq; last exact: inv_inj flipK.
by rewrite us size_map sk all_map /=; apply: sub_all sw => c; rewrite /= andbC.
Qed.

(* The score of some tiles, line by line. *)
Lemma tiles_runs_le a b k s : are_tiles a b k s ->
  row_sum id b [::] s <= \sum_(i < a) f (row_length b s i).
Proof.
case/and3P=> us _ sw; rewrite (@row_sum_by_rows _ a); last by apply: sub_all sw => c /andP[].
apply: leq_sum => i _; rewrite -size_in_row //; last by apply: sub_all sw => c /andP[].
apply: runs_le; apply/allP => j; rewrite mem_in_row => /(allP sw) /= /andP[].
by [].
Qed.

Lemma nth_shape a b s i : i < a -> nth 0 (shape_of a b s) i = row_length b s (nth 0 (longest_first a b s) i).
Proof. by move=> ia; rewrite (nth_map 0) // (perm_size (perm_longest a b s)) size_iota. Qed.

(* Rows with tiles, and columns with tiles. *)
Lemma new_rows_ge a b k s : are_tiles a b k s -> count (ltn 0) (shape_of a b s) <= size (new_rows [::] s).
Proof.
case/and3P=> us _ sw; rewrite count_map -size_filter; apply: uniq_leq_size.
  by rewrite filter_uniq // (perm_uniq (perm_longest a b s)) iota_uniq.
move=> i; rewrite mem_filter => /andP[/=]; rewrite /row_length -has_count => /hasP[j _ ij] _.
by have := @new_rowsP [::] s i; rewrite cats0; apply; apply: (map_f fst ij).
Qed.

Lemma new_columns_ge a b k s i : are_tiles a b k s -> row_length b s i <= size (new_rows [::] (turned s)).
Proof.
move=> tiles; rewrite /row_length -size_filter; apply: uniq_leq_size; first by rewrite filter_uniq ?iota_uniq.
move=> j; rewrite mem_filter => /andP[ij _]; have := @new_rowsP [::] (turned s) j; rewrite cats0; apply.
by rewrite -map_comp; apply: (map_f snd ij).
Qed.

(* The tiles that are the first of both lines: in some rows, and in the other ones. *)
Lemma meets_le a b k s R1 R2 : are_tiles a b k s -> perm_eq (R1 ++ R2) (iota 0 a) ->
  size (meets [::] s) <= size R1 + \sum_(j < b) has (fun i => (i, nat_of_ord j) \in s) R2.
Proof.
case/and3P=> us _ sw pR; have [u1 _] := meets_rows [::] s; have [] := meets_rows [::] (turned s).
rewrite -[[::]]/(turned [::]) meets_turned -map_comp => u2 _.
rewrite -(count_predC (fun c => c.1 \in R1)); apply: leq_add.
  rewrite -size_filter -(size_map fst); apply: uniq_leq_size.
    by apply: subseq_uniq u1; apply: map_subseq; apply: filter_subseq.
  by move=> i /mapP[c]; rewrite mem_filter => /andP[ci _] ->.
have -> : \sum_(j < b) has (fun i => (i, nat_of_ord j) \in s) R2 = size [seq j <- iota 0 b | has (fun i => (i, j) \in s) R2].
  by rewrite size_filter count_ord.
rewrite -size_filter -(size_map snd); apply: uniq_leq_size.
  by apply: subseq_uniq u2; apply: map_subseq; apply: filter_subseq.
move=> j /mapP[[x y] xyin ->]; rewrite mem_filter in xyin; case/andP: xyin => /= xR1 /meets_sub xys.
have /andP[/= xa yb] := allP sw _ xys.
have hx : has (fun i => (i, y) \in s) R2.
  apply/hasP; exists x => //.
  by have := perm_mem pR x; rewrite mem_cat mem_iota add0n leq0n xa (negPf xR1).
by rewrite mem_filter hx mem_iota.
Qed.

Lemma combine_cut x y z u v t n : x + z <= y + v -> u <= t + z -> v <= n - t -> t <= n -> x + u <= y + n.
Proof. lia. Qed.

Lemma columns_le a b k s : are_tiles a b k s ->
  \sum_(j < b) f (column_length a s j) + size (meets [::] s) <= ranks (shape_of a b s) + nu (shape_of a b s).
Proof.
move=> tiles; set R := longest_first a b s; set p := shape_of a b s; have pR : perm_eq R (iota 0 a) := perm_longest a b s.
have sp : size p = a by rewrite size_map (perm_size pR) size_iota.
rewrite -[p]/[seq row_length b s i | i <- R] -ranks_columns.
have [all|[t tp [tn short]]] := nuP p.
  have m := @meets_le a b k s R [::] tiles; rewrite cats0 (perm_size pR) size_iota in m.
  apply: leq_add; last by rewrite all sp; apply: leq_trans (m pR) _; rewrite big1 ?addn0.
  apply: leq_sum => j _; rewrite (column_length_longest a b) -/R.
  by have := column_le [seq (i, nat_of_ord j) \in s | i <- R]; rewrite -map_comp.
have tR : t < size R by rewrite (perm_size pR) size_iota -sp.
have eR : R = take t R ++ nth 0 R t :: drop t.+1 R by rewrite -(drop_nth 0 tR) cat_take_drop.
have m := @meets_le a b k s (take t R) (nth 0 R t :: drop t.+1 R) tiles; rewrite -eR in m.
have {m} := m pR; rewrite size_take tR => m.
have one (j : 'I_b) : f (column_length a s j) + has (fun i => (i, nat_of_ord j) \in s) (nth 0 R t :: drop t.+1 R)
    <= ranks [seq nat_of_bool ((i, nat_of_ord j) \in s) | i <- R] + ((nth 0 R t, nat_of_ord j) \in s).
  pose g i := (i, nat_of_ord j) \in s.
  have := column_le_cut (map g (take t R)) (map g (drop t.+1 R)) (g (nth 0 R t)).
  have -> : map g (take t R) ++ g (nth 0 R t) :: map g (drop t.+1 R) = map g R by rewrite [in RHS]eR map_cat.
  have -> : has id (g (nth 0 R t) :: map g (drop t.+1 R)) = has g (nth 0 R t :: drop t.+1 R) by rewrite /= has_map.
  by rewrite -map_comp (column_length_longest a b).
have all : \sum_(j < b) (f (column_length a s j) + has (fun i => (i, nat_of_ord j) \in s) (nth 0 R t :: drop t.+1 R))
    <= \sum_(j < b) (ranks [seq nat_of_bool ((i, nat_of_ord j) \in s) | i <- R] + ((nth 0 R t, nat_of_ord j) \in s)).
  by apply: leq_sum => j _; apply: one.
rewrite !big_split /= in all.
have r0 : \sum_(j < b) ((nth 0 R t, nat_of_ord j) \in s) = nth 0 p t.
  by rewrite /p nth_shape -/R /row_length ?count_ord // -sp.
rewrite r0 in all; exact: combine_cut all m short tn.
Qed.

Lemma combine_shape cnt p0 n n1 n2 sg m sc rs cs t rk g : n <= p0 -> p0 <= n2 -> cnt <= n1 -> n1 + n2 <= sg + m ->
  sc + sg = rs + cs -> t + m <= rk + n -> cs <= t -> rs <= g -> sc + (cnt + p0 - n) <= g + rk.
Proof. lia. Qed.

Theorem shape_bound a b k s : 0 < a -> are_tiles a b k s ->
  score a b s + (count (ltn 0) (shape_of a b s) + nth 0 (shape_of a b s) 0 - nu (shape_of a b s))
  <= \sum_(0 <= i < a) f (nth 0 (shape_of a b s) i) + ranks (shape_of a b s).
Proof.
move=> a0 tiles; have := tiles_runs_le tiles; have := tiles_runs_le (tiles_turned tiles).
have := columns_le tiles; have := equation_A a b [::] s; rewrite -/(score a b s) /column_sum.
case/and3P: (tiles) => us _ sw; have := starts_firsts [::] sw; rewrite [turned [::]]/=.
have := new_rows_ge tiles; have := new_columns_ge (nth 0 (longest_first a b s) 0) tiles.
have -> : \sum_(i < b) f (row_length a (turned s) i) = \sum_(j < b) f (column_length a s j).
  by apply: eq_bigr => j _; rewrite row_length_turned.
have -> : \sum_(i < a) f (row_length b s i) = \sum_(0 <= i < a) f (nth 0 (shape_of a b s) i).
  transitivity (\sum_(i <- longest_first a b s) f (row_length b s i)).
    by rewrite (perm_big _ (perm_longest a b s)) /= iota_index big_mkord.
  rewrite [LHS](big_nth 0) (perm_size (perm_longest a b s)) size_iota.
  by apply: eq_big_nat => i /andP[_ ia]; rewrite nth_shape.
rewrite -nth_shape //.
move=> h1 h2 h3 h4 h5 h6 h7; exact: combine_shape (nu_le _) h1 h2 h3 h4 h5 h6 h7.
Qed.

(* Complete rows and columns. *)
Lemma complete_rows_shape a b s : complete_rows a b s = count (pred1 b) (shape_of a b s).
Proof.
rewrite /shape_of count_map; have /permP -> := perm_longest a b s.
by apply: eq_count => i; rewrite /= all_count size_iota.
Qed.

Lemma complete_columns_shape a b s :
  complete_columns a b s <= count (fun j => all (ltn j) (shape_of a b s)) (iota 0 b).
Proof.
set m := complete_columns a b s; have mb : m <= b by rewrite -[b](size_iota 0) count_size.
have full i : i < a -> m <= row_length b s i.
  move=> ia; apply: sub_count => j /allP /(_ i); apply.
  by rewrite mem_iota.
have -> : m = count (ltn^~ m) (iota 0 b).
  rewrite -[b](subnKC mb) iotaD count_cat add0n (_ : count _ (iota 0 m) = m); last first.
    by apply/eqP; rewrite -[m in _ == m](size_iota 0) -all_count; apply/allP => j; rewrite mem_iota.
  rewrite (_ : count _ _ = 0) ?addn0 //; apply/eqP; rewrite -leqn0 leqNgt -has_count.
  by apply/hasPn => j; rewrite mem_iota -leqNgt => /andP[].
apply: sub_count => j jm; apply/allP => _ /mapP[i ia ->]; apply: leq_trans jm (full i _).
by rewrite (perm_mem (perm_longest a b s)) mem_iota in ia.
Qed.

(* There is a shape of every number of cells that the wall has room for. *)
Lemma shape_exists a b k : k <= a * b -> exists p, is_shape a b k p.
Proof.
elim: a k => [|a ih] k kab; first by exists [::]; move: kab; rewrite mul0n leqn0 => /eqP ->.
have [|p /and4P[/eqP sp so pb /eqP sk]] := ih (k - minn b k); first by rewrite mulSn in kab; lia.
exists (minn b k :: p); apply/and4P; split; rewrite /= ?sp ?geq_minl ?sk ?subnKC ?geq_minr //.
rewrite (path_sortedE (fun _ _ _ h1 h2 => leq_trans h2 h1)) so andbT; apply/allP => x xp /=.
have [bk|kb] := ltnP b k; first exact: (allP pb).
suff : x <= 0 by lia.
have <- : sumn p = 0 by rewrite sk; lia.
by elim: p {so pb sp sk} xp => //= y p ih' ; rewrite inE => /orP[/eqP ->|/ih' h]; lia.
Qed.
