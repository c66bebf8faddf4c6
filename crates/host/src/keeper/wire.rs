//! What host and keeper say to each other: one packet of a socket each.

use super::{Fate, Launch, Left, Level, Limits};
use rustix::io::{Errno, IoSlice, IoSliceMut};
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage,
    SendFlags, SocketFlags, SocketType, recvmsg, sendmsg, socketpair,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::ffi::OsString;
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::Path;
use std::time::Duration;

/// The most bytes of an order: less than what a socket's buffer holds everywhere.
const ORDER: usize = 128 << 10;
/// The most bytes of any other packet.
const PACKET: usize = 16 << 10;
/// The most descriptors that come with a packet.
const DESCRIPTORS: usize = 4;

/// What the host asks.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
pub(super) enum Ask {
    /// The first packet, with the program's ends of its three pipes.
    Launch(Box<Order>),
    /// Input was closed: wait this long, TERM, wait again, KILL.
    Leave(Duration),
    /// Kill everything now, and go on.
    Kill,
    /// Empty the private folder.
    Empty,
}

/// What the keeper says.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
pub(super) enum Say {
    /// The program runs: its pid, whose descendants it and all that it starts are, and what must be removed if the
    /// keeper cannot.
    Started { pid: u32, above: u32, private: Option<OsString>, groups: Vec<OsString> },
    /// It does not, for this reason.
    Unfit(String),
    /// What became of it.
    Fate(Fate),
    /// What was asked for is done.
    Emptied(Option<String>),
    /// All is over; the last packet.
    Left(Left),
}

/// A [`Launch`] with what the keeper cannot know: it has no environment.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
pub(super) struct Order {
    pub(super) argv: Vec<OsString>,
    pub(super) folder: OsString,
    pub(super) env: Vec<(OsString, OsString)>,
    pub(super) level: Level,
    pub(super) limits: Limits,
    pub(super) readable: Vec<OsString>,
    pub(super) cores: usize,
    pub(super) processors: Vec<usize>,
    pub(super) as_root: bool,
    pub(super) writes: bool,
    pub(super) network: bool,
    /// The host's `PATH`.
    pub(super) path: OsString,
    /// Where private folders are made.
    pub(super) temporary: OsString,
    /// A control group of version 2 that was given to the host.
    pub(super) control_group: OsString,
    /// The host's home folder: never readable as a whole only because a tool lies in it.
    pub(super) home: OsString,
}

impl Order {
    pub(super) fn new(launch: &Launch, folder: OsString) -> Self {
        Self {
            argv: launch.argv.clone(),
            folder,
            env: launch.env.clone(),
            level: launch.level,
            limits: launch.limits.clone(),
            readable: launch.readable.iter().map(|path| path.clone().into_os_string()).collect(),
            cores: launch.cores,
            processors: launch.processors.clone(),
            as_root: launch.as_root,
            writes: launch.writes,
            network: launch.network,
            path: path(launch.level, launch.tools.as_deref()),
            temporary: std::env::temp_dir().into_os_string(),
            control_group: std::env::var_os("GRIDHAUNT_CGROUP").unwrap_or_default(),
            home: std::env::var_os("HOME").unwrap_or_default(),
        }
    }
}

/// The host's `PATH`, with the tools that it has for this program before it; for a root that is built anew without
/// links on the way, which are not there.
fn path(level: Level, tools: Option<&Path>) -> OsString {
    let path = std::env::var_os("PATH").unwrap_or_else(|| "/usr/local/bin:/usr/bin:/bin".into());
    let first = tools.map(Path::to_path_buf).into_iter();
    let path = std::env::join_paths(first.chain(std::env::split_paths(&path))).unwrap_or(path);
    if !level.has_namespaces() {
        return path;
    }
    let places = std::env::split_paths(&path).map(|place| place.canonicalize().unwrap_or(place));
    std::env::join_paths(places).unwrap_or(path)
}

/// Two connected ends; packets keep their bounds, and an end that is closed is noticed by the other.
pub(super) fn pair() -> io::Result<(OwnedFd, OwnedFd)> {
    Ok(socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?)
}

/// Sends a message with descriptors.
pub(super) fn send(socket: impl AsFd, message: &impl Serialize, descriptors: &[BorrowedFd<'_>]) -> io::Result<()> {
    let text = serde_json::to_vec(message)?;
    if text.len() > ORDER {
        return Err(io::Error::other("arguments and environment are longer than 128 KiB"));
    }
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(DESCRIPTORS))];
    let mut with = SendAncillaryBuffer::new(&mut space);
    if !descriptors.is_empty() {
        with.push(SendAncillaryMessage::ScmRights(descriptors));
    }
    loop {
        match sendmsg(&socket, &[IoSlice::new(&text)], &mut with, SendFlags::NOSIGNAL) {
            Err(Errno::INTR) => {}
            sent => return Ok(sent.map(drop)?),
        }
    }
}

/// Receives the order, and the descriptors that come with it.
pub(super) fn receive_order(socket: impl AsFd) -> io::Result<Option<(Ask, Vec<OwnedFd>)>> {
    receive_into(socket, true, &mut vec![0; ORDER])
}

/// Receives a message and its descriptors; none if the other end is closed. An error of kind `WouldBlock` if nothing is
/// there and `wait` is off.
pub(super) fn receive<M: DeserializeOwned>(socket: impl AsFd, wait: bool) -> io::Result<Option<(M, Vec<OwnedFd>)>> {
    receive_into(socket, wait, &mut [0; PACKET])
}

fn receive_into<M: DeserializeOwned>(
    socket: impl AsFd,
    wait: bool,
    text: &mut [u8],
) -> io::Result<Option<(M, Vec<OwnedFd>)>> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(DESCRIPTORS))];
    let mut with = RecvAncillaryBuffer::new(&mut space);
    let flags = if wait { RecvFlags::CMSG_CLOEXEC } else { RecvFlags::CMSG_CLOEXEC | RecvFlags::DONTWAIT };
    let length = loop {
        match recvmsg(&socket, &mut [IoSliceMut::new(text)], &mut with, flags) {
            Err(Errno::INTR) => {}
            Err(Errno::CONNRESET) => return Ok(None),
            received => break received?.bytes,
        }
    };
    if length == 0 {
        return Ok(None);
    }
    let mut descriptors = Vec::new();
    for message in with.drain() {
        if let RecvAncillaryMessage::ScmRights(rights) = message {
            descriptors.extend(rights);
        }
    }
    Ok(Some((serde_json::from_slice(&text[..length])?, descriptors)))
}
