package org.heddle.it.programs;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server is checked together with its clients, which every execution starts anew and waits for. */
@Timeout(900)
final class PeersTest {
    private static final int MOST = 300;

    @TempDir
    private Path folder;

    private Path compiled(String... macros) {
        return compiledFrom("deposits", macros);
    }

    private Path compiledFrom(String name, String... macros) {
        Path program = folder.resolve(name);
        List<Object> words = new ArrayList<>(List.of("cc", "-g", "-O1", "-pthread", "-o", program));
        words.addAll(List.of(macros));
        words.add(Path.of("src/test/resources/peers", name + ".c"));
        assertEquals(0, Heddle.run(words.toArray()).exitCode());
        return program;
    }

    private Run check(Path program, String... peers) {
        return check(program, socket(), peers);
    }

    private Run check(Path program, Object socket, String... peers) {
        List<Object> words = new ArrayList<>(List.of("-j", "1", "-i", MOST, "--keep-going"));
        for (String peer : peers) {
            words.addAll(List.of("--peer", peer));
        }
        words.addAll(List.of(program, "--", socket));
        return Heddle.check(folder, words.toArray());
    }

    private Path socket() {
        return folder.resolve("s");
    }

    private String client(int amount) {
        return folder.resolve("deposits") + " " + socket() + " " + amount;
    }

    @Test
    void depositThatIsLost_isFoundEachTimeInTheSameWay_andReplays() {
        Path program = compiled();
        JsonNode first = check(program, client(5), client(7)).json();
        Run again = check(program, client(5), client(7));
        assertAll(
                again.toString(),
                () -> assertEquals(1, first.get("findings").size()),
                () -> assertEquals("assertion", first.at("/findings/0/kind").textValue()),
                () -> assertTrue(first.at("/executions/total").intValue() > 50),
                () -> assertEquals(0, first.at("/executions/diverged").intValue()),
                () -> assertEquals(first.at("/executions/total"), again.json().at("/executions/total")),
                () -> assertTrue(first.get("complete").booleanValue()));
        Run replay =
                Heddle.run("replay", "-n", "3", first.at("/findings/0/schedule").textValue());
        assertEquals(1, replay.exitCode(), replay.toString());
        assertTrue(replay.out().contains("3 times out of 3"), replay.out());
    }

    @Test
    void serverThatLosesNone_isProved_andTheClaimSaysWhatIsAssumedOfPeers() {
        JsonNode report = check(compiled("-DONCE"), client(5), client(7)).json();
        assertEquals("clean", report.get("verdict").textValue(), report.toString());
        assertEquals(0, report.at("/executions/diverged").intValue());
        assertTrue(
                report.get("claim").textValue().contains("peers come in their order and answer at once"),
                report.get("claim").textValue());
    }

    @Test
    void clientsByTcp_findTheSameEachTime_andAllAreWaitedFor() throws Exception {
        Path program = compiled("-DTCP");
        int port = port();
        String client = program + " " + port + " ";
        JsonNode first = check(program, port, client + 5, client + 7).json();
        JsonNode again = check(program, port, client + 5, client + 7).json();
        assertEquals("assertion", first.at("/findings/0/kind").textValue(), first.toString());
        assertEquals(0, first.at("/executions/diverged").intValue(), first.toString());
        assertTrue(first.get("complete").booleanValue(), first.toString());
        assertEquals(first.at("/executions/total"), again.at("/executions/total"));
    }

    @Test
    void serverAsPeer_isThereWhenTheProgramConnects() throws Exception {
        int port = port();
        JsonNode report = fetch(port, 2);
        assertEquals("assertion", report.at("/findings/0/kind").textValue(), report.toString());
        assertEquals(0, report.at("/executions/diverged").intValue(), report.toString());
        assertTrue(report.get("complete").booleanValue(), report.toString());
        JsonNode mended = fetch(port, 2, "-DONCE");
        assertEquals("clean", mended.get("verdict").textValue(), mended.toString());
        assertEquals(0, mended.at("/executions/diverged").intValue(), mended.toString());
    }

    /** It is killed with its execution, and the next one's server has its port. */
    @Test
    void serverAsPeer_thatGoesOn_isEndedBeforeTheNextExecution() throws Exception {
        JsonNode report = fetch(port(), 1000, "-DONCE");
        assertEquals("clean", report.get("verdict").textValue(), report.toString());
        assertTrue(report.get("complete").booleanValue(), report.toString());
        assertEquals(0, report.at("/executions/diverged").intValue(), report.toString());
        assertTrue(report.at("/executions/total").intValue() > 1, report.toString());
        assertFalse(isLeft());
    }

    private JsonNode fetch(int port, int connections, String... macros) {
        Path program = compiledFrom("fetch", macros);
        return check(program, port, program + " " + port + " serve " + connections)
                .json();
    }

    private static int port() throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            return free.getLocalPort();
        }
    }

    @Test
    void peerThatSleeps_orStartsOthers_isWaitedFor() {
        JsonNode report = check(compiled("-DONCE"), "sleep 0.01; " + client(5), "(true | " + client(7) + ") & wait")
                .json();
        assertEquals("clean", report.get("verdict").textValue(), report.toString());
        assertEquals(0, report.at("/executions/diverged").intValue());
    }

    @Test
    void clientThatDoesNotCome_leavesTheServerWaiting_whichIsNoDeadlock() {
        JsonNode report = check(compiled("-DONCE"), client(5)).json();
        assertTrue(report.get("findings").isEmpty(), report.toString());
        assertEquals(0, report.at("/executions/diverged").intValue());
    }

    @Test
    void peerThatSleepsForLong_isNotWaitedFor_soNothingIsProved_andItEndsWithTheExecution() throws Exception {
        assertNotWaitedFor("exec sleep 60 # " + folder);
    }

    /** By what it computes, not by the time that passes: where others compute as well, a peer that gets on is waited for. */
    @Test
    void peerThatComputesForEver_isNotWaitedForEither() throws Exception {
        assertNotWaitedFor("while :; do :; done # " + folder);
    }

    private void assertNotWaitedFor(String peer) throws Exception {
        List<Object> words = List.of("-j", "1", "-i", "1", "--peer", client(5), "--peer", peer);
        List<Object> all = new ArrayList<>(words);
        all.addAll(List.of(compiled("-DONCE"), "--", socket()));
        JsonNode report = Heddle.check(folder, all.toArray()).json();
        assertEquals("inconclusive", report.get("verdict").textValue(), report.toString());
        assertTrue(report.get("remarks").toString().contains("is not waited for"), report.toString());
        assertFalse(isLeft());
    }

    /** Whether some process names the test's folder. */
    private boolean isLeft() throws Exception {
        Process list = new ProcessBuilder("ps", "-eo", "args").start();
        String all = new String(list.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return all.lines().anyMatch(line -> line.contains(folder.toString()));
    }

    @Test
    void peerOfTwoLines_isRefused() {
        check(compiled(), "true\nfalse").assertRefused(2, "--peer takes one line");
    }
}
