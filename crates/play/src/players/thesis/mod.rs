//! The seven players of Verwaal's thesis ("Analysing the Maximum and Minimum Scores in Azul and the Orders in Which They
//! can be Achieved", Leiden 2024, sections 4.1–4.5 and 4.6.2), the first three of them after Kooistra.
//!
//! Each player scans every colour of every source and every line that takes the colour, and holds the best move so far.
//! A move *fits* when the line has room for all its tiles. The module [`scan`] has the common loop; each player's file
//! has the comparison of two moves that fit. The pseudocode can be read in several ways; a [`reading`] is one of them.

mod greedy;
mod improved;
mod opponent;
mod reading;
mod scan;
mod smart;
mod strategic;
mod wall;

pub(super) use greedy::KIND as GREEDY;
pub(super) use improved::{ALTERED as IMPROVED_ALTERED, KIND as IMPROVED};
pub(super) use opponent::KIND as OPPONENT;
pub(super) use smart::{ALTERED as SMART_ALTERED, KIND as SMART};
pub(super) use strategic::KIND as STRATEGIC;
