//! HiGHS on model files.
#![allow(unsafe_code)] // reading a model is not part of the safe bindings

use std::collections::HashMap;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::path::Path;

/// Names and sizes of a program by HiGHS.
pub(crate) struct Shape {
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<String>,
    pub(crate) nonzeros: usize,
}

/// An optimal solution.
#[derive(Debug)]
pub(crate) struct Optimum {
    pub(crate) objective: f64,
    /// By the names of the columns.
    pub(crate) values: HashMap<String, f64>,
}

/// Names and sizes of the program of a file.
pub(crate) fn shape(path: &Path) -> Shape {
    let model = Model::read(path);
    // SAFETY: the model is live.
    let [columns, rows, nonzeros] = unsafe {
        [
            highs_sys::Highs_getNumCol(model.0),
            highs_sys::Highs_getNumRow(model.0),
            highs_sys::Highs_getNumNz(model.0),
        ]
    };
    Shape {
        columns: model.names(columns, highs_sys::Highs_getColName),
        rows: model.names(rows, highs_sys::Highs_getRowName),
        nonzeros: nonzeros as usize,
    }
}

/// Solves a file; none if it has no solution.
pub(crate) fn solve(path: &Path) -> Option<Optimum> {
    let columns = shape(path).columns;
    let model = Model::read(path);
    let mut values = vec![0.0; columns.len()];
    let null = std::ptr::null_mut();
    // SAFETY: the model is live, `values` has room for every column, and nothing is written where null is given.
    unsafe {
        assert_eq!(highs_sys::Highs_run(model.0), highs_sys::STATUS_OK);
        match highs_sys::Highs_getModelStatus(model.0) {
            highs_sys::MODEL_STATUS_OPTIMAL => {}
            highs_sys::MODEL_STATUS_INFEASIBLE => return None,
            status => panic!("HiGHS ends with status {status}"),
        }
        let pointer = values.as_mut_ptr();
        let status = highs_sys::Highs_getSolution(model.0, pointer, null, null, null);
        assert_eq!(status, highs_sys::STATUS_OK);
        Some(Optimum {
            objective: highs_sys::Highs_getObjectiveValue(model.0),
            values: columns.into_iter().zip(values).collect(),
        })
    }
}

/// Solves a file, and writes the solution as `highs --solution_file` does.
pub(crate) fn write_solution(path: &Path, solution: &Path) {
    let model = Model::read(path);
    let solution = CString::new(solution.to_str().expect("UTF-8")).expect("no NUL");
    // SAFETY: the model is live, and the path ends with NUL.
    unsafe {
        assert_eq!(highs_sys::Highs_run(model.0), highs_sys::STATUS_OK);
        let status = highs_sys::Highs_writeSolution(model.0, solution.as_ptr());
        // The status is a warning if there is no solution.
        assert_ne!(status, highs_sys::STATUS_ERROR);
    }
}

/// An owned model of HiGHS.
struct Model(*mut c_void);

impl Drop for Model {
    fn drop(&mut self) {
        // SAFETY: the model is live, and nothing uses it any more.
        unsafe { highs_sys::Highs_destroy(self.0) }
    }
}

type NameOf = unsafe extern "C" fn(*const c_void, c_int, *mut c_char) -> c_int;

impl Model {
    fn read(path: &Path) -> Self {
        let path = CString::new(path.to_str().expect("UTF-8")).expect("no NUL");
        // SAFETY: the model is created here, and the path ends with NUL.
        unsafe {
            let model = Self(highs_sys::Highs_create());
            highs_sys::Highs_setBoolOptionValue(model.0, c"output_flag".as_ptr(), 0);
            let status = highs_sys::Highs_readModel(model.0, path.as_ptr());
            assert_eq!(status, highs_sys::STATUS_OK);
            model
        }
    }

    fn names(&self, count: c_int, name_of: NameOf) -> Vec<String> {
        let name = |index| {
            let mut buffer = [0; highs_sys::kHighsMaximumStringLength as usize + 1];
            // SAFETY: the model is live, and names are at most 512 bytes long.
            let name = unsafe {
                let status = name_of(self.0, index, buffer.as_mut_ptr());
                assert_eq!(status, highs_sys::STATUS_OK);
                CStr::from_ptr(buffer.as_ptr())
            };
            name.to_str().expect("ASCII").to_owned()
        };
        (0..count).map(name).collect()
    }
}
