package org.heddle.it.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Names of shared memory and of message queues: executions do not meet in them, and leave nothing. */
@Timeout(900)
final class OwnNamesTest {
    /** Its objects must be new, and it leaves them. */
    private static final String MAKES =
            """
            #include <assert.h>
            #include <fcntl.h>
            #include <mqueue.h>
            #include <pthread.h>
            #include <sys/mman.h>
            #include <unistd.h>
            static int *shared;
            static mqd_t queue;
            static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
            static void *work(void *unused) {
                pthread_mutex_lock(&lock);
                char mine = (char)++*shared;
                pthread_mutex_unlock(&lock);
                assert(mq_send(queue, &mine, 1, 0) == 0);
                return unused;
            }
            int main(void) {
                int memory = shm_open(NAME, O_CREAT | O_EXCL | O_RDWR, 0600);
                assert(memory >= 0 && ftruncate(memory, 4096) == 0);
                struct mq_attr room = {.mq_maxmsg = 2, .mq_msgsize = 1};
                queue = mq_open(NAME, O_CREAT | O_EXCL | O_RDWR, 0600, &room);
                assert(queue >= 0);
                shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
                pthread_t one, two;
                pthread_create(&one, NULL, work, NULL);
                pthread_create(&two, NULL, work, NULL);
                pthread_join(one, NULL);
                pthread_join(two, NULL);
                char first = 0, second = 0;
                assert(mq_receive(queue, &first, 1, NULL) == 1 && mq_receive(queue, &second, 1, NULL) == 1);
                assert(first + second == 3 && *shared == 2);
                assert(shm_open(NAME, O_RDONLY, 0) >= 0);
                assert(shm_unlink(NAME) == 0 && shm_open(NAME, O_RDONLY, 0) < 0);
                assert(shm_open(NAME, O_CREAT | O_EXCL | O_RDWR, 0600) >= 0);
                return 0;
            }
            """;

    private static final String FINDS =
            """
            #include <fcntl.h>
            #include <stdio.h>
            #include <sys/mman.h>
            #include <unistd.h>
            int main(void) {
                char text[9] = {0};
                int memory = shm_open(NAME, O_RDONLY, 0);
                return memory < 0 || read(memory, text, 3) != 3 || text[0] != 'a';
            }
            """;

    private static final Path MEMORY = Path.of("/dev/shm");

    @TempDir
    private Path folder;

    /** Our own, of all processes at one time. */
    private final String name = "it-" + ProcessHandle.current().pid() + "-" + System.identityHashCode(this);

    private JsonNode check(int exitCode, String program, String... options) throws IOException {
        Path source = Files.writeString(folder.resolve("names.c"), program);
        Object[] words = new Object[options.length + 4];
        System.arraycopy(options, 0, words, 0, options.length);
        words[options.length] = "-DNAME=\"/" + name + "\"";
        words[options.length + 1] = "-j2";
        words[options.length + 2] = "--keep-going";
        words[options.length + 3] = source;
        Run run = Heddle.check(folder, words);
        assertEquals(exitCode, run.exitCode(), run.toString());
        return run.json();
    }

    /** What zygotes that are gone have left besides these. */
    private static List<String> left(List<String> before) throws IOException {
        try (Stream<Path> files = Files.list(MEMORY)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(file -> file.matches("heddle-[0-9a-f]+-[0-9a-f]{16}"))
                    .filter(file -> ProcessHandle.of(
                                    Long.parseLong(file.substring("heddle-".length(), file.lastIndexOf('-')), 16))
                            .isEmpty())
                    .filter(file -> !before.contains(file))
                    .toList();
        }
    }

    @Test
    void executionsAtOneTime_andOneAfterTheOther_makeTheirNamesAnew_andLeaveNothing() throws Exception {
        List<String> before = left(List.of());
        JsonNode report = check(0, MAKES);
        assertTrue(report.get("complete").booleanValue(), report.toString());
        assertTrue(report.at("/executions/total").intValue() > 1, report.toString());
        assertFalse(Files.exists(MEMORY.resolve(name)), name);
        assertEquals(List.of(), left(before));
    }

    @Test
    void memoryThatWasThereBefore_isUsed_andTheReportSaysSo() throws Exception {
        Path before = Files.writeString(MEMORY.resolve(name), "abc");
        try {
            JsonNode report = check(0, FINDS);
            assertTrue(
                    report.get("remarks").toString().contains("shared memory with a name that was there before"),
                    report.toString());
            assertTrue(Files.exists(before));
        } finally {
            Files.delete(before);
        }
    }

    @Test
    void whatAKilledCheckHasLeft_isRemovedByALaterOne_andWhatALivingOneHasIsNot() throws Exception {
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        Path left = Files.writeString(MEMORY.resolve("heddle-%x-%016x".formatted(gone.pid(), System.nanoTime())), "");
        Path living = Files.writeString(
                MEMORY.resolve(
                        "heddle-%x-%016x".formatted(ProcessHandle.current().pid(), System.nanoTime())),
                "");
        try {
            check(0, MAKES);
            assertFalse(Files.exists(left), left.toString());
            assertTrue(Files.exists(living), living.toString());
        } finally {
            Files.deleteIfExists(left);
            Files.deleteIfExists(living);
        }
    }
}
