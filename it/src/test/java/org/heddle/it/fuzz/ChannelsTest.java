package org.heddle.it.fuzz;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random C programs whose threads use a pipe, a pair of sockets and an event counter: all their interleavings, against the exploration for
 * which operations on different ones commute.
 */
@Tag("thorough")
@Tag("slow")
@Timeout(600)
final class ChannelsTest {
    private static final int PROGRAMS = Integer.getInteger("heddle.channels.programs", 3);
    private static final long SEED = Long.getLong("heddle.channels.seed", 1);

    private static final List<String> SETUP = List.of(
            "signal(SIGPIPE, SIG_IGN);",
            "if (pipe2(pipes, #F)) _exit(97);",
            "if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair)) _exit(97);",
            "event = eventfd(#1, #E);",
            "descriptor = fcntl(pipes[0], F_DUPFD, 50);");

    private static final List<String> ON_PIPE = List.of(
            "{ char c = 'a' + T; SHOW((int)write(pipes[1], &c, 1)); }",
            "{ char c = 'a' + T; SHOW((int)write(pipes[1], &c, 1)); }",
            "{ char c[3] = {0}; SHOW((int)read(pipes[0], c, #3)); SHOW(c[0]); SHOW(c[1]); }",
            "SHOW(close(pipes[#1]));",
            "{ int d = fcntl(pipes[0], F_DUPFD, 50 + T); char c = 0; SHOW((int)read(d, &c, 1)); SHOW(c); close(d); }",
            "{ int d = dup(pipes[1]); char c = 'h'; SHOW((int)write(d, &c, 1)); SHOW(close(d)); }",
            "{ char c = 0; SHOW((int)read(descriptor, &c, 1)); SHOW(c); }",
            "{ struct pollfd f = {pipes[0], POLLIN, 0}; SHOW(poll(&f, 1, #P)); SHOW(f.revents); }",
            "{ int d[2]; SHOW(close(pipes[0])); SHOW(pipe2(d, O_NONBLOCK)); }",
            "SHOW(dup2(pair[#1], pipes[0]) > 0);");

    private static final List<String> ON_PAIR = List.of(
            "{ char c = 'k' + T; SHOW((int)send(pair[0], &c, 1, MSG_NOSIGNAL)); }",
            "{ char c = 'k' + T; SHOW((int)send(pair[1], &c, 1, MSG_NOSIGNAL)); }",
            "{ char c = 0; SHOW((int)recv(pair[1], &c, 1, 0)); SHOW(c); }",
            "{ char c = 0; SHOW((int)recv(pair[0], &c, 1, MSG_DONTWAIT)); SHOW(c); }",
            "{ fd_set s; FD_ZERO(&s); FD_SET(pair[#1], &s); struct timeval t = {0, 0};"
                    + " SHOW(select(64, &s, NULL, NULL, #T)); SHOW(FD_ISSET(pair[#1], &s)); }",
            "{ struct pollfd f[2] = {{pair[0], POLLIN | POLLOUT, 0}, {pipes[0], POLLIN, 0}}; SHOW(poll(f, 2, #P));"
                    + " SHOW(f[0].revents * 8 + f[1].revents); }",
            "{ char c = 's'; struct iovec v = {&c, 1}; struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1};"
                    + " SHOW((int)sendmsg(pair[0], &m, MSG_NOSIGNAL)); }",
            "{ char c = 0; struct iovec v = {&c, 1}; struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1};"
                    + " SHOW((int)recvmsg(pair[1], &m, 0)); SHOW(c); }",
            "SHOW(shutdown(pair[0], SHUT_WR));",
            "SHOW(dup2(pair[1], pipes[0]) > 0);");

    private static final List<String> ON_EVENT = List.of(
            "{ uint64_t v = 1 + T; SHOW((int)write(event, &v, sizeof v)); }",
            "{ uint64_t v = 1 + T; SHOW((int)write(event, &v, sizeof v)); }",
            "{ uint64_t v = 0; SHOW((int)read(event, &v, sizeof v)); SHOW((int)v); }",
            "{ struct pollfd f[2] = {{pipes[0], POLLIN, 0}, {event, POLLIN, 0}}; SHOW(poll(f, 2, -1)); SHOW(f[0].revents * 8 + f[1].revents); }");

    private static final List<String> OTHERS = List.of("x0 = T;", "SHOW(x0);", "SHOW(atomic_fetch_add(&a0, 1));");

    /** Of programs with a handler: K is a thread but main. */
    private static final List<String> SIGNALS =
            List.of("SHOW(pthread_kill(handle(K), SIGUSR1));", "SHOW(atomic_load(&a1));");

    private static final List<List<String>> ALL =
            List.of(ON_PIPE, ON_PIPE, ON_PAIR, ON_PAIR, ON_EVENT, ON_EVENT, OTHERS);

    @TempDir
    private Path folder;

    private static FuzzProgram program(long seed) {
        Random random = new Random(seed);
        int threads = 2 + (random.nextInt(3) == 0 ? 1 : 0);
        List<List<String>> choices = new ArrayList<>(ALL);
        List<String> setup = new ArrayList<>(SETUP);
        if (random.nextInt(3) == 0) {
            choices.addAll(List.of(SIGNALS, SIGNALS));
            setup.add("catch_signal(" + (random.nextBoolean() ? "0" : "SA_RESTART") + ");");
        }
        List<List<String>> all = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            List<String> statements = new ArrayList<>();
            for (int n = 1 + random.nextInt(threads == 2 ? 3 : 2); n > 0; n--) {
                List<String> some = choices.get(random.nextInt(choices.size()));
                int other = 1 + random.nextInt(threads - 1);
                statements.add(filled(some.get(random.nextInt(some.size())), random)
                        .replace("handle(K)", "handle(" + other + ")"));
            }
            all.add(statements);
        }
        return new FuzzProgram(
                seed, setup.stream().map(line -> filled(line, random)).toList(), all, List.of());
    }

    private static String filled(String statement, Random random) {
        return statement
                .replace("#F", random.nextInt(3) == 0 ? "O_NONBLOCK" : "0")
                .replace("#E", random.nextInt(3) == 0 ? "EFD_SEMAPHORE" : "0")
                .replace("#T", random.nextBoolean() ? "NULL" : "&t")
                .replace("#P", random.nextBoolean() ? "-1" : "0")
                .replace("#1", "" + random.nextInt(2))
                .replace("#3", "" + (1 + random.nextInt(3)));
    }

    @Test
    void randomPrograms_nothingIsMissed() throws Exception {
        Fuzzer.assertNothingIsMissed(folder, ChannelsTest::program, SEED, PROGRAMS);
    }
}
