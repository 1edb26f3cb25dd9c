//! Theorems against every order of small walls and boxes, without the library: a change of it leaves the program as it is, and
//! `make test` need not run it again (`scripts/test-program.sh`).

mod boxes;
mod trees;
