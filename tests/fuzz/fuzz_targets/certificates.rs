#![no_main]

// A checker ends in bounded time and memory for every text; a refusal has a message, and no text leads to a panic.
libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Err(refusal) = azulejo_check::check(text) {
        assert!(!refusal.to_string().is_empty());
    }
});
