use clap::ValueEnum;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Format {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum TableFormat {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
    /// For documents
    Markdown,
}
