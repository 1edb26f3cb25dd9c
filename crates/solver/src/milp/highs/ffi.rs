//! The only unsafe calls: what the safe bindings of HiGHS do not reach.
//!
//! | function | why it is here |
//! |---|---|
//! | [`set_offset`] | good_lp and highs drop the constant of the objective |
//! | [`node_count`] | a 64-bit info value; the bindings read 32-bit ones only |
//! | [`dual_bound`] | the bindings do not tell an invalid info value from a valid one |
//! | [`add_rows`] | the bindings add rows only by columns that they have made themselves |
//! | [`read`], [`program`], [`column_names`], [`row_names`] | the bindings read no model files |
//! | [`fix`] | the bindings change only columns that they have made themselves |
//! | [`dual_ray`] | the bindings have no multipliers of an infeasible program |
//! | [`run`] | progress, interruption and solutions, in both directions, come by a C callback |
#![allow(unsafe_code)]

use super::file::{FileColumn, FileProgram, FileRow, FileValues};
use super::solve::failed;
use crate::formulation::{Relation, Row};
use crate::milp::MilpError;
use highs::{Model, SolvedModel};
use itertools::{Itertools, izip};
use std::ffi::{CStr, c_char, c_int, c_void};

/// Event that HiGHS reports while it runs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Event<'a> {
    /// Nodes so far.
    pub(super) nodes: i64,
    /// Objective of the incumbent; infinite without one.
    pub(super) primal_bound: f64,
    /// Dual bound; infinite without one.
    pub(super) dual_bound: f64,
    /// Simplex iterations so far.
    pub(super) iterations: i64,
    /// The solver's own cuts in its linear program, reported at the end of the root.
    pub(super) cuts: Option<i64>,
    /// A new incumbent, one value a column.
    pub(super) solution: Option<&'a [f64]>,
    /// Whether HiGHS takes a solution now.
    pub(super) takes_solution: bool,
}

/// Response to an event.
#[derive(Debug, Default)]
pub(super) struct Response {
    /// Whether HiGHS has to stop.
    pub(super) stop: bool,
    /// A solution for HiGHS, one value a column, where the event takes one.
    pub(super) solution: Option<Vec<f64>>,
}

/// Sets the constant of the objective.
pub(super) fn set_offset(model: &mut Model, offset: f64) -> Result<(), MilpError> {
    // SAFETY: the pointer is that of a live model.
    let status = unsafe { highs_sys::Highs_changeObjectiveOffset(model.as_mut_ptr(), offset) };
    checked("Highs_changeObjectiveOffset", status)
}

/// Adds rows; the model keeps its basis.
pub(super) fn add_rows(model: &mut Model, rows: &[Row]) -> Result<(), MilpError> {
    let (mut lower, mut upper) = (Vec::new(), Vec::new());
    let (mut starts, mut columns, mut factors) = (Vec::new(), Vec::new(), Vec::new());
    let index = |index: usize| c_int::try_from(index).map_err(|_| error("Highs_addRows"));
    for row in rows {
        let right = row.right as f64;
        let (least, most) = match row.relation {
            Relation::AtMost => (f64::NEG_INFINITY, right),
            Relation::AtLeast => (right, f64::INFINITY),
            Relation::Equal => (right, right),
        };
        lower.push(least);
        upper.push(most);
        starts.push(index(columns.len())?);
        for (column, factor) in row.expression.terms() {
            columns.push(index(column.index())?);
            factors.push(factor as f64);
        }
    }
    let (count, nonzeros) = (index(rows.len())?, index(columns.len())?);
    // SAFETY: the pointer is that of a live model. `lower`, `upper` and `starts` hold `count` values,
    // `columns` and `factors` `nonzeros` ones, and all of them outlive the call, which copies them.
    let status = unsafe {
        highs_sys::Highs_addRows(
            model.as_mut_ptr(),
            count,
            lower.as_ptr(),
            upper.as_ptr(),
            nonzeros,
            starts.as_ptr(),
            columns.as_ptr(),
            factors.as_ptr(),
        )
    };
    checked("Highs_addRows", status)
}

/// A model from an LP or MPS file.
pub(super) fn read(path: &CStr) -> Result<Model, MilpError> {
    let mut model = highs::RowProblem::new().optimise(highs::Sense::Maximise);
    model.make_quiet();
    // SAFETY: the pointer is that of a live model, and the path ends in NUL.
    let status = unsafe { highs_sys::Highs_readModel(model.as_mut_ptr(), path.as_ptr()) };
    match status == highs_sys::STATUS_OK {
        true => Ok(model),
        // A warning means that only a part of a faulty file was read.
        false => Err(error("Highs_readModel")),
    }
}

/// The program of a whole model.
pub(super) fn program(model: &Model) -> Result<FileProgram, MilpError> {
    let call = "Highs_getModel";
    let highs = model.as_ptr();
    // SAFETY: the pointer is that of a live model.
    let (columns, rows, nonzeros) = unsafe {
        (
            highs_sys::Highs_getNumCol(highs),
            highs_sys::Highs_getNumRow(highs),
            highs_sys::Highs_getNumNz(highs),
        )
    };
    let size = |count: c_int| usize::try_from(count).map_err(|_| error(call));
    let (columns, rows, nonzeros) = (size(columns)?, size(rows)?, size(nonzeros)?);
    let [mut costs, mut lower, mut upper] = [(); 3].map(|()| vec![0.0; columns]);
    // HiGHS leaves the kinds where no column is integral.
    let mut kinds = vec![highs_sys::kHighsVarTypeContinuous; columns];
    let [mut row_lower, mut row_upper] = [(); 2].map(|()| vec![0.0; rows]);
    let (mut starts, mut indices) = (vec![0; rows], vec![0; nonzeros]);
    let mut factors = vec![0.0; nonzeros];
    let (mut count, mut products, mut sense, mut offset) = ([0; 3], 0, 0, 0.0);
    let [count_columns, count_rows, count_nonzeros] = &mut count;
    // SAFETY: the pointer is that of a live model. The arrays have room for as many columns, rows and nonzeros as HiGHS
    // has just told, and outlive the call; the products of the objective are only counted, not written.
    let status = unsafe {
        highs_sys::Highs_getModel(
            highs,
            highs_sys::kHighsMatrixFormatRowwise,
            highs_sys::kHighsHessianFormatTriangular,
            count_columns,
            count_rows,
            count_nonzeros,
            &mut products,
            &mut sense,
            &mut offset,
            costs.as_mut_ptr(),
            lower.as_mut_ptr(),
            upper.as_mut_ptr(),
            row_lower.as_mut_ptr(),
            row_upper.as_mut_ptr(),
            starts.as_mut_ptr(),
            indices.as_mut_ptr(),
            factors.as_mut_ptr(),
            std::ptr::null_mut(),
            std::ptr::null_mut(),
            std::ptr::null_mut(),
            kinds.as_mut_ptr(),
        )
    };
    checked(call, status)?;
    let columns = izip!(costs, lower, upper, kinds);
    let columns = columns.map(|(cost, low, high, kind)| FileColumn {
        cost,
        bounds: [low, high],
        values: match kind {
            highs_sys::kHighsVarTypeContinuous => FileValues::Continuous,
            highs_sys::kHighsVarTypeInteger => FileValues::Integral,
            highs_sys::kHighsVarTypeSemiContinuous => FileValues::OrZero,
            _ => FileValues::IntegralOrZero,
        },
    });
    let places = indices.into_iter().map(|column: c_int| column as usize);
    let terms = places.zip(factors).collect_vec();
    let starts = starts.into_iter().map(|start: c_int| start as usize);
    let ends = starts.clone().skip(1).chain([terms.len()]);
    let rows = izip!(starts, ends, row_lower, row_upper);
    let rows = rows.map(|(start, end, low, high)| FileRow {
        sides: [low, high],
        terms: terms[start..end].to_vec(),
    });
    Ok(FileProgram {
        maximizes: sense == highs_sys::kHighsObjSenseMaximize,
        offset,
        is_linear: products == 0,
        columns: columns.collect(),
        rows: rows.collect(),
    })
}

/// The names of the columns, by index.
pub(super) fn column_names(model: &Model) -> Result<Vec<String>, MilpError> {
    // SAFETY: the pointer is that of a live model.
    let columns = unsafe { highs_sys::Highs_getNumCol(model.as_ptr()) };
    names(columns, |column, name| {
        // SAFETY: as above; there is room for the longest name.
        let status = unsafe { highs_sys::Highs_getColName(model.as_ptr(), column, name) };
        checked("Highs_getColName", status)
    })
}

/// The names of the rows, by index.
pub(super) fn row_names(model: &Model) -> Result<Vec<String>, MilpError> {
    // SAFETY: the pointer is that of a live model.
    let rows = unsafe { highs_sys::Highs_getNumRow(model.as_ptr()) };
    names(rows, |row, name| {
        // SAFETY: as above; there is room for the longest name.
        let status = unsafe { highs_sys::Highs_getRowName(model.as_ptr(), row, name) };
        checked("Highs_getRowName", status)
    })
}

/// Names that `write` writes to a place where the longest has room.
fn names(
    count: c_int,
    write: impl Fn(c_int, *mut c_char) -> Result<(), MilpError>,
) -> Result<Vec<String>, MilpError> {
    let room = highs_sys::kHighsMaximumStringLength as usize + 1;
    (0..count)
        .map(|index| {
            let mut name: Vec<c_char> = vec![0; room];
            write(index, name.as_mut_ptr())?;
            // SAFETY: HiGHS writes at most its maximum string length, and a NUL. The last element is never written but by
            // a NUL, so there is one.
            let name = unsafe { CStr::from_ptr(name.as_ptr()) };
            Ok(name.to_string_lossy().into_owned())
        })
        .collect()
}

/// Sets the bounds of a column.
pub(super) fn fix(
    model: &mut Model,
    column: usize,
    [low, high]: [f64; 2],
) -> Result<(), MilpError> {
    let call = "Highs_changeColBounds";
    let column = c_int::try_from(column).map_err(|_| error(call))?;
    // SAFETY: the pointer is that of a live model.
    let status = unsafe { highs_sys::Highs_changeColBounds(model.as_mut_ptr(), column, low, high) };
    checked(call, status)
}

/// The number of branch-and-bound nodes; none where HiGHS calls it not valid.
pub(super) fn node_count(model: &SolvedModel) -> Option<u64> {
    let mut nodes = 0i64;
    // SAFETY: the pointer is that of a live model, the name ends in NUL, `nodes` outlives the call.
    let status = unsafe {
        highs_sys::Highs_getInt64InfoValue(model.as_ptr(), c"mip_node_count".as_ptr(), &mut nodes)
    };
    (status == highs_sys::STATUS_OK).then(|| u64::try_from(nodes).ok())?
}

/// The dual bound; none where HiGHS calls it not valid, which the safe bindings pass over.
pub(super) fn dual_bound(model: &SolvedModel) -> Option<f64> {
    let mut bound = f64::NAN;
    // SAFETY: as above.
    let status = unsafe {
        highs_sys::Highs_getDoubleInfoValue(model.as_ptr(), c"mip_dual_bound".as_ptr(), &mut bound)
    };
    (status == highs_sys::STATUS_OK && bound.is_finite()).then_some(bound)
}

/// Multipliers by which the rows of an infeasible linear program contradict each other, if HiGHS has any.
pub(super) fn dual_ray(model: &SolvedModel) -> Option<Vec<f64>> {
    // SAFETY: the pointer is that of a live model.
    let rows = unsafe { highs_sys::Highs_getNumRow(model.as_ptr()) };
    let mut ray = vec![0.0; usize::try_from(rows).ok()?];
    let mut has = 0;
    // SAFETY: as above; `ray` has room for a value of each row, and both outlive the call.
    let status = unsafe { highs_sys::Highs_getDualRay(model.as_ptr(), &mut has, ray.as_mut_ptr()) };
    (status == highs_sys::STATUS_OK && has == 1).then_some(ray)
}

const EVENTS: [c_int; 5] = [
    highs_sys::kHighsCallbackMipImprovingSolution,
    highs_sys::kHighsCallbackMipLogging,
    highs_sys::kHighsCallbackMipInterrupt,
    highs_sys::kHighsCallbackMipGetCutPool,
    highs_sys::kHighsCallbackCallbackMipUserSolution,
];

/// Solves the model while the listener handles the events, which come from any thread of HiGHS.
pub(super) fn run<L: Fn(&Event<'_>) -> Response + Sync>(
    mut model: Model,
    listener: &L,
) -> Result<SolvedModel, MilpError> {
    let pointer = model.as_mut_ptr();
    let data = std::ptr::from_ref(listener).cast_mut().cast::<c_void>();
    // SAFETY: the pointer is that of a live model. HiGHS calls back only while it runs, that is
    // within this function, through which `listener` is borrowed; `callback::<L>` casts `data` back to
    // the shared reference it was made from, and `L` is `Sync`.
    let status = unsafe { highs_sys::Highs_setCallback(pointer, Some(callback::<L>), data) };
    checked("Highs_setCallback", status)?;
    for event in EVENTS {
        // SAFETY: as above.
        let status = unsafe { highs_sys::Highs_startCallback(pointer, event) };
        checked("Highs_startCallback", status)?;
    }
    let result = model.try_solve();
    match result {
        Ok(mut solved_model) => {
            for event in EVENTS {
                // SAFETY: the solved model owns the same live pointer.
                unsafe { highs_sys::Highs_stopCallback(solved_model.as_mut_ptr(), event) };
            }
            Ok(solved_model)
        }
        Err(status) => Err(failed("Highs_run", status)),
    }
}

/// The C side of a listener.
unsafe extern "C" fn callback<L: Fn(&Event<'_>) -> Response + Sync>(
    kind: c_int,
    _message: *const c_char,
    out: *const highs_sys::HighsCallbackDataOut,
    answer: *mut highs_sys::HighsCallbackDataIn,
    data: *mut c_void,
) {
    // SAFETY: `data` is the reference that `run` handed over and still borrows; HiGHS passes `out`
    // and `answer` valid for the call, or null, which `as_ref` and `as_mut` turn into `None`.
    let (listener, out, answer) =
        unsafe { (data.cast::<L>().as_ref(), out.as_ref(), answer.as_mut()) };
    let (Some(listener), Some(out)) = (listener, out) else {
        return;
    };
    let improving = kind == highs_sys::kHighsCallbackMipImprovingSolution;
    let solution = (improving && !out.mip_solution.is_null()).then(|| {
        let columns = usize::try_from(out.mip_solution_size).unwrap_or(0);
        // SAFETY: HiGHS passes `mip_solution_size` values at `mip_solution`, valid for the call.
        unsafe { std::slice::from_raw_parts(out.mip_solution, columns) }
    });
    let takes_solution = kind == highs_sys::kHighsCallbackCallbackMipUserSolution;
    let response = listener(&Event {
        nodes: out.mip_node_count,
        primal_bound: out.mip_primal_bound,
        dual_bound: out.mip_dual_bound,
        iterations: out.mip_total_lp_iterations,
        cuts: (kind == highs_sys::kHighsCallbackMipGetCutPool)
            .then(|| i64::from(out.cutpool_num_cut)),
        solution,
        takes_solution,
    });
    let Some(answer) = answer else {
        return;
    };
    // Only an interrupt event asks whether to go on; HiGHS takes an answer to the others for a mistake.
    let asks = kind == highs_sys::kHighsCallbackMipInterrupt;
    answer.user_interrupt = c_int::from(response.stop && asks);
    if let Some(values) = response.solution.filter(|_| takes_solution) {
        let columns = c_int::try_from(values.len()).unwrap_or(0);
        // SAFETY: `answer` is valid for the call, in which HiGHS copies the `columns` values. It refuses another number
        // of values than it has columns, and goes on without them.
        unsafe { highs_sys::Highs_setCallbackSolution(answer, columns, values.as_ptr()) };
    }
}

/// A warning is no error.
fn checked(call: &'static str, status: c_int) -> Result<(), MilpError> {
    if status == highs_sys::STATUS_ERROR {
        return Err(error(call));
    }
    Ok(())
}

fn error(call: &'static str) -> MilpError {
    MilpError::refused(call, "Error")
}
