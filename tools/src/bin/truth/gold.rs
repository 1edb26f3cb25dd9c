pub(crate) fn make(_: usize, _: u32) -> Result<(), Box<dyn std::error::Error>> {
    Ok(())
}
