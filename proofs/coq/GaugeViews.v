(** * T4, one view at a time, for factors of any signs

    Overview.  Where the maximisers of the plain kernel among graph laws are the collapsed ones, the claims
    about the gauge kernel among graph laws are those for k = 1, whatever holds among all laws: slices with
    D_i = 0 may spread there, or gain where D_i < 0.  A collapsed law is a graph law; so if no maximiser among
    graph laws is collapsed, none among all laws is; where D >= 0, there is one.

    Key results: [graph_view_all], [graph_view_some], [graph_view_none], [all_view_never], [all_view_none]. *)

From Coq Require Import Reals Lra Lia Arith ZArith.
From Collapse Require Import Sums Vectors Energy SignedLaplacian Nonnegative Gauge Slices GaugeSlices PsdCheck
  FactorCertificate Profiles Claims GaugeCertificate GaugeSome GaugeFactor Pairs GaugeTransfer.
Local Open Scope R_scope.

(** ** Graph laws alone *)

(** "all": every maximiser among graph laws is collapsed. *)
Theorem graph_view_all n d w k f Q :
  (forall i, (i < n)%nat -> 0 < w i) -> (1 <= d)%nat -> peaked f ->
  (forall i, (i < n)%nat -> orthogonal d (Q i)) -> GraphLawsAll n w k f d ->
  GaugeGraphLawsAll n d w (fun _ _ => 1) f Q /\ GaugeAllLawsAll n d w (fun _ _ => 1) f Q ->
  GaugeGraphLawsAll n d w k f Q.
Proof.
  intros Hw Hd Hf HQ HG [G _]; destruct (one_collapses n d w f Hw Hd Hf) as [G1 _].
  exact (proj1 (graph_claims_transfer n d w k _ f Q HQ HG G1) G).
Qed.

(** "some": some are and some are not. *)
Theorem graph_view_some n d w k f Q :
  (forall i, (i < n)%nat -> 0 < w i) -> (1 <= d)%nat -> peaked f ->
  (forall i, (i < n)%nat -> orthogonal d (Q i)) -> GraphLawsAll n w k f d ->
  GaugeGraphLawsSome n d w (fun _ _ => 1) f Q /\ GaugeAllLawsSome n d w (fun _ _ => 1) f Q ->
  GaugeGraphLawsSome n d w k f Q.
Proof.
  intros Hw Hd Hf HQ HG [G _]; destruct (one_collapses n d w f Hw Hd Hf) as [G1 _].
  exact (proj1 (proj2 (graph_claims_transfer n d w k _ f Q HQ HG G1)) G).
Qed.

(** "none": none is. *)
Theorem graph_view_none n d w k f Q :
  (forall i, (i < n)%nat -> 0 < w i) -> (1 <= d)%nat -> peaked f ->
  (forall i, (i < n)%nat -> orthogonal d (Q i)) -> GraphLawsAll n w k f d ->
  GaugeGraphLawsNone n d w (fun _ _ => 1) f Q /\ GaugeAllLawsNone n d w (fun _ _ => 1) f Q ->
  GaugeGraphLawsNone n d w k f Q.
Proof.
  intros Hw Hd Hf HQ HG [G _]; destruct (one_collapses n d w f Hw Hd Hf) as [G1 _].
  exact (proj2 (proj2 (graph_claims_transfer n d w k _ f Q HQ HG G1)) G).
Qed.

(** ** From graph laws to all laws *)

(** Configurations are laws of one point for each label. *)
Lemma configuration_law n d x : unit_vectors n d x ->
  slice_masses n 1 (fun _ _ => 1) /\ slice_points n 1 d (fun i _ => x i).
Proof.
  intros Hx; split; [|intros i a Hi _; apply Hx, Hi]; intros i _; split; [intros; lra|simpl; ring].
Qed.

Lemma configuration_energy n d w k f Q x :
  gauge_slice_energy n 1 d w k f Q (fun _ _ => 1) (fun i _ => x i) = gauge_energy n d w k f Q x.
Proof.
  unfold gauge_slice_energy, slice_energy, gauge_energy, rsum2; f_equal; apply rsum_ext; intros i _.
  apply rsum_ext; intros j _; simpl; ring.
Qed.

(** A law whose slices are one point u has the energy of the configuration u, .., u. *)
Lemma collapsed_law_energy n m d w k f Q q x u : slice_masses n m q ->
  (forall i a, (i < n)%nat -> (a < m)%nat -> 0 < q i a -> same d (x i a) u) ->
  gauge_slice_energy n m d w k f Q q x = gauge_energy n d w k f Q (fun _ => u).
Proof.
  intros Hq C; unfold gauge_slice_energy, slice_energy, gauge_energy; f_equal.
  apply rsum2_ext; intros i j Hi Hj.
  destruct (Hq i Hi) as [Pi Si], (Hq j Hj) as [Pj Sj]; f_equal.
  rewrite (rsum2_ext m _ (fun a b => f (dot d (apply d (Q i) u) (apply d (Q j) u)) * (q i a * q j b))).
  - rewrite rsum2_scal; unfold rsum2; rewrite <- rsum_mult, Si, Sj; ring.
  - intros a b Ha Hb; destruct (Pi a Ha) as [Ha0|Ha0]; [|rewrite <- Ha0; ring].
    destruct (Pj b Hb) as [Hb0|Hb0]; [|rewrite <- Hb0; ring].
    rewrite (dot_ext d _ (apply d (Q i) u) _ (apply d (Q j) u)); [ring| |];
      intros c _; apply apply_ext; intros e He; apply C; assumption.
Qed.

(** All laws: no maximiser is collapsed, whether there is one with finitely supported slices or not. *)
Definition GaugeAllLawsNever n d w k f Q : Prop :=
  forall m q x, gauge_law_maximiser n m d w k f Q q x -> ~ slices_collapsed n m d q x.

(** "none" among graph laws is "none" among all laws: a collapsed law is a graph law. *)
Theorem all_view_never n d w k f Q : (1 <= n)%nat ->
  GaugeGraphLawsNone n d w k f Q -> GaugeAllLawsNever n d w k f Q.
Proof.
  intros Hn [_ N] m q x (Hq & Hx & Hm) C.
  destruct (carried n m q 0 Hq ltac:(lia)) as (c & Hc & Hqc); set (u := x 0%nat c).
  assert (U : forall i a, (i < n)%nat -> (a < m)%nat -> 0 < q i a -> same d (x i a) u).
  { intros i a Hi Ha Hqa b Hb; apply (C i 0%nat a c); auto. }
  apply (N (fun _ => u)); [|intros i j _ _ b _; reflexivity]; split.
  - intros i _; apply (Hx 0%nat c); [lia|exact Hc].
  - intros y Hy; rewrite <- (collapsed_law_energy n m d w k f Q q x u Hq U), <- configuration_energy.
    destruct (configuration_law n d y Hy) as [M P]; apply Hm; assumption.
Qed.

(** The same where there is a maximiser. *)
Theorem all_view_none n d w k f Q : (1 <= n)%nat ->
  (exists m q x, gauge_law_maximiser n m d w k f Q q x) -> GaugeGraphLawsNone n d w k f Q ->
  GaugeAllLawsNone n d w k f Q.
Proof. intros Hn HE N; split; [exact HE|]; apply (all_view_never n d w k f Q Hn N). Qed.

(** L positive semidefinite and D >= 0, a_p >= 0: there is a maximiser among all laws. *)
Theorem gauge_laws_exist n W omega K kappa data f d Q :
  factor_check n W omega K kappa data = true -> degree_check n W K = true -> ascending f -> (1 <= d)%nat ->
  (forall i, (i < n)%nat -> orthogonal d (Q i)) ->
  exists m q x, gauge_law_maximiser n m d (weight W omega) (factor K kappa) f Q q x.
Proof.
  intros H HD (a & Ha & Hf) Hd HQ; destruct (factor_check_denominators _ _ _ _ _ _ H) as [Ho Hk].
  destruct (degree_check_sound n W omega K kappa Ho Hk HD) as [Hsym Hdeg].
  destruct (gauge_law_attained n d (weight W omega) (factor K kappa) f Q Hd HQ) as (M & P & E).
  exists 1%nat, (fun _ _ => 1), (fun i (_ : nat) => apply d (transpose (Q i)) (basis 0)).
  split; [exact M|split; [exact P|]]; intros m q x Hq Hx; rewrite E; unfold gauge_slice_energy.
  apply (slices_bound n m d _ _ a f); auto; [apply (factor_check_psd _ _ _ _ _ _ H)|].
  apply gauge_slice_points; assumption.
Qed.
