package org.heddle.it.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The pass announces calls of the functions in a list; the runtime must interpose just these, or sites get mixed up. */
final class InterposedListTest {
    /** Exported for other reasons than to be called by programs. */
    private static final Set<String> NOT_CALLED = Set.of(
            "__heddle_attach",
            "__heddle_attach_lines",
            "__heddle_attach_numbers",
            "__libc_start_main",
            "__asan_default_options",
            "__asan_on_error");

    /** What stand-ins ask of others on the program's behalf, by source file. C11's calls are POSIX's, and those of {@code syscall} are libc's. */
    private static final String FORWARDED =
            """
            aio.c: aio_cancel aio_error aio_fsync aio_read aio_return aio_suspend aio_write lio_listio
            aio_requests.c: fsync pread pwrite read write
            allocation.c: realloc
            cxx_thread.c: pthread_detach pthread_join
            descriptors.c: fcntl inotify_init1 pipe2
            execute.c: _exit
            fork.c: close dup2 open waitid
            format.c: __vfprintf_chk vfprintf
            input.c: fgets fread free getdelim realloc
            io_format.c: vdprintf write
            io_fortified.c: pread pread64 read recv recvfrom
            io_read.c: accept4 pread preadv preadv2 read
            io_write.c: pwrite pwritev pwritev2 write
            keys.c: calloc
            limits.c: getrlimit prlimit setrlimit
            mapping.c: mmap
            mutex_calls.c: pthread_getschedparam
            poll.c: poll
            scan.c: fscanf scanf sscanf vfscanf vscanf vsscanf
            setting_calls.c: capset getpriority personality sched_getparam sched_getscheduler sched_setparam sched_setscheduler setfsgid setfsuid setpriority
            signal_action.c: sigaction
            signal_old.c: raise sigaction signal sigprocmask sigsuspend
            stream.c: close fopen read write
            thread_exit.c: exit pthread_exit
            timer_calls.c: eventfd
            transfers.c: recvmsg sendfile sendmsg
            tsan_fibers.c: free malloc
            ucontext.c: exit setcontext
            """;

    private static final Path NATIVE = Path.of("../native-shim/target/native");

    @Test
    void interposedList_namesEveryFunctionThatTheRuntimeExports() throws Exception {
        assertEquals(exported(), listed());
    }

    /** {@code syscall} is the program's, where futexes are modelled; the runtime's own calls go by {@code direct.h}. */
    @Test
    void runtime_doesNotCallItsOwnSyscall() throws Exception {
        List<String> relocations =
                lines("readelf", "-rW", NATIVE.resolve("libheddle.so").toString());
        assertTrue(relocations.stream().anyMatch(line -> line.contains("mmap")), "readelf names what is called");
        assertEquals(
                List.of(),
                relocations.stream()
                        .filter(line -> line.matches(".*\\bsyscall\\b.*"))
                        .toList());
    }

    /** What the runtime asks of libc for itself goes by {@code REAL}: by a stand-in it would be an operation of the program. */
    @Test
    void runtime_callsStandInsOnlyWhereAnotherStandInAsksForThem() throws Exception {
        String standIn = listed().stream().map(Pattern::quote).collect(Collectors.joining("|"));
        Pattern call = Pattern.compile("(?<![\\w.>\"'])(?:" + standIn + ")(?=\\()");
        Map<String, Set<String>> calls = new TreeMap<>();
        String bodies = "^[ \\t]|^EXPORT.*\\}$|^static.*\\}$"; // no declarations and heads of definitions
        for (String line : lines(
                "grep",
                "-rE",
                bodies,
                "--include=*.c",
                "--exclude=c11.c",
                "--exclude=descriptor_calls.c",
                "--exclude=system_calls.c",
                "../native-shim/src")) {
            String[] parts = line.split(":", 2);
            String code = parts[1].replaceAll("/\\*.*|\"[^\"]*\"", "").replaceFirst("^\\w.*?\\{", "");
            call.matcher(code).results().forEach(found -> calls.computeIfAbsent(
                            Path.of(parts[0]).getFileName().toString(), unused -> new TreeSet<>())
                    .add(found.group()));
        }
        StringBuilder said = new StringBuilder();
        calls.forEach((file, names) ->
                said.append(file).append(": ").append(String.join(" ", names)).append('\n'));
        assertEquals(FORWARDED, said.toString());
    }

    private static Set<String> listed() throws IOException {
        Set<String> names = new TreeSet<>();
        for (String line : Files.readAllLines(NATIVE.resolve("interposed.txt"))) {
            if (!line.isBlank() && !line.startsWith("#")) {
                names.add(line.strip());
            }
        }
        return names;
    }

    private static Set<String> exported() throws IOException, InterruptedException {
        Set<String> names = new TreeSet<>();
        for (String line : lines(
                "nm",
                "-D",
                "--defined-only",
                "--extern-only",
                NATIVE.resolve("libheddle.so").toString())) {
            String name = line.substring(line.lastIndexOf(' ') + 1);
            if (!NOT_CALLED.contains(name)) {
                names.add(name);
            }
        }
        return names;
    }

    private static List<String> lines(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertEquals(0, process.waitFor());
        return lines;
    }
}
