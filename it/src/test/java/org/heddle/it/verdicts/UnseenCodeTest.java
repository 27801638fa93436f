package org.heddle.it.verdicts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What Heddle does not see, it does not prove: the verdict names it, and nothing else. */
@Timeout(900)
final class UnseenCodeTest {
    private static final String PROGRAM =
            """
            #include <ctype.h>
            #include <math.h>
            #include <pthread.h>
            #include <stddef.h>
            #include <stdio.h>
            #include <string.h>
            #include <fcntl.h>
            #include <sys/mman.h>
            #include <sys/ioctl.h>
            #include <unistd.h>
            @OUTSIDE@
            static char text[8];
            static void *work(void *unused) {
                (void)text;
                @CALL@;
                return unused;
            }
            int main(void) {
                pthread_t thread;
                pthread_create(&thread, NULL, work, NULL);
                pthread_join(thread, NULL);
                return 0;
            }
            """;

    @TempDir
    private Path folder;

    /** The memory that a loop reads besides what it waits for was not visible when it began to wait. */
    @ParameterizedTest
    @ValueSource(strings = {"-DAFTERWARDS", "-DTICKS"})
    void writeThatIsNotSeen_leavesNoThreadWaitingThatReadsIt(String option) {
        Path example = Expectation.example("soundness/wait-reads-plain.c");
        Run run = Heddle.check(folder, option, "-DAFTERWARDS", "-DUNSEEN", example);
        JsonNode report = run.json();
        assertEquals("clean", report.get("verdict").textValue(), run::toString);
        assertFalse(report.get("complete").booleanValue(), run::toString);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            other()                                  | other
            int (*volatile p)(void) = other; p()     | a function called through a pointer
            __asm__ volatile("cpuid" ::: "eax", "ebx", "ecx", "edx", "memory"); __asm__ volatile("movl $0, (%0)" :: "r"(text), "r"(1) : "memory", "cc"); in_assembly() | in_assembly
            __asm__ volatile("movl $1, (%%rax)" :: "a"(text) : "memory") | inline assembly
            __asm__ volatile(".byte 0x66, 0x90" :: "a"(text) : "memory") | inline assembly
            __asm__ volatile("testl %1, %1; jz 1f; lock; incl %0; 1:" : "+m"(*(int *)text) : "r"(1) : "memory", "cc") | inline assembly
            __asm__ volatile("testl %0, %0; jz 1f; mfence; 1:" :: "r"(1) : "memory", "cc") | inline assembly
            __asm__ volatile("1: decl %0; jnz 1b" :: "r"(1) : "cc") | inline assembly
            size_t (*volatile p)(const char *) = strlen; p(text) | a function called through a pointer
            ioctl(9, 9, text)                        | ioctl
            setvbuf(stdout, text, _IOFBF, 8)         | setvbuf
            char own[8]; fmemopen(own, 8, "w")       | fmemopen
            int fd = open("/proc/self/exe", O_RDONLY); mmap(NULL, 1, 1, MAP_SHARED, fd, 0); mmap(NULL, 1, 1, MAP_PRIVATE, fd, 0) | a private and a shared mapping of one file
            FILE *file = tmpfile(); mmap(NULL, 1, 1, MAP_SHARED, fileno(file), 0); (void)!ftruncate(fileno(file), 1) | a change of the length of a file that is mapped
            FILE *file = tmpfile(); mmap(NULL, 1, 1, MAP_SHARED, fileno(file), 0); fgetc(file) | a read of a file that is mapped
            FILE *file = tmpfile(); mmap(NULL, 1, 1, MAP_SHARED, fileno(file), 0); fputs("x", file) | a change of a file that is mapped
            """)
    void callOfWhatIsNotInstrumented_isNamedInTheVerdict(String call, String name) throws Exception {
        Run run = check(call);
        JsonNode report = run.json();
        assertEquals("clean", report.get("verdict").textValue(), run::toString);
        assertFalse(report.get("complete").booleanValue(), run::toString);
        assertEquals(1, report.get("unseen").size(), run::toString);
        assertEquals(name, report.at("/unseen/0/function").textValue(), run::toString);
        assertTrue(report.at("/unseen/0/line").intValue() > 0, run::toString);
        assertTrue(
                report.get("claim").textValue().startsWith("proved, except for what these calls do: " + name),
                run::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            strlen(text)
            puts("done")
            getpid()
            int own[2]; ioctl(9, 9, own)
            ioctl(9, 9, 1)
            setvbuf(stdout, NULL, _IOLBF, 0)
            mmap(NULL, 1, 1, MAP_SHARED + MAP_ANONYMOUS, -1, 0); mmap(NULL, 1, 1, MAP_SHARED + MAP_ANONYMOUS, -1, 0)
            seen()
            int (*volatile p)(void) = seen; p()
            int (*volatile p)(int) = toupper; p('a')
            double (*volatile p)(double) = sin; (void)p(1)
            double (*volatile p)(double, double) = pow; (void)p(1, 2)
            __asm__ volatile("pause" ::: "memory")
            int a = 1, c = 0; __asm__ volatile("xchg{q} {%%}rbx, %%rdi; cpuid; xchg{q} {%%}rbx, %%rdi" : "+a"(a), "+c"(c) :: "rdx", "rdi")
            int a; __asm__ volatile("xgetbv; bswap %0; vzeroupper; emms; mfence" : "=a"(a) : "c"(0) : "rdx", "memory")
            int a; __asm__ volatile(".byte 0x0f, 0x01, 0xd0" : "=a"(a) : "c"(0) : "rdx")
            __asm__ volatile("lock; incl %0" : "+m"(*(int *)text) :: "memory", "cc")
            long a; __asm__ volatile("bsrq %1, %0; jnz 1f; movq $-1, %0; 1:" : "=r"(a) : "rm"(8L) : "cc")
            """)
    void callsThatAreSeenOrKnown_areNotNamed(String call) throws Exception {
        Run run = check(call);
        assertTrue(run.json().get("complete").booleanValue(), run::toString);
        assertEquals(0, run.json().get("unseen").size(), run::toString);
        assertTrue(run.json().get("claim").textValue().startsWith("proved: "), run::toString);
    }

    @Test
    void trust_vouchesForFunctionsAndLibraries() throws Exception {
        Path program = library();
        Run strict = Heddle.check(folder, "--require-complete", program);
        assertEquals(3, strict.exitCode(), strict::toString);
        assertEquals("libother.so", strict.json().at("/unseen/0/library").textValue(), strict::toString);
        for (String trusted : new String[] {"other", "libother.so", "strange,other"}) {
            Run trusting = Heddle.check(folder, "--require-complete", "--trust=" + trusted, program);
            assertEquals(0, trusting.exitCode(), trusting::toString);
            assertTrue(trusting.json().get("complete").booleanValue());
        }
        assertEquals(
                3,
                Heddle.check(folder, "--require-complete", "--trust=libo", program)
                        .exitCode());
    }

    @Test
    void everyForm_showsTheSameClaim() throws Exception {
        String claim = "proved, except for what these calls do: other of libother.so (";
        Path program = library();
        for (String form : new String[] {"text", "json", "sarif", "junit", "html", "markdown"}) {
            Run run = Heddle.run("check", "--format", form, program);
            assertTrue(run.out().replaceAll("\\s+", " ").contains(claim), () -> form + ": " + run);
        }
    }

    @Test
    void threadWhoseFunctionIsNotInstrumented_isNamed() throws Exception {
        compile("thread.c", "int shared; void *start(void *unused) { shared++; return unused; }");
        Path main = Files.writeString(
                folder.resolve("main.c"),
                """
                #include <pthread.h>
                void *start(void *);
                int main(void) {
                    pthread_t thread;
                    pthread_create(&thread, 0, start, 0);
                    return pthread_join(thread, 0);
                }
                """);
        JsonNode report =
                Heddle.check(folder, build(main, folder.resolve("thread.o"))).json();
        assertFalse(report.get("complete").booleanValue(), report::toString);
        assertEquals(5, report.at("/unseen/0/line").intValue(), report::toString);
    }

    /** The C run time's own constructor comes after those with a priority. */
    @Test
    void constructorOfTheRunTime_isNotNamed() throws Exception {
        Path source = Files.writeString(
                folder.resolve("constructors.c"),
                """
                #include <pthread.h>
                #include <stddef.h>
                static pthread_t thread;
                static void *work(void *unused) { return unused; }
                __attribute__((constructor(202))) static void before_all(void) { pthread_create(&thread, NULL, work, NULL); }
                int main(void) { return pthread_join(thread, NULL); }
                """);
        JsonNode report = Heddle.check(folder, source).json();
        assertTrue(report.get("complete").booleanValue(), report::toString);
        assertTrue(report.get("unseen").isEmpty(), report::toString);
    }

    @Test
    void programThatIsNotInstrumented_isProvedAtItsSynchronisationPointsOnly() throws Exception {
        Path program = Binaries.compile(folder, Expectation.example("05-lock-order-cycle.c"), "-DFIXED");
        Run run = Heddle.check(folder, "--require-complete", program);
        assertEquals(3, run.exitCode(), run::toString);
        assertTrue(
                run.json()
                        .get("claim")
                        .textValue()
                        .startsWith("proved at synchronisation points only; plain accesses were not seen: "),
                run::toString);
    }

    private Run check(String call) throws Exception {
        compile(
                "other.c",
                """
                int other(void) { static int calls; return ++calls; }
                __asm__(".globl in_assembly\\n.type in_assembly,@function\\nin_assembly: ret\\n");
                """);
        Files.writeString(folder.resolve("seen.c"), "int seen(void) { return 1; }");
        String outside = "int other(void); int in_assembly(void); int seen(void);";
        Path source = Files.writeString(
                folder.resolve("program.c"),
                PROGRAM.replace("@OUTSIDE@", outside).replace("@CALL@", call));
        return Heddle.check(folder, build(source, folder.resolve("seen.c"), folder.resolve("other.o"), "-lm"));
    }

    private Path library() throws Exception {
        Files.writeString(folder.resolve("library.c"), "int other(void) { return 0; }");
        Path library = folder.resolve("libother.so");
        run("cc", "-shared", "-fPIC", folder.resolve("library.c"), "-o", library);
        Path source = Files.writeString(
                folder.resolve("user.c"),
                PROGRAM.replace("@OUTSIDE@", "int other(void);").replace("@CALL@", "other()"));
        return build(source, library, "-Wl,-rpath," + folder);
    }

    private Path build(Object... parts) {
        Path program = folder.resolve("program");
        Object[] command = new Object[parts.length + 5];
        command[0] = "cc";
        command[1] = "-g";
        command[2] = "-pthread";
        System.arraycopy(parts, 0, command, 3, parts.length);
        command[parts.length + 3] = "-o";
        command[parts.length + 4] = program;
        Run built = Heddle.run(command);
        assertEquals(0, built.exitCode(), built::toString);
        return program;
    }

    private void compile(String name, String source) throws Exception {
        Path file = Files.writeString(folder.resolve(name), source);
        run("cc", "-c", file, "-o", folder.resolve(name.replace(".c", ".o")));
    }

    private void run(Object... command) throws IOException, InterruptedException {
        String[] words = new String[command.length];
        for (int i = 0; i < words.length; i++) {
            words[i] = command[i].toString();
        }
        assertEquals(
                0,
                new ProcessBuilder(words)
                        .directory(folder.toFile())
                        .inheritIO()
                        .start()
                        .waitFor());
    }
}
