//! Positions that games hardly come to.
