//! Who asks: what is shared, such as places in the queue, is shared by clients.
//!
//! A client is an IPv4 address, or an IPv6 network of 64 bits: everybody who has one address there has all of them. Behind
//! a proxy the address stands in `X-Forwarded-For`, to which each proxy adds the address that it saw, at the end. Only
//! what a trusted proxy has added is believed. There is one header alone: a proxy that writes it lets others through as
//! a client has sent them.

use super::App;
use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;
use itertools::Itertools;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// Somebody with whom others share the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Client(IpAddr);

/// The address at the other end of a connection.
#[derive(Debug, Clone, Copy)]
pub(super) struct Peer(pub(super) IpAddr);

impl Client {
    /// The client with an address.
    pub(super) fn of(address: IpAddr) -> Self {
        const NETWORK: u128 = !0 << 64;
        Self(match address.to_canonical() {
            IpAddr::V6(own) => Ipv6Addr::from_bits(own.to_bits() & NETWORK).into(),
            v4 => v4,
        })
    }
}

impl FromRequestParts<App> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let peer = parts.extensions.get::<Peer>();
        let peer = peer.map_or(Ipv4Addr::UNSPECIFIED.into(), |peer| peer.0);
        let proxies = &app.options.proxies;
        Ok(Self::of(asking(peer, &parts.headers, proxies)))
    }
}

/// Whether an address is one of a trusted proxy.
pub(super) fn is_trusted(address: IpAddr, proxies: &[IpAddr]) -> bool {
    let is_same = |proxy: &IpAddr| proxy.to_canonical() == address.to_canonical();
    proxies.iter().any(is_same)
}

/// The address that the last trusted proxy saw, on the way back from the server.
fn asking(peer: IpAddr, headers: &HeaderMap, proxies: &[IpAddr]) -> IpAddr {
    let lines = headers.get_all("x-forwarded-for").iter();
    let lines = lines.map(|line| line.to_str().unwrap_or_default());
    let hops = lines.flat_map(|line| line.split(',')).collect_vec();
    let mut asking = peer;
    for hop in hops.into_iter().rev() {
        if !is_trusted(asking, proxies) {
            break;
        }
        match address(hop.trim()) {
            Some(before) => asking = before,
            None => break,
        }
    }
    asking
}

/// An address, as proxies write it: with a port or without.
fn address(text: &str) -> Option<IpAddr> {
    let with_port = || text.parse().ok().map(|socket: SocketAddr| socket.ip());
    text.parse().ok().or_else(with_port)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    fn client(text: &str) -> Client {
        Client::of(ip(text))
    }

    #[test]
    fn a_network_of_ipv6_is_one_client() {
        assert_eq!(client("2001:db8::1"), client("2001:db8::ffff:2"));
        assert_ne!(client("2001:db8::1"), client("2001:db8:0:1::1"));
        assert_eq!(client("::ffff:192.0.2.1"), client("192.0.2.1"));
        assert_ne!(client("192.0.2.1"), client("192.0.2.2"));
    }

    #[test]
    fn only_what_trusted_proxies_add_is_believed() {
        let proxies = [ip("10.0.0.1"), ip("10.0.0.2")];
        let cases: [(&str, &[&str], &str); 9] = [
            ("192.0.2.1", &[], "192.0.2.1"),
            // No proxy: whatever it says.
            ("192.0.2.1", &["198.51.100.7"], "192.0.2.1"),
            ("10.0.0.1", &["198.51.100.7"], "198.51.100.7"),
            // What the client has sent stands before what the proxy adds.
            ("10.0.0.1", &["1.1.1.1, 198.51.100.7"], "198.51.100.7"),
            ("10.0.0.1", &["1.1.1.1", "198.51.100.7"], "198.51.100.7"),
            ("10.0.0.1", &["198.51.100.7, 10.0.0.2"], "198.51.100.7"),
            ("::ffff:10.0.0.1", &["[2001:db8::1]:99"], "2001:db8::1"),
            ("10.0.0.1", &["198.51.100.7, unknown"], "10.0.0.1"),
            ("10.0.0.1", &[], "10.0.0.1"),
        ];
        for (peer, lines, expected) in cases {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append("x-forwarded-for", HeaderValue::from_static(line));
            }
            let found = asking(ip(peer), &headers, &proxies);
            assert_eq!(found, ip(expected), "{peer} {lines:?}");
        }
    }
}
