package org.heddle.it.race;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What library functions read and write counts as if the program did it itself: neither less nor more of it. */
@Timeout(900)
final class LibraryFunctionsTest {
    private static final String PROGRAM =
            """
            #define _GNU_SOURCE
            #include <getopt.h>
            #include <pthread.h>
            #include <stdarg.h>
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>
            #include <strings.h>
            #include <sys/socket.h>
            #include <sys/uio.h>
            #include <time.h>
            #include <unistd.h>
            #include <wchar.h>

            static wchar_t words[32] = L"hello world", others[32] = L"hello", copied[32], *next;
            static char text[64] = "hello world", more[64] = "hello", all[64];
            static int number = 1, numbers[8], chosen;
            static long wide;
            static double real;
            static char *pointer, *place = text, *heap;
            static size_t room;
            static unsigned seed;
            static struct tm tm;
            static time_t when;
            static int ends[2];
            static FILE *stream;
            static struct option on[] = {{"on", 0, &number, 2}, {"off", 0, &numbers[1], 2}, {0}};
            static volatile long sink;

            static int printed(char *to, size_t size, const char *format, ...) {
                va_list arguments;
                va_start(arguments, format);
                int length = to ? vsnprintf(to, size, format, arguments) : vprintf(format, arguments);
                va_end(arguments);
                return length;
            }
            static int scanned(const char *from, const char *format, ...) {
                va_list arguments;
                va_start(arguments, format);
                int count = vsscanf(from, format, arguments);
                va_end(arguments);
                return count;
            }
            static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

            static void *work(void *unused) {
                switch (chosen) {
                @CALLS@
                }
                return unused;
            }
            int main(int argc, char **argv) {
                chosen = atoi(argv[1]);
                socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
                write(ends[0], "abc\\ndef\\n", 8);
                stream = tmpfile();
                fputs("12 abc\\nsecond\\n", stream);
                rewind(stream);
                (void)printed, (void)scanned, (void)compare;
                heap = memset(malloc(60), 0, 60);
                pthread_t thread;
                pthread_create(&thread, NULL, work, NULL);
                switch (chosen) {
                @MAINS@
                }
                pthread_join(thread, NULL);
                return 0;
            }
            """;

    /** A call, what races with it, and what does not. */
    private static final String RACES =
            """
            read(ends[1], all, 4)                          | all[3] = 1      | all[4] = 1
            pread(fileno(stream), all, 4, 2)               | all[3] = 1      | all[4] = 1
            readv(ends[1], (struct iovec[]){{all, 2}, {text, 9}}, 2) | text[5] = 1 | text[6] = 1; all[2] = 1
            recv(ends[1], all, 64, 0)                      | all[7] = 1      | all[8] = 1
            recvfrom(ends[1], all, 64, 0, NULL, NULL)      | all[7] = 1      | all[8] = 1
            recvfrom(ends[1], all, 4, 0, (struct sockaddr *)(all + 32), (socklen_t *)(all + 8)) | all[8] = 1 | all[12] = 1
            recvmsg(ends[1], &(struct msghdr){.msg_iov = &(struct iovec){all, 6}, .msg_iovlen = 1}, 0) | all[5] = 1 | all[6] = 1
            preadv(fileno(stream), (struct iovec[]){{all, 2}, {text, 9}}, 2, 0) | text[8] = 1 | text[9] = 1; all[2] = 1
            pwritev(fileno(stream), (struct iovec[]){{all, 2}, {text, 9}}, 2, 0) | text[8] = 1 | text[9] = 1; all[2] = 1
            writev(ends[0], (struct iovec[]){{all, 2}, {text, 9}}, 2) | text[8] = 1 | text[9] = 1; all[2] = 1
            sendmsg(ends[0], &(struct msghdr){.msg_iov = &(struct iovec){all, 6}, .msg_iovlen = 1}, 0) | all[5] = 1 | all[6] = 1
            sendto(ends[0], all, 6, 0, NULL, 0)            | all[5] = 1      | all[6] = 1; sink = all[5]
            write(ends[0], all, 6)                         | all[5] = 1      | all[6] = 1; sink = all[5]
            fread(all, 2, 3, stream)                       | all[5] = 1      | all[6] = 1
            fread(all, 10, 9, stream)                      | sink = all[13]  | all[14] = 1
            fgets(all, sizeof all, stream)                 | all[7] = 1      | all[8] = 1
            fgets(all, 4, stream)                          | all[3] = 1      | all[4] = 1
            getline(&pointer, &room, stream)               | sink = (long)pointer | sink = number
            pointer = all; room = 64; getline(&pointer, &room, stream) | all[7] = 1 | all[8] = 1
            getdelim(&pointer, &room, 'x', stream)         | room = 1        | sink = number
            fscanf(stream, "%d %s", numbers, all)          | sink = all[3]   | all[4] = 1; numbers[1] = 1
            sscanf("7 8", "%d %*d %hd", numbers, (short *)all) | numbers[0] = 1 | all[0] = 1
            sscanf("xyz 1", "%*[^ ]%n%5c", &number, all)   | sink = number   | all[5] = 1
            snprintf(all, 9, "ab%n", &number)              | sink = number   | sink = numbers[0]
            sprintf(all, "ab%hhn", (signed char *)&number) | sink = ((char *)&number)[0] | sink = ((char *)&number)[1]
            getopt(2, (char *[]){"p", "-a", NULL}, "a")    | sink = optind   | sink = number
            getopt_long(2, (char *[]){"p", "--on", NULL}, "", on, NULL) | sink = number | sink = numbers[0]
            getopt_long_only(2, (char *[]){"p", "-off", NULL}, "", on, numbers) | sink = numbers[1] | sink = number
            getopt_long_only(2, (char *[]){"p", "-of", NULL}, "", on, numbers) | sink = numbers[0] | sink = number
            getopt_long(2, (char *[]){"p", "--on", NULL}, "", on, NULL) | on[1].val = 3 | sink = on[1].val
            tzset()                                        | sink = (long)tzname[1] | tzset()
            mktime(&tm)                                    | sink = timezone | mktime(&(struct tm){0})
            localtime_r(&when, &tm)                        | sink = daylight | ctime(&when)
            localtime(&when)                               | sink = daylight | tzset()
            ctime(&when)                                   | sink = (long)tzname[0] | localtime_r(&when, &tm)
            sscanf("12.5", "%lf", &real)                   | real = 1        | sink = number
            sscanf("abc-", "%[a-c]%n", all, &number)       | all[3] = 1      | all[4] = 1
            sscanf("ab", "%ms", &pointer)                  | sink = (long)pointer | sink = number
            scanned("5", "%ld", &wide)                     | wide = 1        | sink = number
            sscanf(text, "%5c", all)                       | text[0] = 'H'   | sink = text[0]
            snprintf(all, 4, "%d", 123456)                 | sink = all[3]   | all[4] = 1
            snprintf(all, 40, "%s", text)                  | all[11] = 1     | all[12] = 1; sink = text[0]
            sprintf(all, "%d-%d", 12, 34)                  | all[5] = 1      | all[6] = 1
            printed(all, 64, "%d %s", 5, text)             | all[13] = 1     | all[14] = 1; sink = text[0]
            printed(all, 64, "%ld %f %.3s", 5L, 1.0, text) | text[2] = 'L'   | text[3] = 'L'
            printed(NULL, 0, "%*d %s", 5, 1, text)         | text[11] = 0    | text[12] = 0
            asprintf(&pointer, "%d", 1)                    | sink = (long)pointer | sink = number
            qsort(numbers, 8, sizeof(int), compare)        | sink = numbers[7] | sink = number
            bsearch(&number, numbers, 8, sizeof(int), compare) | number = 2  | number > 0
            strtok_r(text, " ", &pointer)                  | sink = text[5]  | text[6] = 'W'
            strtok_r(NULL, " ", &place)                    | place = text    | text[6] = 'W'
            pointer = text; strsep(&pointer, " ")          | sink = text[5]  | text[6] = 'W'
            memmove(all, text, 5)                          | sink = all[4]   | all[5] = 1
            mempcpy(all, text, 5)                          | text[4] = 1     | text[5] = 1
            memccpy(all, text, 'o', 64)                    | all[4] = 1      | all[5] = 1; text[5] = 1
            memchr(text, 'o', 64)                          | text[4] = 1     | text[5] = 1
            memset(all, 1, 5)                              | sink = all[4]   | sink = all[5]
            bzero(all, 5)                                  | sink = all[4]   | sink = all[5]
            stpcpy(all, text)                              | sink = all[11]  | sink = all[12]
            strncpy(all, more, 20)                         | sink = all[19]  | sink = all[20]
            sink = (long)strdup(text)                      | text[11] = 0    | text[12] = 0
            strnlen(text, 3)                               | text[2] = 1     | text[3] = 1
            strchr(text, 'o')                              | text[4] = 1     | text[5] = 1
            sink = strchr(text, 'x') != NULL               | text[11] = 0    | text[12] = 0
            strrchr(text, 'h')                             | text[11] = 0    | text[12] = 0
            strstr(text, "lo")                             | text[4] = 1     | text[5] = 1
            strspn(text, "he")                             | text[2] = 1     | text[3] = 1
            strcspn(text, " ")                             | text[5] = 1     | text[6] = 1
            strpbrk(text, more)                            | more[5] = 0     | more[6] = 0
            strcasecmp(text, "HEXX")                       | text[2] = 1     | text[3] = 1
            strncasecmp(text, "HEXX", 2)                   | text[1] = 1     | text[2] = 1
            strtol("12x", &pointer, 10)                    | sink = (long)pointer | sink = number
            atoi(more)                                     | more[0] = 1     | more[1] = 1
            strtod("1.5", &pointer)                        | sink = (long)pointer | sink = number
            wcslen(words)                                  | words[11] = 0   | words[12] = 0
            wcsnlen(words, 3)                              | words[2] = 1    | words[3] = 1
            sink = (long)wcsdup(words)                     | words[11] = 0   | words[12] = 0
            wcscpy(copied, others)                         | sink = copied[5] | sink = copied[6]; sink = others[5]
            wcsncpy(copied, others, 10)                    | sink = copied[9] | sink = copied[10]
            wcscat(others, words)                          | sink = others[16] | sink = others[17]; sink = words[0]
            wcsncat(others, words, 3)                      | words[2] = 1    | words[3] = 1
            wcscmp(words, L"hexx")                         | words[2] = 1    | words[3] = 1
            wcsncmp(words, L"hexx", 2)                     | words[1] = 1    | words[2] = 1
            wcscasecmp(words, L"HEXX")                     | words[2] = 1    | words[3] = 1
            wcsncasecmp(words, L"HEXX", 2)                 | words[1] = 1    | words[2] = 1
            wcscoll(words, L"hexx")                        | words[11] = 0   | words[12] = 0
            wcstoimax(L"12x", &next, 10)                   | sink = (long)next | sink = number
            wmemcpy(copied, words, 5)                      | words[4] = 1    | words[5] = 1
            wmemmove(copied, words, 5)                     | sink = copied[4] | sink = copied[5]
            wmemset(copied, L'x', 5)                       | sink = copied[4] | sink = copied[5]
            wmemcmp(words, L"hexx", 4)                     | words[2] = 1    | words[3] = 1
            wmemchr(words, L'o', 16)                       | words[4] = 1    | words[5] = 1
            wcschr(words, L'o')                            | words[4] = 1    | words[5] = 1
            wcsrchr(words, L'h')                           | words[11] = 0   | words[12] = 0
            wcsstr(words, L"lo")                           | words[4] = 1    | words[5] = 1
            wcsspn(words, L"he")                           | words[2] = 1    | words[3] = 1
            wcscspn(words, L" ")                           | words[5] = 1    | words[6] = 1
            wcstok(words, L" ", &next)                     | sink = words[5] | words[6] = 1
            wcstol(L"12x", &next, 10)                      | sink = (long)next | sink = number
            wcstod(L"1.5", &next)                          | sink = (long)next | sink = number
            rand_r(&seed)                                  | seed = 1        | sink = number
            localtime_r(&when, &tm)                        | when = 1        | sink = number
            gmtime_r(&when, &tm)                           | sink = tm.tm_year | sink = when
            clock_gettime(CLOCK_REALTIME, (struct timespec *)all) | all[15] = 1 | all[16] = 1
            fwrite(text, 2, 3, stream)                     | text[5] = 1     | text[6] = 1
            fputs(more, stream)                            | more[5] = 0     | more[6] = 0
            pointer = realloc(heap, 61)                    | sink = heap[3]  | sink = (long)heap
            """;

    private static final List<String> WRITERS = List.of(
            "read(ends[1], all, 4)",
            "recv(ends[1], all, 4, 0)",
            "readv(ends[1], &(struct iovec){all, 4}, 1)",
            "fread(all, 1, 4, stream)",
            "fgets(all, 5, stream)",
            "pointer = all; room = 64; getline(&pointer, &room, stream)",
            "fscanf(stream, \"%4c\", all)",
            "sscanf(\"abcd\", \"%63s\", all)",
            "snprintf(all, 64, \"%d\", 1234)",
            "memccpy(all, text, 'o', 64)");

    private static final List<String> OVERFLOWS = List.of(
            "read(ends[1], block, 8)",
            "fgets(block, 8, stream)",
            "fread(block, 1, 8, stream)",
            "fscanf(stream, \"%*d %s\", block)",
            "sprintf(block, \"%d\", 1234)",
            "snprintf(block, 8, \"%d\", 1234)",
            "memccpy(block, text, 'o', 64)",
            "strtok_r(block, \" \", &pointer)");

    /** What is seen of the write: nothing, all of it, or its end without its beginning. */
    private static final List<String> OUTCOMES =
            List.of("if (all[3] == 0) abort()", "if (all[3] != 0) abort()", "if (all[0] == 0 && all[3] != 0) abort()");

    private static final Case LINES_WITH_NULS = new Case(
            "write(ends[0], \"a\\0b\\n\", 4)",
            "FILE *in = fdopen(ends[1], \"r\"); fgets(all, 64, in); fgets(all, 64, in);"
                    + " fgets(all, 64, in); if (memcmp(all, \"a\\0b\\n\", 5)) abort()");

    /** The calls and what main does meanwhile: a case of the program for each, so that there is one to compile. */
    private static final List<Case> CASES = cases();

    /** A call in one thread, and what main does meanwhile. */
    private record Case(String call, String inMain) {}

    private static Path program;

    @TempDir
    private Path folder;

    /** A call in one thread, what races with it in another, and what lies next to that and does not. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("races")
    void accessesOfLibraryFunction_raceWhereTheyOverlap(String call, String races, String neighbour) {
        Run racy = check(new Case(call, races));
        assertEquals(1, racy.exitCode(), racy::toString);
        assertEquals("data-race", racy.json().at("/findings/0/kind").textValue(), racy::toString);
        Run apart = check(new Case(call, neighbour));
        assertEquals(0, apart.exitCode(), apart::toString);
    }

    /** Where the memory is a scheduling point, what the function writes is there only after it. */
    @ParameterizedTest
    @FieldSource("WRITERS")
    void raceWithLibraryFunction_isExploredInBothOrders(String call) {
        for (String either : OUTCOMES.subList(0, 2)) {
            Run run = check(new Case(call, either));
            assertEquals(1, run.exitCode(), run::toString);
            assertTrue(run.out().contains("\"crash\""), () -> either + ": " + run);
        }
        Run both = check(new Case(call, OUTCOMES.get(2)));
        assertFalse(both.out().contains("diverged\" : 1"), both::toString);
    }

    @ParameterizedTest
    @FieldSource("OVERFLOWS")
    void blockThatIsTooSmall_isToldAndHarmless(String call) {
        Run run = check(new Case(inSmallBlock(call), "(void)0"));
        assertEquals(1, run.exitCode(), run::toString);
        assertEquals("heap-overflow", run.json().at("/findings/0/kind").textValue(), run::toString);
    }

    @Test
    void linesWithNuls_comeWhole() {
        Run run = check(LINES_WITH_NULS);
        assertEquals(0, run.exitCode(), run::toString);
    }

    private static Stream<Arguments> races() {
        return RACES.lines().map(row -> {
            String[] columns = row.split("\\|", -1);
            return Arguments.of(columns[0].strip(), columns[1].strip(), columns[2].strip());
        });
    }

    private static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        races().map(Arguments::get).forEach(row -> {
            cases.add(new Case((String) row[0], (String) row[1]));
            cases.add(new Case((String) row[0], (String) row[2]));
        });
        WRITERS.forEach(call -> OUTCOMES.forEach(inMain -> cases.add(new Case(call, inMain))));
        OVERFLOWS.forEach(call -> cases.add(new Case(inSmallBlock(call), "(void)0")));
        cases.add(LINES_WITH_NULS);
        return cases;
    }

    private static String inSmallBlock(String call) {
        return "char *block = malloc(3); memcpy(block, \"abc\", 3); char *next = malloc(3); " + call
                + "; free(next); free(block)";
    }

    private static String switched(Function<Case, String> code) {
        return IntStream.range(0, CASES.size())
                .mapToObj(number -> "case " + number + ": {" + code.apply(CASES.get(number)) + ";} break;\n")
                .collect(Collectors.joining());
    }

    @BeforeAll
    static void compile(@TempDir Path folder) throws IOException {
        Path source = folder.resolve("program.c");
        Files.writeString(
                source, PROGRAM.replace("@CALLS@", switched(Case::call)).replace("@MAINS@", switched(Case::inMain)));
        program = folder.resolve("program");
        Run run = Heddle.run("cc", "-g", "-O1", "-w", source, "-pthread", "-o", program);
        assertEquals(0, run.exitCode(), run::toString);
    }

    private Run check(Case chosen) {
        return Heddle.check(folder, "--keep-going", program, "--", CASES.indexOf(chosen));
    }
}
