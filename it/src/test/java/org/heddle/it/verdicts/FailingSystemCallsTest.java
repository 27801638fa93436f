package org.heddle.it.verdicts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.HeddleProcess;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls of the system that fail although nothing is wrong, where they are asked to: each in all ways that POSIX allows, and no others. */
final class FailingSystemCallsTest {
    private static final String PROGRAM =
            """
            #define _GNU_SOURCE
            #include <assert.h>
            #include <dirent.h>
            #include <errno.h>
            #include <fcntl.h>
            #include <heddle.h>
            #include <mqueue.h>
            #include <netinet/in.h>
            #include <poll.h>
            #include <pthread.h>
            #include <semaphore.h>
            #include <signal.h>
            #include <stdbool.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            #include <sys/epoll.h>
            #include <sys/eventfd.h>
            #include <sys/file.h>
            #include <sys/mman.h>
            #include <sys/msg.h>
            #include <sys/sem.h>
            #include <sys/select.h>
            #include <sys/signalfd.h>
            #include <sys/socket.h>
            #include <sys/timerfd.h>
            #include <sys/uio.h>
            #include <sys/wait.h>
            #include <time.h>
            #include <unistd.h>
            static FILE *stream;
            static int file, ends[2], sockets[2], tcp[2], udp, listener, quick, event, set, messages, semaphores, result;
            static mqd_t queue, quick_queue;
            static pid_t child;
            static char text[9], *line;
            static size_t room;
            static struct iovec parts[2] = {{text, 4}, {text + 4, 4}};
            static struct timespec moment = {0, 1}, left;
            static sem_t sem;
            static void handle(int number) { (void)number; }
            static void handles(int flags) {
                struct sigaction action = {.sa_flags = flags};
                action.sa_handler = handle;
                sigaction(SIGUSR1, &action, NULL);
            }
            static int bound(int type) {
                struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
                int made = socket(AF_INET, type, 0);
                if (bind(made, (struct sockaddr *)&at, sizeof at) != 0) _exit(8);
                return made;
            }
            static int connected(int to, int type) {
                struct sockaddr_in at;
                socklen_t length = sizeof at;
                int made = socket(AF_INET, type, 0);
                if (getsockname(to, (struct sockaddr *)&at, &length) != 0) _exit(7);
                if (connect(made, (struct sockaddr *)&at, length) != 0) _exit(6);
                return made;
            }
            static void connect_all(void) {
                listener = bound(SOCK_STREAM);
                quick = bound(SOCK_STREAM | SOCK_NONBLOCK);
                if (listen(listener, 4) != 0 || listen(quick, 4) != 0) _exit(5);
                tcp[1] = connected(listener, SOCK_STREAM);
                tcp[0] = accept(listener, NULL, NULL);
                if (write(tcp[1], "abcdefgh", 8) != 8) _exit(4);
                connected(listener, SOCK_STREAM);
                udp = connected(bound(SOCK_DGRAM), SOCK_DGRAM);
            }
            static mqd_t queue_of(const char *name, int flags) {
                struct mq_attr attributes = {.mq_maxmsg = 2, .mq_msgsize = 8};
                mqd_t made = mq_open(name, O_CREAT | O_RDWR | flags, 0600, &attributes);
                mq_unlink(name);
                return made;
            }
            static void made_of_queues(void) {
                queue = queue_of("/heddle-failing", 0);
                quick_queue = queue_of("/heddle-failing-quick", O_NONBLOCK);
                messages = msgget(IPC_PRIVATE, 0600);
                semaphores = semget(IPC_PRIVATE, 1, 0600);
                if (queue < 0 || quick_queue < 0 || messages < 0 || semaphores < 0) _exit(3);
            }
            static void prepare(void) {
                stream = tmpfile();
                file = fileno(stream);
                event = eventfd(1, 0);
                set = epoll_create1(0);
                struct epoll_event ready = {.events = EPOLLIN};
                bool made = pwrite(file, "abcdefgh", 8, 0) == 8 && pipe(ends) == 0 && write(ends[1], "abcdefgh", 8) == 8 &&
                            socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0 && write(sockets[1], "abcdefgh", 8) == 8 &&
                            epoll_ctl(set, EPOLL_CTL_ADD, event, &ready) == 0 && sem_init(&sem, 0, 1) == 0;
                if (!made) _exit(9);
                connect_all();
                made_of_queues();
                child = fork();
                if (child == 0) _exit(0);
                errno = 0;
            }
            int main(int count, char **arguments) {
                if (count != 3) return 9;
                if (atoi(arguments[2]) >= 0) handles(atoi(arguments[2])); /* while there is no other process */
                prepare();
                heddle_begin(); /* before which nothing fails */
                switch (atoi(arguments[1])) {
            @CASES@
                default: return 9;
                }
                return 0;
            }
            """;

    /** The sort, the call, and what holds unless it fails in one of its ways. */
    private static final String FAILING =
            """
            open  ~ open("/dev/null", O_RDONLY)                                  ~ result != -1 || errno != EMFILE
            open  ~ openat(AT_FDCWD, "/dev/null", O_RDONLY)                      ~ result != -1 || errno != EMFILE
            open  ~ (stream = fopen("/dev/null", "r")) != NULL                   ~ result || errno != EMFILE
            open  ~ (stream = tmpfile()) != NULL                                 ~ result || errno != EMFILE
            open  ~ opendir("/") != NULL                                         ~ result || errno != EMFILE
            open  ~ socket(AF_INET, SOCK_STREAM, 0)                              ~ result != -1 || errno != EMFILE
            open  ~ pipe(ends)                                                   ~ result != -1 || errno != EMFILE
            open  ~ socketpair(AF_UNIX, SOCK_STREAM, 0, sockets)                 ~ result != -1 || errno != EMFILE
            open  ~ eventfd(0, 0)                                                ~ result != -1 || errno != EMFILE
            open  ~ epoll_create1(0)                                             ~ result != -1 || errno != EMFILE
            open  ~ dup(file)                                                    ~ result != -1 || errno != EMFILE
            open  ~ dup(ends[0])                                                 ~ result != -1 || errno != EMFILE
            read  ~ read(file, text, 8)                                          ~ result != -1 || errno != EIO
            read  ~ pread(file, text, 8, 0)                                      ~ result != -1 || errno != EIO
            read  ~ readv(file, parts, 2)                                        ~ result != -1 || errno != EIO
            read  ~ preadv(file, parts, 2, 0)                                    ~ result != -1 || errno != EIO
            read  ~ preadv2(file, parts, 2, -1, 0)                               ~ result != -1 || errno != EIO
            read  ~ fscanf(stream, "%*s")                                        ~ result != EOF || !ferror(stream)
            read  ~ read(sockets[0], text, 8)                                    ~ result != 1
            read  ~ recv(sockets[0], text, 8, 0)                                 ~ result != 1
            read  ~ recvfrom(sockets[0], text, 8, 0, NULL, NULL)                 ~ result != 1
            read  ~ readv(sockets[0], parts, 2)                                  ~ result != 4
            read  ~ read(ends[0], text, 8)                                       ~ result != -1 || errno != EINTR
            read  ~ read(sockets[0], text, 8)                                    ~ result != -1 || errno != EINTR
            read  ~ read(event, text, 8)                                         ~ result != -1 || errno != EINTR
            read  ~ fread(text, 1, 8, stream) == 8                               ~ result || errno != EIO || !ferror(stream)
            read  ~ fgets(text, 8, stream) != NULL                               ~ result || errno != EIO || !ferror(stream)
            read  ~ fgetc(stream)                                                ~ result != EOF || !ferror(stream)
            read  ~ getline(&line, &room, stream)                                ~ result != -1 || !ferror(stream)
            write ~ write(file, text, 8)                                         ~ result != -1 || errno != ENOSPC
            write ~ write(file, text, 8)                                         ~ result != 4
            write ~ pwrite(file, text, 8, 0)                                     ~ result != -1 || errno != ENOSPC
            write ~ pwrite(file, text, 8, 0)                                     ~ result != 4
            write ~ writev(file, parts, 2)                                       ~ result != 4
            write ~ pwritev(file, parts, 2, 0)                                   ~ result != -1 || errno != ENOSPC
            write ~ pwritev(file, parts, 2, 0)                                   ~ result != 4
            write ~ pwritev2(file, parts, 2, 0, 0)                               ~ result != -1 || errno != ENOSPC
            write ~ dprintf(file, "%d", 1)                                       ~ result != -1 || errno != ENOSPC
            write ~ write(ends[1], text, 8)                                      ~ result != -1 || errno != EINTR
            write ~ send(sockets[1], text, 8, 0)                                 ~ result != 4
            write ~ send(sockets[1], text, 8, 0)                                 ~ result != -1 || errno != EINTR
            write ~ fsync(file)                                                  ~ result != -1 || errno != EIO
            write ~ fwrite(text, 1, 8, stream) == 8                              ~ result || errno != ENOSPC || !ferror(stream)
            write ~ fputs("x", stream)                                           ~ result != EOF || errno != ENOSPC
            write ~ fprintf(stream, "%d", 1)                                     ~ result != EOF || errno != ENOSPC
            write ~ fputc('x', stream)                                           ~ result != EOF || errno != ENOSPC
            write ~ fflush(stream)                                               ~ result != EOF || errno != ENOSPC
            write ~ fclose(stream)                                               ~ result != EOF || errno != ENOSPC
            wait  ~ sem_wait(&sem)                                               ~ result != -1 || errno != EINTR
            wait  ~ sem_timedwait(&sem, &(struct timespec){1LL << 40, 0})        ~ result != -1 || errno != EINTR
            wait  ~ poll(&(struct pollfd){event, POLLIN, 0}, 1, -1)              ~ result != -1 || errno != EINTR
            wait  ~ select(0, NULL, NULL, NULL, &(struct timeval){0, 1})         ~ result != -1 || errno != EINTR
            wait  ~ epoll_wait(set, &(struct epoll_event){0}, 1, -1)             ~ result != -1 || errno != EINTR
            wait  ~ nanosleep(&moment, &left)                                    ~ result != -1 || errno != EINTR || left.tv_nsec != 1
            wait  ~ clock_nanosleep(CLOCK_MONOTONIC, 0, &moment, NULL)           ~ result != EINTR
            open  ~ timerfd_create(CLOCK_MONOTONIC, 0)                           ~ result != -1 || errno != EMFILE
            open  ~ shm_open("/heddle-failing", O_CREAT | O_RDWR, 0600)          ~ result != -1 || errno != EMFILE
            open  ~ mq_open("/heddle-failing", O_CREAT | O_RDWR, 0600, NULL)     ~ result != -1 || errno != EMFILE
            open  ~ fcntl(file, F_DUPFD, 0)                                      ~ result != -1 || errno != EMFILE
            read  ~ recv(tcp[0], text, 8, 0)                                     ~ result != -1 || errno != ECONNRESET
            read  ~ read(tcp[0], text, 8)                                        ~ result != 1
            write ~ send(tcp[1], text, 8, MSG_DONTWAIT)                          ~ result != -1 || errno != ECONNRESET
            write ~ send(tcp[1], text, 8, MSG_DONTWAIT)                          ~ result != 4
            write ~ send(tcp[1], text, 8, MSG_NOSIGNAL)                          ~ result != -1 || errno != EPIPE
            wait  ~ accept(listener, NULL, NULL)                                 ~ result != -1 || errno != EINTR
            wait  ~ mq_send(queue, text, 1, 0)                                   ~ result != -1 || errno != EINTR
            wait  ~ msgsnd(messages, &(long[2]){1, 2}, 8, 0)                     ~ result != -1 || errno != EINTR
            wait  ~ semop(semaphores, &(struct sembuf){0, 1, 0}, 1)              ~ result != -1 || errno != EINTR
            wait  ~ flock(file, LOCK_EX)                                         ~ result != -1 || errno != EINTR
            wait  ~ lockf(file, F_LOCK, 0)                                       ~ result != -1 || errno != EINTR
            wait  ~ fcntl(file, F_SETLKW, &(struct flock){.l_type = F_WRLCK})    ~ result != -1 || errno != EINTR
            wait  ~ waitid(P_PID, (id_t)child, &(siginfo_t){0}, WEXITED)         ~ result != -1 || errno != EINTR
            wait  ~ waitpid(child, NULL, 0)                                      ~ result != -1 || errno != EINTR
            wait  ~ usleep(1)                                                    ~ result != -1 || errno != EINTR
            wait  ~ (int)sleep(3)                                                ~ result != 3
            fork  ~ fork() == -1 ? -1 : (_exit(0), 0)                            ~ result != -1 || errno != EAGAIN
            """;

    /** The call, and what it never comes to. */
    private static final String NEVER =
            """
            write(STDOUT_FILENO, "x", 1)                  ~ result != 1
            fputs("x", stdout)                            ~ result < 0
            pwrite(file, text, 1, 0)                      ~ result == 0
            read(file, text, 8)                           ~ result != 8 && result != -1
            send(sockets[1], text, 8, MSG_DONTWAIT)       ~ result == -1
            write(ends[1], text, 8)                       ~ result == 4
            send(udp, text, 8, 0)                         ~ result == -1 && errno == ECONNRESET
            send(udp, text, 8, 0)                         ~ result == 4
            send(tcp[1], text, 8, 0)                      ~ result == -1 && errno == EPIPE
            recv(sockets[0], text, 8, MSG_DONTWAIT)       ~ result == -1
            accept4(quick, NULL, NULL, 0)                 ~ result == -1 && errno == EINTR
            mq_send(quick_queue, text, 1, 0)              ~ result == -1
            lockf(file, F_TLOCK, 0)                       ~ result == -1
            waitid(P_PID, (id_t)child, &(siginfo_t){0}, WEXITED | WNOHANG) ~ result == -1
            ({ sigset_t none; sigemptyset(&none); int made = signalfd(-1, &none, 0); made < 0 ? 0 : signalfd(made, &none, 0); }) ~ result == -1
            """;

    /** No signal is handled. */
    private static final String NO_HANDLER = "-1";

    private static final List<Row> ROWS = new ArrayList<>();

    @TempDir
    private static Path folder;

    private static Path executable;

    /** A case of the program. */
    private record Row(int number, String sort, String call, String holds) {
        String inC() {
            return "    case %d:\n        result = %s;\n        assert(%s);\n        break;"
                    .formatted(number, call, holds);
        }

        @Override
        public String toString() {
            return sort + ": " + call + ": " + holds;
        }
    }

    private static void add(String sort, String call, String holds) {
        ROWS.add(new Row(ROWS.size(), sort, call, holds));
    }

    @BeforeAll
    static void compileAllCallsAtOnce() throws Exception {
        for (String line : FAILING.lines().toList()) {
            String[] parts = line.split("~", 3);
            add(parts[0].strip(), parts[1].strip(), parts[2].strip());
        }
        for (String line : NEVER.lines().toList()) {
            String[] parts = line.split("~", 2);
            add("never", parts[0].strip(), "!(" + parts[1].strip() + ")");
        }
        for (String call : INTERRUPTED) {
            add("interrupted", call, "result != -1");
        }
        List<String> cases = ROWS.stream().map(Row::inC).toList();
        Path source =
                Files.writeString(folder.resolve("calls.c"), PROGRAM.replace("@CASES@", String.join("\n", cases)));
        executable = folder.resolve("calls");
        Run run = HeddleProcess.run(folder, "cc", "-g", source, "-o", executable);
        assertEquals(0, run.exitCode(), run::toString);
    }

    private static List<Row> failing() {
        return ROWS.stream()
                .filter(row -> !row.sort.matches("never|interrupted"))
                .toList();
    }

    private static List<Row> never() {
        return ROWS.stream().filter(row -> row.sort.equals("never")).toList();
    }

    private static Run check(String failures, Row row, String handler) throws Exception {
        return Heddle.check(folder, "--failures=" + failures, executable, "--", Integer.toString(row.number), handler);
    }

    @ParameterizedTest
    @MethodSource("failing")
    void eachCall_failsWhereItsSortIsAskedFor_andOnlyThere(Row row) throws Exception {
        Run asked = check(row.sort + ":1", row, NO_HANDLER);
        assertEquals("assertion", asked.json().at("/findings/0/kind").textValue(), asked::toString);
        assertTrue(
                asked.json().at("/findings/0/message").textValue().contains(", as POSIX permits (--failures)"),
                asked::toString);
        assertEquals(0, check("mmap:1", row, NO_HANDLER).exitCode());
    }

    @ParameterizedTest
    @MethodSource("never")
    void whatNoSystemWouldDo_isNotDone(Row row) throws Exception {
        Run run = check("1", row, NO_HANDLER);
        assertEquals(0, run.exitCode(), run::toString);
    }

    private static final List<String> INTERRUPTED = List.of(
            "(int)read(ends[0], text, 8)",
            "sem_wait(&sem)",
            "poll(&(struct pollfd){event, POLLIN, 0}, 1, -1)",
            "poll(&(struct pollfd){event, POLLIN, 0}, 1, 0)");

    /** Calls are interrupted where there is a handler; those that go on behind one with SA_RESTART, only by others. */
    @ParameterizedTest
    @CsvSource({
        "0, none, 0",
        "0, restarts, 0",
        "0, plain, 1",
        "1, restarts, 0",
        "1, plain, 1",
        "2, none, 0",
        "2, restarts, 1",
        "3, plain, 0"
    })
    void ofAnyCalls_thoseAreInterruptedThatAHandlerCould(int call, String handler, int exitCode) throws Exception {
        Row row = ROWS.stream()
                .filter(one -> one.call.equals(INTERRUPTED.get(call)) && one.sort.equals("interrupted"))
                .findFirst()
                .orElseThrow();
        String flags =
                switch (handler) {
                    case "none" -> NO_HANDLER;
                    case "plain" -> "0";
                    default -> Integer.toString(0x10000000); // SA_RESTART
                };
        Run run = check("1", row, flags);
        assertEquals(exitCode, run.exitCode(), run::toString);
    }

    @Test
    void reportSaysHowTheCallFailed_andWhatToDo_andReplays() throws Exception {
        Path source = Files.writeString(
                folder.resolve("t.c"),
                """
                #include <assert.h>
                #include <stdio.h>
                #include <unistd.h>
                int main(void) {
                    FILE *stream = tmpfile();
                    assert(stream && write(fileno(stream), "12345678", 8) == 8);
                    pid_t child = fork();
                    assert(child >= 0);
                    if (child == 0) {
                        _exit(0);
                    }
                    return 0;
                }
                """);
        Run run = HeddleProcess.run(folder, "check", "--failures=write:1", source);
        assertEquals(1, run.exitCode(), run::toString);
        assertTrue(
                flat(run).contains("the call of write at t.c:6 failed with ENOSPC, as POSIX permits"), run::toString);
        assertTrue(flat(run).contains("repair: look at what the call returns"), run::toString);
        Run replayed = HeddleProcess.run(folder, "replay", "t.assertion.1.heddle-schedule");
        assertTrue(replayed.out().contains("The same happened again"), replayed::toString);
        Run none = HeddleProcess.run(folder, "check", "--failures=fork:1", source);
        assertTrue(flat(none).contains("the call of fork at t.c:7 failed with EAGAIN"), none::toString);
    }

    private static String flat(Run run) {
        return run.out().replaceAll("\\s+", " ");
    }
}
