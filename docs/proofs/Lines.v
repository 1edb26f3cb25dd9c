(* One line: a row or a column by itself. *)

From mathcomp Require Import all_ssreflect.
From mathcomp Require Import zify.
Require Import Wall.

Set Implicit Arguments.
Unset Strict Implicit.

(* The places of a line that make up the run of a tile in place [k]: from [lo] up to [hi], [hi] not included. *)
Definition stretch n (filled : pred nat) k lo hi :=
  [/\ lo <= k < hi, hi <= n,
      forall x, lo <= x < hi -> x != k -> filled x,
      forall x, x.+1 = lo -> ~~ filled x
    & hi < n -> ~~ filled hi].

Lemma find_all_cat (p : pred nat) s t : all (predC p) s -> find p (s ++ t) = size s + find p t.
Proof. by rewrite all_predC find_cat => /negPf ->. Qed.

Lemma rev_iota_cat lo k : lo <= k -> rev (iota 0 k) = rev (iota lo (k - lo)) ++ rev (iota 0 lo).
Proof. by move=> le; rewrite -rev_cat -{1}(subnKC le) iotaD. Qed.

Lemma rev_iotaS k : rev (iota 0 k.+1) = k :: rev (iota 0 k).
Proof. by rewrite -addn1 iotaD rev_cat. Qed.

Lemma run_stretch n filled k lo hi : stretch n filled k lo hi -> run n filled k = hi - lo.
Proof.
case=> /andP[lok khi] hin inside below above; rewrite /run /streak.
have -> : find (predC filled) (rev (iota 0 k)) = k - lo.
  rewrite (rev_iota_cat lok) find_all_cat; last first.
    apply/allP=> x; rewrite mem_rev mem_iota => xin /=; rewrite negbK; apply: inside; lia.
  rewrite size_rev size_iota; case: lo {lok inside} below => [|lo] below; first by rewrite addn0.
  by rewrite rev_iotaS /= below // addn0.
have -> : find (predC filled) (iota k.+1 (n - k.+1)) = hi - k.+1.
  have -> : n - k.+1 = (hi - k.+1) + (n - hi) by lia.
  rewrite iotaD find_all_cat; last first.
    apply/allP=> x; rewrite mem_iota => xin /=; rewrite negbK; apply: inside; lia.
  rewrite size_iota; have -> : k.+1 + (hi - k.+1) = hi by lia.
  have [hn|hn] := ltnP hi n; last by (have -> : n - hi = 0 by lia); rewrite addn0.
  by (have -> : n - hi = (n - hi.+1).+1 by lia); rewrite /= above // addn0.
lia.
Qed.

Lemma stretch_exists n filled k : k < n -> exists lo hi, stretch n filled k lo hi.
Proof.
move=> kn.
pose l := find (predC filled) (rev (iota 0 k)); pose r := find (predC filled) (iota k.+1 (n - k.+1)).
have lk : l <= k by rewrite -[X in _ <= X](size_iota 0) -size_rev find_size.
have rn : r <= n - k.+1 by rewrite -[X in _ <= X](size_iota k.+1) find_size.
have nl x : x < k -> nth 0 (rev (iota 0 k)) (k - x.+1) = x.
  by move=> xk; rewrite nth_rev size_iota ?nth_iota; lia.
exists (k - l), (k.+1 + r); split; try lia.
- move=> x xin xk; have [xl|xr] := ltnP x k.
    have := @before_find _ 0 (predC filled) (rev (iota 0 k)) (k - x.+1) _.
    by rewrite nl //= => /(_ _)/negbFE; apply; rewrite -/l; lia.
  have := @before_find _ 0 (predC filled) (iota k.+1 (n - k.+1)) (x - k.+1) _.
  rewrite nth_iota; last by lia.
  have -> : k.+1 + (x - k.+1) = x by lia.
  by move=> /= /(_ _)/negbFE; apply; rewrite -/r; lia.
- move=> x xk; have := @nth_find _ 0 (predC filled) (rev (iota 0 k)).
  rewrite has_find size_rev size_iota -/l.
  have -> : l = k - x.+1 by lia.
  by rewrite nl /=; [apply; lia | lia].
- move=> above; have := @nth_find _ 0 (predC filled) (iota k.+1 (n - k.+1)).
  rewrite has_find size_iota -/r nth_iota; last by lia.
  by apply; lia.
Qed.

Lemma run_ext n p q k : p =1 q -> run n p k = run n q k.
Proof. by move=> pq; rewrite /run /streak; congr (_ + _).+1; apply: eq_find => x /=; rewrite pq. Qed.

Lemma run_gt0 n p k : 0 < run n p k.
Proof. by []. Qed.

(* The filled places of a line, as a predicate. *)
Definition among (F : seq nat) : pred nat := fun x => x \in F.

(* A run has no more tiles than the line. *)
Lemma run_le_size n F k : k < n -> run n (among F) k <= (size F).+1.
Proof.
move=> kn; have [lo [hi s]] := stretch_exists (among F) kn.
rewrite (run_stretch s); case: s => /andP[lok khi] _ inside _ _.
have : size (iota lo (k - lo) ++ iota k.+1 (hi - k.+1)) <= size F.
  apply: uniq_leq_size.
    rewrite cat_uniq !iota_uniq /= andbT; apply/hasPn => x.
    by rewrite mem_iota => xin; rewrite -[X in ~~ X]/(x \in iota lo (k - lo)) mem_iota; lia.
  by move=> x; rewrite mem_cat !mem_iota => xin; apply: inside; move: xin; lia.
by rewrite size_cat !size_iota; lia.
Qed.

(* A sum over the runs of the tiles in [w], which are placed one after the other. *)
Fixpoint line_sum (g : nat -> nat) n (F w : seq nat) : nat :=
  if w is k :: rest then g (run n (among F) k) + line_sum g n (k :: F) rest else 0.

(* P + S of a line, its starts, and its tiles that are no starts along it. *)
Notation runs := (line_sum id).
Notation starts := (line_sum (fun r => r == 1)).
Notation inners := (line_sum (fun r => 1 < r)).

Lemma line_sum_ext g n F G w : F =i G -> line_sum g n F w = line_sum g n G w.
Proof.
elim: w F G => //= k w ih F G FG; congr (_ + _); first by congr g; apply: run_ext => x; rewrite /among FG.
by apply: ih => x; rewrite !inE FG.
Qed.

Lemma line_sum_cat g n F w1 w2 :
  line_sum g n F (w1 ++ w2) = line_sum g n F w1 + line_sum g n (rev w1 ++ F) w2.
Proof.
by elim: w1 F => //= k w1 ih F; rewrite ih addnA rev_cons cat_rcons.
Qed.

(* As long as place [z] is empty, no run reaches across it: the two sides are lines of their own. *)
Lemma line_sum_part g n z F w : z < n -> all (fun x => x < n) w -> z \notin F -> z \notin w ->
  line_sum g n F w =
    line_sum g n [seq x <- F | x < z] [seq x <- w | x < z]
    + line_sum g n [seq x <- F | z < x] [seq x <- w | z < x].
Proof.
move=> zn; elim: w F => //= k w ih F /andP[kn wn] zF; rewrite inE negb_or => /andP[zk zw].
rewrite ih //; last by rewrite inE negb_or zk.
have [lo [hi s]] := stretch_exists (among F) kn.
have noz x : x \in F -> x != z by move=> xF; apply: contraNneq zF => <-.
rewrite (run_stretch s); case: s => /andP[lok khi] hin inside below above.
have [kz|zk'|E] := ltngtP k z; last by rewrite E eqxx in zk.
- rewrite /= -(@run_stretch n (among [seq x <- F | x < z]) k lo hi); last first.
    have hiz : hi <= z by rewrite leqNgt; apply/negP => zh; have := @inside z; rewrite /among (negPf zF); lia.
    split=> //; first exact/andP.
    + by move=> x xin xk; rewrite /among mem_filter; apply/andP; split; [lia | exact: inside].
    + by move=> x /below; rewrite /among mem_filter negb_and orbC => ->.
    + by move=> /above; rewrite /among mem_filter negb_and orbC => ->.
  by rewrite kz ltnNge (ltnW kz) /= addnA.
- rewrite /= -(@run_stretch n (among [seq x <- F | z < x]) k lo hi); last first.
    have zlo : z < lo by rewrite ltnNge; apply/negP => zh; have := @inside z; rewrite /among (negPf zF); lia.
    split=> //; first exact/andP.
    + by move=> x xin xk; rewrite /among mem_filter; apply/andP; split; [lia | exact: inside].
    + by move=> x /below; rewrite /among mem_filter negb_and orbC => ->.
    + by move=> /above; rewrite /among mem_filter negb_and orbC => ->.
  by rewrite zk' ltnNge (ltnW zk') /= addnCA.
Qed.

(* The first fact: the j-th tile makes a run of j at most. *)
Lemma f0 : f 0 = 0. Proof. by rewrite /f big_geq. Qed.

Lemma fS n : f n.+1 = f n + n.+1.
Proof. by rewrite /f big_nat_recr. Qed.

Lemma f_double n : (f n).*2 = n * n.+1.
Proof. by elim: n => [|n]; rewrite ?f0 // fS; lia. Qed.

Lemma runs_le_from n F w : all (fun x => x < n) w -> runs n F w + f (size F) <= f (size F + size w).
Proof.
elim: w F => [|k w ih] F /=; first by rewrite addn0.
case/andP=> kn wn; have := ih (k :: F) wn; have := run_le_size F kn; rewrite -addSnnS [size (_ :: _)]/= fS; lia.
Qed.

Lemma runs_le n w : all (fun x => x < n) w -> runs n [::] w <= f (size w).
Proof. by move=> wn; have := runs_le_from [::] wn; rewrite /= f0 add0n addn0. Qed.

(* The first tile of a line is a start. *)
Lemma run_alone n k : k < n -> run n (among [::]) k = 1.
Proof. by move=> kn; rewrite (@run_stretch n _ k k k.+1) ?subSnn //; split=> //; lia. Qed.

Lemma starts_gt0 n w : all (fun x => x < n) w -> 0 < size w -> 0 < starts n [::] w.
Proof. by case: w => //= k w /andP[kn _] _; rewrite run_alone. Qed.

(* The second fact: a line that is filled completely has at least Lambda. *)
Lemma perm_part z lo m w : perm_eq (rcons w z) (iota lo m) ->
  [/\ lo <= z < lo + m, perm_eq [seq x <- w | x < z] (iota lo (z - lo)),
      perm_eq [seq x <- w | z < x] (iota z.+1 (lo + m - z.+1)) & z \notin w].
Proof.
move=> pw; have uw : uniq (rcons w z) by rewrite (perm_uniq pw) iota_uniq.
have mw x : (x \in w) || (x == z) = (lo <= x < lo + m).
  by rewrite -mem_iota -(perm_mem pw) mem_rcons inE orbC.
have zin : lo <= z < lo + m by rewrite -mw eqxx orbT.
move: uw; rewrite rcons_uniq => /andP[zw uw]; split=> //; apply: uniq_perm;
  rewrite ?filter_uniq ?iota_uniq // => x; rewrite mem_filter mem_iota; have := mw x;
  case: (x =P z) => [->|xz]; rewrite ?orbF; lia.
Qed.

Lemma runs_ge_slope n w lo m d : perm_eq w (iota lo m) -> lo + m <= n ->
  d * m.+1 + 1 <= runs n [::] w + 2 ^ d.
Proof.
elim: d lo m w => [|d ih] lo m w; first by rewrite expn0; lia.
case/lastP: w => [|w z] pw lon.
  have -> : m = 0 by rewrite -(size_iota lo m) -(perm_size pw).
  by have := ltn_expl d.+1 (isT : 1 < 2); rewrite /= muln1; lia.
have [zin pl pr zw] := perm_part pw.
have wn : all (fun x => x < n) w.
  apply/allP=> x xw; have : x \in iota lo m by rewrite -(perm_mem pw) mem_rcons inE xw orbT.
  by rewrite mem_iota; lia.
rewrite -cats1 line_sum_cat (@line_sum_part id n z [::] w) //=; last by lia.
have := ih _ _ _ pl _; have := ih _ _ _ pr _.
rewrite (@run_stretch n _ z lo (lo + m)); last first.
  have mw x : among (rev w ++ [::]) x = (lo <= x < lo + m) && (x != z).
    rewrite /among cats0 mem_rev -mem_iota -(perm_mem pw) mem_rcons inE.
    by case: (x =P z) => [->|_]; rewrite ?(negPf zw) // andbT.
  split; [exact: zin | exact: lon | | |].
  - by move=> x xin xz; rewrite mw xin xz.
  - by move=> x xl; rewrite mw; lia.
  - by move=> _; rewrite mw; lia.
have h1 := ih _ _ _ pl (_ : lo + (z - lo) <= n); have h2 := ih _ _ _ pr (_ : z.+1 + (lo + m - z.+1) <= n).
have {h1} := h1 ltac:(lia); have {h2} := h2 ltac:(lia).
have e : (z - lo).+1 + (lo + m - z.+1).+1 = m.+1 by lia.
rewrite expnS; move: (2 ^ d) => p h1 h2.
have : d * (z - lo).+1 + d * (lo + m - z.+1).+1 = d * m.+1 by rewrite -mulnDr e.
by rewrite /= mulSn addn0; lia.
Qed.

Lemma LambdaS n : Lambda n.+1 = Lambda n + up_log 2 n.+2.
Proof. by rewrite /Lambda big_nat_recr. Qed.

Lemma Lambda_slope n : Lambda n + 2 ^ up_log 2 n.+1 = up_log 2 n.+1 * n.+1 + 1.
Proof.
elim: n => [|n ih]; first by rewrite /Lambda big_nat1 up_log1.
rewrite LambdaS; move: ih; set D := up_log 2 n.+1; set D' := up_log 2 n.+2 => ih.
have DD : D <= D' by rewrite leq_up_log.
have nD : n.+1 <= 2 ^ D by rewrite up_logP.
have nD' : n.+2 <= 2 ^ D' by rewrite up_logP.
have [small|big] := leqP n.+2 (2 ^ D).
  have -> : D' = D by apply/eqP; rewrite eqn_leq DD up_log_min.
  by rewrite mulnS; lia.
have e : 2 ^ D = n.+1 by lia.
have -> : D' = D.+1.
  apply/eqP; rewrite eqn_leq up_log_min //=; last by rewrite expnS e; lia.
  by rewrite ltn_neqAle DD andbT; apply: contraTneq nD' => <-; rewrite e; lia.
rewrite expnS mulSn mulnS; lia.
Qed.

Lemma runs_ge n w : perm_eq w (iota 0 n) -> Lambda n <= runs n [::] w.
Proof. by move=> pw; have := runs_ge_slope (up_log 2 n.+1) pw (leqnn n); have := Lambda_slope n; lia. Qed.

(* A tile beside a filled place is no start. *)
Lemma run_beside n (filled : pred nat) k x : k < n -> x < n -> (x == k.+1) || (k == x.+1) -> filled x -> 1 < run n filled k.
Proof.
move=> kn xn xk fx; have [lo [hi s]] := stretch_exists filled kn; rewrite (run_stretch s).
case: s => /andP[lok khi] hin _ below above; case/orP: xk => /eqP e.
  have : hi != k.+1 by apply: contraTneq fx => ehi; rewrite e -ehi above; lia.
  by lia.
have : lo != k by apply: contraTneq fx => elo; apply: below; lia.
lia.
Qed.
