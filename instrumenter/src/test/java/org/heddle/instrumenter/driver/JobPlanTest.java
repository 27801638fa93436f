package org.heddle.instrumenter.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobPlanTest {
    private static final Path HOME = Path.of("/home");
    private static final String RUNTIME = "/home/libheddle-rt.a";
    private static final String TEXT =
            """
            clang version 20.1.7
            Target: x86_64-unknown-linux-gnu
            Thread model: posix
            InstalledDir: /opt
             (in-process)
             "/opt/clang" "-cc1" "-triple" "x86_64-unknown-linux-gnu" "-emit-obj" "-D" "S=\\"a b\\\\n\\$\\"" "-o" "t.o" "-x" "c" "t.c"
            clang: warning: argument unused during compilation: '-foo'
             "/usr/bin/ld" "-o" "a.out" "t.o" "-lz" "-lgcc" "--as-needed" "-lgcc_s" "--no-as-needed" "-lc" "/lib/crtendS.o" "/lib/crtn.o"
            """;

    @Test
    void output_isTakenApart() {
        JobPlan plan = JobPlan.parse(TEXT, 0);
        assertEquals(5, plan.header().size());
        assertEquals(List.of("clang: warning: argument unused during compilation: '-foo'"), plan.diagnostics());
        assertEquals(2, plan.jobs().size());
        assertEquals("S=\"a b\\n$\"", plan.jobs().get(0).valueOf("-D", ""));
        assertTrue(TEXT.contains(JobPlan.print(plan.jobs().get(0))));
    }

    @Test
    void aQuotedLineBreak_staysInItsWord() {
        JobPlan plan = JobPlan.parse(" \"ld\" \"a\nb\" \"c\"\n", 0);
        assertEquals(List.of(new Job(List.of("ld", "a\nb", "c"))), plan.jobs());
    }

    @Test
    void jobs_areToldApart() {
        JobPlan plan = JobPlan.parse(TEXT, 0);
        assertTrue(plan.jobs().get(0).makesCode());
        assertFalse(plan.jobs().get(0).links());
        assertTrue(plan.jobs().get(1).linksModule());
        assertFalse(new Job(List.of("/usr/bin/ld", "-r", "t.o")).linksModule());
        assertFalse(new Job(List.of("/opt/clang", "-cc1", "-E", "t.c")).makesCode());
        assertFalse(new Job(List.of("/usr/bin/as", "t.s")).links());
    }

    @Test
    void theRuntime_goesBehindTheUsersLibraries() {
        Job link = new LinkJob(JobPlan.parse(TEXT, 0).jobs().get(1)).withRuntime(HOME);
        assertEquals("-lz", link.command().get(link.command().indexOf(RUNTIME) - 1));
        assertEquals("-lgcc", link.command().get(link.command().indexOf(RUNTIME) + 1));
    }

    @Test
    void theRunTimeForOpenMp_isHeddles() {
        Job link = new Job(List.of("/usr/bin/ld", "t.o", "-lomp", "-lc"));
        assertEquals(
                List.of("/usr/bin/ld", "t.o", "/home/libheddle-omp.a", RUNTIME, "-lc"),
                new LinkJob(link).withRuntime(HOME).command());
    }

    @Test
    void sanitizerThatTheCompilerLacks_isTakenFromGcc() {
        Job link = new Job(List.of(
                "/usr/bin/ld", "--whole-archive", "/no/lib/libclang_rt.asan.a", "--no-whole-archive", "t.o", "-lc"));
        assertEquals(
                List.of("/usr/bin/ld", "--whole-archive", "-lasan", "--no-whole-archive", "t.o", RUNTIME, "-lc"),
                new LinkJob(link).withRuntime(HOME).command());
    }

    @Test
    void aLinkerThatIsNotThere_isNoticed() {
        assertTrue(new LinkJob(new Job(List.of("ld", "-o", "a.out"))).lacksTools());
        assertTrue(new LinkJob(new Job(List.of("/usr/bin/ld", "-plugin", "/no/LLVMgold.so"))).lacksTools());
        assertFalse(new LinkJob(new Job(List.of("/usr/bin/ld", "-o", "a.out"))).lacksTools());
    }

    @Test
    void codeJobs_areSplitInTwo() {
        CodeJob code = new CodeJob(JobPlan.parse(TEXT, 0).jobs().get(0));
        Job front = code.frontEnd("plain.bc");
        Job back = code.backEnd("done.bc");
        assertEquals("plain.bc", front.valueOf("-o", ""));
        assertFalse(front.command().contains("-emit-obj"));
        assertEquals("t.c", front.command().get(front.command().size() - 1));
        assertEquals("t.o", back.valueOf("-o", ""));
        assertEquals("ir", back.valueOf("-x", ""));
        assertEquals("done.bc", back.command().get(back.command().size() - 1));
    }
}
