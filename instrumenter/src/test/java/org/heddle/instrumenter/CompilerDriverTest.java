package org.heddle.instrumenter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.heddle.instrumenter.driver.Environment;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompilerDriverTest {
    @TempDir
    Path folder;

    private Workspace work;

    @BeforeEach
    void writeSources() throws Exception {
        work = new Workspace(folder)
                .file("count.c", Programs.COUNTER)
                .file("main.c", "#include \"lib.h\"\nint main(void) { return add(40, 2) == 42 ? 0 : 3; }\n")
                .file("lib.c", "#include \"lib.h\"\nint calls;\nint add(int a, int b) { calls++; return a + b; }\n")
                .file("lib.h", "int add(int a, int b);\n");
    }

    @Test
    void severalSources_areCompiledAndLinkedAtOnce() throws Exception {
        work.cc("main.c", "lib.c").succeeds();
        work.run("./a.out").succeeds();
        assertEquals(List.of("a.out", "count.c", "lib.c", "lib.h", "main.c"), names());
    }

    @Test
    void separateSteps_nameTheirObjects() throws Exception {
        work.cc("-c", "main.c", "lib.c").succeeds();
        assertTrue(work.has("main.o") && work.has("lib.o"));
        work.cc("-o", "program", "main.o", "lib.o").succeeds();
        work.run("./program").succeeds();
    }

    @Test
    void sharedLibrary_andProgram_areBothSeen() throws Exception {
        work.cc("-shared", "-fPIC", "lib.c", "-o", "libadd.so").succeeds();
        work.cc("main.c", "-L.", "-ladd", "-o", "program").succeeds();
        work.run("./program").succeeds();
        List<String> told = work.runEchoed("./program");
        assertTrue(told.contains("write calls add:3:30 size=4"), () -> String.join("\n", told));
    }

    @Test
    void staticLibrary_isLinkedWhereverItStands() throws Exception {
        work.cc("-c", "lib.c").succeeds();
        work.run("ar", "rcs", "libadd.a", "lib.o").succeeds();
        work.cc("main.c", "libadd.a", "-o", "program").succeeds();
        assertTrue(work.runEchoed("./program").contains("write calls add:3:30 size=4"));
    }

    @Test
    void objectsLinkedIntoAnObject_getNoRuntimeYet() throws Exception {
        work.cc("-c", "main.c", "lib.c").succeeds();
        work.cc("-r", "-nostdlib", "main.o", "lib.o", "-o", "both.o").succeeds();
        assertFalse(work.run("nm", "both.o").out().contains("T __heddle_write"));
        work.cc("both.o", "-o", "program").succeeds();
        work.run("./program").succeeds();
    }

    @Test
    void preprocessing_goesToStandardOutput() throws Exception {
        assertTrue(work.cc("-E", "main.c").succeeds().out().contains("int add(int a, int b);"));
        String macros =
                work.ccReading("", "-dM", "-E", "-x", "c", "-").succeeds().out();
        assertTrue(macros.contains("#define __clang__ 1") && macros.contains("#define __HEDDLE__ 1"));
    }

    @Test
    void standardInput_isASource() throws Exception {
        work.ccReading("int main(void) { return 7; }", "-x", "c", "-", "-o", "program")
                .succeeds();
        assertEquals(7, work.run("./program").exitCode());
    }

    @Test
    void assembly_hasTheHooks() throws Exception {
        String text = work.cc("-S", "-O2", "lib.c", "-o", "-").succeeds().out();
        assertTrue(text.contains("__heddle_write") && text.contains("heddle_sites"));
        work.cc("-S", "lib.c", "main.c").succeeds();
        work.cc("lib.s", "main.s", "-o", "program").succeeds();
        work.run("./program").succeeds();
    }

    @Test
    void everyKindOfInput_isTaken() throws Exception {
        work.file(
                "seven.S",
                """
                #define VALUE 7
                .globl seven
                seven: mov $VALUE, %eax
                ret
                .section .note.GNU-stack,"",@progbits
                """);
        work.file("use.c", "int seven(void);\nint add(int, int);\nint main(void) { return add(seven(), 1); }\n");
        work.cc("-E", "use.c", "-o", "use.i").succeeds();
        work.cc("-emit-llvm", "-c", "lib.c", "-o", "lib.bc").succeeds();
        work.cc("use.i", "seven.S", "lib.bc", "-o", "program").succeeds();
        assertEquals(8, work.run("./program").exitCode());
    }

    @Test
    void dependencyFiles_nameTheObjectAndTheHeaders() throws Exception {
        work.cc("-MMD", "-MP", "-c", "main.c", "-o", "out.o").succeeds();
        assertEquals("out.o: main.c lib.h\nlib.h:\n", work.read("out.d"));
        work.cc("-MD", "-MF", "deps", "-MT", "thing", "-c", "main.c").succeeds();
        assertTrue(work.read("deps").startsWith("thing: main.c"));
        assertEquals(
                "main.o: main.c lib.h\n", work.cc("-MM", "main.c").succeeds().out());
    }

    @Test
    void responseFiles_areRead() throws Exception {
        work.file("args", "-O1 \"main.c\"\nlib.c -o 'the program'\n");
        work.cc("@args").succeeds();
        work.run("./the program").succeeds();
    }

    @Test
    void longCommandLines_areTaken() throws Exception {
        Stream<String> defines = Stream.iterate(0, i -> i < 20_000, i -> i + 1).map(i -> "-DAN_UNUSED_MACRO_" + i);
        work.cc(Stream.concat(defines, Stream.of("main.c", "lib.c")).toArray(String[]::new))
                .succeeds();
        work.run("./a.out").succeeds();
    }

    @Test
    void mistakesInTheSource_areClangsOwn() throws Exception {
        work.file("bad.c", "int main(void) { return undeclared; }\n");
        Workspace.Result result = work.cc("-c", "bad.c", "lib.c");
        assertEquals(1, result.exitCode());
        assertTrue(result.err().startsWith("bad.c:1:25: error: use of undeclared identifier"), result.err());
        assertFalse(work.has("bad.o"));
        assertTrue(work.has("lib.o"));
    }

    @Test
    void mistakesInTheCommandLine_areClangsOwn() throws Exception {
        assertEquals("clang: error: no input files\n", work.cc().err());
        assertEquals(1, work.cc().exitCode());
        Workspace.Result missing = work.cc("-c", "missing.c");
        assertEquals(1, missing.exitCode());
        assertTrue(missing.err().contains("no such file or directory: 'missing.c'"));
        assertEquals(1, work.cc("--no-such-option", "main.c").exitCode());
        assertEquals(1, work.cc("-V").exitCode());
        assertEquals(1, work.cc("-qversion").exitCode());
    }

    @Test
    void whatDoesNotLink_fails() throws Exception {
        Workspace.Result result = work.cc("main.c", "-o", "program");
        assertTrue(result.exitCode() != 0);
        assertTrue(result.err().contains("undefined reference to `add'"), result.err());
        assertFalse(work.has("program"));
    }

    @Test
    void warnings_comeOnceAndDoNotFail() throws Exception {
        work.file("warn.c", "int main(void) { int unused; return 0; }\n");
        Workspace.Result result = work.cc("-Wall", "warn.c").succeeds();
        assertEquals(1, result.err().split("unused variable 'unused'", -1).length - 1);
        assertEquals(1, work.cc("-Wall", "-Werror", "warn.c").exitCode());
    }

    @Test
    void questionsAboutTheCompiler_areAnswered() throws Exception {
        List<String> version = work.cc("--version").succeeds().out().lines().toList();
        assertTrue(version.get(0).contains("Heddle"));
        assertTrue(version.get(1).startsWith("clang version "));
        assertEquals(
                "x86_64-unknown-linux-gnu\n", work.cc("-dumpmachine").succeeds().out());
        assertTrue(work.cc("-print-file-name=crt1.o").succeeds().out().endsWith("/crt1.o\n"));
        assertTrue(work.cc("-v").succeeds().err().startsWith("clang version "));
        String commands = work.cc("-###", "main.c").succeeds().err();
        assertTrue(commands.contains("\"-cc1\"") && commands.contains("libheddle-rt.a"));
        assertTrue(work.cc("-v", "-c", "main.c").succeeds().err().contains("\"-cc1\""));
    }

    @Test
    void code32Bit_isCompiledButNotInstrumented() throws Exception {
        Workspace.Result result = work.cc("-m32", "-c", "lib.c").succeeds();
        assertTrue(result.err().startsWith("heddle cc: warning: lib.c is not instrumented"), result.err());
    }

    @Test
    void aMissingRuntime_isSaidInOneLine() throws Exception {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Environment broken = new Environment(
                folder,
                folder,
                InputStream.nullInputStream(),
                System.out,
                new PrintStream(err, true, UTF_8),
                Optional.empty(),
                false);
        assertTrue(CompilerDriver.run(List.of("-c", "main.c"), broken) != 0);
        assertEquals(1, err.toString(UTF_8).lines().count());
        assertFalse(work.has("main.o"));
    }

    private List<String> names() throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
