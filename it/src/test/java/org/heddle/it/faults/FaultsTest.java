package org.heddle.it.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.heddle.it.testkit.Binaries;
import org.heddle.it.testkit.HeddleProcess;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs that misbehave cost an execution at most; what could not be explored is said, and no process or file is left. */
@Timeout(900)
final class FaultsTest {
    @TempDir
    private Path folder;

    @Test
    void hang_isInconclusiveAndSaid() throws Exception {
        JsonNode report = check(0, "hang.c --points sync --progress-limit 300ms");
        assertEquals("inconclusive", report.get("verdict").textValue());
        assertRemark(report, "ran without a visible operation for longer than --progress-limit allows");
    }

    /** What the thread waits for becomes visible, and then nobody is there to change it. */
    @Test
    void waitForPlainMemoryThatNobodyChanges_isALivelock() throws Exception {
        JsonNode report = check(1, "hang.c");
        assertEquals("livelock", report.at("/findings/0/kind").textValue());
        assertTrue(report.at("/findings/0/replays").booleanValue());
    }

    @Test
    void hangInOneOrder_doesNotHideTheOther() throws Exception {
        JsonNode report = check(0, "hang.c -DSOMETIMES --points sync --progress-limit 300ms");
        assertEquals("inconclusive", report.get("verdict").textValue());
        assertEquals(2, report.at("/executions/total").intValue());
        assertRemark(report, "1 execution ran without a visible operation");
    }

    @Test
    void incompleteCheckOfAHang_exitsWith3IfAllIsRequired() throws Exception {
        check(3, "hang.c --points sync --progress-limit 300ms --require-complete");
    }

    @Test
    void endlessOutput_isStoppedAndSaid() throws Exception {
        JsonNode report = check(0, "flood.c --progress-limit 20s");
        assertEquals("inconclusive", report.get("verdict").textValue());
        assertRemark(report, "printed too much");
    }

    @Test
    void muchOutput_isNoFault() throws Exception {
        JsonNode report = check(0, "flood.c -DLINES=10000");
        assertEquals("clean", report.get("verdict").textValue());
    }

    @Test
    void crashInAConstructor_isRefusedInWords() throws Exception {
        Run run = HeddleProcess.run(folder, command("constructor.c"));
        run.assertRefused(2, "was ended by SIGSEGV", "before libheddle.so had connected", "Run it on its own");
    }

    @Test
    void exitInAConstructor_isRefusedInWords() throws Exception {
        Run run = HeddleProcess.run(folder, command("constructor.c -DSTATUS=7"));
        run.assertRefused(2, "exited with status 7", "before libheddle.so had connected");
    }

    @Test
    void threadBeforeConstructors_isRefusedInWords() throws Exception {
        Run run = HeddleProcess.run(folder, command("constructor.c -DTHREAD"));
        run.assertRefused(2, "cannot be checked: it creates a thread where a library is loaded, or in .preinit_array");
    }

    @Test
    void fork_isSaidWithItsPlaceAndItsChildIsEnded() throws Exception {
        JsonNode report = check(0, "forks.c");
        assertRemark(report, "not controlled: fork");
        assertRemark(report, "forks.c:7");
    }

    @Test
    void exitInAThread_endsTheExecutionOnly() throws Exception {
        JsonNode report = check(0, "exits.c --coarser=none");
        assertEquals("clean", report.get("verdict").textValue());
        assertEquals(5, report.at("/executions/total").intValue(), "the exit cuts the other threads off in 5 places");
        JsonNode late = check(0, "exits.c");
        assertEquals("clean", late.get("verdict").textValue());
        assertEquals(2, late.at("/executions/total").intValue(), "how far these have got is no class of its own");
    }

    @Test
    void statusOfAnExitInAThread_isAFinding() throws Exception {
        JsonNode report = check(1, "exits.c -DSTATUS=5");
        assertEquals("status-5", report.at("/findings/0/cause").textValue());
        assertTrue(report.at("/findings/0/replays").booleanValue());
    }

    @Test
    void closingAllDescriptors_doesNotDisturbTheCheck() throws Exception {
        JsonNode report = check(0, "closes.c");
        assertEquals("clean", report.get("verdict").textValue());
        assertEquals(2, report.at("/executions/total").intValue());
    }

    @Test
    void unmodelledCall_isRefusedWithItsNameAndPlace() throws Exception {
        Run run = HeddleProcess.run(folder, command("unmodelled.c"));
        run.assertRefused(2, "calls clone at unmodelled.c:14", "leave the call out");
    }

    @Test
    void unmodelledCallOfABinary_isRefusedWithItsName() throws Exception {
        Path program = Binaries.compile(folder, fault("unmodelled.c"));
        Run run = HeddleProcess.run(folder, "check", program);
        run.assertRefused(2, "calls clone", "unmodelled.c:14");
    }

    @Test
    void whatWasFoundBeforeAnUnmodelledCall_isReported() throws Exception {
        JsonNode report = check(1, "unmodelled_later.c --keep-going");
        assertEquals("assertion", report.at("/findings/0/kind").textValue());
        assertFalse(report.get("complete").booleanValue());
        String remarks = report.get("remarks").toString();
        assertTrue(remarks.contains("not modelled: clone at unmodelled_later.c:21"), remarks);
    }

    @Test
    void crash_isShownAtItsInstruction_withTheCallsThatLedThere() throws Exception {
        JsonNode finding = check(1, "crashes_deeper.c").at("/findings/0");
        assertEquals("crash", finding.get("kind").textValue());
        assertEquals(5, finding.get("line").intValue(), finding.toString());
        assertEquals("deeper", finding.get("function").textValue());
        JsonNode thread = finding.get("threads").get(1);
        assertEquals("crash", thread.get("next").textValue(), thread.toString());
        assertEquals(8, thread.get("stack").get(1).get("line").intValue(), thread.toString());
    }

    @Test
    void crashInALibrary_isShownWhereTheProgramCallsIt() throws Exception {
        JsonNode finding = check(1, "crashes_in_library.c").at("/findings/0");
        assertEquals("crash", finding.get("kind").textValue());
        assertEquals(8, finding.get("line").intValue(), finding.toString());
        assertEquals("length", finding.get("function").textValue());
    }

    @Test
    void asynchronousCancellation_isOnDemandTakenForDeferred() throws Exception {
        JsonNode asItIs = check(0, "asynchronous.c");
        assertFalse(asItIs.get("remarks").toString().contains("deferred"), asItIs.toString());
        JsonNode report = check(0, "asynchronous.c --defer-cancellation");
        assertEquals("clean", report.get("verdict").textValue());
        String remarks = report.get("remarks").toString();
        assertTrue(remarks.contains("asynchronous cancellation was taken for deferred at asynchronous.c:11"), remarks);
    }

    private JsonNode check(int exitCode, String words) throws Exception {
        try (HeddleProcess heddle = HeddleProcess.start(folder, command(words))) {
            Run run = heddle.end();
            assertEquals(exitCode, run.exitCode(), run.toString());
            run.assertNoStackTrace();
            heddle.assertNothingLeft();
            JsonNode report = run.json();
            assertFalse(report.get("remarks").toString().contains("internal"), run.out());
            return report;
        }
    }

    private static Object[] command(String words) throws IOException {
        List<Object> command = new ArrayList<>(List.of("check", "--format", "json", "-o", "."));
        command.addAll(Arrays.asList(words.split(" ")));
        command.set(5, fault(command.get(5).toString()));
        return command.toArray();
    }

    private static Path fault(String name) throws IOException {
        URL resource = FaultsTest.class.getResource("/faults/" + name);
        try {
            return Path.of(resource.toURI());
        } catch (URISyntaxException odd) {
            throw new IOException(odd);
        }
    }

    private static void assertRemark(JsonNode report, String words) {
        assertTrue(report.get("remarks").toString().contains(words), () -> words + " is not in " + report);
    }
}
