use super::ClusterError;
use super::SHARDS;
use azulejo_text::harmless::harmless;

/// Addresses of the processes of a count, in their order: one `host:port` a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hosts(Vec<String>);

impl Hosts {
    /// Reads the lines of a file. Empty lines and lines that begin with `#` are skipped.
    ///
    /// # Errors
    /// When a line is not `host:port`, an address is named twice, or there are no lines or too many.
    pub fn parse(text: &str) -> Result<Self, ClusterError> {
        let lines = text.lines().map(str::trim).zip(1..);
        let lines = lines.filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
        let mut hosts: Vec<String> = Vec::new();
        for (line, number) in lines {
            let port = line.rsplit_once(':').filter(|(host, _)| !host.is_empty());
            let port = port.and_then(|(_, port)| port.parse::<u16>().ok());
            let fault = match port {
                None | Some(0) => "is not host:port, such as node1:2101",
                _ if line.contains(char::is_whitespace) => "has more than one address",
                _ if hosts.iter().any(|host| host == line) => "repeats an address",
                _ => {
                    hosts.push(line.to_owned());
                    continue;
                }
            };
            let line = harmless(line);
            return Err(ClusterError::Hosts(format!(
                "line {number} ({line}) {fault}"
            )));
        }
        match hosts.len() {
            0 => Err(ClusterError::Hosts("it names no host".into())),
            1..=SHARDS => Ok(Self(hosts)),
            count => Err(ClusterError::Hosts(format!(
                "it names {count} hosts; at most {SHARDS} can count together"
            ))),
        }
    }

    /// The number of processes.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The address of a process.
    pub(super) fn address(&self, process: usize) -> &str {
        &self.0[process]
    }

    /// All addresses.
    pub(super) fn all(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_hosts_is_read_and_its_faults_are_named() {
        let hosts = Hosts::parse("# two\n\nnode1:2101\n  [::1]:2102  \n").expect("valid");
        assert_eq!((hosts.len(), hosts.address(1)), (2, "[::1]:2102"));
        for (text, fault) in [
            ("# none", "it names no host"),
            ("node1", "line 1 (node1) is not host:port"),
            ("a:1\n:7", "line 2 (:7) is not host:port"),
            ("a:0", "line 1 (a:0) is not host:port"),
            ("a:1\nb:2\na:1", "line 3 (a:1) repeats an address"),
            ("a:1 b:2", "line 1 (a:1 b:2) has more than one address"),
        ] {
            let error = Hosts::parse(text).expect_err(text).to_string();
            assert!(error.contains(fault), "{error}");
        }
        let many: String = (0..=SHARDS)
            .map(|port| format!("a:{}\n", port + 1))
            .collect();
        let error = Hosts::parse(&many).expect_err("too many").to_string();
        assert!(error.contains("at most 1024"), "{error}");
    }
}
