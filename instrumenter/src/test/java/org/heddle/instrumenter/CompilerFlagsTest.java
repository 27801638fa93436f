package org.heddle.instrumenter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs compiled in many ways run as usual on their own, and are seen by a checker. */
class CompilerFlagsTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-O0",
                "-O1 -g0",
                "-O2 -g3 -Wall -Wextra -Werror -pedantic",
                "-O3 -march=native -std=gnu11",
                "-Os -fPIC -pie",
                "-Oz -fPIE -no-pie -fno-pie",
                "-O2 -D_FORTIFY_SOURCE=2 -fstack-protector-strong",
                "-O2 -ffunction-sections -fdata-sections -Wl,--gc-sections",
                "-O2 -ffunction-sections -fdata-sections -Wl,--gc-sections -fuse-ld=lld",
                "-O2 -fuse-ld=lld -no-pie",
                "-O2 -flto",
                "-O2 -flto=thin",
                "-O2 -fheddle-coverage -flto",
                "-O2 -fheddle-coverage -ffunction-sections -fdata-sections -Wl,--gc-sections -fuse-ld=lld",
                "-O1 -fno-builtin -fomit-frame-pointer",
                "-g1 -gsplit-dwarf",
                "-gdwarf-4 -save-temps",
                "-fno-integrated-as",
                "-std=c99 -D_GNU_SOURCE -Wno-unknown-warning -fvisibility=hidden",
                "-O2 -mcmodel=large -fno-plt",
                "-fno-common -funsigned-char -Wl,-z,now -Wl,-z,relro -Xlinker --hash-style=gnu",
            })
    void anyFlags_giveAProgramThatRunsAndIsSeen(String flags) throws Exception {
        Workspace work = new Workspace(folder).file("count.c", Programs.COUNTER);
        List<String> arguments = new ArrayList<>(List.of(flags.split(" ")));
        arguments.addAll(List.of("-pthread", "count.c", "-o", "count"));
        work.cc(arguments.toArray(String[]::new)).succeeds();
        assertEquals("2\n", work.run("./count").succeeds().out());

        List<String> told = work.runEchoed("./count");
        assertTrue(told.contains("write counter add:8:12 size=4"), () -> String.join("\n", told));
        assertTrue(told.contains("call pthread_mutex_lock(&lock) add:7:5 "), () -> String.join("\n", told));
    }

    /** As a program that asks for POSIX alone calls {@code sighold}: its cc warns, and links what libc has. */
    @Test
    void functionsThatAreNotDeclared_areWarnedOf_unlessErrorsAreAskedFor() throws Exception {
        Workspace work = new Workspace(folder)
                .file("old.c", "int main(void) { return undeclared(0); }\nint undeclared(int x) { return x; }\n");
        Workspace.Result result = work.cc("old.c", "-o", "old").succeeds();
        assertTrue(result.err().contains("warning: call to undeclared function 'undeclared'"), result::err);
        work.run("./old").succeeds();
        assertEquals(
                1,
                work.cc("-Werror=implicit-function-declaration", "old.c", "-o", "old")
                        .exitCode());
    }

    @ParameterizedTest
    @ValueSource(strings = {"-static", "-static -O2 -fuse-ld=lld", "-static-pie -fPIE", "-static -fheddle-coverage"})
    void aStaticProgram_runsOnItsOwn(String flags) throws Exception {
        Workspace work = new Workspace(folder).file("count.c", Programs.COUNTER);
        List<String> arguments = new ArrayList<>(List.of(flags.split(" ")));
        arguments.addAll(List.of("count.c", "-o", "count"));
        Workspace.Result result = work.cc(arguments.toArray(String[]::new)).succeeds();
        assertEquals("", result.err());
        assertEquals("2\n", work.run("./count").succeeds().out());
    }
}
