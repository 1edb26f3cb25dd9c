#![no_main]

// A checker ends in bounded time and memory, whatever it is given; it says what is wrong, and does not panic.
libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Err(refusal) = azulejo_check::check(text) {
        assert!(!refusal.to_string().is_empty());
    }
});
