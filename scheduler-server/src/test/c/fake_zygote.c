/* A target that speaks the protocol without running anything: the server's tests choose how it misbehaves.
 *
 *   fake_zygote MODE [K]     answers K plans (all, if not given) and then does what MODE says
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/wire.h"

static int channel;
static const char *mode;
static char report[16384];

static int is(const char *name) { return strcmp(mode, name) == 0; }

static void put(const void *bytes, size_t length)
{
    const char *at = bytes;
    while (length > 0) {
        ssize_t sent = send(channel, at, length, MSG_NOSIGNAL);
        if (sent < 0)
            _exit(40);
        at += sent;
        length -= (size_t)sent;
    }
}

static int get(void *bytes, size_t length)
{
    char *at = bytes;
    while (length > 0) {
        ssize_t got = read(channel, at, length);
        if (got <= 0)
            return 0;
        at += got;
        length -= (size_t)got;
    }
    return 1;
}

static void header(uint32_t length, uint16_t type, uint16_t version)
{
    struct heddle_frame frame = {length, type, version};
    put(&frame, sizeof frame);
}

static void tell(const char *format, ...)
{
    size_t used = strlen(report);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(report + used, sizeof report - used, format, arguments);
    va_end(arguments);
}

static void describe_self(char **environment)
{
    struct rlimit core;
    getrlimit(RLIMIT_CORE, &core);
    cpu_set_t cores;
    sched_getaffinity(0, sizeof cores, &cores);
    int first = 0;
    while (!CPU_ISSET(first, &cores))
        first++;
    struct stat in, out;
    fstat(0, &in);
    fstat(1, &out);
    sigset_t blocked;
    sigprocmask(SIG_SETMASK, NULL, &blocked);
    struct sigaction pipe_action;
    sigaction(SIGPIPE, NULL, &pipe_action);
    char directory[4096];
    tell("no-randomisation=%d\n", (personality(0xffffffff) & ADDR_NO_RANDOMIZE) != 0);
    tell("stack=%p\n", (void *)&core);
    tell("cores=%d first=%d\n", CPU_COUNT(&cores), first);
    tell("core-limit=%lu\n", (unsigned long)core.rlim_cur);
    tell("own-group=%d\n", getpgrp() == getpid());
    tell("stdin-device=%d\n", S_ISCHR(in.st_mode));
    tell("stdout-file=%d\n", S_ISREG(out.st_mode));
    tell("sigpipe-default=%d term-blocked=%d\n", pipe_action.sa_handler == SIG_DFL, sigismember(&blocked, SIGTERM));
    tell("cwd=%s\n", getcwd(directory, sizeof directory));
    int descriptors = 0;
    for (int fd = 3; fd < 4096; fd++)
        descriptors += fd != channel && fcntl(fd, F_GETFD) >= 0;
    tell("descriptors=%d\n", descriptors);
    for (char **variable = environment; *variable; variable++)
        tell("env %s\n", *variable);
}

static void stray_child(void)
{
    if (fork() == 0) {
        setsid();
        for (;;)
            pause();
    }
}

static int answered;

static int is_for_runner(const struct heddle_plan *plan) { return (plan->flags & HEDDLE_PLAN_IN_PROCESS) != 0; }

static int again; /* as a zygote whose runner has been killed after it sent the result */

static void answer(const struct heddle_plan *plan, uint32_t event_count, const char *text, size_t text_length)
{
    struct heddle_result result;
    memset(&result, 0, sizeof result);
    result.plan = plan->plan;
    result.outcome = HEDDLE_EXITED;
    result.terminator = -1;
    result.event_count = event_count;
    result.thread_count = 3;
    result.stdout_length = (uint32_t)text_length;
    result.plain_reads = plan->step_count;
    result.in_process = is_for_runner(plan) && !is("runner-falls-back");
    if (is_for_runner(plan) && is("runner-falls-back")) {
        result.fallback = HEDDLE_FALLBACK_SYSTEM_CALL;
        result.fallback_call = 57;
    }
    if (is_for_runner(plan) && is("runner-lacks"))
        result = (struct heddle_result){.plan = result.plan, .outcome = result.outcome, .terminator = -1, .event_count = event_count,
                                        .thread_count = 3, .fallback = HEDDLE_FALLBACK_SHARED};
    if (is_for_runner(plan) && is("runner-differs") && answered >= 10)
        result.plain_writes = 1;
    if (again)
        result.in_process = HEDDLE_IN_PROCESS_AGAIN;
    answered++;
    size_t body = sizeof result + event_count * sizeof(struct heddle_event) + 3 * sizeof(struct heddle_thread_info) +
                  text_length;
    char *buffer = calloc(1, sizeof(struct heddle_frame) + body);
    struct heddle_frame frame = {(uint32_t)body, HEDDLE_RESULT, HEDDLE_WIRE_VERSION};
    memcpy(buffer, &frame, sizeof frame);
    memcpy(buffer + sizeof frame, &result, sizeof result);
    struct heddle_event *events = (struct heddle_event *)(buffer + sizeof frame + sizeof result);
    for (uint32_t i = 0; i < event_count; i++)
        events[i] = (struct heddle_event){.thread = i % 3,
                                          .alternative = -1,
                                          .kind = i % 2 ? HEDDLE_MUTEX_UNLOCK : HEDDLE_MUTEX_LOCK,
                                          .order = 5,
                                          .object = 0x404000 + 40 * (i % 4),
                                          .site = 0x401000 + 4 * i,
                                          .value = (plan->plan + i) % 7};
    struct heddle_thread_info *threads = (struct heddle_thread_info *)(events + event_count);
    for (uint32_t i = 0; i < 3; i++) {
        threads[i] = (struct heddle_thread_info){.id = i, .parent = i ? 0 : -1, .ordinal = i ? i - 1 : 0};
        snprintf(threads[i].name, sizeof threads[i].name, "thread %u", i);
    }
    memcpy(threads + 3, text, text_length);
    size_t whole = sizeof frame + body;
    if (is("dribble")) {
        for (size_t i = 0; i < whole; i += 97)
            put(buffer + i, whole - i < 97 ? whole - i : 97);
    } else {
        put(buffer, whole);
    }
    free(buffer);
}

static void misbehave(const struct heddle_plan *plan)
{
    if (is("die"))
        _exit(7);
    if (is("crash"))
        kill(getpid(), SIGSEGV);
    if (is("close")) {
        close(channel);
        for (;;)
            pause();
    }
    if (is("hang"))
        for (;;)
            pause();
    if (is("stray")) {
        stray_child();
        _exit(9);
    }
    if (is("garbage")) {
        char noise[64];
        memset(noise, 0xa5, sizeof noise);
        put(noise, sizeof noise);
    } else if (is("too-long")) {
        header(HEDDLE_MAX_FRAME + 1, HEDDLE_RESULT, HEDDLE_WIRE_VERSION);
    } else if (is("wrong-version")) {
        header(8, HEDDLE_RESULT, HEDDLE_WIRE_VERSION + 1);
    } else if (is("partial")) {
        header(sizeof(struct heddle_result), HEDDLE_RESULT, HEDDLE_WIRE_VERSION);
        put("half", 4);
        _exit(0);
    } else if (is("error")) {
        header(11, HEDDLE_ERROR, HEDDLE_WIRE_VERSION);
        put("out of luck", 11);
    } else if (is("other-plan")) {
        struct heddle_plan other = *plan;
        other.plan += 1000;
        answer(&other, 1, "", 0);
    }
    for (;;)
        pause();
}

static void work(void)
{
    pid_t child = fork();
    if (child == 0) {
        struct timespec now, start;
        clock_gettime(CLOCK_MONOTONIC, &start);
        do
            clock_gettime(CLOCK_MONOTONIC, &now);
        while (now.tv_sec < start.tv_sec + 2);
        _exit(0);
    }
    waitpid(child, NULL, 0);
}

static void resolve(uint32_t length)
{
    uint64_t *addresses = malloc(length);
    get(addresses, length);
    uint32_t count = length / 8;
    char text[8192];
    header(count * (uint32_t)(sizeof(struct heddle_resolved) + 6), HEDDLE_RESOLVED, HEDDLE_WIRE_VERSION);
    for (uint32_t i = 0; i < count; i++) {
        struct heddle_resolved resolved = {.address = addresses[i],
                                           .kind = HEDDLE_RESOLVED_SITE,
                                           .line = i + 1,
                                           .file_length = 3,
                                           .function_length = 1,
                                           .name_length = 2};
        memcpy(text, &resolved, sizeof resolved);
        memcpy(text + sizeof resolved, "a.cfxy", 6);
        put(text, sizeof resolved + 6);
    }
    free(addresses);
}

static void connect_to_server(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, getenv("HEDDLE_SOCKET"), sizeof address.sun_path - 1);
    channel = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(channel, (struct sockaddr *)&address, sizeof address) != 0) {
        perror("connect");
        _exit(41);
    }
    if (is("hello-version")) {
        header(8, HEDDLE_HELLO, 99);
    } else if (is("hello-error")) {
        header(9, HEDDLE_ERROR, HEDDLE_WIRE_VERSION);
        put("no fibers", 9);
    } else {
        header(sizeof(struct heddle_hello), HEDDLE_HELLO, HEDDLE_WIRE_VERSION);
        put(&(struct heddle_hello){(uint32_t)getpid(), HEDDLE_HELLO_INSTRUMENTED}, sizeof(struct heddle_hello));
    }
}

static void before_main(void)
{
    if (is("exit-early")) {
        fprintf(stderr, "cannot open the configuration\n");
        exit(3);
    }
    if (is("silent"))
        for (;;)
            pause();
    if (is("stay-early")) {
        stray_child();
        exit(0);
    }
}

static void flood(void)
{
    static char noise[1 << 16];
    memset(noise, 'x', sizeof noise);
    for (int i = 0; i < 64; i++)
        if (write(1, noise, sizeof noise) < 0)
            _exit(42);
}

int main(int argc, char **argv, char **environment)
{
    mode = argc > 1 ? argv[1] : "answer";
    long answers = argc > 2 ? atol(argv[2]) : -1;
    before_main();
    connect_to_server();
    describe_self(environment);
    for (;;) {
        struct heddle_frame frame;
        if (!get(&frame, sizeof frame) || frame.type == HEDDLE_BYE)
            return 0;
        if (frame.type == HEDDLE_RESOLVE) {
            resolve(frame.length);
            continue;
        }
        char *body = malloc(frame.length);
        get(body, frame.length);
        struct heddle_plan *plan = (struct heddle_plan *)body;
        if (is("flood"))
            flood();
        if (is("work"))
            work();
        if (is("stay-late")) {
            stray_child();
            mode = "answer";
        }
        if (answers-- == 0)
            misbehave(plan);
        if (is("large"))
            answer(plan, 200000, report, strlen(report));
        else if (is("report"))
            answer(plan, 40, report, strlen(report));
        else
            answer(plan, 40, "", 0);
        again = is("runner-killed") && is_for_runner(plan) && plan->plan % 5 == 0;
        if (again)
            answer(plan, 40, "", 0);
        again = 0;
        free(body);
    }
}
