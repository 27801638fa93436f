/* link MICROSECONDS LOST COMMAND...: runs a command in a network namespace that a slow link joins to a second one.
 *
 * Packets take so many microseconds each way, and so many of a million are lost. The command's side of the link has the address 10.9.0.1,
 * the other one 10.9.0.2; a command on the other side is started by nsenter --net=$HEDDLE_BENCH_FAR COMMAND. Needs no rights: all of it is
 * in a user namespace, where there is one to be had, and /dev/net/tun. */
#define _GNU_SOURCE
#include <err.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PACKET = 1600, WAITING = 16384, MILLION = 1000000 };

struct packet {
    int64_t due;
    int to;
    ssize_t length;
    char bytes[PACKET];
};

static struct packet waiting[WAITING]; /* a ring; all are delayed equally, so the oldest is due first */
static unsigned first, count;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void write_file(const char *path, const char *text) {
    int file = open(path, O_WRONLY);
    if (file < 0 || write(file, text, strlen(text)) < 0) {
        err(2, "%s", path);
    }
    close(file);
}

static void run(const char *command) {
    if (system(command) != 0) {
        errx(2, "failed: %s", command);
    }
}

/* A network device of the present namespace; what is sent to it can be read here. */
static int device(const char *address) {
    int tun = open("/dev/net/tun", O_RDWR | O_CLOEXEC);
    struct ifreq request = {.ifr_name = "slow0", .ifr_flags = IFF_TUN | IFF_NO_PI};
    if (tun < 0 || ioctl(tun, TUNSETIFF, &request) < 0) {
        err(2, "/dev/net/tun");
    }
    char command[200];
    snprintf(command, sizeof command, "ip link set lo up && ip addr add %s/24 dev slow0 && ip link set dev slow0 up mtu 1500", address);
    run(command);
    return tun;
}

static void take(int from, int to, int64_t delay, long lost) {
    struct packet *packet = &waiting[(first + count) % WAITING];
    packet->length = read(from, packet->bytes, PACKET);
    packet->to = to;
    packet->due = now() + delay;
    if (packet->length > 0 && random() % MILLION >= lost) {
        count++;
    }
}

static void carry(int near, int far, int64_t delay, long lost) {
    for (;;) {
        for (; count > 0 && waiting[first].due <= now(); first = (first + 1) % WAITING, count--) {
            if (write(waiting[first].to, waiting[first].bytes, (size_t)waiting[first].length) < 0) {
                continue; /* as good as lost */
            }
        }
        int64_t left = count == 0 ? 1000000000 : waiting[first].due - now();
        struct timespec most = {left <= 0 ? 0 : left / 1000000000, left <= 0 ? 0 : left % 1000000000};
        struct pollfd ends[2] = {{near, POLLIN, 0}, {far, POLLIN, 0}};
        if (count < WAITING && ppoll(ends, 2, &most, NULL) > 0) {
            if (ends[0].revents) {
                take(near, far, delay, lost);
            }
            if (ends[1].revents && count < WAITING) {
                take(far, near, delay, lost);
            }
        }
    }
}

int main(int words, char **word) {
    if (words < 4) {
        errx(2, "usage: link MICROSECONDS LOST_OF_A_MILLION COMMAND...");
    }
    char map[60];
    unsigned user = geteuid(), group = getegid();
    if (unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) {
        err(2, "no user namespace");
    }
    write_file("/proc/self/setgroups", "deny");
    snprintf(map, sizeof map, "0 %u 1", user);
    write_file("/proc/self/uid_map", map);
    snprintf(map, sizeof map, "0 %u 1", group);
    write_file("/proc/self/gid_map", map);
    int home = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
    int near = device("10.9.0.1");
    if (unshare(CLONE_NEWNET) != 0) {
        err(2, "no second network namespace");
    }
    int far = device("10.9.0.2");
    snprintf(map, sizeof map, "/proc/%d/ns/net", getpid());
    setenv("HEDDLE_BENCH_FAR", map, 1);
    pid_t command = fork();
    if (command == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (setns(home, CLONE_NEWNET) != 0) {
            err(2, "setns");
        }
        execvp(word[3], word + 3);
        err(127, "%s", word[3]);
    }
    pid_t carrier = fork();
    if (carrier == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        prctl(PR_SET_TIMERSLACK, 1);
        carry(near, far, 1000LL * atol(word[1]), atol(word[2]));
    }
    int status;
    waitpid(command, &status, 0);
    kill(carrier, SIGKILL);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}
