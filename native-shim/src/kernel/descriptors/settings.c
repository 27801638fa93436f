/* Settings of descriptors, which one thread may change while another looks at them: their flags, options and addresses of sockets. For
 * those of one descriptor there is a variable of the runtime that calls read and write; where two threads' calls race there, their
 * order is explored. That is no data race. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include "base/compiler.h"
#include "base/real.h"
#include "kernel/descriptors/io.h"
#include "kernel/descriptors/settings.h"
#include "kernel/queues/queues.h"
#include "kernel/readiness/channels.h"
#include "kernel/readiness/slots.h"
#include "kernel/signals/signal_points.h"
#include "memory/files.h"
#include "memory/library_state.h"
#include "memory/memory.h"
#include "memory/numbers.h"
#include "memory/stdio/output_buffer.h"
#include "model/ending.h"
#include "model/resolve.h"
#include "model/runtime.h"
#include "race/race_report.h"

enum { OF_SLOTS = SLOTS, OF_OTHERS = SETTINGS - SLOTS - NUMBERS };
static uint64_t settings[SETTINGS];
static const struct heddle_site records[] = {
    OWN_VARIABLE(settings, "the settings of a descriptor"),
};

void settings_prepare(void) {
    resolve_name(records, records + 1);
    race_is_benign((uint64_t)(uintptr_t)settings, sizeof settings);
}

unsigned settings_index(int fd) {
    int slot = slot_find(fd), number = slot < 0 ? numbers_index(fd, files_is_free(fd)) : -1;
    return slot >= 0     ? (unsigned)slot
           : number >= 0 ? OF_SLOTS + OF_OTHERS + (unsigned)number
                         : OF_SLOTS + (unsigned)fd % OF_OTHERS;
}

static void use(int fd, bool changes, uint64_t site) {
    if (running() && rt.fiber_count > 1) {
        memory_quiet_state(&settings[settings_index(fd)], changes, site);
        files_number(fd, false, site); /* last: what it stands for then is what the call uses */
    }
}

/* The first slot of the same open file, or of another one in the same way: descriptors that were copied share its flags. */
static int first_of_file(int slot) {
    const struct slot *wanted = slot_at(slot);
    for (int i = 0; i < slot; i++) {
        const struct slot *s = slot_at(i);
        if (s->kind == SLOT_DESCRIPTOR && s->device == wanted->device && s->inode == wanted->inode &&
            ((s->flags ^ wanted->flags) & O_ACCMODE) == 0) {
            return i;
        }
    }
    return slot;
}

/* Of the open file, not of the descriptor alone. */
static void use_file(int fd, bool changes, uint64_t site) {
    int slot = running() && rt.fiber_count > 1 ? slot_find(fd) : -1;
    int first = slot < 0 ? slot : first_of_file(slot);
    if (first != slot) {
        memory_quiet_state(&settings[first], changes, site);
    }
    use(fd, changes, site);
}

#define LAST_ARGUMENT(before)                  \
    ({                                         \
        va_list arguments_;                    \
        va_start(arguments_, before);          \
        long last_ = va_arg(arguments_, long); \
        va_end(arguments_);                    \
        last_;                                 \
    })

static bool makes_one(int command) { return command == F_DUPFD || command == F_DUPFD_CLOEXEC; }

static bool only_looks(int command) {
    return command == F_GETFL || command == F_GETFD || command == F_GETOWN || command == F_GETSIG || command == F_GETPIPE_SZ ||
           makes_one(command) || command == F_GETLK || command == F_OFD_GETLK;
}

static void before_fcntl(int fd, int command, uint64_t site) {
    if (running() && (command == F_SETLKW || command == F_OFD_SETLKW)) {
        signals_before_call(site);
    }
    bool of_descriptor = command == F_GETFD || command == F_SETFD || makes_one(command);
    (of_descriptor ? use : use_file)(fd, !only_looks(command), site);
    if (command == F_SETFL || command == F_GETFL) {
        files_flags(fd, command == F_SETFL, site);
    }
}

/* What commands read, and write if they find it: a lock, the owner, a hint for reading. */
static size_t size_behind(int command) {
    switch (command) {
        case F_GETLK:
        case F_SETLK:
        case F_SETLKW:
        case F_OFD_GETLK:
        case F_OFD_SETLK:
        case F_OFD_SETLKW:
            return sizeof(struct flock);
        case F_GETOWN_EX:
        case F_SETOWN_EX:
            return sizeof(struct f_owner_ex);
        case F_GET_RW_HINT:
        case F_SET_RW_HINT:
        case F_GET_FILE_RW_HINT:
        case F_SET_FILE_RW_HINT:
            return sizeof(uint64_t);
        default:
            return 0;
    }
}

static bool gets(int command) {
    return command == F_GETLK || command == F_OFD_GETLK || command == F_GETOWN_EX || command == F_GET_RW_HINT ||
           command == F_GET_FILE_RW_HINT;
}

static bool only_gets(int command) { return gets(command) && command != F_GETLK && command != F_OFD_GETLK; }

static int made(int command, int result, uint64_t site) { return makes_one(command) ? numbers_given(result, site) : result; }

/* Locks that descriptors have; or where there are several, processes. */
static bool locks_of_its_own(int command) {
    return command == F_OFD_GETLK || command == F_OFD_SETLK || command == F_OFD_SETLKW ||
           (UNLIKELY(rt.processes) && (command == F_GETLK || command == F_SETLK || command == F_SETLKW));
}

static int lock(int (*real)(int, int, ...), int fd, int command, long argument, uint64_t site) {
    bool looks = command == F_OFD_GETLK || command == F_GETLK;
    int at_once = command == F_OFD_SETLKW ? F_OFD_SETLK : command == F_SETLKW ? F_SETLK : command;
    return looks ? QUEUED(QUEUE_LOCKS, false, 0, 0, site, real(fd, command, argument))
                 : QUEUED(QUEUE_LOCKS, command != at_once, EAGAIN, 0, site, real(fd, at_once, argument));
}

/* The call, with what it points to as it was when the call began. */
static int control(int (*real)(int, int, ...), int fd, int command, long argument, uint64_t site) {
    int slot;
    if (makes_one(command) && io_modelled(fd, site, &slot)) {
        return MAKING(channel_of_descriptor(fd), site, io_copied(fd, real(fd, command, argument))); /* as dup does */
    }
    if (UNLIKELY((makes_one(command) && descriptors_run_out(site)) ||
                 (command == F_SETLKW && !rt.processes && queue_call_fails(QUEUE_LOCKS, site)))) {
        return -1;
    }
    if (makes_one(command)) {
        files_new_number(site);
    }
    void *at = (void *)(uintptr_t)argument;
    char behind[sizeof(struct flock)] = {0};
    size_t size = at ? size_behind(command) : 0;
    if (!only_gets(command)) {
        memory_reads(at, size, site);
    }
    if (size) {
        memcpy(behind, at, size);
    }
    long given = size ? (long)(uintptr_t)behind : argument;
    int result = locks_of_its_own(command) ? lock(real, fd, command, given, site) : made(command, real(fd, command, given), site);
    if (result != -1 && gets(command)) {
        memory_writes(at, size, site);
        memcpy(at, behind, size);
    }
    return result;
}

EXPORT int fcntl(int fd, int command, ...) {
    long argument = LAST_ARGUMENT(command);
    uint64_t site = SITE();
    before_fcntl(fd, command, site);
    return running() ? control(REAL(fcntl), fd, command, argument, site) : REAL(fcntl)(fd, command, argument);
}

EXPORT int fcntl64(int fd, int command, ...) {
    long argument = LAST_ARGUMENT(command);
    uint64_t site = SITE();
    before_fcntl(fd, command, site);
    return running() ? control(REAL(fcntl64), fd, command, argument, site) : REAL(fcntl64)(fd, command, argument);
}

EXPORT int ioctl(int fd, unsigned long request, ...) {
    long argument = LAST_ARGUMENT(request);
    uint64_t site = SITE();
    int slot;
    use_file(fd, true, site);
    return io_modelled(fd, site, &slot) ? CHANGING(site, REAL(ioctl)(fd, request, argument)) : REAL(ioctl)(fd, request, argument);
}

/* What is found, as far as there is room; the length is read before the call, and stored after it. */
#define FINDING(to, length, call)                                                  \
    ({                                                                             \
        uint64_t site_ = SITE();                                                   \
        use_file(fd, false, site_);                                                \
        memory_reads((length), sizeof *(length), site_);                           \
        socklen_t room_ = *(length), found_ = room_;                               \
        struct output_buffer buffer_;                                              \
        void *into = output_buffer_begin(&buffer_, (to), room_, site_);            \
        socklen_t *size = &found_;                                                 \
        int error_ = (call);                                                       \
        output_buffer_end(&buffer_, error_ ? 0 : found_ < room_ ? found_ : room_); \
        if (error_ == 0) {                                                         \
            memory_store((length), found_, site_);                                 \
        }                                                                          \
        error_;                                                                    \
    })

EXPORT int getsockopt(int fd, int level, int name, void *restrict value, socklen_t *restrict length) {
    return running() ? FINDING(value, length, REAL(getsockopt)(fd, level, name, into, size))
                     : REAL(getsockopt)(fd, level, name, value, length);
}

EXPORT int setsockopt(int fd, int level, int name, const void *value, socklen_t length) {
    use_file(fd, true, SITE());
    if (level == SOL_SOCKET && (name == SO_RCVTIMEO || name == SO_SNDTIMEO)) {
        io_limits_are_used();
    }
    return REAL(setsockopt)(fd, level, name, value, length);
}

EXPORT int getsockname(int fd, struct sockaddr *restrict address, socklen_t *restrict length) {
    return running() ? FINDING(address, length, REAL(getsockname)(fd, into, size)) : REAL(getsockname)(fd, address, length);
}

EXPORT int getpeername(int fd, struct sockaddr *restrict address, socklen_t *restrict length) {
    return running() ? FINDING(address, length, REAL(getpeername)(fd, into, size)) : REAL(getpeername)(fd, address, length);
}

/* Whether the program chooses the address: two executions cannot have it at the same time. */
static bool is_chosen(const struct sockaddr *address, socklen_t length) {
    if (!address || length <= sizeof address->sa_family) {
        return false; /* or the kernel does */
    }
    switch (address->sa_family) {
        case AF_INET:
            return length >= sizeof(struct sockaddr_in) && ((const struct sockaddr_in *)(const void *)address)->sin_port;
        case AF_INET6:
            return length >= sizeof(struct sockaddr_in6) && ((const struct sockaddr_in6 *)(const void *)address)->sin6_port;
        default:
            return true;
    }
}

EXPORT int bind(int fd, const struct sockaddr *address, socklen_t length) {
    uint64_t site = SITE();
    int slot;
    if (running() && is_chosen(address, length)) {
        end_execution_unless_alone();
    }
    use_file(fd, true, site);
    return io_modelled(fd, site, &slot) ? CHANGING(site, REAL(bind)(fd, address, length)) : REAL(bind)(fd, address, length);
}
