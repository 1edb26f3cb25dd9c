(* An order with the maximum score of those that end in a given cell: section 4 of docs/proofs.md. *)

From mathcomp Require Import all_ssreflect.
From mathcomp Require Import zify.
Require Import Wall Lines Scores Rows Last Keys.

Set Implicit Arguments.
Unset Strict Implicit.

Definition dist x y := (x - y) + (y - x).

(* A box around place [z] of a line of [n] grows place by place: first to the right, then to the left.
   [level] says in which step a place joins it, and [place] which one joins it in a step. *)
Definition level n z x := if z.+1 < x then x - z.+1 else if x.+1 < z then (n - z.+2) + (z - x.+1) else 0.
Definition place n z k := if k <= n - z.+2 then z.+1 + k else z - (k - (n - z.+2)).+1.

Lemma levelP n z x : [\/ z.+1 < x /\ level n z x = x - z.+1, x.+1 < z /\ level n z x = (n - z.+2) + (z - x.+1)
  | (x <= z.+1) && (z <= x.+1) /\ level n z x = 0].
Proof.
rewrite /level; case: ltnP => h1; first by constructor 1.
by case: ltnP => h2; [constructor 2 | constructor 3; split=> //; lia].
Qed.

Lemma placeP n z k : k <= n - z.+2 /\ place n z k = z.+1 + k \/ n - z.+2 < k /\ place n z k = z - (k - (n - z.+2)).+1.
Proof. by rewrite /place; case: leqP; [left | right]. Qed.

Lemma level_inwards n z x : x < n -> z < n -> 0 < level n z x ->
  exists y, [/\ y < n, beside x y, y != z & level n z y < level n z x].
Proof.
move=> xn zn; case: (levelP n z x) => [[h ->]|[h ->]|[_ ->]] // _.
- by exists x.-1; rewrite /beside; case: (levelP n z x.-1) => -[h' ->]; split; lia.
- by exists x.+1; rewrite /beside; case: (levelP n z x.+1) => -[h' ->]; split; lia.
Qed.

Lemma level_across n z k x : x < n -> z < n -> 0 < k -> level n z x <= k -> x != place n z k ->
  exists y, [/\ y < n, beside x y, level n z y <= k & dist y (place n z k) < dist x (place n z k)].
Proof.
move=> xn zn k0 xk; case: (ltngtP x (place n z k)) => [lt|gt|//] _.
- exists x.+1; move: lt xk; rewrite /dist /beside.
  case: (placeP n z k) => -[h ->]; case: (levelP n z x) => -[h1 ->]; case: (levelP n z x.+1) => -[h2 ->] lt xk; split; lia.
- exists x.-1; move: gt xk; rewrite /dist /beside.
  case: (placeP n z k) => -[h ->]; case: (levelP n z x) => -[h1 ->]; case: (levelP n z x.-1) => -[h2 ->] lt xk; split; lia.
Qed.

Lemma place_level n z x : x < n -> z < n -> 0 < level n z x -> place n z (level n z x) = x.
Proof.
move=> xn zn; case: (levelP n z x) => -[h e]; rewrite e // => _.
- by case: (placeP n z (x - z.+1)) => -[h' ->]; lia.
- by case: (placeP n z (n - z.+2 + (z - x.+1))) => -[h' ->]; lia.
Qed.

Lemma level_le n z x : x < n -> z < n -> level n z x <= n - z.+2 + z.-1.
Proof. by move=> xn zn; case: (levelP n z x) => -[h ->]; lia. Qed.

Lemma dist_le n z x k : x < n -> z < n -> dist x (place n z k) <= n.
Proof. by move=> xn zn; rewrite /dist; case: (placeP n z k) => -[h ->]; lia. Qed.

(* The box of the wall grows by a row and a column that meet in a single. Cell (i, j) waits for all others. *)
Definition key_last a b i j (c : cell) :=
  let k := level a i c.1 in let l := level b j c.2 in
  if c == (i, j) then (a + b).+2 * (a + b).+2
  else if maxn k l == 0 then nat_of_bool ((c.1 != i) && (c.2 != j))
  else maxn k l * (a + b).+2 + (if l <= k then dist c.2 (place b j k) else dist c.1 (place a i l)).

Lemma lex M k d k' d' : d < M -> k < k' -> k * M + d < k' * M + d'.
Proof.
move=> dM kk; apply: (@leq_trans (k'* M)); last by apply: leq_addr.
by apply: (@leq_trans (k.+1 * M)); [rewrite mulSn; lia | rewrite leq_mul2r kk orbT].
Qed.

Lemma level_self n z : level n z z = 0.
Proof. by case: (levelP n z z) => -[h ->]; lia. Qed.

Lemma key_near a b i j x y : (x, y) != (i, j) -> level a i x = 0 -> level b j y = 0 ->
  key_last a b i j (x, y) = ((x != i) && (y != j)).
Proof. by rewrite /key_last => /negPf -> -> ->; rewrite maxnn. Qed.

Lemma key_far a b i j x y k : (x, y) != (i, j) -> maxn (level a i x) (level b j y) = k -> 0 < k ->
  key_last a b i j (x, y) = k * (a + b).+2
    + (if level b j y <= level a i x then dist y (place b j (level a i x)) else dist x (place a i (level b j y))).
Proof. by rewrite /key_last => /negPf -> -> /gtn_eqF ->. Qed.

Lemma key_le a b i j x y k : x < a -> y < b -> i < a -> j < b -> (x, y) != (i, j) ->
  maxn (level a i x) (level b j y) = k -> k * (a + b).+2 <= key_last a b i j (x, y) < k.+1 * (a + b).+2.
Proof.
move=> xa yb ia jb z e; have [k0|k0] := posnP k.
  by rewrite k0 mul0n mul1n key_near //; lia.
rewrite (key_far z e k0) leq_addr mulSn addnC ltn_add2r.
by have := dist_le (level a i x) yb jb; have := dist_le (level b j y) xa ia; case: ifP; lia.
Qed.

Lemma key_level a b i j x y x' y' : x < a -> y < b -> x' < a -> y' < b -> i < a -> j < b ->
  (x, y) != (i, j) -> (x', y') != (i, j) ->
  maxn (level a i x') (level b j y') < maxn (level a i x) (level b j y) ->
  key_last a b i j (x', y') < key_last a b i j (x, y).
Proof.
move=> xa yb xa' yb' ia jb z z' lt; have /andP[le _] := key_le xa yb ia jb z erefl.
have /andP[_ lt'] := key_le xa' yb' ia jb z' erefl.
by apply: (leq_trans lt'); apply: leq_trans le; rewrite leq_mul2r lt orbT.
Qed.

Lemma key_less a b i j x y : x < a -> y < b -> i < a -> j < b -> (x, y) != (i, j) ->
  key_last a b i j (x, y) < key_last a b i j (i, j).
Proof.
move=> xa yb ia jb z; have /andP[_ lt] := key_le xa yb ia jb z erefl; apply: (leq_trans lt).
rewrite {1}/key_last eqxx leq_mul2r; have := level_le xa ia; have := level_le yb jb; lia.
Qed.

(* Along a row each cell but one has a neighbour that comes before it. *)
Definition first_of_row a b i j x := if level a i x == 0 then j else place b j (level a i x).

Lemma key_row a b i j x y : i < a -> j < b -> x < a -> y < b -> x != i -> y != first_of_row a b i j x ->
  exists2 y', y' < b & beside y y' && (key_last a b i j (x, y') < key_last a b i j (x, y)).
Proof.
move=> ia jb xa yb xi; rewrite /first_of_row.
have nz y' : (x, y') != (i, j) by rewrite xpair_eqE (negPf xi).
have [far _|near] := ltnP (level a i x) (level b j y).
  have [|y' [yb' bes _ less]] := level_inwards yb jb; first by lia.
  by exists y' => //; rewrite bes key_level //; lia.
case: (level a i x =P 0) => [x0 yj|/eqP x0 yp].
  have y0 : level b j y = 0 by lia.
  exists j => //; rewrite !key_near // ?level_self // eqxx xi yj andbF andbT.
  by move: y0 yj; rewrite /beside; case: (levelP b j y) => -[h ->]; lia.
have k0 : 0 < level a i x by rewrite lt0n.
have [y' [yb' bes near' less]] := level_across yb jb k0 near yp.
by exists y' => //; rewrite bes !(@key_far _ _ _ _ _ _ (level a i x)) ?nz ?near ?near' ?ltn_add2l //; lia.
Qed.

(* The row of the last cell: its two sides. *)
Lemma key_side a b i j y : i < a -> j < b -> y < b -> 0 < level b j y ->
  exists2 y', [&& y' < b, y' != j & (y' < j) == (y < j)]
    & beside y y' && (key_last a b i j (i, y') < key_last a b i j (i, y)).
Proof.
move=> ia jb yb l0; have [y' [yb' bes yj less]] := level_inwards yb jb l0.
exists y'; first by move: l0 less bes; rewrite yb' yj /beside; case: (levelP b j y) => -[h ->]; lia.
have yz : y != j by move: l0; case: (levelP b j y) => -[h ->]; lia.
by rewrite bes key_level // ?xpair_eqE ?negb_and ?yj ?yz ?orbT // level_self; lia.
Qed.

Lemma key_flip a b i j x y : i < a -> j < b -> x < a -> y < b ->
  key_last a b i j (x, y) = key_last b a j i (y, x).
Proof.
move=> ia jb xa yb; have [e|z] := eqVneq (x, y) (i, j).
  by case: e => -> ->; rewrite /key_last !eqxx addnC.
have z' : (y, x) != (j, i) by move: z; rewrite !xpair_eqE andbC.
have [k0|k0] := posnP (maxn (level a i x) (level b j y)).
  by rewrite !key_near //; lia.
rewrite (key_far z erefl k0) (key_far z' (maxnC _ _)) // [b + a]addnC; congr (_ + _).
case: (ltngtP (level a i x) (level b j y)) => // e.
have x0 : 0 < level a i x by lia.
by rewrite -{1}e place_level // e place_level ?/dist ?subnn //; lia.
Qed.

Lemma costs_row a b i j x : i < a -> j < b -> x < a -> x != i ->
  costs b 0 b (fun y => key_last a b i j (x, y)) (f b).
Proof.
move=> ia jb xa xi; apply: (@costs_grow _ _ _ _ (first_of_row a b i j x)) => // y /= yb yf.
by have [y' yb' h] := key_row ia jb xa yb xi yf; exists y'.
Qed.

Lemma costs_row_last a b i j : i < a -> j < b ->
  costs b 0 b (fun y => key_last a b i j (i, y)) (f j + f (b - j.+1) + b).
Proof.
move=> ia jb; apply: (@costs_last _ _ _ j) => //=.
- by move=> y yb yj; apply: key_less; rewrite ?xpair_eqE ?negb_and ?yj ?orbT.
- rewrite subn0; apply: (@costs_grow _ _ _ _ j.-1); first by lia.
  move=> y /= yj y1; have [||y' /and3P[yb' yj' side] h] := @key_side a b i j y ia jb; try lia.
    by case: (levelP b j y) => -[h ->]; lia.
  by exists y' => //; lia.
- apply: (@costs_grow _ _ _ _ j.+1); first by lia.
  move=> y /= yj y1; have [||y' /and3P[yb' yj' side] h] := @key_side a b i j y ia jb; try lia.
    by case: (levelP b j y) => -[h ->]; lia.
  by exists y' => //; lia.
Qed.

(* The cells that may be starts: the neighbours of the last cell, and one for each step. *)
Definition steps n z := n - z.+2 + z.-1.

Definition starts_last a b i j : seq cell :=
  [seq (i.-1, j) | _ <- iota 0 (0 < i)] ++ [seq (i.+1, j) | _ <- iota 0 (i.+1 < a)]
  ++ [seq (i, j.-1) | _ <- iota 0 (0 < j)] ++ [seq (i, j.+1) | _ <- iota 0 (j.+1 < b)]
  ++ [seq (place a i k, place b j k) | k <- iota 1 (maxn (steps a i) (steps b j))].

Lemma size_starts_last a b i j : size (starts_last a b i j) =
  (0 < i) + (i.+1 < a) + (0 < j) + (j.+1 < b) + maxn (steps a i) (steps b j).
Proof. by rewrite !size_cat !size_map !size_iota !addnA. Qed.

Lemma starts_row a b i j x y : i < a -> j < b -> x < a -> y < b -> (x, y) != (i, j) -> (x, y) \notin starts_last a b i j ->
  exists2 y', y' < b & beside y y' && (key_last a b i j (x, y') < key_last a b i j (x, y)).
Proof.
move=> ia jb xa yb z; rewrite /starts_last !mem_cat !negb_or => /and5P[n1 n2 n3 n4 n5].
have bool_map (c d : cell) (p : bool) : (c \in [seq d | _ <- iota 0 p]) = p && (c == d) by case: p; rewrite /= ?inE.
move: n1 n2 n3 n4; rewrite !bool_map !xpair_eqE => n1 n2 n3 n4.
have [xi|xi] := eqVneq x i.
  rewrite xi in n3 n4 z *; have [|y' /and3P[yb' _ _] h] := @key_side a b i j y ia jb yb; last by exists y'.
  by move: z n3 n4; rewrite xpair_eqE eqxx /=; case: (levelP b j y) => -[h ->]; lia.
have [e|ne] := eqVneq y (first_of_row a b i j x); last by apply: key_row.
move: e; rewrite /first_of_row; case: (level a i x =P 0) => [x0|/eqP x0] e.
  by move: x0 n1 n2; rewrite e eqxx; case: (levelP a i x) => -[h ->]; lia.
case/negP: n5; apply/mapP; exists (level a i x).
  by rewrite mem_iota; have := level_le xa ia; rewrite /steps; lia.
by rewrite place_level -?e // lt0n.
Qed.

Lemma mem_starts_flip a b i j x y : ((y, x) \in starts_last b a j i) = ((x, y) \in starts_last a b i j).
Proof.
have bool_map (c d : cell) (p : bool) : (c \in [seq d | _ <- iota 0 p]) = p && (c == d) by case: p; rewrite /= ?inE.
rewrite /starts_last !mem_cat !bool_map !xpair_eqE maxnC.
have -> : ((y, x) \in [seq (place b j k, place a i k) | k <- iota 1 (maxn (steps a i) (steps b j))])
  = ((x, y) \in [seq (place a i k, place b j k) | k <- iota 1 (maxn (steps a i) (steps b j))]).
  by apply/mapP/mapP => -[k kin [-> ->]]; exists k.
have swap p q r t u : [|| p, q, r, t | u] = [|| r, t, p, q | u] by case: p; case: q; case: r; case: t.
by rewrite ![(y == _) && _]andbC swap.
Qed.

Lemma combine_last a b rr rc sc sg fa fb fj fi jj ii n :
  sc + sg = rr + rc -> rr = a.-1 * fb + (fj + b) -> rc = b.-1 * fa + (fi + a) -> sg <= n ->
  fj + b + jj = fb -> fi + a + ii = fa -> 0 < a -> 0 < b ->
  a * fb + b * fa <= sc + jj + ii + n.
Proof.
move=> e er ec sn ej ei a0 b0; rewrite er ec in e.
have -> : a * fb = a.-1 * fb + fb by rewrite -mulSnr prednK.
have -> : b * fa = b.-1 * fa + fa by rewrite -mulSnr prednK.
lia.
Qed.

Theorem maximum_last_reached a b i j : i < a -> j < b ->
  exists2 s, is_order a b (rcons s (i, j)) &
  score a b (rcons s (i, j)) + j * (b - j.+1) + i * (a - i.+1)
    + maxn (a + ((0 < j) && (j.+1 < b))) (b + ((0 < i) && (i.+1 < a)))
  = a * f b + b * f a.
Proof.
move=> ia jb; pose key := key_last a b i j.
have [s [o so]] := @order_by_key a b key i j ia jb (fun x y xa yb => key_less xa yb ia jb).
exists s => //; apply/eqP; rewrite eqn_leq maximum_last_bound //=.
have ot := is_order_turned o; case/is_orderP: (o) => us ms.
have rows := rows_by_key o so ia (fun x => costs_row ia jb) (costs_row_last ia jb).
have sot : sorted (by_key (key_last b a j i)) (turned (rcons s (i, j))).
  have := turned_sorted so; apply: (sub_in_sorted (P := fun c => (c.1 < b) && (c.2 < a))).
    move=> [y x] [y' x']; rewrite !unfold_in /= => /andP[yb xa] /andP[yb' xa'].
    by rewrite /by_key /key /flip /= (key_flip ia jb) // (key_flip ia jb).
  by apply/allP => c; case/is_orderP: ot => _ ->.
have columns := rows_by_key ot sot jb (fun x => costs_row jb ia) (costs_row_last jb ia).
have sg : sigma a b [::] (rcons s (i, j)) <=
    maxn (a + ((0 < j) && (j.+1 < b))) (b + ((0 < i) && (i.+1 < a))).
  have all := leq_addr (size (no_starts a b [::] (rcons s (i, j)))) (sigma a b [::] (rcons s (i, j))).
  rewrite sigma_no_starts (is_order_size o) in all.
  have [a1|a1] := leqP a 1; first by apply: (leq_trans all); rewrite (_ : a = 1); lia.
  have [b1|b1] := leqP b 1; first by apply: (leq_trans all); rewrite (_ : b = 1); lia.
  apply: (@leq_trans (size (starts_last a b i j))); last by rewrite size_starts_last /steps; lia.
  apply: starts_le => // -[x y]; rewrite ms mem_cat => /andP[/= xa yb].
  have [|free] := boolP ((x, y) \in starts_last a b i j); first by rewrite orbT.
  rewrite orbF; have [|z] := eqVneq (x, y) (i, j).
    case=> -> ->; have [y' [yb' yj bes]] := neighbour b1 jb; have [x' [xa' xi bes']] := neighbour a1 ia.
    apply: (@no_start_by_key _ _ key _ _ _ x' y' so); rewrite ?ms //= ?ia ?jb ?xa' ?yb' // /beside 1?orbC //;
      by apply: key_less; rewrite // xpair_eqE negb_and ?yj ?xi ?orbT.
  have [y' yb' /andP[bes less]] := starts_row ia jb xa yb z free.
  have z' : (y, x) != (j, i) by move: z; rewrite !xpair_eqE andbC.
  have [|x' xa' /andP[bes' less']] := starts_row jb ia yb xa z'; first by rewrite mem_starts_flip.
  rewrite -!(key_flip ia jb) // in less'.
  by apply: (@no_start_by_key _ _ key _ _ _ x' y' so); rewrite ?ms //= ?xa ?yb ?xa' ?yb'.
have side z n : z < n -> f z + f (n - z.+1) + n + z * (n - z.+1) = f n.
  by move=> zn; rewrite (f_last zn) f_add; lia.
by apply: (combine_last (score_by_lines o) rows columns sg (side j b jb) (side i a ia)); lia.
Qed.
