package org.heddle.it.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.it.testkit.Compiled;
import org.heddle.it.testkit.Heddle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Processes that reach each other by signals, and by what the kernel keeps: what comes of it is found, and what is right is proved. */
@Timeout(900)
final class ProcessCallsTest {
    private static final Path SOURCES = Path.of("src/test/resources/processes").toAbsolutePath();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "killed, , clean",
        "killed, -DSIGNAL=SIGABRT, clean",
        "told, , clean",
        "killed-owner, , bug deadlock/owner-exited",
        "killed-owner, -DFIXED, clean",
        "answers, , clean",
        "interrupted, , clean",
        "interrupted, -DBUG, bug assertion/assertion",
        "raised, , clean",
        "raised, -DAB, bug crash/SIGABRT",
        "system-v, , clean",
        "system-v, -DBUG, bug assertion/assertion",
        "system-v, -DUNDO, inconclusive",
        "messages, , clean",
        "messages, -DBUG, bug assertion/assertion",
        "mapped-twice, , clean",
        "mapped-twice, -DLATE, clean",
        "mapped-twice, -DBUG, bug assertion/assertion",
        "mapped-by-child, , clean",
        "mapped-file, , clean",
        "mapped-file, -DBUG, bug assertion/assertion",
        "keys, , clean",
        "mapped-by-child, -DBUG, bug assertion/assertion",
        "server, , clean",
        "threads-of-child, , clean",
        "threads-of-child, -DBUG, bug deadlock/lock-cycle",
        "threads-of-child, -DSHARED, clean",
        "threads-of-child, -DSHARED -DBUG, bug assertion/assertion data-race/read-write",
        "threads-of-child, -DEXIT, clean",
        "left-alone, , clean",
        "left-alone, -DPIPE, inconclusive",
        "command-in-section, , clean",
        "command-posts, , inconclusive",
        "command-posts, -DFILE_IS_MAPPED, inconclusive",
        "unmaps, , clean",
        "groups, , clean",
        "groups, -DBUG, bug assertion/assertion",
        "daemon, , clean",
        "daemon, -DCALLS=1, inconclusive",
        "queue-killed, , clean",
        "queue-killed, -DHANDLED, clean",
        "queue-killed, -DHANDLED -DNEVER=3, bug assertion/assertion",
        "queue-killed, -DHANDLED -DNEVER=4, bug assertion/assertion",
        "queue-killed, -DRESTARTED, clean",
        "thread-exits, , clean",
        "thread-exits, -DMAIN, clean",
        "timers, , clean",
        "timers, -DPOSIX, clean",
        "timers, -DKILLED, clean",
        "timers, -DBUG, bug deadlock/owner-exited",
        "times, , clean",
        "cancels, , clean",
        "cancels, -DBUG, bug deadlock/owner-exited",
        "pages, , bug crash/SIGSEGV",
        "pages, -DFIXED, clean",
        "pages, -DFIRST, bug crash/SIGSEGV",
        "pages, -DFIRST -DFIXED, clean",
        "pages, -DSHARED, clean",
        "hidden, , clean",
        "hidden, -DTHREADS, bug data-race/read-write",
        "leaks, --leaks, bug leak/leak",
        "leaks, --leaks -DTHREADS, bug leak/leak",
        "leaks, --leaks -DFIXED -DAFTER, clean",
        "leaks, --leaks -DTHREADS -DINHERITED, clean",
        "fork-beside, , bug assertion/assertion data-race/read-write",
        "fork-beside, -DPLAIN, bug assertion/assertion data-race/read-write",
        "fork-beside, -DTRY, clean",
        "fork-beside, -DATOMIC, clean",
        "fork-beside, -DPOSTED, clean",
        "memory-file, -DHOW=0, clean",
        "memory-file, -DHOW=0 -DBUG, bug assertion/assertion data-race/read-write",
        "memory-file, -DHOW=1, clean",
        "memory-file, -DHOW=1 -DBUG, bug assertion/assertion data-race/read-write",
        "memory-file, -DHOW=2, clean",
        "memory-file, -DHOW=2 -DBUG, bug assertion/assertion data-race/read-write",
        "memory-file, -DHOW=3, clean",
        "memory-file, -DHOW=3 -DBUG, bug assertion/assertion data-race/read-write",
        "parent-ends, , clean",
        "parent-ends, -DNEVER, bug deadlock/signal",
        "parent-ends, -DLATE, bug deadlock/signal",
        "parent-ends, -DLATE -DLOOKS, clean",
        "parent-ends, -DHANDLED, clean",
        "parent-ends, -DMIDDLE -DNEVER, bug deadlock/signal",
        "parent-ends, -DMIDDLE -DLATE, bug deadlock/signal",
        "parent-ends, -DTHREAD, clean",
        "parent-ends, -DTHREAD -DNEVER, bug deadlock/signal",
        "parent-ends, -DTHREAD -DLATE -DLOOKS, bug deadlock/signal",
        "vforks, , clean",
        "vforks, -DBUG, bug assertion/assertion",
        "vforks, -DHANDLED, clean",
        "vforks, -DHANDLED -DBUG, bug assertion/assertion",
        "vforks, -DBESIDE, clean",
        "vforks, -DBESIDE -DBUG, bug assertion/assertion",
    })
    void programsOfProcesses_haveTheirVerdict(String program, String macro, String verdict) {
        List<Object> command = new ArrayList<>(List.of("-t", "60s"));
        if (macro != null) {
            command.addAll(List.of(macro.split(" ", -1)));
        }
        command.add(SOURCES.resolve(program + ".c"));
        JsonNode report =
                Heddle.check(folder, Compiled.instead(command.toArray())).json();
        StringBuilder found = new StringBuilder(report.get("verdict").textValue());
        report.get("findings").forEach(finding -> found.append(' ')
                .append(finding.get("kind").textValue())
                .append('/')
                .append(finding.get("cause").textValue()));
        assertTrue(
                (found + " ").startsWith(verdict + " "), found.toString()); // what else the execution shows may follow
    }

    /** Plans that were made while it was controlled do not fit any more: no fault of the program's. */
    @Test
    void processThatNobodyControlsAnyMore_isWhyExecutionsDiverge() throws Exception {
        JsonNode report = Heddle.check(folder, "-t", "60s", Compiled.of(SOURCES.resolve("stopped.c")))
                .json();
        assertEquals("inconclusive", report.get("verdict").textValue());
        String remarks = report.get("remarks").toString();
        assertTrue(remarks.contains("a signal stops it"), remarks);
        assertFalse(remarks.contains("fixed seeds"), remarks);
    }
}
