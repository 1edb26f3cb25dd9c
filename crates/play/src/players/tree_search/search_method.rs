use super::choice::SearchResult;
use super::walk::TreeWalk;
use azulejo_control::Stopped;

/// A method of searching the tree, to one depth after the other.
pub(super) trait SearchMethod: std::fmt::Debug + Send {
    /// The value of the walk's position and its best move.
    fn search(&mut self, walk: &mut TreeWalk, depth: u32) -> Result<SearchResult, Stopped>;
}
