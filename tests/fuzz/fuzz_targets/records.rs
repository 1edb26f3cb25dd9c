#![no_main]

#[path = "../../common/readers.rs"]
mod readers;

libfuzzer_sys::fuzz_target!(|text: &str| readers::record_holds(text));
