(** * Schoenberg's theorem, the easy half: Gegenbauer polynomials of inner products are Gram kernels

    Overview.  A kernel K on the vectors of R^d is a Gram kernel if K(x, y) = sum_i c_i F_i(x) F_i(y) with
    polynomials F_i of the coordinates and c_i >= 0.  These kernels are closed under sums, nonnegative
    multiples and products with F(x) F(y).  By the addition theorem (Gegenbauer.v) and induction on d,
    P_n^(d)(<x, y>) is one of them, homogenised by |x|^2 |y|^2.  The case d = 2 is
    Re(z^n conj(w)^n) = Re z^n Re w^n + Im z^n Im w^n.

    If the signed Laplacian of A is positive semidefinite, a Gram kernel obeys sum A_ij (K(x_i, x_i) +
    K(x_j, x_j) - 2 K(x_i, x_j)) >= 0: it is a sum of <v, L v> with v_i = F(x_i).  So a profile f(t) = a_0 +
    a_1 t + sum_{n >= 2} a_n P_n^(d)(t) with a_n >= 0 for n >= 1 has at least a_1 times the gap of the
    linear profile, whatever the signs of its power coefficients.

    Key results: [gegenbauer_gram], Schoenberg's theorem, the easy half; [zonal_gap], [zonal_null].

    Reference.  I. J. Schoenberg, Positive definite functions on spheres, Duke Math. J. 9 (1942) 96-108. *)

From Coq Require Import Reals Lra Lia Arith ZArith List Bool.
From Collapse Require Import Sums Vectors Energy SignedLaplacian PsdCheck PowerSeries Peaks Gegenbauer.
Import ListNotations.
Local Open Scope R_scope.

(** ** Gram kernels *)

(** Polynomials of the coordinates. *)
Inductive coordinate_polynomial (d : nat) : ((nat -> R) -> R) -> Prop :=
| of_constant c : coordinate_polynomial d (fun _ => c)
| of_coordinate a : (a < d)%nat -> coordinate_polynomial d (fun x => x a)
| of_sum F G : coordinate_polynomial d F -> coordinate_polynomial d G ->
    coordinate_polynomial d (fun x => F x + G x)
| of_product F G : coordinate_polynomial d F -> coordinate_polynomial d G ->
    coordinate_polynomial d (fun x => F x * G x)
| of_equal F G : (forall x, F x = G x) -> coordinate_polynomial d F -> coordinate_polynomial d G.

(** K(x, y) = sum_i c_i F_i(x) F_i(y), c_i >= 0. *)
Inductive gram (d : nat) : ((nat -> R) -> (nat -> R) -> R) -> Prop :=
| gram_one c F : 0 <= c -> coordinate_polynomial d F -> gram d (fun x y => c * (F x * F y))
| gram_sum K M : gram d K -> gram d M -> gram d (fun x y => K x y + M x y)
| gram_equal K M : (forall x y, K x y = M x y) -> gram d K -> gram d M.

Lemma polynomial_wider d F : coordinate_polynomial d F -> coordinate_polynomial (S d) F.
Proof.
  induction 1; [apply of_constant|apply of_coordinate; lia|apply of_sum|apply of_product|eapply of_equal];
    eauto.
Qed.

Lemma gram_wider d K : gram d K -> gram (S d) K.
Proof.
  induction 1; [apply gram_one; auto using polynomial_wider|apply gram_sum|eapply gram_equal]; eauto.
Qed.

Lemma gram_scaled d c K : 0 <= c -> gram d K -> gram d (fun x y => c * K x y).
Proof.
  intros Hc; induction 1 as [e F He HF|K M _ IK _ IM|K M E _ IK].
  - apply (gram_equal d (fun x y => c * e * (F x * F y))); [intros; ring|].
    apply gram_one; [apply Rmult_le_pos|]; assumption.
  - apply (gram_equal d (fun x y => c * K x y + c * M x y)); [intros; ring|apply gram_sum; assumption].
  - apply (gram_equal d (fun x y => c * K x y)); [intros; rewrite E; reflexivity|exact IK].
Qed.

Lemma gram_times d F K : coordinate_polynomial d F -> gram d K -> gram d (fun x y => F x * F y * K x y).
Proof.
  intros HF; induction 1 as [e G He HG|K M _ IK _ IM|K M E _ IK].
  - apply (gram_equal d (fun x y => e * (F x * G x * (F y * G y)))); [intros; ring|].
    apply (gram_one d e (fun x => F x * G x)); [exact He|apply of_product; assumption].
  - apply (gram_equal d (fun x y => F x * F y * K x y + F x * F y * M x y)); [intros; ring|].
    apply gram_sum; assumption.
  - apply (gram_equal d (fun x y => F x * F y * K x y)); [intros; rewrite E; reflexivity|exact IK].
Qed.

Lemma gram_zero d : gram d (fun _ _ => 0).
Proof.
  apply (gram_equal d (fun x y => 0 * (1 * 1))); [intros; ring|].
  apply (gram_one d 0 (fun _ => 1)); [lra|apply of_constant].
Qed.

Lemma gram_rsum d n (K : nat -> (nat -> R) -> (nat -> R) -> R) :
  (forall i, (i < n)%nat -> gram d (K i)) -> gram d (fun x y => rsum n (fun i => K i x y)).
Proof.
  induction n as [|n IH]; simpl; intros H; [apply gram_zero|].
  apply (gram_sum d (fun x y => rsum n (fun i => K i x y)) (K n)); auto.
Qed.

Lemma gram_dot d : gram d (dot d).
Proof.
  unfold dot; apply (gram_rsum d d (fun a x y => x a * y a)); intros a Ha.
  apply (gram_equal d (fun x y => 1 * (x a * y a))); [intros; ring|].
  apply (gram_one d 1 (fun x => x a)); [lra|apply of_coordinate, Ha].
Qed.

Lemma square_polynomial d e : (e <= d)%nat -> coordinate_polynomial d (fun x => dot e x x).
Proof.
  unfold dot; induction e as [|e IH]; simpl; intros He; [apply of_constant|].
  apply of_sum; [apply IH; lia|apply (of_product d (fun x => x e)); apply of_coordinate; lia].
Qed.

Lemma gegenbauer_polynomial d D s rho : coordinate_polynomial d s -> coordinate_polynomial d rho ->
  forall m, coordinate_polynomial d (fun x => gegenbauer D m (s x) (rho x)).
Proof.
  intros Hs Hr; apply two_steps; [exact (of_constant d 1)|exact Hs|]; intros m H0 H1.
  apply (of_equal d (fun x => (2 * INR m + 2 + D) / (INR m + 1 + D) * (s x * gegenbauer D (S m) (s x) (rho
    x))
    + - ((INR m + 1) / (INR m + 1 + D)) * (rho x * gegenbauer D m (s x) (rho x)))).
  - intros x; rewrite (gegenbauer_step D m); unfold Rdiv; ring.
  - apply of_sum; (apply of_product; [apply of_constant|apply of_product; assumption]).
Qed.

(** ** Schoenberg's theorem, the easy half *)

(** Re z^n and Im z^n, z = x_0 + i x_1. *)
Fixpoint waves_of_plane (n : nat) (x : nat -> R) : R * R :=
  match n with
  | O => (1, 0)
  | S m => let (a, b) := waves_of_plane m x in (x 0%nat * a - x 1%nat * b, x 0%nat * b + x 1%nat * a)
  end.

Lemma plane_polynomial n : coordinate_polynomial 2 (fun x => fst (waves_of_plane n x))
  /\ coordinate_polynomial 2 (fun x => snd (waves_of_plane n x)).
Proof.
  assert (X : forall a F, (a < 2)%nat -> coordinate_polynomial 2 F ->
    coordinate_polynomial 2 (fun x => x a * F x)).
  { intros a F Ha HF; apply (of_product 2 (fun x => x a)); [apply of_coordinate, Ha|exact HF]. }
  induction n as [|n [IR II]]; [exact (conj (of_constant 2 1) (of_constant 2 0))|split].
  - apply (of_equal 2 (fun x => x 0%nat * fst (waves_of_plane n x)
      + -1 * (x 1%nat * snd (waves_of_plane n x)))).
    + intros x; simpl; destruct (waves_of_plane n x); simpl; ring.
    + apply of_sum; [|apply of_product; [apply of_constant|]]; apply X; auto.
  - apply (of_equal 2 (fun x => x 0%nat * snd (waves_of_plane n x) + x 1%nat * fst (waves_of_plane n x))).
    + intros x; simpl; destruct (waves_of_plane n x); simpl; ring.
    + apply of_sum; apply X; auto.
Qed.

Lemma plane_products n x y : gegenbauer 0 n (dot 2 x y) (dot 2 x x * dot 2 y y)
  = fst (waves_of_plane n x) * fst (waves_of_plane n y) + snd (waves_of_plane n x) * snd (waves_of_plane n
    y).
Proof.
  unfold dot; simpl rsum; pattern n; apply two_steps; clear n.
  - simpl; ring.
  - simpl; ring.
  - intros n IH0 IH1; rewrite gegenbauer_step, IH0, IH1; pose proof (pos_INR n); simpl waves_of_plane.
    destruct (waves_of_plane n x) as [a b], (waves_of_plane n y) as [a' b']; simpl; field; lra.
Qed.

(** P_n^(d)(<x, y>), homogeneous, is a Gram kernel, d = e + 2. *)
Theorem gegenbauer_gram e : forall n, let d := S (S e) in
  gram d (fun x y => gegenbauer (INR e) n (dot d x y) (dot d x x * dot d y y)).
Proof.
  induction e as [|e IH]; intros n d.
  - apply (gram_equal 2 (fun x y => 1 * (fst (waves_of_plane n x) * fst (waves_of_plane n y))
      + 1 * (snd (waves_of_plane n x) * snd (waves_of_plane n y)))).
    + intros x y; simpl INR; rewrite !Rmult_1_l; symmetry; apply plane_products.
    + destruct (plane_polynomial n); apply gram_sum; (apply gram_one; [lra|assumption]).
  - set (c := S (S e)) in *; set (D := INR (S e)); assert (HD : 1 <= D) by (unfold D; rewrite S_INR;
      pose proof (pos_INR e); lra).
    assert (HD0 : D - 1 = INR e) by (unfold D; rewrite S_INR; ring).
    apply (gram_equal d (fun x y => rsum (S n) (fun k =>
      term D n k (x c) (dot c x x) (y c) (dot c y y) * gegenbauer (D - 1) k (dot c x y) (dot c x x * dot c
      y y)))).
    + intros x y; rewrite <- (addition_theorem D (x c) (dot c x x) (y c) (dot c y y) (dot c x y) HD n n
      (le_n n)).
      unfold d, dot; simpl rsum; f_equal; ring.
    + apply (gram_rsum d (S n) (fun k x y => term D n k (x c) (dot c x x) (y c) (dot c y y)
        * gegenbauer (D - 1) k (dot c x y) (dot c x x * dot c y y))); intros k Hk.
      set (F := fun x : nat -> R => gegenbauer (D + 2 * INR k) (n - k) (x c) (x c * x c + dot c x x)).
      apply (gram_equal d (fun x y => coefficient D (n - k) k
        * (F x * F y * gegenbauer (D - 1) k (dot c x y) (dot c x x * dot c y y)))).
      * intros x y; unfold term; rewrite (proj2 (Nat.leb_le k n)) by lia; unfold F; ring.
      * apply gram_scaled; [apply coefficient_nonneg; lra|].
        apply (gram_times d F (fun x y => gegenbauer (D - 1) k (dot c x y) (dot c x x * dot c y y))).
        -- assert (HC : coordinate_polynomial d (fun x => x c)) by (apply of_coordinate; unfold d; lia).
           apply (gegenbauer_polynomial d (D + 2 * INR k) (fun x => x c)); [exact HC|].
           apply of_sum; [apply of_product; exact HC|apply square_polynomial; unfold d; lia].
        -- rewrite HD0; apply gram_wider, IH.
Qed.

(** ** Gram kernels and signed Laplacians *)

(** K(x, x) + K(y, y) - 2 K(x, y). *)
Definition kernel_distance (K : (nat -> R) -> (nat -> R) -> R) (x y : nat -> R) : R :=
  K x x + K y y - 2 * K x y.

Lemma gram_form n d A x K : laplacian_psd n A -> gram d K ->
  0 <= rsum2 n (fun i j => A i j * kernel_distance K (x i) (x j)).
Proof.
  intros HA; induction 1 as [c F Hc _|K M _ IK _ IM|K M E _ IK]; unfold kernel_distance in *.
  - rewrite (rsum2_ext n _ (fun i j => c * (A i j * ((F (x i) - F (x j)) * (F (x i) - F (x j))))))
      by (intros; ring).
    rewrite rsum2_scal; apply Rmult_le_pos; [exact Hc|].
    specialize (HA (fun i => F (x i))); unfold laplacian_form in HA; lra.
  - rewrite (rsum2_ext n _ (fun i j => A i j * (K (x i) (x i) + K (x j) (x j) - 2 * K (x i) (x j))
      + A i j * (M (x i) (x i) + M (x j) (x j) - 2 * M (x i) (x j)))) by (intros; ring).
    rewrite rsum2_plus; lra.
  - rewrite (rsum2_ext n _ (fun i j => A i j * (K (x i) (x i) + K (x j) (x j) - 2 * K (x i) (x j))))
      by (intros; rewrite !E; ring); exact IK.
Qed.

(** Where null vectors are constant, a kernel without a gap has no distances. *)
Lemma gram_null n d A x K : laplacian_psd n A -> laplacian_null_constant n A -> gram d K ->
  rsum2 n (fun i j => A i j * kernel_distance K (x i) (x j)) = 0 ->
  forall i j, (i < n)%nat -> (j < n)%nat -> kernel_distance K (x i) (x j) = 0.
Proof.
  intros HA HN; induction 1 as [c F Hc HF|K M GK IK GM IM|K M E GK IK]; intros H0 i j Hi Hj.
  - unfold kernel_distance in *.
    rewrite (rsum2_ext n _ (fun i j => c * (A i j * ((F (x i) - F (x j)) * (F (x i) - F (x j)))))) in H0
      by (intros; ring).
    rewrite rsum2_scal in H0; apply Rmult_integral in H0; destruct H0 as [->|H0]; [ring|].
    assert (Z : laplacian_form n A (fun i => F (x i)) = 0) by (unfold laplacian_form; rewrite H0; ring).
    rewrite (HN _ Z i j Hi Hj); ring.
  - assert (S : rsum2 n (fun i j => A i j * kernel_distance K (x i) (x j))
      + rsum2 n (fun i j => A i j * kernel_distance M (x i) (x j)) = 0).
    { rewrite <- H0, <- rsum2_plus; apply rsum2_ext; intros; unfold kernel_distance; ring. }
    pose proof (gram_form n d A x K HA GK); pose proof (gram_form n d A x M HA GM).
    specialize (IK ltac:(lra) i j Hi Hj); specialize (IM ltac:(lra) i j Hi Hj);
      unfold kernel_distance in *; lra.
  - unfold kernel_distance; rewrite <- !E; apply IK; [|assumption..].
    rewrite <- H0; apply rsum2_ext; intros; unfold kernel_distance; rewrite !E; ring.
Qed.

(** ** Profiles *)

(** f(<x, y>) = a + s <x, y> + K(x, y) on unit vectors of R^d, K a Gram kernel, s >= 0. *)
Definition zonal_above (s : R) (d : nat) (f : R -> R) : Prop :=
  0 <= s /\ exists a K, gram d K /\ forall x y, dot d x x = 1 -> dot d y y = 1 ->
    f (dot d x y) = a + s * dot d x y + K x y.

(** The same for some s, and for some s > 0. *)
Definition zonal (d : nat) (f : R -> R) : Prop := exists s, zonal_above s d f.
Definition zonal_rising (d : nat) (f : R -> R) : Prop := exists s, 0 < s /\ zonal_above s d f.

Lemma zonal_of_rising d f : zonal_rising d f -> zonal d f.
Proof. intros (s & _ & H); exists s; exact H. Qed.

(** f(<x, y>) = a + K(x, y). *)
Lemma zonal_kernel d f : zonal d f -> exists a K, gram d K /\
  forall x y, dot d x x = 1 -> dot d y y = 1 -> f (dot d x y) = a + K x y.
Proof.
  intros (s & Hs & a & K & HK & E); exists a, (fun x y => s * dot d x y + K x y); split.
  - apply (gram_sum d (fun x y => s * dot d x y) K); [apply gram_scaled;
    [exact Hs|apply gram_dot]|exact HK].
  - intros x y Hx Hy; rewrite E by assumption; ring.
Qed.

(** f(1) - f(<x, y>) is half a distance. *)
Lemma zonal_difference d f a K : (forall x y, dot d x x = 1 -> dot d y y = 1 ->
  f (dot d x y) = a + K x y) ->
  forall x y, dot d x x = 1 -> dot d y y = 1 -> f 1 - f (dot d x y) = / 2 * kernel_distance K x y.
Proof.
  intros E x y Hx Hy; rewrite (E x y Hx Hy); unfold kernel_distance.
  pose proof (E x x Hx Hx) as Ex; pose proof (E y y Hy Hy) as Ey; rewrite Hx in Ex; rewrite Hy in Ey; lra.
Qed.

(** The gap of f is at least s times the gap of the linear profile. *)
Theorem zonal_gap n d A x s f : laplacian_psd n A -> unit_vectors n d x -> zonal_above s d f ->
  s * rsum2 n (fun i j => A i j * (1 - dot d (x i) (x j)))
  <= rsum2 n (fun i j => A i j * (f 1 - f (dot d (x i) (x j)))).
Proof.
  intros HA Hx (Hs & a & K & HK & E); pose proof (gram_form n d A x K HA HK) as G.
  rewrite (rsum2_ext n (fun i j => A i j * (f 1 - _)) (fun i j => s * (A i j * (1 - dot d (x i) (x j)))
    + / 2 * (A i j * kernel_distance K (x i) (x j)))).
  - rewrite rsum2_plus, !rsum2_scal; lra.
  - intros i j Hi Hj; pose proof (zonal_difference d (fun t => f t - s * t) a K) as Z; cbv beta in Z.
    specialize (Z ltac:(intros; rewrite E by assumption; ring) (x i) (x j) (Hx i Hi) (Hx j Hj)).
    replace (f 1 - f (dot d (x i) (x j))) with (s * (1 - dot d (x i) (x j))
      + / 2 * kernel_distance K (x i) (x j)) by lra; ring.
Qed.

(** Where null vectors are constant, no gap means f(<x_i, x_j>) = f(1). *)
Theorem zonal_null n d A x f : laplacian_psd n A -> laplacian_null_constant n A -> unit_vectors n d x ->
  zonal d f -> rsum2 n (fun i j => A i j * (f 1 - f (dot d (x i) (x j)))) = 0 ->
  forall i j, (i < n)%nat -> (j < n)%nat -> f (dot d (x i) (x j)) = f 1.
Proof.
  intros HA HN Hx Hf H0 i j Hi Hj; destruct (zonal_kernel d f Hf) as (a & K & HK & E).
  pose proof (zonal_difference d f a K E) as Z.
  rewrite (rsum2_ext n _ (fun i j => / 2 * (A i j * kernel_distance K (x i) (x j)))) in H0
    by (intros; rewrite Z by auto; ring).
  rewrite rsum2_scal in H0; specialize (Z (x i) (x j) (Hx i Hi) (Hx j Hj)).
  rewrite (gram_null n d A x K HA HN HK) in Z by (assumption || lra); lra.
Qed.
