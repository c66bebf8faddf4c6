"""Tries to break out, one way after the other, and prints the names of the ways that were open."""

import ctypes
import os
import signal
import socket
import sys

host, victim, port, secret, path_socket, abstract = sys.argv[1:7]
library = ctypes.CDLL(None, use_errno=True)


def call(number, *arguments):
    if library.syscall(number, *arguments) < 0:
        raise OSError(ctypes.get_errno(), "refused")


def kernel(name, *arguments):
    # The numbers of x86_64 and of everything newer; from 424 on they are one.
    numbers = {
        "x86_64": {
            "ptrace": 101, "mount": 165, "bpf": 321, "keyctl": 250, "userfaultfd": 323, "io_uring_setup": 425,
            "perf_event_open": 298, "kexec_load": 246, "init_module": 175, "unshare": 272, "setns": 308, "clone": 56,
            "clone3": 435, "process_vm_readv": 310, "pivot_root": 155, "chroot": 161,
        },
        "aarch64": {
            "ptrace": 117, "mount": 40, "bpf": 280, "keyctl": 219, "userfaultfd": 282, "io_uring_setup": 425,
            "perf_event_open": 241, "kexec_load": 104, "init_module": 105, "unshare": 97, "setns": 268, "clone": 220,
            "clone3": 435, "process_vm_readv": 270, "pivot_root": 41, "chroot": 51,
        },
    }
    number = numbers[os.uname().machine][name]
    if library.syscall(number, *arguments) < 0:
        errno = ctypes.get_errno()
        # Refused by the list, not by the kernel's look at the arguments.
        if errno == (38 if name == "clone3" else 1):
            raise OSError(errno, "refused")


def read(path):
    with open(path, "rb") as file:
        file.read(64)


def connect(family, address):
    with socket.socket(family, socket.SOCK_STREAM) as end:
        end.settimeout(2)
        end.connect(address)


def send(address):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as end:
        end.connect(address)
        end.send(b"out")


def grow(path):
    try:
        with open(path, "wb") as file:
            for _ in range(64):
                file.write(bytes(1 << 20))
                file.flush()
    finally:
        try:
            os.unlink(path)
        except OSError:
            pass


def many(folder):
    for number in range(10000):
        os.mkdir(f"{folder}/{number}")


def be_first():
    if os.getpid() != 1:
        raise OSError


def see_others():
    if not any(int(name) > 100 for name in os.listdir("/proc") if name.isdigit()):
        raise OSError


NEW_SPACES = 0x10000000 | 0x00020000
tries = {
    "system calls": {
        "ptrace": lambda: kernel("ptrace", 16, int(victim), 0, 0),
        "process_vm_readv": lambda: kernel("process_vm_readv", int(victim), 0, 0, 0, 0, 0),
        "mount": lambda: kernel("mount", 0, 0, 0, 0, 0),
        "pivot_root": lambda: kernel("pivot_root", 0, 0),
        "chroot": lambda: kernel("chroot", 0),
        "bpf": lambda: kernel("bpf", 0, 0, 0),
        "keyctl": lambda: kernel("keyctl", 0, -3, 0),
        "userfaultfd": lambda: kernel("userfaultfd", 1),
        "io_uring": lambda: kernel("io_uring_setup", 1, 0),
        "perf": lambda: kernel("perf_event_open", 0, 0, -1, -1, 0),
        "kexec": lambda: kernel("kexec_load", 0, 0, 0, 0),
        "module": lambda: kernel("init_module", 0, 0, 0),
        "unshare": lambda: kernel("unshare", NEW_SPACES),
        "setns": lambda: kernel("setns", 0, 0),
        "clone": lambda: kernel("clone", NEW_SPACES | 17, 0, 0, 0, 0),
        "clone3": lambda: kernel("clone3", 0, 0),
        "vsock": lambda: connect(40, (2, 1)) if not hasattr(socket, "AF_VSOCK") else socket.socket(socket.AF_VSOCK),
        "netlink": lambda: socket.socket(16, socket.SOCK_RAW),
        "packet": lambda: socket.socket(17, socket.SOCK_RAW),
    },
    "files": {
        "another's file": lambda: read(secret),
        "a link out of the folder": lambda: read("link"),
        "its own folder, writing": lambda: open("new", "w"),
        "its own program, writing": lambda: open(sys.argv[0], "a"),
        "the host's environment": lambda: read(f"/proc/{host}/environ"),
        "the host's memory": lambda: read(f"/proc/{host}/mem"),
        "the host's descriptors": lambda: os.readlink(f"/proc/{host}/fd/0"),
        "shadow": lambda: read("/etc/shadow"),
        "a signal to the host": lambda: os.kill(int(host), 0),
        "a signal to another": lambda: os.kill(int(victim), signal.SIGKILL),
        "an abstract socket": lambda: connect(socket.AF_UNIX, "\0" + abstract),
        "tcp": lambda: connect(socket.AF_INET, ("127.0.0.1", int(port))),
    },
    "namespaces": {
        "udp": lambda: send(("127.0.0.1", int(port))),
        "a socket in another's folder": lambda: connect(socket.AF_UNIX, path_socket),
        "to be the first": be_first,
        "to see others": see_others,
        "the first one's environment": lambda: read("/proc/1/environ"),
        "the first one's descriptors": lambda: os.readlink("/proc/1/fd/0"),
        "the kernel's settings": lambda: open("/proc/sys/kernel/hostname", "w"),
        "a file in the root": lambda: open("/new", "w"),
        "the machine's processors": lambda: os.listdir("/sys/fs/cgroup"),
    },
    # Only where there is a file system of its own to fill.
    "filling": {
        "a long file": lambda: grow(os.environ["HOME"] + "/long"),
        "a long shared file": lambda: grow("/dev/shm/long"),
        "a long temporary file": lambda: grow("/tmp/long"),
        "many files": lambda: many("/tmp"),
    },
}
for kind in sys.argv[7:]:
    for name, attempt in tries[kind].items():
        pid = os.getpid()
        try:
            attempt()
        except (OSError, ValueError):
            continue
        if os.getpid() == pid:
            print(name)
        else:
            os._exit(0)
print("done")
