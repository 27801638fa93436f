#define _GNU_SOURCE
#include "model/fibers/processes.h"

#include <errno.h>
#include <linux/futex.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/direct.h"
#include "base/pages/runtime_memory.h"
#include "base/pages/share_pages.h"
#include "model/addresses.h"
#include "model/memory/aliases.h"

#define LOOKS_AFTER 20000000 /* nanoseconds of waiting, after which it is looked whether a process has died */
#define MOST_RANGES 256u

enum { TURN_OF_OTHERS, TURN_RUNS, TURN_ASKS /* it answers a question, and goes on waiting */ };

struct process_hooks process_hooks;
enum process_ends process_ends;

static struct process processes[MOST_PROCESSES];
static uint32_t count;

/* What each process has for itself: private memory, at the same address in all of them. */
static struct own {
    uint32_t number;
    uint32_t forks; /* while it forks: the number of the new process */
} *own;

/* How the first process is to end. */
static struct {
    uint32_t asked;
    int status, signal;
} ending;

static struct {
    uint64_t start, end;
} shared_ranges[MOST_RANGES];
static uint32_t range_count;

static uint64_t names_for; /* a prefix */

/* What the running process asks another one: what a descriptor of that one is ready for. */
static struct {
    uint32_t is_answered;
    int descriptor;
    short events, ready;
} question;

struct process *process_number(uint32_t number) { return &processes[number]; }

struct process *process_of(pid_t pid) {
    for (uint32_t i = count; i-- > 0;) {
        if (processes[i].pid == pid) {
            return &processes[i];
        }
    }
    return NULL;
}

uint32_t number_of(const struct process *process) { return (uint32_t)(process - processes); }

uint32_t processes_count(void) { return count; }

/* To read its memory. */
static void allow_others(void) { direct_call(SYS_prctl, PR_SET_PTRACER, (long)PR_SET_PTRACER_ANY, 0, 0); }

bool processes_begin(void) {
    if (count > 0) {
        return true;
    }
    void *page = direct_map(NULL, sizeof *own, MAP_PRIVATE);
    if (page == MAP_FAILED || !runtime_share()) {
        return false;
    }
    own = page;
    processes[0] = (struct process){.pid = (pid_t)kernel_call(SYS_getpid), .turn = TURN_RUNS};
    count = 1;
    allow_others();
    return true;
}

uint32_t processes_add(uint32_t parent, uint32_t leader) {
    if (count == MOST_PROCESSES) {
        return 0;
    }
    processes[count] = (struct process){.parent = parent, .leader = leader, .forker = rt.current->id};
    rt.processes++;
    return count++;
}

void processes_fork(uint32_t number) { own->forks = number; }

uint32_t processes_forked_as(void) { return own ? own->forks : 0; }

/* ---- turns ---- */

static void hand(uint32_t number, uint32_t what) {
    uint32_t *turn = &processes[number].turn;
    __atomic_store_n(turn, what, __ATOMIC_RELEASE);
    kernel_call(SYS_futex, turn, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static void wake(uint32_t number) { hand(number, TURN_RUNS); }

static _Noreturn void die_by(int signal_number) {
    struct {
        uint64_t handler, flags, restorer, mask; /* as the kernel has them */
    } by_default = {0, 0, 0, 0};
    direct_call(SYS_rt_sigaction, signal_number, (long)&by_default, 0, sizeof by_default.mask);
    direct_mask(0);
    direct_call(SYS_kill, direct_call(SYS_getpid, 0, 0, 0, 0), signal_number, 0, 0);
    direct_exit(0);
}

static void end_if_asked(void) {
    if (own->number == 0 && __atomic_load_n(&ending.asked, __ATOMIC_ACQUIRE)) {
        if (ending.signal) {
            die_by(ending.signal);
        }
        direct_exit(ending.status);
    }
}

static void ask(int status, int signal_number) {
    ending.status = status;
    ending.signal = signal_number;
    __atomic_store_n(&ending.asked, 1, __ATOMIC_RELEASE);
    wake(0);
}

/* A process that dies of itself hands its turn to nobody: its parent does as it has done, for all. */
static void look_for_dead(void) {
    for (uint32_t i = 1; i < count; i++) {
        siginfo_t end = {0};
        const struct process *p = &processes[i];
        bool is_child = p->parent == own->number && p->pid > 0 && !p->over;
        if (is_child && direct_call(SYS_waitid, P_PID, p->pid, (long)&end, WEXITED | WNOWAIT | WNOHANG) == 0 &&
            end.si_pid == p->pid && !p->over) {
            bool exited = end.si_code == CLD_EXITED;
            ask(exited ? end.si_status : 0, exited ? 0 : end.si_status);
        }
    }
    if (own->number != 0 && direct_call(SYS_kill, processes[0].pid, 0, 0, 0) != 0) {
        direct_exit(0);
    }
}

static short poll_here(int descriptor, short events) {
    struct pollfd poll = {.fd = descriptor, .events = events};
    kernel_call(SYS_poll, &poll, 1, 0);
    return poll.revents;
}

static void answer(void) {
    question.ready = poll_here(question.descriptor, question.events);
    __atomic_store_n(&processes[own->number].turn, TURN_OF_OTHERS, __ATOMIC_RELEASE);
    __atomic_store_n(&question.is_answered, 1, __ATOMIC_RELEASE);
    kernel_call(SYS_futex, &question.is_answered, FUTEX_WAKE, 1, NULL, NULL, 0);
}

static void await_turn(void) {
    uint32_t *turn = &processes[own->number].turn;
    static const struct timespec pause = {0, LOOKS_AFTER};
    for (uint32_t now; (now = __atomic_load_n(turn, __ATOMIC_ACQUIRE)) != TURN_RUNS;) {
        if (now == TURN_ASKS) {
            answer();
        } else if (direct_make(SYS_futex, (const long[]){(long)turn, FUTEX_WAIT, 0, (long)&pause, 0, 0}) == -ETIMEDOUT) {
            look_for_dead();
        }
    }
    end_if_asked();
    if (process_hooks.arrived) {
        process_hooks.arrived();
    }
    if (rt.executes) {
        process_hooks.execute();
    }
}

void processes_switch(const struct fiber *from, const struct fiber *to) {
    __atomic_store_n(&processes[from->process].turn, TURN_OF_OTHERS, __ATOMIC_RELAXED);
    wake(to->process);
    await_turn();
}

void processes_enter(uint32_t number) {
    own->number = number;
    processes[number].pid = (pid_t)kernel_call(SYS_getpid);
    allow_others();
    if (processes[number].parent == 0) {
        direct_call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0);
    }
    await_turn();
}

/* ---- ends ---- */

void processes_leave(int status) {
    processes[own->number].over = true;
    wake(rt.current->process);
    if (status < 0) {
        die_by(-status);
    }
    for (;;) {
        direct_call(SYS_exit_group, status, 0, 0, 0);
    }
}

void processes_end(int status) {
    if (count > 0 && own->number != 0) {
        ask(status, 0);
        for (;;) {
            direct_call(SYS_exit_group, 0, 0, 0, 0);
        }
    }
}

bool processes_child_ended(uint32_t parent, uint32_t which) {
    for (uint32_t i = 1; i < count; i++) {
        const struct process *p = &processes[i];
        bool is_meant = which == 0 || which == i || which == IN_GROUP + (uint32_t)p->group;
        if (p->parent == parent && p->ended_as && !p->reaped && is_meant) {
            return true;
        }
    }
    return false;
}

static bool is_awaited(const struct process *process) {
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        if (rt.fibers[i].id == process->leader) {
            return rt.fibers[i].joined;
        }
    }
    return false;
}

bool processes_others_live(void) {
    for (uint32_t i = 0; i < count; i++) {
        if (i != own->number && !(processes[i].over && is_awaited(&processes[i]))) {
            return true;
        }
    }
    return false;
}

bool processes_end_with(const struct fiber *fiber) {
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        const struct fiber *other = &rt.fibers[i];
        if (other != fiber && other->process == fiber->process && !other->exited && !other->made.is_timer) {
            return false;
        }
    }
    return true;
}

/* ---- descriptors ---- */

bool processes_has(pid_t pid) { return pid == (pid_t)kernel_call(SYS_getpid) || process_of(pid); }

/* The process looks for itself: it waits for its turn. To copy its descriptor (pidfd_getfd) is no quicker, and containers refuse that. */
static short ask_process(uint32_t number) {
    static const struct timespec pause = {0, LOOKS_AFTER};
    __atomic_store_n(&question.is_answered, 0, __ATOMIC_RELEASE);
    hand(number, TURN_ASKS);
    while (__atomic_load_n(&question.is_answered, __ATOMIC_ACQUIRE) == 0) {
        const long words[] = {(long)&question.is_answered, FUTEX_WAIT, 0, (long)&pause, 0, 0};
        if (direct_make(SYS_futex, words) == -ETIMEDOUT) {
            look_for_dead();
        }
    }
    return question.ready;
}

short processes_poll(uint32_t number, int descriptor, short events) {
    while (processes[number].pid == 0) {
        number = processes[number].parent;
    }
    if (number == own->number) {
        return poll_here(descriptor, events);
    }
    if (processes[number].over) {
        return POLLNVAL;
    }
    question.descriptor = descriptor;
    question.events = events;
    return ask_process(number);
}

/* ---- whose memory it is ---- */

void processes_forget_shared(void) { range_count = 0; }

bool processes_add_shared(uint64_t start, uint64_t end) {
    if (range_count == MOST_RANGES) {
        return false;
    }
    shared_ranges[range_count].start = start;
    shared_ranges[range_count++].end = end;
    return true;
}

bool processes_is_own(uint64_t address) {
    if (is_own_variable(address)) {
        return process_hooks.is_of_each && process_hooks.is_of_each(address);
    }
    if (is_shared_name(address) || alias_name(address) != address) {
        return false;
    }
    for (uint32_t i = 0; i < range_count; i++) {
        if (shared_ranges[i].start <= address && address < shared_ranges[i].end) {
            return false;
        }
    }
    return true;
}

uint64_t processes_prefix(uint32_t process) { return (uint64_t)processes[process].leader << PROCESS_SHIFT; }

bool processes_is_copy(uint64_t name, const struct fiber *fiber) {
    uint64_t prefix = name - address_of_name(name);
    return prefix && prefix != processes_prefix(fiber->process);
}

void processes_name_for(uint32_t process) { names_for = processes_prefix(process); }

uint64_t processes_name(uint64_t address) {
    bool is_named = address >> PROCESS_SHIFT != 0;
    return !is_named && names_for && processes_is_own(address) ? address | names_for : address;
}

/* Whether what the process of this number has there is what the running one has there. */
static bool is_here(uint32_t number, uint64_t address) {
    return number == own->number || (!processes_is_own(address) && !is_shared_name(address));
}

bool processes_read(uint32_t number, uint64_t address, uint64_t size, uint64_t *value) {
    address = address_of_name(address);
    *value = 0;
    if (is_here(number, address)) {
        memcpy(value, (const void *)(uintptr_t)address, size);
        return true;
    }
    struct iovec here = {value, size}, there = {(void *)(uintptr_t)address, size};
    return kernel_call(SYS_process_vm_readv, processes[number].pid, &here, 1, &there, 1, 0) == (long)size;
}

/* The process whose prefix the name has; `count`: there is none. */
static uint32_t process_of_name(uint64_t name) {
    uint32_t number = 0;
    while (number < count && processes[number].leader != name >> PROCESS_SHIFT) {
        number++;
    }
    return number;
}

bool processes_value(uint64_t name, uint64_t size, uint64_t *value) {
    uint64_t address = address_of_name(name);
    uint32_t number = process_of_name(name);
    if (count == 0 || (number < count && is_here(number, address))) {
        return direct_value(address, size, value);
    }
    return number < count && !processes[number].over && processes_read(number, address, size, value);
}
