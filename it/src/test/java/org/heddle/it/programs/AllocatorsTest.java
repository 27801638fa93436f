package org.heddle.it.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.heddle.it.testkit.Binaries;
import org.heddle.it.testkit.Heddle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A program's own allocator is used, one of a library is replaced, and the report says so. */
@Timeout(900)
final class AllocatorsTest {
    private static final String OWN =
            """
            #include <pthread.h>
            #include <stddef.h>
            #include <string.h>
            static char arena[1 << 20];
            static size_t used;
            static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
            int count;
            void *malloc(size_t size) {
                BEFORE;
                pthread_mutex_lock(&lock);
                void *block = arena + used;
                used += (size + 15) & ~15ul;
                count++;
                pthread_mutex_unlock(&lock);
                return block;
            }
            void free(void *block) { (void)block; }
            void *calloc(size_t count_, size_t size) { return memset(malloc(count_ * size), 0, count_ * size); }
            void *realloc(void *block, size_t size) { return block ? memcpy(malloc(size), block, size) : malloc(size); }
            """;

    /** One block is handed on from thread to thread, ordered by nothing but atomics. */
    private static final String LOCK_FREE =
            """
            #include <stdatomic.h>
            #include <stddef.h>
            #include <string.h>
            static char arena[1 << 20], block[64];
            static atomic_size_t used;
            static atomic_bool taken;
            int count = 9;
            void *malloc(size_t size) {
                return size == 5 && !atomic_exchange(&taken, 1) ? block : arena + atomic_fetch_add(&used, (size + 15) & ~15ul);
            }
            void free(void *freed) {
                if (freed == block)
                    atomic_store(&taken, 0);
            }
            void *calloc(size_t count_, size_t size) { return memset(malloc(count_ * size), 0, count_ * size); }
            void *realloc(void *before, size_t size) { return before ? memcpy(malloc(size), before, size) : malloc(size); }
            """;

    private static final String PROGRAM =
            """
            #include <pthread.h>
            #include <stdio.h>
            #include <stdlib.h>
            extern int count;
            static int *first, *second;
            static void *work(void *unused) {
                second = malloc(4);
                *second = 2;
                fprintf(stderr, "%d", *second);
                char *again = malloc(5);
                again[0] = 2;
                free(again);
                return unused;
            }
            int main(void) {
                pthread_t thread;
                pthread_create(&thread, NULL, work, NULL);
                first = malloc(4);
                *first = 1;
                fprintf(stderr, "%d", *first);
                char *again = malloc(5);
                again[0] = 1;
                free(again);
                pthread_join(thread, NULL);
                free(first);
                free(second);
                return count < 2 || first == second;
            }
            """;

    @TempDir
    private Path folder;

    private Path write(String name, String text) throws Exception {
        return Files.writeString(folder.resolve(name), text);
    }

    private JsonNode checkOwn(String before) throws Exception {
        Path source = write("own.c", OWN.replace("BEFORE", before) + PROGRAM.replace("extern int count;", ""));
        return Heddle.check(folder, source).json();
    }

    @Test
    void aProgramsOwn_isUsedAndSeen() throws Exception {
        JsonNode report = checkOwn("");
        assertEquals("clean", report.get("verdict").textValue(), report.toString());
        assertTrue(report.get("complete").booleanValue(), report.toString());
        assertTrue(report.at("/executions/total").intValue() > 1, report.toString());
        assertTrue(report.get("remarks").toString().contains("the program's own malloc is used"), report.toString());
    }

    @Test
    void aBugInAProgramsOwn_isFound() throws Exception {
        JsonNode report = checkOwn("count++");
        assertEquals("data-race", report.at("/findings/0/kind").textValue(), report.toString());
    }

    @Test
    void aProgramsOwnThatIsNotInstrumented_isNamedAndCausesNoRaces() throws Exception {
        Path own = write("own.c", LOCK_FREE);
        Path object = Binaries.compile(folder, own, "-c");
        Path program = folder.resolve("program");
        assertEquals(
                0,
                Heddle.run("cc", "-g", write("program.c", PROGRAM), object, "-pthread", "-o", program)
                        .exitCode());
        JsonNode report = Heddle.check(folder, program).json();
        assertEquals(0, report.get("findings").size(), report.toString());
        assertFalse(report.get("complete").booleanValue(), report.toString());
        assertEquals("malloc", report.at("/unseen/0/function").textValue(), report.toString());
    }

    @Test
    void oneOfALibrary_isReplacedAndItsOwnBlocksAreFreedByIt() throws Exception {
        Path source = write(
                "libpool.so.c",
                OWN.replace("BEFORE", "")
                        + "void *mallocx(size_t size, int unused) { (void)unused; return arena + 4096 + size; }\n");
        Path library = Binaries.compile(folder, source, "-shared", "-fPIC");
        Path user = write(
                "user.c",
                """
                #include <stdlib.h>
                void *mallocx(size_t size, int flags);
                int main(void) {
                    void *own = mallocx(4, 0), *other = malloc(4);
                    free(own);
                    free(other);
                    return 0;
                }
                """);
        Path program = folder.resolve("user");
        assertEquals(
                0,
                Heddle.run("cc", "-g", user, library, "-Wl,-rpath," + folder, "-pthread", "-o", program)
                        .exitCode());
        JsonNode report = Heddle.check(folder, program).json();
        assertEquals(0, report.get("findings").size(), report.toString());
        assertTrue(
                report.get("remarks").toString().contains("malloc of libpool.so is replaced by Heddle's"),
                report.toString());
    }
}
