(* What an order has to be to have the minimum score of those that end in a given cell: section 4 of docs/proofs.md. *)

From mathcomp Require Import all_ssreflect.
From mathcomp Require Import zify.
Require Import Wall Lines Scores Rows Minimum Last Keys Trees.

Set Implicit Arguments.
Unset Strict Implicit.

(* An order by a key in which each line has the least cost that it can have, if cell (i, j) is last. *)
Definition cost_last n z := Lambda z + Lambda (n - z.+1) + n.

Definition lines_tight a b i j (key : cell -> nat) :=
  (forall x, x < a -> x != i -> costs b 0 b (fun y => key (x, y)) (Lambda b)) /\
  costs b 0 b (fun y => key (i, y)) (cost_last b j).

Definition tight a b i j (key : cell -> nat) :=
  [/\ forall x y, x < a -> y < b -> (x, y) != (i, j) -> key (x, y) < key (i, j),
      lines_tight a b i j key & lines_tight b a j i (fun c => key (flip c))].

(* A cell that comes before its neighbours along a line is a start. *)
Lemma run_alone_by_key n (filled : pred nat) k : k < n -> 1 < run n filled k ->
  exists2 x, x < n & beside k x && filled x.
Proof.
move=> kn; have [lo [hi s]] := stretch_exists filled kn; rewrite (run_stretch s).
case: s => /andP[lok khi] hin inside _ _ big; have [up|down] := ltnP k.+1 hi.
  by exists k.+1; rewrite ?inside /beside; lia.
by exists k.-1; rewrite ?inside /beside; lia.
Qed.

Lemma no_startsP a b F s c : c \in no_starts a b F s ->
  exists s1 s2, [/\ s = s1 ++ c :: s2, 1 < run b (row (rev s1 ++ F) c.1) c.2
    & 1 < run a (column (rev s1 ++ F) c.2) c.1].
Proof.
elim: s F => //= d s ih F; case: ifP => [/andP[h v]|_].
  rewrite inE => /orP[/eqP ->|/ih [s1 [s2 [-> h' v']]]]; first by exists [::], s.
  by exists (d :: s1), s2; rewrite rev_cons cat_rcons.
by move=> /ih [s1 [s2 [-> h' v']]]; exists (d :: s1), s2; rewrite rev_cons cat_rcons.
Qed.

Definition first_by_key n (key : nat -> nat) k := forall x, x < n -> beside k x -> key k < key x.

Lemma start_by_key a b key s x y : sorted (by_key key) s -> x < a -> y < b ->
  first_by_key b (fun y => key (x, y)) y \/ first_by_key a (fun x => key (x, y)) x ->
  (x, y) \notin no_starts a b [::] s.
Proof.
move=> so xa yb first; apply/negP => /no_startsP[s1 [s2 [es h v]]].
have earlier d : d \in rev s1 ++ [::] -> key d <= key (x, y).
  move=> din; rewrite cats0 mem_rev in din; move: so; rewrite es sorted_pairwise; last exact: by_key_trans.
  by rewrite pairwise_cat => /and3P[/allrelP al _ _]; apply: al; rewrite ?mem_head.
case: first => first.
  by have [y' yb' /andP[bes /earlier]] := run_alone_by_key yb h; rewrite leqNgt first.
by have [x' xa' /andP[bes /earlier]] := run_alone_by_key xa v; rewrite leqNgt first.
Qed.

Definition needed a b i j := a./2 * b./2 + [&& 1 < a, 1 < b & evenly j b || evenly i a].

(* All cells but those of [L] are starts. *)
Definition starts_but a b (key : cell -> nat) (L : seq cell) := forall x y : nat, x < a -> y < b -> (x, y) \notin L ->
  first_by_key b (fun y => key (x, y)) y \/ first_by_key a (fun x => key (x, y)) x.

Definition good a b i j := exists2 key, tight a b i j key & exists2 L, size L <= needed a b i j & starts_but a b key L.

Lemma good_flip a b i j : good a b i j -> good b a j i.
Proof.
case=> key [less rows columns] [L sL outL]; exists (fun c => key (flip c)).
  split; [move=> y x yb xa z | exact: columns | exact: rows].
  by apply: less => //; move: z; rewrite !xpair_eqE andbC.
exists (turned L).
  by rewrite size_map; move: sL; rewrite /needed mulnC; case: (1 < a); case: (1 < b); rewrite //= orbC.
move=> y x yb xa; rewrite -[(y, x)]/(flip (x, y)) mem_map; last exact: inv_inj flipK.
by move=> /(outL _ _ xa yb)[h|h]; [right | left].
Qed.

Lemma good_mirror a b i (j : nat) : i < a -> good a b (a.-1 - i) j -> good a b i j.
Proof.
move=> ia [key [less [rows row] [columns column]] [L sL outL]].
pose m (c : cell) : cell := (a.-1 - c.1, c.2); have im : a.-1 - (a.-1 - i) = i by lia.
exists (fun c => key (m c)).
  split.
  - move=> x y xa yb z; apply: less => //; first by lia.
    by move: z; rewrite !xpair_eqE; apply: contraNN => /andP[/eqP /= e ->]; rewrite andbT; apply/eqP; lia.
  - by split=> [x xa xi|]; [apply: (rows (a.-1 - x)); lia | exact: row].
  - split=> [y yb yj|]; first exact: costs_mirror (columns y yb yj).
    have := costs_mirror column; rewrite /cost_last /flip /m /= (_ : a - (a.-1 - i).+1 = i); last by lia.
    by rewrite (_ : a.-1 - i = a - i.+1) 1?[Lambda i + _]addnC //; lia.
exists [seq m c | c <- L].
  rewrite size_map; move: sL; rewrite /needed /evenly (_ : a - (a.-1 - i).+1 = i); last by lia.
  by rewrite (_ : a.-1 - i = a - i.+1) 1?[~~ odd i && _]andbC //; lia.
move=> x y xa yb free; case: (outL (a.-1 - x) y); first by lia.
- by [].
- apply: contraNN free => inL; apply/mapP; exists (a.-1 - x, y) => //; rewrite /m /=; congr (_, _); lia.
- by move=> h; left.
- move=> h; right => x' xa' bes; apply: (h (a.-1 - x')); first by lia.
  by move: bes; rewrite /beside; lia.
Qed.

Lemma combine_least sc sg l no ab lb x1 x2 b la y1 y2 a bl e : l <= bl + e -> no <= l -> sg + no = ab ->
  sc + sg = lb + (x1 + x2 + b) + (la + (y1 + y2 + a)) ->
  sc + ab <= lb + (b + x1 + x2) + (la + (a + y1 + y2)) + bl + e.
Proof. lia. Qed.

Lemma no_starts_uniq a b F s : uniq s -> uniq (no_starts a b F s).
Proof.
have sub t G : {subset no_starts a b G t <= t}.
  by move=> c /no_startsP[t1 [t2 [-> _ _]]]; rewrite mem_cat mem_head orbT.
elim: s F => //= c s ih F /andP[cs us]; case: ifP => _ /=; rewrite ih // andbT.
by apply: contraNN cs => /sub.
Qed.

Theorem minimum_last_good a b i j : i < a -> j < b -> good a b i j ->
  exists2 s, is_order a b (rcons s (i, j)) &
  a.-1 * Lambda b + (b + Lambda j + Lambda (b - j.+1))
    + (b.-1 * Lambda a + (a + Lambda i + Lambda (a - i.+1)))
    + a./2 * b./2 + [&& 1 < a, 1 < b & evenly j b || evenly i a]
  = score a b (rcons s (i, j)) + a * b.
Proof.
move=> ia jb [key [less [rows row] [columns column]] [L sL outL]].
have [s [o so]] := @order_by_key a b key i j ia jb less; exists s => //.
apply/eqP; rewrite eqn_leq minimum_last_bound //=.
have ot := is_order_turned o; case/is_orderP: (o) => us ms.
have rr := rows_by_key o so ia rows row.
have rc := rows_by_key ot (turned_sorted so) jb columns column.
have sub : {subset no_starts a b [::] (rcons s (i, j)) <= L}.
  move=> [x y] ns; apply: contraLR ns => /outL out.
  have [xy|xy] := boolP ((x, y) \in rcons s (i, j)); last by apply: contraNN xy => /no_startsP[t1 [t2 [-> _ _]]]; rewrite mem_cat mem_head orbT.
  by move: xy; rewrite ms => /andP[/= xa yb]; apply: start_by_key (out xa yb).
have no := uniq_leq_size (no_starts_uniq a b [::] us) sub.
have sg := sigma_no_starts a b [::] (rcons s (i, j)); rewrite (is_order_size o) in sg.
have lines := score_by_lines o; rewrite rr rc in lines.
exact: combine_least sL no sg lines.
Qed.
