package org.heddle.it.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.heddle.it.testkit.Expectation;
import org.heddle.it.testkit.Heddle;
import org.heddle.it.testkit.HeddleProcess;
import org.heddle.it.testkit.Run;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An exploration that was interrupted and resumed comes to what an uninterrupted one comes to, and runs nothing twice. */
@Timeout(900)
final class ResumeTest {
    @TempDir
    private Path folder;

    @Tag("thorough")
    @Tag("slow")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "bench/lastzero.c -DN=5",
                "04-bounded-buffer.c -DIF --keep-going",
                "02-two-philosophers.c -DOPPOSITE --keep-going",
                "06-lost-update.c --keep-going --bound preemptions=1",
                "20-choose.c --keep-going --bound none --reduction source",
                "04-bounded-buffer.c -DIF --keep-going --strategy portfolio",
                "04-bounded-buffer.c -DIF --keep-going --strategy pos -i 40",
                "33-dekker.c"
            })
    void stoppedAgainAndAgain_comesToTheSame(String command) {
        JsonNode whole = check(command, "-j", "2");
        int total = whole.at("/executions/total").intValue();
        Path file = folder.resolve("frontier");
        String mode = "--save-frontier";
        boolean ended = false;
        for (int limit = 1; !ended; limit = limit * 2 + 1) {
            ended = limit >= total;
            String most = Integer.toString(ended ? total : limit);
            List<String> more = new ArrayList<>(List.of("-j", limit % 2 == 0 ? "1" : "2", mode, file.toString()));
            more.addAll(ended && !command.contains("-i ") ? List.of() : List.of("-i", most));
            JsonNode part = check(command.replaceAll(" -i \\d+", ""), more.toArray(new String[0]));
            mode = "--resume";
            if (ended) {
                assertEquals(withoutTime(whole), withoutTime(part));
            } else {
                assertEquals(limit, part.at("/executions/total").intValue());
            }
        }
        assertTrue(
                check(command, mode, file.toString()).get("remarks").toString().contains("resumed: " + total + " of"));
    }

    @Test
    void fileAlone_saysProgramAndOptions_andWhatIsGivenBesidesCounts() throws Exception {
        Path file = folder.resolve("frontier");
        Path source = Files.copy(Expectation.example("18-exit-status.c"), folder.resolve("status.c"));
        Run first = HeddleProcess.run(
                folder,
                "check",
                "--format=json",
                "--bound=none",
                "--keep-going",
                "-i",
                1,
                "--save-frontier",
                file,
                "../status.c");
        assertEquals(1, first.json().at("/executions/total").intValue(), first.toString());
        Run more = HeddleProcess.run(folder.resolve("elsewhere"), "check", "--resume", file, "-i", 2);
        assertEquals(2, more.json().at("/executions/total").intValue(), more.toString());
        assertEquals(
                source.getFileName().toString(),
                Path.of(more.json().get("program").textValue()).getFileName().toString());
        assertTrue(more.json().get("remarks").toString().contains("resumed: 1 of"), more.toString());
        Heddle.run("check", "--resume", folder.resolve("nothing"))
                .assertRefused(2, "there is no file", "--save-frontier");
    }

    @Test
    void otherOptions_areNamedAsTheCommandLineHasThem() {
        Path source = Expectation.example("06-lost-update.c");
        Path file = folder.resolve("frontier");
        Heddle.check(folder, "--bound", "preemptions=3", "--save-frontier", file, source);
        Heddle.run("check", "--strategy", "portfolio", "--resume", file, source)
                .assertRefused(
                        2,
                        "bound was preemptions=3 and is auto; strategy was systematic and is portfolio",
                        "give the same program and options");
    }

    @ParameterizedTest
    @ValueSource(strings = {"KILL", "INT"})
    void killedCheck_isContinued(String signal) throws Exception {
        Path counter = Expectation.example("bench/counter.c");
        Path file = folder.resolve("frontier");
        try (HeddleProcess heddle = HeddleProcess.start(
                folder, "check", "-j", 2, "--bound", "none", "-DN=2", "-DK=4", "--save-frontier", file, counter)) {
            long deadline = System.nanoTime() + 60_000_000_000L;
            while (!Files.exists(file) || Files.size(file) < 5_000) {
                assertFalse(System.nanoTime() > deadline, "nothing was saved in time");
                Thread.sleep(5);
            }
            heddle.descendants();
            heddle.signal(signal);
            heddle.end();
        }
        JsonNode report = HeddleProcess.run(
                        folder,
                        "check",
                        "--format",
                        "json",
                        "--bound",
                        "none",
                        "-DN=2",
                        "-DK=4",
                        "--resume",
                        file,
                        counter)
                .json();
        assertEquals("clean", report.get("verdict").textValue());
        assertTrue(report.get("complete").booleanValue());
        assertEquals(3_402, report.at("/executions/total").intValue());
        assertTrue(report.get("remarks").toString().contains("resumed: "), report.toString());
    }

    @Test
    void otherOptions_areRefused() {
        Path file = folder.resolve("frontier");
        String example = Expectation.example("04-bounded-buffer.c").toString();
        Heddle.check(folder, example, "--save-frontier", file, "-i", "5");
        Run other = Heddle.check(folder, example, "--resume", file, "--points", "all");
        assertEquals(2, other.exitCode(), other.toString());
        assertTrue(other.err().contains("points was auto and is all"), other.err());
        Run again = Heddle.check(folder, example, "--save-frontier", file);
        assertEquals(2, again.exitCode(), again.toString());
        assertTrue(again.err().contains("exists already"), again.err());
        Run both = Heddle.check(folder, example, "--save-frontier", file, "--resume", file);
        assertEquals(2, both.exitCode(), both.toString());
    }

    @Test
    void fullDisk_isSaidAndLosesNothingElse() {
        Run run = Heddle.check(folder, Expectation.example("bench/lastzero.c"), "--save-frontier", "/dev/full");
        assertEquals(2, run.exitCode(), run.toString());
        run.assertNoStackTrace();
    }

    private JsonNode check(String command, String... more) {
        List<Object> arguments = new ArrayList<>(Arrays.asList(command.split(" ")));
        arguments.set(0, Expectation.example(arguments.get(0).toString()));
        arguments.addAll(List.of(more));
        return Heddle.check(folder, arguments.toArray()).json();
    }

    private static JsonNode withoutTime(JsonNode report) {
        ObjectNode copy = report.deepCopy();
        copy.remove("seconds");
        copy.remove("cost");
        copy.remove("restarts"); // what is saved is forked
        List<String> remarks = new ArrayList<>();
        report.get("remarks").forEach(remark -> remarks.add(remark.textValue()));
        remarks.removeIf(remark -> remark.startsWith("resumed: ") || remark.startsWith("what was explored is kept: "));
        return copy.put("remarks", remarks.toString());
    }
}
