(* The theorems, stated in the words of Wall.v alone. *)

From mathcomp Require Import all_ssreflect.
From mathcomp Require Import zify.
Require Import Wall Lines Maximum MaximumRounds Minimum Last LastMaximum LastMinimum LastMinimumOrders Shapes ShapeOrders Posets.

Definition is_maximum a b m :=
  (forall s, is_order a b s -> score a b s <= m) /\ (exists2 s, is_order a b s & score a b s = m).

Definition is_minimum a b m :=
  (forall s, is_order a b s -> m <= score a b s) /\ (exists2 s, is_order a b s & score a b s = m).

Theorem maximum a b : 0 < a -> 0 < b -> is_maximum a b (a * f b + b * f a - maxn a b).
Proof.
move=> a0 b0; split=> [s o|]; first by have := maximum_bound a0 b0 o; lia.
by have [s o e] := maximum_reached a0 b0; exists s => //; lia.
Qed.

Theorem minimum a b : is_minimum a b (a * Lambda b + b * Lambda a + a./2 * b./2 - a * b).
Proof.
split=> [s o|]; first by have := minimum_bound o; lia.
by have [s o e] := minimum_reached a b; exists s => //; lia.
Qed.

(* The orders that fill every round from top to bottom. *)
Theorem maximum_rounds a b : 0 < a -> 0 < b ->
  (forall s, is_order a b s -> in_rounds a b s -> score a b s <= a * f b + b * f a - maxn a b) /\
  (exists2 s, is_order a b s & in_rounds a b s /\ score a b s = a * f b + b * f a - maxn a b).
Proof.
move=> a0 b0; split=> [s o _|]; first by have := maximum_bound a0 b0 o; lia.
exists (rounds_order a b); first exact: rounds_order_is_order.
by split; [exact: rounds_order_rows | have := maximum_rounds_reached a0 b0; lia].
Qed.

(* The orders that end in a given cell. *)
Definition is_maximum_last a b c m :=
  (forall s, is_order a b (rcons s c) -> score a b (rcons s c) <= m) /\
  (exists2 s, is_order a b (rcons s c) & score a b (rcons s c) = m).

Definition is_minimum_last a b c m :=
  (forall s, is_order a b (rcons s c) -> m <= score a b (rcons s c)) /\
  (exists2 s, is_order a b (rcons s c) & score a b (rcons s c) = m).

Lemma less_three s p q m x : s + p + q + m <= x -> s <= x - p - q - m. Proof. lia. Qed.
Lemma equal_less_three s p q m x : s + p + q + m = x -> s = x - p - q - m. Proof. lia. Qed.

Theorem maximum_last a b i j : i < a -> j < b -> is_maximum_last a b (i, j)
  (a * f b + b * f a - j * (b - j.+1) - i * (a - i.+1)
    - maxn (a + ((0 < j) && (j.+1 < b))) (b + ((0 < i) && (i.+1 < a)))).
Proof.
move=> ia jb; split=> [s o|]; first exact/less_three/maximum_last_bound.
by have [s o e] := maximum_last_reached ia jb; exists s; last exact: equal_less_three.
Qed.

Theorem minimum_last a b i j : i < a -> j < b -> is_minimum_last a b (i, j)
  (a.-1 * Lambda b + (b + Lambda j + Lambda (b - j.+1))
    + (b.-1 * Lambda a + (a + Lambda i + Lambda (a - i.+1)))
    + a./2 * b./2 + [&& 1 < a, 1 < b & evenly j b || evenly i a] - a * b).
Proof.
move=> ia jb; split=> [s o|]; first by rewrite leq_subLR [a * b + _]addnC; apply: minimum_last_bound.
by have [s o e] := minimum_last_good ia jb (all_good ia jb); exists s; rewrite // e addnK.
Qed.

(* The maximum after [k] tiles is the greatest Phi of all shapes of [k] cells, and there is one. *)
Theorem maximum_after a b k rho kappa : 0 < a ->
  [/\ k <= a * b -> exists p, is_shape a b k p,
  forall s, are_tiles a b k s ->
    exists2 p, is_shape a b k p & score_bonus a b rho kappa s <= Phi_bonus b rho kappa p &
  forall p, is_shape a b k p ->
    exists2 s, are_tiles a b k s & score_bonus a b rho kappa s = Phi_bonus b rho kappa p].
Proof.
move=> a0; split=> [|s tiles|p shape]; first exact: shape_exists.
  exists (shape_of a b s); first exact: shape_of_is_shape.
  rewrite /score_bonus /Phi_bonus complete_rows_shape; apply: leq_add; last first.
    by rewrite leq_add2l leq_mul2l complete_columns_shape orbT.
  have := shape_bound a0 tiles; have /and4P[/eqP sp _ _ _] := shape_of_is_shape tiles.
  by rewrite /Phi /ranks sp => le; rewrite leq_subRL ?[_ + score _ _ _]addnC //; apply: leq_trans le; apply: leq_addl.
have [s [tiles ms e1 e]] := shape_reached a0 shape; exists s => //; case/and4P: shape => /eqP sp _ _ _.
rewrite /score_bonus /Phi_bonus complete_rows_shape e1 (complete_columns_reached _ sp ms); congr (_ + _).
by rewrite /Phi -/(ranks p) sp -e addnK.
Qed.

(* The orders with the maximum score are the linear extensions of the posets of all starts, each of one of them. *)
Theorem maximum_orders a b s : 0 < a -> a <= b -> is_order a b s ->
  score a b s = a * f b + b * f a - b <-> exists c r, are_starts a b c r /\ extends a b c r s.
Proof.
move=> a0 ab o; have fa : b <= b * f a by rewrite leq_pmulr // -(prednK a0) fS addnS.
split=> [e|[c [r [st ext]]]]; last by have := extension_score a0 ab o st ext; lia.
by eexists; eexists; apply: maximum_extends => //; lia.
Qed.

Theorem one_poset a b c r c' r' s : are_starts a b c r -> extends a b c r s ->
  are_starts a b c' r' -> extends a b c' r' s ->
  (forall i, i < a -> c i = c' i) /\ (forall j, j < b -> r j = r' j).
Proof. exact: extends_once. Qed.

Print Assumptions maximum.
Print Assumptions maximum_rounds.
Print Assumptions minimum.
Print Assumptions maximum_last.
Print Assumptions minimum_last.
Print Assumptions maximum_after.
Print Assumptions maximum_orders.
Print Assumptions one_poset.
