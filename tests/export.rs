//! Model files, read back by HiGHS: the same names, the same sizes, the same optimum.
#![cfg(feature = "highs")]
#![allow(unsafe_code)] // reading a model is not part of the safe bindings

mod common;

use azulejo::formulation::{CaseStudy, Formulation, Ordering, Program};
use azulejo::instance::Sense;
use azulejo::milp::{FileFormat, export};
use azulejo::problem::Problem;
use common::{instance, plain};
use std::ffi::{CStr, CString, c_char, c_int, c_void};

struct ReadBack {
    columns: Vec<String>,
    rows: Vec<String>,
    nonzeros: usize,
    optimum: f64,
}

type NameOf = unsafe extern "C" fn(*const c_void, c_int, *mut c_char) -> c_int;

fn read_back(program: &Program, format: FileFormat) -> ReadBack {
    let suffix = if format == FileFormat::Lp {
        ".lp"
    } else {
        ".mps"
    };
    let file = tempfile::Builder::new()
        .suffix(suffix)
        .tempfile()
        .expect("a temporary file");
    let text = export(program, format).expect("a temporary file");
    std::fs::write(file.path(), text).expect("writable");
    let path = CString::new(file.path().to_str().expect("UTF-8")).expect("no NUL");
    // SAFETY: the model is created, used and destroyed here; names are at most 512 bytes long.
    unsafe {
        let model = highs_sys::Highs_create();
        highs_sys::Highs_setBoolOptionValue(model, c"output_flag".as_ptr(), 0);
        assert_eq!(
            highs_sys::Highs_readModel(model, path.as_ptr()),
            highs_sys::STATUS_OK
        );
        let names = |count: c_int, name_of: NameOf| {
            let name = |index| {
                let mut buffer = [0; highs_sys::kHighsMaximumStringLength as usize + 1];
                assert_eq!(
                    name_of(model, index, buffer.as_mut_ptr()),
                    highs_sys::STATUS_OK
                );
                CStr::from_ptr(buffer.as_ptr())
                    .to_str()
                    .expect("ASCII")
                    .to_owned()
            };
            (0..count).map(name).collect::<Vec<_>>()
        };
        let columns = names(
            highs_sys::Highs_getNumCol(model),
            highs_sys::Highs_getColName,
        );
        let rows = names(
            highs_sys::Highs_getNumRow(model),
            highs_sys::Highs_getRowName,
        );
        let nonzeros = highs_sys::Highs_getNumNz(model) as usize;
        assert_eq!(highs_sys::Highs_run(model), highs_sys::STATUS_OK);
        let optimum = highs_sys::Highs_getObjectiveValue(model);
        highs_sys::Highs_destroy(model);
        ReadBack {
            columns,
            rows,
            nonzeros,
            optimum,
        }
    }
}

fn assert_survives(program: &Program, optimum: f64) {
    for format in [FileFormat::Lp, FileFormat::Mps] {
        let read = read_back(program, format);
        // An LP file names columns in the order in which its objective and rows do.
        let mut columns: Vec<_> = program
            .columns()
            .iter()
            .map(|column| column.name.clone())
            .collect();
        let mut found = read.columns;
        columns.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, columns, "{format:?}");
        let rows: Vec<_> = program.rows().iter().map(|row| row.name.clone()).collect();
        assert_eq!(read.rows, rows, "{format:?}");
        assert_eq!(read.nonzeros, program.nonzeros(), "{format:?}");
        assert!(
            (read.optimum - optimum).abs() < 1e-6,
            "{format:?}: {}",
            read.optimum
        );
    }
}

#[test]
fn the_ordering_formulation_survives_lp_and_mps() {
    for (sense, optimum) in [(Sense::Maximize, 33.0), (Sense::Minimize, 22.0)] {
        let problem = Problem::from(&plain(3, 3, sense));
        assert_survives(Ordering::new(&problem).expect("small").program(), optimum);
    }
    let problem = Problem::from(&instance("thesis/3x3-rounds-max.json"));
    assert_survives(Ordering::new(&problem).expect("small").program(), 33.0);
}

#[test]
fn the_case_study_formulation_survives_lp_and_mps() {
    let problem = Problem::from(&plain(2, 2, Sense::Maximize));
    assert_survives(CaseStudy::new(&problem).expect("small").program(), 10.0);
    let problem = Problem::from(&plain(1, 5, Sense::Minimize));
    assert_survives(CaseStudy::new(&problem).expect("small").program(), 11.0);
}
