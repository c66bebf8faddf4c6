//! Binds the addresses of matches (W1): one loopback address each, so that bots that know only one port can reach every
//! match.

use crate::trouble::Trouble;
use gridhaunt_kernel::Invalid;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use tokio::net::{TcpListener, TcpSocket, lookup_host};

/// The size of the socket's send buffer in bytes. It is small so that a slow reader gets new states soon, instead of
/// many old ones.
const SENDING: u32 = 64 << 10;

/// How many connections may wait to be accepted (the backlog of `listen`).
const BACKLOG: u32 = 1024;

/// Binds the address of each match and returns it with its listeners.
///
/// # Errors
/// An address that cannot be bound.
pub async fn listen(
    address: Option<&str>,
    port: u16,
    matches: usize,
) -> Result<Vec<(SocketAddr, Vec<TcpListener>)>, Trouble> {
    let mut places = Vec::new();
    for game in 0..matches {
        let own = Ipv4Addr::from_bits(Ipv4Addr::LOCALHOST.to_bits() + game as u32 + 1);
        places.push(match (address, port, matches) {
            (Some(address), _, 1) | (Some(address), 0, _) => at_host(address, port).await?,
            (Some(address), ..) => {
                return Err(Invalid::new("address", format!("{address:?}"), "left out")
                    .says("one address is not enough for several matches: leave it out, or give --port 0")
                    .into());
            }
            (None, _, 1) => at_both_loopbacks(port)?,
            (None, 0, _) => alone(at(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)))?),
            (None, ..) => alone(at(SocketAddr::from((own, port)))?),
        });
    }
    Ok(places)
}

type Place = (SocketAddr, Vec<TcpListener>);

fn alone((address, listener): (SocketAddr, TcpListener)) -> Place {
    (address, vec![listener])
}

/// Binds 127.0.0.1, and `::1` where the machine has IPv6.
fn at_both_loopbacks(port: u16) -> Result<Place, Trouble> {
    let (address, first) = at(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))?;
    match at(SocketAddr::from((Ipv6Addr::LOCALHOST, address.port()))) {
        Ok((_, second)) => Ok((address, vec![first, second])),
        Err(Trouble::Listen { source, .. }) if port == 0 || source.kind() != io::ErrorKind::AddrInUse => {
            Ok((address, vec![first]))
        }
        Err(trouble) => Err(trouble),
    }
}

/// Binds all addresses of a host, all on the same port.
async fn at_host(host: &str, port: u16) -> Result<Place, Trouble> {
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    let found: Vec<SocketAddr> = match bare.parse::<IpAddr>() {
        Ok(address) => vec![(address, port).into()],
        Err(_) => {
            let refused = |source| Trouble::Listen { address: format!("{host}:{port}"), source };
            lookup_host((bare, port)).await.map_err(refused)?.collect()
        }
    };
    let mut place: Option<Place> = None;
    for mut address in found {
        match &mut place {
            None => place = Some(alone(at(address)?)),
            Some((first, listeners)) => {
                address.set_port(first.port());
                listeners.push(at(address)?.1);
            }
        }
    }
    place.ok_or_else(|| Invalid::new("address", format!("{host:?}"), "an address or the name of this machine").into())
}

fn at(address: SocketAddr) -> Result<(SocketAddr, TcpListener), Trouble> {
    let bind = || {
        let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        socket.set_reuseaddr(cfg!(unix))?;
        socket.set_send_buffer_size(SENDING)?;
        socket.bind(address)?;
        let listener = socket.listen(BACKLOG)?;
        Ok((listener.local_addr()?, listener))
    };
    bind().map_err(|source| Trouble::Listen { address: address.to_string(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn addresses(address: Option<&str>, port: u16, matches: usize) -> Result<Vec<SocketAddr>, String> {
        let places = listen(address, port, matches).await.map_err(|trouble| trouble.to_string())?;
        Ok(places.into_iter().map(|(address, _)| address).collect())
    }

    #[tokio::test]
    async fn a_port_in_use_is_told() {
        let (address, _listener) = at(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).unwrap();
        let error = addresses(None, address.port(), 1).await.unwrap_err();
        assert!(error.starts_with(&format!("cannot listen on {address}: ")), "{error}");
    }

    #[tokio::test]
    async fn several_matches_have_several_addresses() {
        let free = at(SocketAddr::from((Ipv4Addr::LOCALHOST, 0))).unwrap().0.port();
        let hosts = addresses(None, free, 3).await.unwrap();
        assert_eq!(hosts, [2, 3, 4].map(|last| SocketAddr::from(([127, 0, 0, last], free))));
        let ports = addresses(Some("127.0.0.1"), 0, 2).await.unwrap();
        assert_ne!(ports[0].port(), ports[1].port());
        let error = addresses(Some("127.0.0.1"), free, 2).await.unwrap_err();
        assert!(error.starts_with("address: one address is not enough"), "{error}");
        assert!(addresses(Some("192.0.2.1"), 0, 1).await.unwrap_err().starts_with("cannot listen on 192.0.2.1:0"));
    }

    #[tokio::test]
    async fn both_loopbacks_share_a_port() {
        let (address, listeners) = listen(None, 0, 1).await.unwrap().remove(0);
        assert!(listeners.iter().all(|listener| listener.local_addr().unwrap().port() == address.port()));
    }
}
