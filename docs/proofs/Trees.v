(* Lines that are filled by the key of a balanced tree, from either end, and by halves. *)

From mathcomp Require Import all_ssreflect.
From mathcomp Require Import zify.
Require Import Wall Lines Scores Rows Minimum Last Keys.

Set Implicit Arguments.
Unset Strict Implicit.

(* The balanced tree of Minimum.v again: the weight of a place is the number of places in its part of the tree. *)
Fixpoint weigh fuel n x : nat :=
  if fuel is k.+1 then
    if x < left n then weigh k (left n) x
    else if x == left n then n else weigh k (n - (left n).+1) (x - (left n).+1)
  else 0.

Definition weight n x := weigh n n x.

Lemma tree_Lambda N k lo n : n <= k -> lo + n <= N -> runs N [::] (tree k lo n) = Lambda n.
Proof.
case: n => [|n] nk nN; first by rewrite /Lambda big_nat1; case: k nk.
have := Lambda_slope n.+1; have := @up_log_bounds 2 n.+2 isT isT.
case: (up_log 2 n.+2) (up_logP n.+2 (isT : 1 < 2)) => [|d] // up /= /andP[lo' hi].
by have := @tree_slope N d k lo n.+1 nk nN; rewrite (ltnW lo') hi => /(_ isT); lia.
Qed.

Lemma Lambda0 : Lambda 0 = 0.
Proof. by rewrite /Lambda big_nat1. Qed.

Lemma Lambda_left n : 0 < n -> Lambda n = Lambda (left n) + Lambda (n - (left n).+1) + n.
Proof.
move=> n0; have ln := left_lt n0; rewrite -(@tree_Lambda n n.+1 0 n) // tree_sum //.
by rewrite !tree_Lambda //; lia.
Qed.

Lemma odd_left n : odd (left n) = (1 < n).
Proof. by rewrite /left; case: eqP => [->|] //; lia. Qed.

Lemma weigh_bounds k n x : n <= k -> x < n -> 0 < weigh k n x <= n.
Proof.
elim: k n x => [|k ih] n x nk xn; first by lia.
have ln : left n < n by apply: left_lt; lia.
rewrite /=; case: (ltnP x (left n)) => [xl|lx]; first by have := ih (left n) x ltac:(lia) xl; lia.
case: (x =P left n) => [_|ne]; first by lia.
by have := ih (n - (left n).+1) (x - (left n).+1) ltac:(lia) ltac:(lia); lia.
Qed.

Lemma weigh_odd k n x : n <= k -> x < n -> (1 < weigh k n x) = odd x.
Proof.
elim: k n x => [|k ih] n x nk xn; first by lia.
have ln : left n < n by apply: left_lt; lia.
have lo := odd_left n.
rewrite /=; case: (ltnP x (left n)) => [xl|lx]; first by rewrite ih //; lia.
case: (x =P left n) => [->|ne]; first by rewrite lo.
by rewrite ih; lia.
Qed.

Lemma weigh_costs N k lo n : n <= k -> lo + n <= N -> costs N lo n (fun x => weigh k n (x - lo)) (Lambda n).
Proof.
elim: k lo n => [|k ih] lo n nk nN.
  by have -> : n = 0 by [lia]; rewrite Lambda0; apply: costs0.
have [->|n0] := posnP n; first by rewrite Lambda0; apply: costs0.
have ln := left_lt n0; rewrite (Lambda_left n0); apply: (@costs_last _ _ _ (lo + left n)); try lia.
- move=> x xin xz; rewrite /= addKn ltnn eqxx; case: (ltnP (x - lo) (left n)) => [xl|lx].
    by have := @weigh_bounds k (left n) (x - lo) ltac:(lia) xl; lia.
  rewrite ifF; last by lia.
  by have := @weigh_bounds k (n - (left n).+1) (x - lo - (left n).+1) ltac:(lia) ltac:(lia); lia.
- rewrite addKn; apply: costs_key (ih lo (left n) _ _); try lia.
  have small x : lo <= x < lo + left n -> (x - lo < left n) = true by lia.
  by move=> x y xin yin; rewrite /= !small.
- have -> : lo + n - (lo + left n).+1 = n - (left n).+1 by lia.
  apply: costs_key (ih (lo + left n).+1 (n - (left n).+1) _ _); try lia.
  have shift x : (lo + left n).+1 <= x < (lo + left n).+1 + (n - (left n).+1) ->
      weigh k.+1 n (x - lo) = weigh k (n - (left n).+1) (x - (lo + left n).+1).
    move=> xin; rewrite /= ifF; last by lia.
    by rewrite ifF; [congr weigh; lia | lia].
  by move=> x y xin yin; rewrite !shift.
Qed.

Lemma weight_bounds n x : x < n -> 0 < weight n x <= n.
Proof. exact: weigh_bounds. Qed.

Lemma weight_odd n x : x < n -> (1 < weight n x) = odd x.
Proof. exact: weigh_odd. Qed.

Lemma weight_even n x : x < n -> ~~ odd x -> weight n x = 1.
Proof. by move=> xn; have := weight_odd xn; have := weight_bounds xn; lia. Qed.

Lemma weight_costs N lo n : lo + n <= N -> costs N lo n (fun x => weight n (x - lo)) (Lambda n).
Proof. exact: weigh_costs. Qed.

(* Lines from right to left. *)
Lemma stretch_mirror n p q k lo hi : (forall x, x < n -> q (n.-1 - x) = p x) ->
  stretch n p k lo hi -> stretch n q (n.-1 - k) (n - hi) (n - lo).
Proof.
move=> pq [/andP[lok khi] hin inside below above].
have qp x : x < n -> q x = p (n.-1 - x) by move=> xn; rewrite -pq ?subKn; lia.
split; try lia.
- by move=> x xin xk; rewrite qp; [apply: inside; lia | lia].
- by move=> x xl; rewrite qp; [have -> : n.-1 - x = hi by [lia]; apply: above; lia | lia].
- by move=> lo0; rewrite qp; [apply: below; lia | lia].
Qed.

Lemma line_sum_mirror g n F w : all (fun x => x < n) F -> all (fun x => x < n) w ->
  line_sum g n [seq n.-1 - x | x <- F] [seq n.-1 - x | x <- w] = line_sum g n F w.
Proof.
elim: w F => //= k w ih F Fn /andP[kn wn]; rewrite (ih (k :: F)) /= ?kn //; congr (g _ + _).
have [lo [hi s]] := stretch_exists (among F) kn; rewrite (run_stretch s).
rewrite (run_stretch (stretch_mirror _ s)); first by case: s => /andP[lok khi] hin _ _ _; lia.
move=> x xn; apply/mapP/idP => [[y yF e]|xF]; last by exists x.
by have := allP Fn y yF; rewrite /among => yn; have -> : x = y by lia.
Qed.

Lemma costs_mirror n key c : costs n 0 n key c -> costs n 0 n (fun x => key (n.-1 - x)) c.
Proof.
move=> co w pw so; have wn : all (fun x => x < n) w by apply/allP => x; rewrite (perm_mem pw) mem_iota.
rewrite -(@line_sum_mirror id n [::] w) //=; apply: co; last by rewrite sorted_map; apply: sub_sorted so.
apply: uniq_perm; rewrite ?iota_uniq //.
  rewrite map_inj_in_uniq ?(perm_uniq pw) ?iota_uniq // => x y xw yw.
  by have := allP wn x xw; have := allP wn y yw; lia.
move=> x; rewrite mem_iota /=; apply/mapP/idP => [[y yw ->]|xn]; first by have := allP wn y yw; lia.
by exists (n.-1 - x); [rewrite (perm_mem pw) mem_iota; lia | lia].
Qed.

(* A line whose even places come first, and then the odd ones in the order of a shorter line. *)
Lemma Lambda_double m : Lambda m.*2.+1 = m.*2.+1 + (Lambda m).*2.
Proof.
have h n : Lambda n + 2 ^ up_log 2 n.+1 = up_log 2 n.+1 * n.+1 + 1 by exact: Lambda_slope.
have := h m; have := h m.*2.+1; have -> : m.*2.+2 = 2 * m.+1 by lia.
rewrite up_logMp // expnS; move: (up_log 2 m.+1) => d; move: (2 ^ d) => p; nia.
Qed.

Lemma sorted_parts (T : eqType) (key : T -> nat) (p : pred T) w : sorted (by_key key) w ->
  (forall x y, x \in w -> y \in w -> p x -> ~~ p y -> key x < key y) ->
  w = [seq x <- w | p x] ++ [seq x <- w | ~~ p x].
Proof.
elim: w => //= x w ih; rewrite (path_sortedE (@by_key_trans _ key)) => /andP[/allP le so] less.
have inw y : y \in w -> y \in x :: w by move=> yw; rewrite inE yw orbT.
have e := ih so (fun y z yw zw => less y z (inw y yw) (inw z zw)).
case: (boolP (p x)) => px /=; first by rewrite -e.
have none : [seq y <- w | p y] = [::].
  apply/eqP; rewrite -(negbK (_ == _)) -has_filter; apply/hasPn => y yw; apply/negP => py; have := less y x (inw y yw) (mem_head _ _) py px.
  by have := le y yw; rewrite /by_key ltnNge => ->.
by move: e; rewrite none /= => e; rewrite -e.
Qed.

Lemma run_double m n F G k : n = m.*2.+1 -> k < m ->
  (forall x, x < n -> (x \in G) = ~~ odd x || (x./2 \in F)) ->
  run n (among G) k.*2.+1 = (run m (among F) k).*2.+1.
Proof.
move=> -> km mG; have [lo [hi s]] := stretch_exists (among F) km; rewrite (run_stretch s).
case: s => /andP[lok khi] him inside below above.
rewrite (@run_stretch _ _ _ lo.*2 hi.*2.+1); first by lia.
split; rewrite ?/among; try lia.
- move=> x xin xk; rewrite mG; last by lia.
  case: (boolP (odd x)) => //= ox; apply: inside; [lia |].
  by apply: contraNneq xk => e; apply/eqP; lia.
- move=> x xl; rewrite mG; last by lia.
  by rewrite (_ : ~~ odd x = false) /=; [apply: below; lia | lia].
- move=> h; rewrite mG //; have -> : odd hi.*2.+1 by lia.
  by (have -> : hi.*2.+1./2 = hi by lia); apply: above; lia.
Qed.

Lemma line_double m n F G w : n = m.*2.+1 -> all (fun x => x < m) w ->
  (forall x, x < n -> (x \in G) = ~~ odd x || (x./2 \in F)) ->
  runs n G [seq k.*2.+1 | k <- w] = (runs m F w).*2 + size w.
Proof.
move=> e; elim: w F G => //= k w ih F G /andP[km wm] mG.
rewrite (run_double e km mG) (ih (k :: F) _ wm) /=; first by lia.
move=> x xn; rewrite !inE mG // orbCA; case: (boolP (odd x)) => //= ox.
by congr (_ || _); apply/eqP/eqP; lia.
Qed.

Lemma line_evens n F w : all (fun x => (x < n) && ~~ odd x) w -> {in F, forall x, ~~ odd x} -> uniq w ->
  (forall x, x \in F -> x \notin w) -> runs n F w = size w.
Proof.
elim: w F => //= k w ih F /andP[/andP[kn ek] wn] eF /andP[kw uw] apart; rewrite (ih (k :: F)) //.
- rewrite (@run_stretch _ _ _ k k.+1) ?subSnn //; split=> //; rewrite ?/among; try lia.
  + by move=> x e; apply/negP => /eF; lia.
  + by move=> _; apply/negP => /eF; lia.
- by move=> x; rewrite inE => /orP[/eqP ->|/eF].
- by move=> x; rewrite inE => /orP[/eqP -> //|/apart]; rewrite inE negb_or => /andP[].
Qed.

Lemma costs_double m n key c : n = m.*2.+1 ->
  (forall x y, x < n -> y < n -> ~~ odd x -> odd y -> key x < key y) ->
  costs m 0 m (fun k => key k.*2.+1) c -> costs n 0 n key (m.+1 + (c.*2 + m)).
Proof.
move=> e less co w pw so; have mw x : (x \in w) = (x < n) by rewrite (perm_mem pw) mem_iota.
have uw : uniq w by rewrite (perm_uniq pw) iota_uniq.
have wE := @sorted_parts _ key (fun x => ~~ odd x) w so.
rewrite wE; last by move=> x y; rewrite !mw negbK; apply: less.
set E := [seq x <- w | ~~ odd x]; set O := [seq x <- w | ~~ ~~ odd x]; pose v := [seq x./2 | x <- O].
have mO x : (x \in O) = odd x && (x < n) by rewrite mem_filter negbK mw.
have mE x : (x \in E) = ~~ odd x && (x < n) by rewrite mem_filter mw.
have eO : O = [seq k.*2.+1 | k <- v].
  rewrite -map_comp -[LHS]map_id; apply/eq_in_map => x; rewrite mO /= => /andP[ox _]; lia.
have pv : perm_eq v (iota 0 m).
  apply: uniq_perm; rewrite ?iota_uniq //.
    by rewrite map_inj_in_uniq ?filter_uniq // => x y; rewrite !mO; lia.
  move=> k; rewrite mem_iota /=; apply/mapP/idP => [[x]|km]; first by rewrite mO => /andP[ox xn] ->; lia.
  by exists k.*2.+1; [rewrite mO; lia | lia].
have vm : all (fun x => x < m) v by apply/allP => x; rewrite (perm_mem pv) mem_iota.
have sE : size E = m.+1.
  have -> : size E = size [seq k.*2 | k <- iota 0 m.+1]; last by rewrite size_map size_iota.
  apply: perm_size; apply: uniq_perm; rewrite ?filter_uniq //.
    by rewrite map_inj_uniq ?iota_uniq // => x y; lia.
  move=> x; rewrite mE; apply/idP/mapP => [/andP[ex xn]|[k]]; last by rewrite mem_iota => km ->; lia.
  by exists x./2; [rewrite mem_iota; lia | lia].
rewrite line_sum_cat (@line_evens n [::]) ?filter_uniq //; last by apply/allP => x; rewrite mE andbC.
rewrite eO (@line_double m n [::]) //; last by move=> x xn; rewrite cats0 mem_rev mE xn andbT orbF.
rewrite sE (perm_size pv) size_iota co //.
have : sorted (by_key key) O by apply: sorted_filter so; apply: by_key_trans.
by rewrite eO sorted_map.
Qed.

