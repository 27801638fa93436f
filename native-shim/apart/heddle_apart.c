/* heddle-apart PROGRAM [NAME ARGUMENT...]: executes a program in a user namespace of its own (user_namespaces(7)) that has no network but
 * loopback (network_namespaces(7)). User, group and files are as before. Without arguments it only tries.
 *
 * It has no C library and no loader, so that what LD_PRELOAD names is loaded by the program and not here, and so that the program gets
 * the stack that it would have had.
 *
 * Exit status: 0 after a try; 125 if the kernel gives no such namespace, 127 if it cannot execute the program; a line says why. */
#include <fcntl.h>
#include <linux/if.h>
#include <linux/sched.h>
#include <linux/sockios.h>
#include <sys/socket.h>
#include <sys/syscall.h>

enum { NO_NAMESPACE = 125, NO_PROGRAM = 127, DIGITS = 20 };

static struct ifreq loopback = {.ifr_ifrn = {"lo"}};

static long call(long number, long a, long b, long c) {
    long result;
    __asm__ volatile("syscall" : "=a"(result) : "a"(number), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
    return result;
}

static unsigned long length(const char *text) {
    unsigned long count = 0;
    while (text[count] != '\0') {
        count++;
    }
    return count;
}

static void say(const char *text) { call(SYS_write, 2, (long)text, (long)length(text)); }

/* Writes a number's digits; returns what follows them. */
static char *put(char *to, unsigned long number) {
    char digits[DIGITS];
    int count = 0;
    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    while (count > 0) {
        *to++ = digits[--count];
    }
    return to;
}

static _Noreturn void fail(int status, const char *what, const char *object, long error) {
    char number[DIGITS + 2];
    char *end = put(number, (unsigned long)-error);
    end[0] = '\n';
    end[1] = '\0';
    say("heddle-apart: ");
    say(what);
    say(object);
    say(": error ");
    say(number);
    call(SYS_exit_group, status, 0, 0);
    __builtin_unreachable();
}

static void write_file(const char *path, const char *text) {
    long file = call(SYS_open, (long)path, O_WRONLY, 0);
    long written = file < 0 ? file : call(SYS_write, file, (long)text, (long)length(text));
    if (written < 0) {
        fail(NO_NAMESPACE, "cannot write ", path, written);
    }
    call(SYS_close, file, 0, 0);
}

/* The same number inside as outside: "7 7 1". */
static void map(const char *path, unsigned long number) {
    char text[2 * DIGITS + 4];
    char *end = put(text, number);
    *end++ = ' ';
    end = put(end, number);
    *end++ = ' ';
    *end++ = '1';
    *end = '\0';
    write_file(path, text);
}

static void switch_on_loopback(void) {
    long channel = call(SYS_socket, AF_INET, SOCK_DGRAM, 0);
    long result = channel < 0 ? channel : call(SYS_ioctl, channel, SIOCGIFFLAGS, (long)&loopback);
    if (result >= 0) {
        loopback.ifr_ifru.ifru_flags |= IFF_UP;
        result = call(SYS_ioctl, channel, SIOCSIFFLAGS, (long)&loopback);
    }
    if (result < 0) {
        fail(NO_NAMESPACE, "cannot switch on ", "lo", result);
    }
    call(SYS_close, channel, 0, 0);
}

__attribute__((used)) _Noreturn void begin(long *stack) {
    long count = stack[0];
    char **words = (char **)(stack + 1);
    char **environment = words + count + 1;
    unsigned long user = (unsigned long)call(SYS_geteuid, 0, 0, 0);
    unsigned long group = (unsigned long)call(SYS_getegid, 0, 0, 0);
    long result = call(SYS_unshare, CLONE_NEWUSER | CLONE_NEWNET, 0, 0);
    if (result < 0) {
        fail(NO_NAMESPACE, "no user namespace", "", result);
    }
    write_file("/proc/self/setgroups", "deny");
    map("/proc/self/uid_map", user);
    map("/proc/self/gid_map", group);
    switch_on_loopback();
    if (count > 2) {
        result = call(SYS_execve, (long)words[1], (long)(words + 2), (long)environment);
        fail(NO_PROGRAM, "cannot execute ", words[1], result);
    }
    call(SYS_exit_group, 0, 0, 0);
    __builtin_unreachable();
}

__asm__(".globl _start\n_start:\n\tmov %rsp, %rdi\n\tand $-16, %rsp\n\tcall begin\n");
