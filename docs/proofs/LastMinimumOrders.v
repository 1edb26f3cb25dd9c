(* Orders with the minimum score of those that end in a given cell: the two cases of section 4 of docs/proofs.md. *)

From mathcomp Require Import all_ssreflect.
From mathcomp Require Import zify.
Require Import Wall Lines Scores Rows Minimum Last Keys Trees LastMinimum.

Set Implicit Arguments.
Unset Strict Implicit.

(* The first case: the column of the last cell, then row after row, and the last cell at the end. *)
Definition side_weight n z x := if x < z then weight z x else weight (n - z.+1) (x - z.+1).

Definition key_first a b i j (c : cell) :=
  let wide := (a + b).+2 in
  if c == (i, j) then a.+1 * wide
  else if c.2 == j then side_weight a i c.1
  else weight a c.1 * wide + (if c.1 == i then side_weight b j c.2 else weight b c.2).

Lemma side_bounds n z x : x < n -> z < n -> x != z -> 0 < side_weight n z x <= n.
Proof.
move=> xn zn xz; rewrite /side_weight; case: (ltnP x z) => h; first by have := weight_bounds h; lia.
by have := @weight_bounds (n - z.+1) (x - z.+1) ltac:(lia); lia.
Qed.

Lemma side_costs n z key : z < n -> (forall x, x < n -> x != z -> key x < key z) ->
  (forall x y, x < n -> y < n -> x != z -> y != z -> key x <= key y -> side_weight n z x <= side_weight n z y) ->
  costs n 0 n key (cost_last n z).
Proof.
move=> zn less le; apply: (@costs_last _ _ _ z) => //=.
- rewrite subn0; have co := @weight_costs n 0 z (ltnW zn); apply: costs_key co => x y /= xz yz.
  by rewrite !subn0 => /(le x y ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)); rewrite /side_weight xz yz.
- have co := @weight_costs n z.+1 (n - z.+1) ltac:(lia); apply: costs_key co => x y /= xz yz.
  move=> /(le x y ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)); rewrite /side_weight.
  by rewrite !ifF //; lia.
Qed.

Lemma key_first_last a b i j : key_first a b i j (i, j) = a.+1 * (a + b).+2.
Proof. by rewrite /key_first eqxx. Qed.

Lemma key_first_column a b i j x : x != i -> key_first a b i j (x, j) = side_weight a i x.
Proof. by rewrite /key_first xpair_eqE => /negPf ->; rewrite eqxx. Qed.

Lemma key_first_row a b i j y : y != j ->
  key_first a b i j (i, y) = weight a i * (a + b).+2 + side_weight b j y.
Proof. by rewrite /key_first xpair_eqE eqxx => /negPf ->. Qed.

Lemma key_first_other a b i j x y : x != i -> y != j ->
  key_first a b i j (x, y) = weight a x * (a + b).+2 + weight b y.
Proof. by rewrite /key_first xpair_eqE => /negPf -> /negPf ->. Qed.

Lemma key_first_bounds a b i j x y : x < a -> y < b -> i < a -> j < b -> y != j ->
  weight a x * (a + b).+2 <= key_first a b i j (x, y) < (weight a x).+1 * (a + b).+2.
Proof.
move=> xa yb ia jb yj; have wy := weight_bounds yb; have sy := side_bounds yb jb yj.
have [->|xi] := eqVneq x i; rewrite ?key_first_row ?key_first_other // leq_addr /= mulSn addnC ltn_add2r; lia.
Qed.

Lemma key_first_lex a b i j x x' y y' : x < a -> y < b -> x' < a -> y' < b -> i < a -> j < b -> y != j -> y' != j ->
  weight a x < weight a x' -> key_first a b i j (x, y) < key_first a b i j (x', y').
Proof.
move=> xa yb xa' yb' ia jb yj yj' lt; have /andP[_ h] := key_first_bounds xa yb ia jb yj.
have /andP[h' _] := key_first_bounds xa' yb' ia jb yj'.
by apply: (leq_trans h); apply: leq_trans h'; rewrite leq_mul2r lt orbT.
Qed.

Lemma key_first_column_low a b i j x x' y : x < a -> x' < a -> y < b -> i < a -> j < b -> x != i -> y != j ->
  key_first a b i j (x, j) < key_first a b i j (x', y).
Proof.
move=> xa xa' yb ia jb xi yj; rewrite key_first_column //; have := side_bounds xa ia xi.
have /andP[h' _] := key_first_bounds xa' yb ia jb yj; have := weight_bounds xa' => w sx.
apply: leq_trans h'; apply: (@leq_trans (1 * (a + b).+2)); first by lia.
by rewrite leq_mul2r; lia.
Qed.

Lemma key_first_less a b i j x y : x < a -> y < b -> i < a -> j < b -> (x, y) != (i, j) ->
  key_first a b i j (x, y) < key_first a b i j (i, j).
Proof.
move=> xa yb ia jb z; rewrite key_first_last; have [e|yj] := eqVneq y j.
  have xi : x != i by move: z; rewrite e xpair_eqE eqxx andbT.
  by rewrite e key_first_column //; have := side_bounds xa ia xi; rewrite mulSn; lia.
have /andP[_ h] := key_first_bounds xa yb ia jb yj; apply: (leq_trans h).
by rewrite leq_mul2r; have := weight_bounds xa; lia.
Qed.

Lemma key_first_tight a b i j : i < a -> j < b -> ~~ odd j -> tight a b i j (key_first a b i j).
Proof.
move=> ia jb ej; have w0 n x : x < n -> 0 < weight n x by move=> /weight_bounds/andP[].
split=> [x y xa yb||]; first exact: key_first_less.
- split=> [x xa xi|]; last first.
    apply: side_costs => // [y yb yj|y y' yb yb' yj yj'].
      by apply: key_first_less; rewrite // xpair_eqE negb_and yj orbT.
    by rewrite !key_first_row // leq_add2l.
  have co := @weight_costs b 0 b (leqnn _); apply: costs_key co => y y' /= yb yb'; rewrite !subn0.
  have [-> _|yj] := eqVneq y j; first by rewrite (weight_even jb ej) w0.
  have [->|yj'] := eqVneq y' j; last by rewrite !key_first_other // leq_add2l.
  by rewrite leqNgt (key_first_column_low (x := x)).
- split=> [y yb yj|]; last first.
    apply: side_costs => // [x xa xi|x x' xa xa' xi xi']; rewrite /flip /=.
      by apply: key_first_less; rewrite // xpair_eqE negb_and xi.
    by rewrite !key_first_column.
  have co := @weight_costs a 0 a (leqnn _); apply: costs_key co => x x' /= xa xa'; rewrite !subn0 /flip /=.
  by apply: contraTT; rewrite -!ltnNge; apply: key_first_lex.
Qed.

(* Which cells can be no starts. *)
Definition odds n := [seq k.*2.+1 | k <- iota 0 n./2].

Lemma mem_odds n x : (x \in odds n) = odd x && (x < n).
Proof.
apply/mapP/idP => [[k]|/andP[ox xn]]; first by rewrite mem_iota => kn ->; lia.
by exists x./2; [rewrite mem_iota; lia | lia].
Qed.

Lemma odds_uniq n : uniq (odds n).
Proof. by rewrite map_inj_uniq ?iota_uniq // => x y; lia. Qed.

Lemma mem_rem_odds i n x : (x \in rem i (odds n)) = [&& x != i, odd x & x < n].
Proof. by rewrite mem_rem_uniq ?odds_uniq // inE -[mem _ _]/(x \in odds n) mem_odds. Qed.

Lemma size_odds n : size (odds n) = n./2.
Proof. by rewrite size_map size_iota. Qed.

Definition inners_first a b i j : seq cell :=
  (i, j) :: [seq (x, y) | x <- rem i (odds a), y <- odds b]
  ++ (if odd i then [seq (i, y) | y <- odds j] ++ [seq (i, j.+1 + y) | y <- odds (b - j.+1)] else [::]).

Lemma mem_inners_first a b i j x y : i < a -> (x, y) \in inners_first a b i j =
  [|| (x == i) && (y == j), [&& x != i, odd x, x < a, odd y & y < b]
    | [&& odd i, x == i & odd y && (y < j) || [&& j < y, odd (y - j.+1) & y < b]]].
Proof.
move=> ia; rewrite inE mem_cat xpair_eqE; congr [|| _, _ | _].
  apply/allpairsP/idP => [[[x' y'] /= [h1 h2 [-> ->]]]|h].
    by move: h1 h2; rewrite mem_rem_odds mem_odds => /and3P[-> -> ->] /andP[-> ->].
  case/and5P: h => xi ox xa oy yb.
  by exists (x, y); rewrite /= mem_rem_odds mem_odds xi ox xa oy yb.
case: (odd i); rewrite //= mem_cat; apply/orP/andP.
  case=> /mapP[y']; rewrite mem_odds => /andP[o l] [-> ->]; rewrite eqxx; first by rewrite o l.
  by rewrite addKn o; split=> //; apply/orP; right; apply/and3P; split; lia.
case=> /eqP -> /orP[/andP[o l]|/and3P[l o h]].
  by left; apply/mapP; exists y; rewrite ?mem_odds ?o.
by right; apply/mapP; exists (y - j.+1); [rewrite mem_odds o; lia | congr (_, _); lia].
Qed.

Lemma size_inners_first a b i j : i < a -> j < b -> ~~ odd j -> odd i || odd a -> 1 < a -> 1 < b ->
  size (inners_first a b i j) <= needed a b i j.
Proof.
move=> ia jb ej ei a1 b1; rewrite /= size_cat size_allpairs size_odds /needed a1 b1 /= /evenly.
have [oi|oi] := boolP (odd i).
  have iin : i \in odds a by rewrite mem_odds oi.
  rewrite size_rem // size_odds size_cat !size_map !size_iota.
  have -> : a./2 * b./2 = a./2.-1 * b./2 + b./2 by rewrite -mulSnr prednK //; lia.
  by move: (a./2.-1 * b./2) => p; rewrite ej /=; case: (boolP (odd b)) => ob; lia.
rewrite rem_id ?mem_odds ?(negPf oi) // size_odds addn0 /=; lia.
Qed.

Lemma key_first_starts a b i j : i < a -> j < b -> ~~ odd j -> odd i || odd a ->
  starts_but a b (key_first a b i j) (inners_first a b i j).
Proof.
move=> ia jb ej ei x y xa yb; rewrite mem_inners_first // => free.
have lessz t u : t < a -> u < b -> (t, u) != (i, j) -> key_first a b i j (t, u) < key_first a b i j (i, j).
  by move=> ta ub; apply: key_first_less.
have [yj|yj] := eqVneq y j.
  have xi : x != i by move: free; rewrite yj eqxx andbT; case: (x == i).
  left=> y' yb' bes; rewrite yj; apply: key_first_column_low => //.
  by move: bes; rewrite yj /beside; lia.
have [ox|ex] := boolP (odd x); last first.
  right=> x' xa' bes; apply: key_first_lex => //; rewrite (weight_even xa ex) weight_odd //.
  by move: bes ex; rewrite /beside; lia.
have [xi|xi] := eqVneq x i.
  have oi : odd i by rewrite -xi.
  left=> y' yb' bes; rewrite xi; have [->|yj'] := eqVneq y' j.
    by apply: lessz; rewrite // xpair_eqE negb_and yj orbT.
  rewrite !key_first_row // ltn_add2l /side_weight.
  move: free bes; rewrite xi eqxx oi (negPf yj) /= negb_or => /andP[n1 n2]; rewrite /beside => bes.
  have [yl|yl] := ltnP y j.
    rewrite ifT; last by lia.
    by rewrite (@weight_even j y) ?weight_odd //; lia.
  rewrite ifF; last by lia.
  by rewrite (@weight_even (b - j.+1) (y - j.+1)) ?weight_odd //; lia.
have ey : ~~ odd y by apply: contraNN free => oy; rewrite xi ox xa oy yb orbT.
left=> y' yb' bes; have yj' : y' != j by move: bes ey ej; rewrite /beside; lia.
rewrite !key_first_other // ltn_add2l (weight_even yb ey) weight_odd //.
by move: bes ey; rewrite /beside; lia.
Qed.

Lemma good_first a b i j : i < a -> j < b -> ~~ odd j -> odd i || odd a -> good a b i j.
Proof.
move=> ia jb ej ei; exists (key_first a b i j); first exact: key_first_tight.
have [a1|a1] := leqP a 1.
  by exists [::] => // x y xa yb _; right=> x' xa'; rewrite /beside; lia.
have [b1|b1] := leqP b 1.
  by exists [::] => // x y xa yb _; left=> y' yb'; rewrite /beside; lia.
by exists (inners_first a b i j); [exact: size_inners_first | exact: key_first_starts].
Qed.

Lemma uphalfK k : uphalf k.*2 = k.
Proof. lia. Qed.

(* The second case: all four sides of the last cell are odd. *)
Definition key_second a b (key : cell -> nat) (c : cell) :=
  if odd c.1 && odd c.2 then (a + b).+2 + key (c.1./2, c.2./2)
  else if odd c.1 then weight a c.1 else if odd c.2 then weight b c.2 else 0.

Lemma key_second_lines m n a b i j key : a = m.*2.+1 -> b = n.*2.+1 -> i < m -> j < n ->
  lines_tight m n i j key -> lines_tight a b i.*2.+1 j.*2.+1 (key_second a b key).
Proof.
move=> ea eb im jn [rows row].
have less x y y' : x < a -> odd x -> y < b -> y' < b -> ~~ odd y -> odd y' ->
    key_second a b key (x, y) < key_second a b key (x, y').
  by move=> xa ox yb yb' ey oy; rewrite /key_second /= ox (negPf ey) oy /=; have := weight_bounds xa; lia.
have inner k c : k < m -> costs n 0 n (fun l => key (k, l)) c ->
    costs n 0 n (fun l => key_second a b key (k.*2.+1, l.*2.+1)) c.
  move=> km; apply: costs_key => l l' _ _; rewrite /key_second /= !odd_double /= leq_add2l.
  by rewrite !uphalfK.
split=> [x xa xi|]; last first.
  have -> : cost_last b j.*2.+1 = n.+1 + ((cost_last n j).*2 + n).
    rewrite /cost_last eb (_ : n.*2.+1 - j.*2.+2 = (n - j.+1).*2.+1); last by lia.
    by rewrite !Lambda_double; lia.
  apply: (costs_double eb) => [y y' yb yb' ey oy|]; last exact: inner.
  by apply: less; rewrite /= ?odd_double //; lia.
have [ox|ex] := boolP (odd x).
  have -> : Lambda b = n.+1 + ((Lambda n).*2 + n) by rewrite eb Lambda_double; lia.
  have -> : x = x./2.*2.+1 by lia.
  apply: (costs_double eb) => [y y' yb yb' ey oy|]; first by apply: less; rewrite /= ?odd_double //; lia.
  by apply: inner; [lia | apply: rows; lia].
have co := @weight_costs b 0 b (leqnn _); apply: costs_key co => y y' /= yb yb'; rewrite !subn0.
rewrite /key_second /= (negPf ex) /=; have wy := weight_bounds yb; have wy' := weight_bounds yb'.
have [oy|ey] := boolP (odd y); have [oy'|ey'] := boolP (odd y') => //; first by lia.
  by rewrite (weight_even yb ey); case/andP: wy'.
by rewrite !weight_even.
Qed.

Lemma key_second_tight m n a b i j key : a = m.*2.+1 -> b = n.*2.+1 -> i < m -> j < n ->
  tight m n i j key -> tight a b i.*2.+1 j.*2.+1 (key_second a b key).
Proof.
move=> ea eb im jn [less rows columns]; split; [|exact: (key_second_lines ea eb im jn rows)|].
- move=> x y xa yb z; rewrite {2}/key_second /= !odd_double /= !uphalfK.
  rewrite /key_second /=; have wx := weight_bounds xa; have wy := weight_bounds yb.
  have [ox|ex] := boolP (odd x); have [oy|ey] := boolP (odd y) => /=; try lia.
  rewrite ltn_add2l; apply: less; try lia.
  by move: z; rewrite !xpair_eqE; apply: contraNN => /andP[/eqP h /eqP h']; apply/andP; split; apply/eqP; lia.
- have := key_second_lines eb ea jn im columns; case=> h1 h2.
  have same t u : key_second b a (fun c => key (flip c)) (t, u) = key_second a b key (flip (t, u)).
    by rewrite /key_second /flip /= andbC [b + a]addnC; case: (odd t); case: (odd u).
  split=> [y yb yj|]; [move: (h1 y yb yj) | move: h2]; apply: costs_key => x x' _ _; by rewrite !same.
Qed.

Definition odd_cells a b : seq cell := [seq (x, y) | x <- odds a, y <- odds b].

Lemma key_second_starts a b key : starts_but a b (key_second a b key) (odd_cells a b).
Proof.
move=> x y xa yb free; have {free} : ~~ (odd x && odd y).
  apply: contraNN free => /andP[ox oy]; apply/allpairsP; exists (x, y).
  by rewrite /= !mem_odds ox oy.
have wx := weight_bounds xa; have wy := weight_bounds yb.
have [ox|ex] := boolP (odd x); have [oy|ey] := boolP (odd y) => // _.
- left=> y' yb' bes; have oy' : odd y' by move: bes; rewrite /beside; lia.
  by rewrite /key_second /= ox oy' (negPf ey) /=; lia.
- right=> x' xa' bes; have ox' : odd x' by move: bes; rewrite /beside; lia.
  by rewrite /key_second /= ox' oy (negPf ex) /=; lia.
- left=> y' yb' bes; have oy' : odd y' by move: bes; rewrite /beside; lia.
  by rewrite /key_second /= oy' (negPf ex) (negPf ey) /=; have := weight_bounds yb'; lia.
Qed.

Lemma good_even_column a b i j : i < a -> j < b -> ~~ odd j -> good a b i j.
Proof.
move=> ia jb ej; case: (boolP (odd i || odd a)) => [|h]; first exact: good_first.
by apply: good_mirror => //; apply: good_first => //; lia.
Qed.

Lemma good_column a b i j : i < a -> j < b -> ~~ (odd j && odd (b - j.+1)) -> good a b i j.
Proof.
move=> ia jb h; case: (boolP (odd j)) => oj; last exact: good_even_column.
by apply: good_flip; apply: good_mirror => //; apply: good_flip; apply: good_even_column => //; lia.
Qed.

Lemma all_good a b i j : i < a -> j < b -> good a b i j.
Proof.
elim/ltn_ind: a b i j => a ih b i j ia jb.
case: (boolP (odd j && odd (b - j.+1))) => [/andP[oj oq]|]; last exact: good_column.
case: (boolP (odd i && odd (a - i.+1))) => [/andP[oi os]|h]; last by apply: good_flip; apply: good_column.
have [key tk _] := ih a./2 ltac:(lia) b./2 i./2 j./2 ltac:(lia) ltac:(lia).
exists (key_second a b key).
  have -> : i = i./2.*2.+1 by lia.
  have -> : j = j./2.*2.+1 by lia.
  by apply: (@key_second_tight a./2 b./2 a b i./2 j./2 key _ _ _ _ tk); lia.
exists (odd_cells a b); last exact: key_second_starts.
by rewrite size_allpairs !size_odds /needed leq_addr.
Qed.
