//! HiGHS on model files.

use azulejo::control::Control;
use azulejo::milp::{FileSolution, ModelFile};
use std::collections::HashMap;
use std::ffi::CString;
use std::path::Path;

/// An optimal solution.
#[derive(Debug)]
pub(crate) struct Optimum {
    pub(crate) objective: f64,
    /// By the names of the columns.
    pub(crate) values: HashMap<String, f64>,
}

/// The model of a file.
pub(crate) fn read(path: &Path) -> ModelFile {
    ModelFile::read(path).expect("HiGHS reads it")
}

/// Solves a file; none if it has no solution.
pub(crate) fn solve(path: &Path) -> Option<Optimum> {
    let file = read(path);
    let solution = file.solve(&[], &Control::default());
    match solution.expect("HiGHS runs") {
        FileSolution::Optimal { objective, values } => {
            let values = file.names().iter().cloned().zip(values).collect();
            Some(Optimum { objective, values })
        }
        FileSolution::Infeasible => None,
        other => panic!("HiGHS ends with {other:?}"),
    }
}

/// Solves a file, and writes the solution as `highs --solution_file` does.
#[allow(unsafe_code)] // writing a solution is not part of the safe bindings
pub(crate) fn write_solution(path: &Path, solution: &Path) {
    let text = |path: &Path| CString::new(path.to_str().expect("UTF-8")).expect("no NUL");
    let (path, solution) = (text(path), text(solution));
    // SAFETY: the model is live until it is destroyed, and the paths end with NUL.
    unsafe {
        let model = highs_sys::Highs_create();
        highs_sys::Highs_setBoolOptionValue(model, c"output_flag".as_ptr(), 0);
        let status = highs_sys::Highs_readModel(model, path.as_ptr());
        assert_eq!(status, highs_sys::STATUS_OK);
        assert_eq!(highs_sys::Highs_run(model), highs_sys::STATUS_OK);
        let status = highs_sys::Highs_writeSolution(model, solution.as_ptr());
        // The status is a warning if there is no solution.
        assert_ne!(status, highs_sys::STATUS_ERROR);
        highs_sys::Highs_destroy(model);
    }
}
