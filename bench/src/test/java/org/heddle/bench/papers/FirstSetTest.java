package org.heddle.bench.papers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FirstSetTest {
    @TempDir
    private Path folder;

    private void write(String file, String... lines) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.write(path, List.of(lines));
    }

    private List<String> names() throws IOException {
        return FirstSet.in(folder).stream().map(Subject::name).toList();
    }

    @Test
    void programsWithABugThatEndsAnExecution_areInTheSet_onceForEachSetOfMacros() throws IOException {
        write("clean.c", "// heddle: verdict=clean");
        write("race.c", "// heddle: verdict=bug kind=data-race cause=read-write");
        write(
                "sizes.c",
                "// heddle: verdict=bug kind=deadlock cause=lock-cycle args=-DN=2",
                "// heddle: verdict=bug kind=deadlock cause=lock-cycle args=--bound switches=2 -DN=2",
                "// heddle: verdict=bug kind=deadlock cause=lock-cycle args=-DN=3",
                "// heddle: verdict=clean args=-DFIXED");
        assertEquals(List.of("sizes N=2", "sizes N=3"), names());
    }

    @Test
    void bugThatOptionsBringAbout_isNoneOfTheProgramAlone_butABoundOnlyLimits() throws IOException {
        write("timeout.c", "// heddle: verdict=bug kind=assertion cause=assertion args=--timeouts=any");
        write("bounded.c", "// heddle: verdict=bug kind=assertion cause=assertion args=--bound preemptions=1 -i 100");
        assertEquals(List.of("bounded"), names());
    }

    @Test
    void ofAFamilyOfProgramsInOneSource_theFirstIsTaken() throws IOException {
        write(
                "soundness/calls.c",
                "// heddle: verdict=clean args=-DCALL=a",
                "// heddle: verdict=bug kind=deadlock cause=lock-cycle args=-DCALL=b",
                "// heddle: verdict=bug kind=deadlock cause=lock-cycle args=-DCALL=c");
        assertEquals(List.of("calls CALL=b"), names());
    }

    @Test
    void programsThatGoOnForEver_areNotInTheSet() throws IOException {
        write("endless/server.c", "// heddle: verdict=bug kind=deadlock cause=lock-cycle");
        write("lessons/queue.c", "// heddle: verdict=bug kind=deadlock cause=lock-cycle");
        assertEquals(List.of("queue"), names());
    }
}
