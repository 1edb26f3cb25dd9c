//! The open connections, so many at once. Where all are taken, the client that holds most gives way to one that holds at
//! least two fewer, and its last connection is closed; who has no such claim is sent away.

use super::Options;
use super::client::{Client, is_trusted};
use super::shares::gives_way;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// The open connections.
#[derive(Debug)]
pub(super) struct Connections {
    most: usize,
    proxies: Vec<IpAddr>,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    last: u64,
    held: BTreeMap<u64, Held>,
}

#[derive(Debug)]
struct Held {
    /// None for a proxy, which speaks for many and never gives way.
    client: Option<Client>,
    close: Arc<Notify>,
}

/// A connection that is counted until this is dropped.
#[derive(Debug)]
pub(super) struct Connection {
    of: Arc<Connections>,
    number: u64,
    close: Arc<Notify>,
}

impl Connections {
    pub(super) fn new(options: &Options) -> Arc<Self> {
        Arc::new(Self {
            most: options.limits.connections,
            proxies: options.proxies.clone(),
            open: Mutex::default(),
        })
    }

    /// Counts a connection from this address; none where there is no room for it.
    pub(super) fn admit(self: &Arc<Self>, address: IpAddr) -> Option<Connection> {
        let client = Client::of(address);
        let mut open = self.open();
        if open.held.len() >= self.most {
            let clients = open.held.values().filter_map(|held| held.client);
            let loser = gives_way(clients, client)?;
            let mut last = open.held.iter().rev();
            let (&number, _) = last.find(|(_, held)| held.client == Some(loser))?;
            open.held.remove(&number)?.close.notify_one();
        }
        open.last += 1;
        let (number, close) = (open.last, Arc::<Notify>::default());
        let held = Held {
            client: (!is_trusted(address, &self.proxies)).then_some(client),
            close: Arc::clone(&close),
        };
        open.held.insert(number, held);
        Some(Connection {
            of: Arc::clone(self),
            number,
            close,
        })
    }

    fn open(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Connection {
    /// Waits until the connection must be closed for another one.
    pub(super) async fn given_up(&self) {
        self.close.notified().await;
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.of.open().held.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::Limits;

    fn connections(most: usize) -> Arc<Connections> {
        Connections::new(&Options {
            proxies: vec!["10.0.0.1".parse().expect("an address")],
            limits: Limits {
                connections: most,
                ..Limits::default()
            },
            ..Options::default()
        })
    }

    fn admit(connections: &Arc<Connections>, address: &str) -> Option<Connection> {
        connections.admit(address.parse().expect("an address"))
    }

    /// Whether it must be closed.
    fn is_given_up(connection: &Connection) -> bool {
        let held = connection.of.open();
        !held.held.contains_key(&connection.number)
    }

    #[test]
    fn one_client_can_have_all_connections_until_another_comes() {
        let connections = connections(3);
        let own = [(); 3].map(|()| admit(&connections, "192.0.2.1").expect("room"));
        assert!(admit(&connections, "192.0.2.1").is_none(), "no claim");
        let other = admit(&connections, "192.0.2.2").expect("room is made");
        assert_eq!(own.each_ref().map(is_given_up), [false, false, true]);
        assert!(admit(&connections, "192.0.2.2").is_none(), "two and one");
        drop(other);
        assert!(admit(&connections, "192.0.2.1").is_some(), "it is free");
    }

    #[test]
    fn proxies_speak_for_many_and_never_give_way() {
        let connections = connections(3);
        let of_proxy = [(); 2].map(|()| admit(&connections, "10.0.0.1").expect("room"));
        let client = admit(&connections, "192.0.2.1").expect("room");
        assert!(admit(&connections, "192.0.2.2").is_none(), "one each");
        assert!(!of_proxy.iter().chain([&client]).any(is_given_up));
        drop(of_proxy);
        let own = [(); 2].map(|()| admit(&connections, "192.0.2.1").expect("room"));
        assert!(admit(&connections, "10.0.0.1").is_some());
        assert!(is_given_up(&own[1]));
    }
}
