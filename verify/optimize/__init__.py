"""Maximisation over conditional slices: searches for maximisers of the energy, and proved upper bounds."""
