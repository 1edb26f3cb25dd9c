(* Walls, orders and scores: what the theorems of this folder speak of. Nothing here is proven.

   Rows, columns and places are numbered from 0. A wall has [a] rows of [b] cells. *)

From mathcomp Require Import all_ssreflect.

(* A cell is the number of its row and the number of its column. *)
Definition cell := (nat * nat)%type.

Definition cells a b : seq cell := [seq (i, j) | i <- iota 0 a, j <- iota 0 b].

(* An order has each cell of the wall once: it is a permutation of the cells. *)
Definition is_order a b (s : seq cell) : bool := perm_eq s (cells a b).

(* How many of these places are filled, from the first one on, before a gap comes. *)
Definition streak (filled : pred nat) (places : seq nat) : nat := find (predC filled) places.

(* The run of a tile in place [k] of a line of [n] places: the tile itself, the streak from its
   neighbour on the left down to place 0, and the streak from its neighbour on the right. *)
Definition run n (filled : pred nat) k : nat :=
  (streak filled (rev (iota 0 k)) + streak filled (iota k.+1 (n - k.+1))).+1.

(* The rule of the game, for a run of [h] along the row and one of [v] along the column. *)
Definition points h v : nat :=
  if (h == 1) && (v == 1) then 1 else (if 1 < h then h else 0) + (if 1 < v then v else 0).

(* Which places of a row and of a column are filled, if the cells in [F] are. *)
Definition row (F : seq cell) i : pred nat := fun j => (i, j) \in F.
Definition column (F : seq cell) j : pred nat := fun i => (i, j) \in F.

(* What the tile in cell [c] earns when the cells in [F] are filled before it. *)
Definition earns a b (F : seq cell) (c : cell) : nat :=
  points (run b (row F c.1) c.2) (run a (column F c.2) c.1).

(* The score of the cells in [s], one after the other, when those in [F] are filled at first. *)
Fixpoint score_after a b (F s : seq cell) : nat :=
  if s is c :: rest then earns a b F c + score_after a b (c :: F) rest else 0.

Definition score a b (s : seq cell) : nat := score_after a b [::] s.

(* The numbers of the theorems. *)
Definition f n : nat := \sum_(1 <= k < n.+1) k.
Definition Lambda n : nat := \sum_(1 <= k < n.+2) up_log 2 k.

(* Whether place [k] parts the other places of a line of [n] into two even numbers of places. *)
Definition evenly k n : bool := ~~ odd k && ~~ odd (n - k.+1).

(* Some tiles: an order of [k] cells of the wall. *)
Definition are_tiles a b k (s : seq cell) : bool :=
  [&& uniq s, size s == k & all (fun c => (c.1 < a) && (c.2 < b)) s].

(* A shape of [k] cells: how many cells each row has, from the left edge on. No row is longer than the one above it. *)
Definition is_shape a b k (p : seq nat) : bool :=
  [&& size p == a, sorted geq p, all (geq b) p & sumn p == k].

(* Whether rows of n, n - 1, ..., 1 cells fit into a shape, and the greatest n for which they do. *)
Definition stairs (p : seq nat) n : bool := all (fun i => n - i <= nth 0 p i) (iota 0 n).
Definition nu (p : seq nat) : nat := \max_(n < (size p).+1 | stairs p n) n.

(* What a shape scores: its rows, its columns, less its starts. The cells of row [i] are the [i.+1]-th of their columns. *)
Definition Phi (p : seq nat) : nat :=
  \sum_(0 <= i < size p) f (nth 0 p i) + \sum_(0 <= i < size p) i.+1 * nth 0 p i
    - (count (ltn 0) p + nth 0 p 0 - nu p).

(* The rows and the columns that are complete when the cells in [s] are filled; a bonus of [rho] for each row, and of
   [kappa] for each column, and what a shape scores with them. *)
Definition complete_rows a b (s : seq cell) : nat :=
  count (fun i => all (row s i) (iota 0 b)) (iota 0 a).
Definition complete_columns a b (s : seq cell) : nat :=
  count (fun j => all (column s j) (iota 0 a)) (iota 0 b).

Definition score_bonus a b rho kappa (s : seq cell) : nat :=
  score a b s + (rho * complete_rows a b s + kappa * complete_columns a b s).

Definition Phi_bonus b rho kappa (p : seq nat) : nat :=
  Phi p + (rho * count (pred1 b) p + kappa * count (fun j => all (ltn j) p) (iota 0 b)).

(* Every round from top to bottom: row 0, row 1, ..., and again, [b] times. *)
Definition in_rounds a b (s : seq cell) : bool := [seq c.1 | c <- s] == flatten (nseq b (iota 0 a)).

(* The neighbour of place [x] of a line towards place [y]. *)
Definition towards x y : nat := if x < y then x.+1 else x.-1.

(* Row [i] has its start in column [c i], where it is the start of that column, too; column [j] has its start in row [r j]. *)
Definition are_starts a b (c r : nat -> nat) : Prop :=
  (forall i, i < a -> c i < b /\ r (c i) = i) /\ (forall j, j < b -> r j < a).

(* Each cell comes after its neighbour towards the start of its row, and after that towards the start of its column: the order
   is a linear extension of a poset. *)
Definition extends a b (c r : nat -> nat) (s : seq cell) : Prop :=
  forall i j, i < a -> j < b ->
    (j != c i -> index (i, towards j (c i)) s < index (i, j) s) /\
    (i != r j -> index (towards i (r j), j) s < index (i, j) s).
