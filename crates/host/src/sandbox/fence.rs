//! Landlock and the list of forbidden system calls (B18): what a program puts on and cannot take off.

use super::Level;
use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetStatus,
    Scope, path_beneath_rules,
};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch, sock_filter,
};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The newest Landlock that this was tried with; older kernels get what they have.
const LANDLOCK: ABI = ABI::V6;

/// What of the system a program may read besides at level 0+, where it sees the machine's own files. Of `/proc`, Landlock
/// keeps from it what only a debugger may see of others.
const READ: [&str; 2] = ["/proc", "/sys/devices/system/cpu"];
/// Devices that anybody may use.
pub(crate) const DEVICES: [&str; 5] = ["null", "zero", "full", "random", "urandom"];

/// System calls that no bot needs and that open ways out.
const FORBIDDEN: &[libc::c_long] = &[
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    // Namespaces and file systems.
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_name_to_handle_at,
    libc::SYS_open_by_handle_at,
    libc::SYS_fanotify_init,
    libc::SYS_quotactl,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    // The kernel itself.
    libc::SYS_bpf,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_userfaultfd,
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_kexec_load,
    libc::SYS_kexec_file_load,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_perf_event_open,
    libc::SYS_reboot,
    libc::SYS_syslog,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_clock_adjtime,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_iopl,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_ioperm,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_modify_ldt,
];

/// What a program may reach.
#[derive(Debug, Default)]
pub(crate) struct Paths {
    /// Read, and execute.
    pub(crate) read: Vec<PathBuf>,
    /// Write too.
    pub(crate) write: Vec<PathBuf>,
    /// The network, as far as the program has one.
    pub(crate) network: bool,
}

/// Puts up what belongs to a level, for this process and all that comes of it.
pub(crate) fn put_up(level: Level, paths: &Paths) -> Result<(), String> {
    if level == Level::Zero {
        return Ok(());
    }
    let status = restrict(level, paths).map_err(|error| format!("Landlock: {error}"))?;
    // With a root of its own a program has nothing else to reach; without one Landlock is all there is.
    if level == Level::ZeroPlus && status == RulesetStatus::NotEnforced {
        return Err("this kernel has no Landlock: Linux 5.13 with `landlock` among lsm= is needed".into());
    }
    for filter in filters().map_err(|error| format!("seccomp: {error}"))? {
        seccompiler::apply_filter(&filter).map_err(|error| format!("seccomp: {error}"))?;
    }
    Ok(())
}

fn restrict(level: Level, paths: &Paths) -> Result<RulesetStatus, landlock::RulesetError> {
    let mut read = paths.read.clone();
    let mut write = paths.write.clone();
    if level == Level::ZeroPlus {
        read.extend(READ.map(PathBuf::from));
        read.extend(super::root::system());
        write.extend(DEVICES.map(|name| PathBuf::from("/dev").join(name)));
    }
    if paths.network {
        read.extend(super::root::network_settings());
    }
    let mut rules =
        Ruleset::default().set_compatibility(CompatLevel::BestEffort).handle_access(AccessFs::from_all(LANDLOCK))?;
    if !paths.network {
        rules = rules.handle_access(AccessNet::from_all(LANDLOCK))?;
    }
    let restricted = rules
        .scope(Scope::from_all(LANDLOCK))?
        .create()?
        .add_rules(path_beneath_rules(read, AccessFs::from_read(LANDLOCK)))?
        .add_rules(path_beneath_rules(write, AccessFs::from_all(LANDLOCK)))?
        .restrict_self()?;
    Ok(restricted.ruleset)
}

/// One filter for each answer: not permitted, no such family of sockets, no such system call.
fn filters() -> Result<Vec<BpfProgram>, seccompiler::BackendError> {
    let arch: TargetArch = std::env::consts::ARCH.try_into()?;
    let filter = |rules: BTreeMap<i64, Vec<SeccompRule>>, errno: i32| -> Result<BpfProgram, _> {
        SeccompFilter::new(rules, SeccompAction::Allow, SeccompAction::Errno(errno as u32), arch)?.try_into()
    };
    let argument = |index, operator, value| SeccompCondition::new(index, SeccompCmpArgLen::Dword, operator, value);

    let mut forbidden: BTreeMap<i64, Vec<SeccompRule>> = FORBIDDEN.iter().map(|call| (*call, Vec::new())).collect();
    let spaces = [
        libc::CLONE_NEWUSER,
        libc::CLONE_NEWPID,
        libc::CLONE_NEWNS,
        libc::CLONE_NEWIPC,
        libc::CLONE_NEWUTS,
        libc::CLONE_NEWNET,
        libc::CLONE_NEWCGROUP,
    ];
    let new_space = |flag: i32| SeccompRule::new(vec![argument(0, SeccompCmpOp::MaskedEq(flag as u64), flag as u64)?]);
    forbidden.insert(libc::SYS_clone, spaces.into_iter().map(new_space).collect::<Result<_, _>>()?);

    let families = [libc::AF_UNIX, libc::AF_INET, libc::AF_INET6];
    let other = families.map(|family| argument(0, SeccompCmpOp::Ne, family as u64));
    let other = SeccompRule::new(other.into_iter().collect::<Result<_, _>>()?)?;
    let sockets = BTreeMap::from([(libc::SYS_socket, vec![other.clone()]), (libc::SYS_socketpair, vec![other])]);

    // Its flags lie in memory, where no filter sees them; libraries then use `clone`.
    let absent = BTreeMap::from([(libc::SYS_clone3, Vec::new())]);

    let mut all = vec![filter(forbidden, libc::EPERM)?, filter(sockets, libc::EAFNOSUPPORT)?];
    if cfg!(target_arch = "x86_64") {
        all.push(no_x32());
    }
    all.push(filter(absent, libc::ENOSYS)?);
    Ok(all)
}

/// The numbers of the x32 variant are others and would pass by the lists above.
fn no_x32() -> BpfProgram {
    let instruction = |code: u32, jt, jf, k| sock_filter { code: code as u16, jt, jf, k };
    vec![
        instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, 0),
        instruction(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, 0, 1, 0x4000_0000),
        instruction(libc::BPF_RET | libc::BPF_K, 0, 0, libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32),
        instruction(libc::BPF_RET | libc::BPF_K, 0, 0, libc::SECCOMP_RET_ALLOW),
    ]
}
