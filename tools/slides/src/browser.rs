//! Chromium, which prints pages and measures whether slides fit.

use crate::Result;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// An installed Chromium.
#[derive(Debug)]
pub struct Browser(&'static str);

impl Browser {
    /// The first installed Chromium of the known names.
    pub fn find() -> Option<Self> {
        let names = [
            "chromium-headless-shell",
            "chromium",
            "chromium-browser",
            "google-chrome",
            "chrome",
        ];
        let is_here = |name: &&str| {
            let version = Command::new(name).arg("--version").output();
            version.is_ok_and(|output| output.status.success())
        };
        names.into_iter().find(is_here).map(Self)
    }

    /// Prints a page as a PDF.
    ///
    /// # Errors
    /// When Chromium fails.
    pub fn print(&self, page: &Path, pdf: &Path) -> Result {
        let mut to = OsString::from("--print-to-pdf=");
        to.push(std::path::absolute(pdf)?);
        self.run(page, &["--no-pdf-header-footer".into(), to])?;
        match fs::metadata(pdf) {
            Ok(file) if file.len() > 0 => Ok(()),
            _ => Err(format!("{} wrote no {}", self.0, pdf.display()).into()),
        }
    }

    /// The titles of the slides of a page that are larger than their sheet.
    ///
    /// # Errors
    /// When Chromium fails.
    pub fn too_large(&self, page: &Path) -> Result<Vec<String>> {
        let document = self.run(page, &["--dump-dom".into()])?;
        if !document.contains("data-measured") {
            return Err(format!("{} did not measure {}", self.0, page.display()).into());
        }
        let sections = document.split("<section ").skip(1);
        let tags = sections.filter_map(|section| section.split('>').next());
        let large = tags.filter(|tag| tag.contains("data-too-large"));
        let titles = large.filter_map(|tag| tag.split("aria-label=\"").nth(1)?.split('"').next());
        Ok(titles.map(str::to_owned).collect())
    }

    fn run(&self, page: &Path, words: &[OsString]) -> Result<String> {
        let mut address = OsString::from("file://");
        address.push(std::path::absolute(page)?);
        let output = Command::new(self.0)
            // A machine of a CI runs everything as root, where Chromium has no sandbox.
            .args(["--headless", "--no-sandbox", "--disable-gpu"])
            .args(words)
            .arg(address)
            .stdin(Stdio::null())
            .output()?;
        match output.status.success() {
            true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
            false => Err(format!("{}: {}", self.0, String::from_utf8_lossy(&output.stderr)).into()),
        }
    }
}
