use super::args::ClusterArgs;
use super::exit::Usage;
use crate::disk;
use crate::frontier::cluster::{Cluster, Hosts};
use crate::harmless::harmless_path;
use crate::solve::Counter;
use anyhow::anyhow;
use std::path::Path;

impl ClusterArgs {
    /// Refuses a method that several processes have not.
    pub(super) fn suits(&self, method: Counter) -> anyhow::Result<()> {
        match method {
            Counter::Dense | Counter::Backward if self.hosts.is_some() => {
                let method = method.name();
                Err(Usage(format!(
                    "--hosts: several processes count with the method frontier, not with {method}"
                ))
                .into())
            }
            _ => Ok(()),
        }
    }

    /// The process among the others, if there are others.
    pub(super) fn read(&self) -> anyhow::Result<Option<Cluster>> {
        let (Some(hosts), Some(process), Some(secret)) = (&self.hosts, self.process, &self.secret)
        else {
            return Ok(None);
        };
        let text = String::from_utf8_lossy(&bytes(hosts)?).into_owned();
        let secret = bytes(secret)?;
        let cluster = Hosts::parse(&text).and_then(|hosts| {
            Cluster::new(hosts, process, secret.trim_ascii().to_vec(), self.timeout)
        });
        Ok(Some(cluster.map_err(|error| Usage(error.to_string()))?))
    }
}

fn bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    std::fs::read(path).map_err(|error| {
        anyhow!(
            "cannot read {}: {}",
            harmless_path(path),
            disk::told(&error)
        )
    })
}
