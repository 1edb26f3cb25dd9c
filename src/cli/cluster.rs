use super::exit::Usage;
use super::flags::time;
use super::input;
use crate::count::Counter;
use crate::disk;
use crate::frontier::cluster::{Cluster, Hosts};
use crate::harmless::harmless_path;
use anyhow::anyhow;
use clap::Args;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Several processes that count together.
#[derive(Debug, Args)]
#[command(next_help_heading = "Several machines")]
pub(super) struct ClusterArgs {
    /// Count together with other processes: a file with a line host:port for each
    #[arg(long, value_name = "FILE", requires_all = ["process", "secret"], conflicts_with = "all_scores")]
    hosts: Option<PathBuf>,
    /// The number of this process: its line in that file, from 0
    #[arg(long, value_name = "I", requires = "hosts")]
    pub(super) process: Option<usize>,
    /// A file with a secret that all processes share, of at least 16 bytes
    #[arg(long, value_name = "FILE", requires = "hosts")]
    secret: Option<PathBuf>,
    /// Give up a process that does not come, or says nothing, for this time
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "60s", requires = "hosts")]
    timeout: Duration,
}

/// Maximum size of a file of hosts, or of a secret, in bytes.
const MAX_BYTES: u64 = 1 << 20;

impl ClusterArgs {
    /// Usage error of a method that several processes cannot share.
    pub(super) fn check_method(&self, method: Counter) -> Result<(), Usage> {
        match method {
            Counter::Dense | Counter::Backward | Counter::LastMerge if self.hosts.is_some() => {
                let method = method.name();
                Err(Usage(format!(
                    "--hosts: several processes count with the method frontier, not with {method}"
                )))
            }
            _ => Ok(()),
        }
    }

    /// Cluster of this process, if `--hosts` names one.
    pub(super) fn read(&self) -> anyhow::Result<Option<Cluster>> {
        let (Some(hosts), Some(process), Some(secret)) = (&self.hosts, self.process, &self.secret)
        else {
            return Ok(None);
        };
        let text = String::from_utf8_lossy(&bytes(hosts)?).into_owned();
        let secret = bytes(secret)?;
        let cluster = Hosts::parse(&text)
            .and_then(|hosts| Cluster::new(hosts, process, secret.trim_ascii(), self.timeout));
        Ok(Some(cluster.map_err(|error| Usage(error.to_string()))?))
    }
}

fn bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    let file = File::open(path).map_err(|error| {
        let (path, reason) = (harmless_path(path), disk::message(&error));
        anyhow!("cannot read {path}: {reason}")
    })?;
    input::bytes_up_to(file, path, MAX_BYTES)
}
