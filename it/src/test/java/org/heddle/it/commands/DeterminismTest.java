package org.heddle.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.heddle.it.testkit.Schemas;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs of one schedule are the same where nothing else decides; what differs first is named with its line. */
@Timeout(900)
final class DeterminismTest {
    @TempDir
    private Path folder;

    private Path program(String body) throws IOException {
        return Files.writeString(
                folder.resolve("own.c"),
                """
                #include <dirent.h>
                #include <fcntl.h>
                #include <pthread.h>
                #include <stdatomic.h>
                #include <stdio.h>
                #include <stdlib.h>
                #include <sys/random.h>
                #include <time.h>
                #include <unistd.h>
                static atomic_long x;
                static void *run(void *u) {
                    BODY
                    return u;
                }
                int main(void) {
                    pthread_t t;
                    pthread_create(&t, NULL, run, NULL);
                    pthread_join(t, NULL);
                    return 0;
                }
                """
                        .replace("BODY", body));
    }

    private Run determinism(Object... arguments) throws Exception {
        Object[] all = new Object[arguments.length + 3];
        all[0] = "determinism";
        all[1] = "--format";
        all[2] = "json";
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        Run run = Heddle.run(all);
        Schemas.assertDeterminism(run.json());
        return run;
    }

    private static void assertDiffers(Run run, String what, int line) {
        assertEquals(1, run.exitCode(), run.toString());
        JsonNode first = run.json().path("differences").path(0);
        assertEquals(what, first.path("what").asText(), run.out());
        assertEquals(line, first.path("line").asInt(), run.out());
    }

    /** Times, random numbers, addresses of the heap, the stack and of code, and the order of threads are Heddle's. */
    @Test
    void whatIsControlled_isTheSame() throws Exception {
        Path source = program(
                """
                struct timespec now;
                clock_gettime(CLOCK_REALTIME, &now);
                long drawn;
                if (getrandom(&drawn, sizeof drawn, 0) != sizeof drawn)
                    abort();
                atomic_store(&x, drawn);
                printf("%ld %ld %p %p %p %ld\\n", (long)now.tv_sec, (long)time(NULL), malloc(9), (void *)&now,
                       (void *)run, (long)pthread_self());
                """);
        Run run = determinism("-n", 4, source);
        assertEquals(0, run.exitCode(), run.toString());
        assertEquals(4, run.json().path("runs").asInt());
        assertTrue(run.json().path("compared").path("stdout").asInt() > 10, run.out());
    }

    /** Through libc's calls, streams, and several buffers at once, by main and by another thread. */
    @Test
    void devicesOfRandomNumbers_andThoseOfTheKernel_areTheSame() throws Exception {
        Path source = Files.writeString(
                folder.resolve("drawn.c"),
                """
                #include <fcntl.h>
                #include <pthread.h>
                #include <stdio.h>
                #include <stdlib.h>
                #include <sys/auxv.h>
                #include <sys/uio.h>
                #include <unistd.h>
                static unsigned long of_descriptor(const char *path) {
                    unsigned long drawn = 0;
                    int fd = open(path, O_RDONLY);
                    if (read(fd, &drawn, sizeof drawn) != sizeof drawn) abort();
                    close(fd);
                    return drawn;
                }
                static unsigned long of_stream(FILE *stream) {
                    unsigned long drawn = 0;
                    if (fread(&drawn, sizeof drawn, 1, stream) != 1) abort();
                    if (fileno(stream) < 0) abort();
                    fclose(stream);
                    return drawn;
                }
                static unsigned long of_parts(void) {
                    unsigned long drawn[2] = {0};
                    struct iovec v[2] = {{&drawn[0], 8}, {&drawn[1], 8}};
                    int fd = open("/dev/urandom", O_RDWR);
                    if (readv(fd, v, 2) != 16) abort();
                    if (pread(fd, &drawn[0], 4, 5) != 4) abort();
                    close(fd);
                    return drawn[0] ^ drawn[1];
                }
                static void *run(void *u) {
                    printf("%lx %lx\\n", of_descriptor("/dev/urandom"), of_descriptor("/dev/random"));
                    printf("%lx\\n", of_stream(fopen("/dev/urandom", "rb")));
                    printf("%lx\\n", of_stream(fdopen(open("/dev/random", O_RDONLY), "r")));
                    printf("%lx %lx\\n", of_parts(), *(unsigned long *)getauxval(AT_RANDOM));
                    return u;
                }
                int main(void) {
                    pthread_t t;
                    pthread_create(&t, NULL, run, NULL);
                    pthread_join(t, NULL);
                    run(NULL);
                    return 0;
                }
                """);
        Run run = determinism("-n", 3, source);
        assertEquals(0, run.exitCode(), run.toString());
        assertTrue(run.json().path("compared").path("stdout").asInt() > 100, run.out());
        assertTrue(Heddle.check(folder, source).json().path("complete").asBoolean());
    }

    @Test
    void randomDeviceOfCxx_isTheSame() throws Exception {
        Path source = Files.writeString(
                folder.resolve("drawn.cpp"),
                """
                #include <cstdio>
                #include <random>
                #include <thread>
                int main() {
                    std::random_device first, second("/dev/urandom");
                    std::thread t([&] { printf("%u %u\\n", first(), second()); });
                    t.join();
                    printf("%u\\n", first());
                }
                """);
        assertEquals(0, determinism("-n", 3, source).exitCode());
    }

    @Test
    void processNumber_isNamedWhereItIsAskedFor_andWhatComesOfIt() throws Exception {
        Path source = program("atomic_store(&x, getpid());");
        Run run = determinism(source);
        assertDiffers(run, "source", 12);
        assertEquals(2, run.json().path("differingRun").asInt());
        assertEquals("step", run.json().path("differences").path(1).path("what").asText(), run.out());
        Run text = Heddle.run("determinism", source);
        assertTrue(text.out().contains("  first: the result of getpid, before step 2 of "), text.out());
        assertTrue(text.out().contains("      atomic_store(&x, getpid());"), text.out());
        assertTrue(text.out().contains("    run 1: T1: store x = "), text.out());
        assertTrue(text.out().contains("    run 2: T1: store x = "), text.out());
    }

    @Test
    void processNumber_isNamedWhereItIsPrinted() throws Exception {
        Run run = determinism(program("printf(\"%d\\n\", (int)getpid());"));
        assertDiffers(run, "source", 12);
        assertEquals(
                "stdout", run.json().path("differences").path(1).path("what").asText(), run.out());
    }

    @Test
    void processNumber_ofWhichNothingComes_isARemark() throws Exception {
        Run run = determinism("-n", 2, program("if (getpid() == 1) abort();"));
        assertEquals(0, run.exitCode(), run.toString());
        String remark = run.json().path("remarks").path(0).asText();
        assertTrue(remark.startsWith("the result of getpid") && remark.contains("at own.c:12"), run.out());
    }

    @Test
    void whatAFileHolds_isNamedWhereItIsRead() throws Exception {
        Path source = program(
                "char b[64]; int fd = open(\"/proc/self/stat\", O_RDONLY); long n = read(fd, b, 64); printf(\"%.*s\", (int)n, b);");
        Run run = determinism(source);
        assertDiffers(run, "source", 12);
        assertTrue(run.json().path("differences").path(0).path("where").asText().startsWith("the result of read"));
    }

    /** The first run leaves a file there. */
    @Test
    void whatAFolderHolds_isNamedWhereItIsRead() throws Exception {
        Path left = Files.createDirectory(folder.resolve("listed"));
        Path source = program("DIR *d = opendir(\"" + left + "\"); int n = 0; while (readdir(d)) n++; closedir(d);"
                + " printf(\"%d\\n\", n); open(\"" + left + "/left\", O_CREAT | O_WRONLY, 0600);");
        Run run = determinism(source);
        assertDiffers(run, "source", 12);
        assertTrue(run.json().path("differences").path(0).path("where").asText().startsWith("the result of readdir"));
    }

    /** A value that no call brings: where each access is a step, the first that has it is named. */
    @Test
    void plainMemory_isCompared_ifAllAccessesAreSteps() throws Exception {
        Path source = program("static int own; own = access(\"" + folder.resolve("left")
                + "\", F_OK); close(open(\"" + folder.resolve("left")
                + "\", O_CREAT | O_WRONLY, 0600)); printf(\"%d\\n\", own);");
        assertDiffers(determinism(source), "stdout", 0);
        Files.delete(folder.resolve("left"));
        assertDiffers(determinism("--points", "all", source), "step", 12);
    }

    /** A file that the first run leaves behind. */
    @Test
    void anotherCourse_isNamed_andASandboxPreventsIt() throws Exception {
        Path left = Files.createDirectory(folder.resolve("left"));
        Path source = program("if (open(\"" + left + "/left\", O_CREAT | O_EXCL, 0600) >= 0) atomic_store(&x, 1);");
        Run run = determinism(source);
        assertEquals(1, run.exitCode(), run.toString());
        assertEquals("step", run.json().path("differences").path(0).path("what").asText(), run.out());
        Path inside = program("if (open(\"left\", O_CREAT | O_EXCL, 0600) >= 0) atomic_store(&x, 1);");
        Path copied = Files.createDirectory(folder.resolve("copied"));
        assertEquals(0, determinism("--sandbox", copied, inside).exitCode());
    }

    @Test
    void scheduleOfAFinding_isTheSameEachTime() throws Exception {
        Path source = Files.copy(Expectation.example("01-database-deadlock.c"), folder.resolve("database.c"));
        Heddle.check(folder, source);
        Path schedule = folder.resolve("database.deadlock.1.heddle-schedule");
        Run run = determinism("-n", 3, "--schedule", schedule);
        assertEquals(0, run.exitCode(), run.toString());
        assertEquals("deadlock", run.json().path("compared").path("end").asText(), run.out());
        Heddle.run("determinism", "--schedule", schedule, source).assertRefused(2, "a schedule has its program");
        Heddle.run("determinism", "--schedule", schedule, "--points", "all")
                .assertRefused(2, "a schedule has its program");
    }

    @Test
    void wrongUse_isRefused() throws Exception {
        Heddle.run("determinism", "-n", 1, program("")).assertRefused(2, "-n must be at least 2");
        Heddle.run("determinism", folder.resolve("none.c")).assertRefused(2, "there is no file");
    }
}
