// Tries what no bot needs: new namespaces, mounts, ptrace, keys, bpf, io_uring, userfaultfd, perf, modules.
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <unistd.h>

static void forbid(const char *what, long result) {
    if (result >= 0) {
        fprintf(stderr, "%s is allowed\n", what);
        _exit(66);
    }
}

static void attack(void) {
    static char page[4096];
    forbid("unshare", unshare(CLONE_NEWUSER));
    forbid("mount", mount("none", "/tmp", "tmpfs", 0, ""));
    forbid("ptrace", ptrace(PTRACE_TRACEME, 0, 0, 0));
    forbid("keyctl", syscall(SYS_keyctl, 0, -3, 1));
    forbid("add_key", syscall(SYS_add_key, "user", "bad", "bot", 3, -3));
    forbid("bpf", syscall(SYS_bpf, 0, page, sizeof page));
    forbid("userfaultfd", syscall(SYS_userfaultfd, 0));
    forbid("io_uring_setup", syscall(SYS_io_uring_setup, 1, page));
    memset(page, 0, sizeof page);
    page[4] = 112;
    forbid("perf_event_open", syscall(SYS_perf_event_open, page, 0, -1, -1, 0));
    forbid("process_vm_readv", syscall(SYS_process_vm_readv, 1, page, 0, page, 0, 0));
    forbid("init_module", syscall(SYS_init_module, page, sizeof page, ""));
    forbid("kexec_load", syscall(SYS_kexec_load, 0, 0, page, 0));
    forbid("setuid", setuid(0));
    if (syscall(SYS_clone3, page, 64) < 0 && errno != ENOSYS) {
        fprintf(stderr, "clone3 answers %s\n", strerror(errno));
        _exit(66);
    }
}

int main(void) {
    static char line[1 << 20];
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        char *id = strstr(line, "\"id\":\"");
        if (strstr(line, "\"type\":\"hello\"")) puts("{\"type\":\"hello\"}");
        if (strstr(line, "\"type\":\"start\"")) attack(), puts("{\"type\":\"ready\"}");
        if (strstr(line, "\"type\":\"turn\"") && id) printf("{\"type\":\"move\",\"index\":0,\"id\":\"%.*s\"}\n", (int)strcspn(id + 6, "\""), id + 6);
    }
}
