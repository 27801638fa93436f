package org.heddle.it.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.heddle.it.testkit.Binaries;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Executables of all kinds: those that can be checked are, and for each of the others there is a clear word. */
@Timeout(900)
final class ForeignProgramsTest {
    private static final Path SOURCE = Expectation.example("05-lock-order-cycle.c");
    private static final String LOADER = "/lib64/ld-linux-x86-64.so.2";
    private static final String OF_MUSL = "/lib/ld-musl-x86_64.so.1";
    private static final int MACHINE = 18;
    private static final byte AARCH64 = (byte) 183;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"-pie", "-no-pie", "-s"})
    void executable_isCheckedByItsPthreadCalls(String how) throws Exception {
        Path program = Binaries.compile(folder, SOURCE, how);
        Run run = Heddle.run("check", "-o", folder.resolve("report.txt"), program);
        assertEquals(1, run.exitCode(), run::toString);
        assertTrue(run.out().contains("lock-cycle"), run::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-pie", "-no-pie", "-s"})
    void executableOfHeddleCc_isCheckedAsItsSource(String how) {
        Path program = folder.resolve("program");
        String code = how.equals("-no-pie") ? "-fno-pie" : "-fpie";
        assertEquals(0, Heddle.run("cc", "-g", code, how, SOURCE, "-o", program).exitCode());
        Run run = Heddle.run("check", "-o", folder.resolve("report.txt"), program);
        assertEquals(1, run.exitCode(), run::toString);
        assertTrue(run.out().contains("lock-cycle"), run::toString);
    }

    @Test
    void programOfMusl_saysWhichLibraryItNeeds() throws Exception {
        Path program = Binaries.compile(folder, SOURCE);
        String bytes = Files.readString(program, StandardCharsets.ISO_8859_1);
        String other = bytes.replace(LOADER, OF_MUSL + "\0".repeat(LOADER.length() - OF_MUSL.length()));
        Files.writeString(program, other, StandardCharsets.ISO_8859_1);
        Heddle.run("check", program).assertRefused(2, "musl", "GNU C Library");
    }

    @Test
    void programOfAnotherProcessor_saysSo() throws Exception {
        Path program = Binaries.compile(folder, SOURCE);
        byte[] bytes = Files.readAllBytes(program);
        bytes[MACHINE] = AARCH64;
        Files.write(program, bytes);
        Heddle.run("check", program).assertRefused(2, "another processor", "x86-64");
    }

    @Test
    void ioUring_isNotAvailable_andTheClaimSaysSo() throws Exception {
        Path source = Files.writeString(
                folder.resolve("rings.c"),
                """
                #include <assert.h>
                #include <errno.h>
                #include <pthread.h>
                #include <sys/syscall.h>
                #include <unistd.h>
                static void *work(void *unused) {
                    char parameters[256] = {0};
                    assert(syscall(SYS_io_uring_setup, 8, parameters) == -1 && errno == ENOSYS);
                    return unused;
                }
                int main(void) {
                    pthread_t thread;
                    pthread_create(&thread, NULL, work, NULL);
                    work(NULL);
                    pthread_join(thread, NULL);
                    return 0;
                }
                """);
        Run run = Heddle.run("check", source);
        assertEquals(0, run.exitCode(), run::toString);
        assertTrue(run.out().contains("io_uring is not available"), run::toString);
    }
}
