package org.heddle.cli.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.heddle.cli.base.UserError;
import org.heddle.cli.program.Around;
import org.heddle.cli.program.ProgramInput;
import org.heddle.cli.program.Recipe;
import org.heddle.dpor.detect.finding.Kind;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;
import org.heddle.dpor.model.Step;
import org.heddle.dpor.model.execution.VisibleMemory;
import org.heddle.server.protocol.message.Failures;
import org.heddle.server.protocol.message.MachineChange;
import org.heddle.server.protocol.message.PointsMode;
import org.heddle.server.protocol.message.RunFlag;
import org.heddle.server.protocol.message.RunOptions;
import org.heddle.server.protocol.message.SignalRequest;
import org.heddle.server.protocol.message.Spurious;
import org.heddle.server.protocol.message.TimeoutsMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written to a schedule is read from it, and a wrong line is named. */
final class ScheduleFileTest {
    private final Path file;
    private final Path folder;

    ScheduleFileTest(@TempDir Path folder) throws Exception {
        this.folder = folder.toRealPath();
        file = this.folder.resolve("a.heddle-schedule");
    }

    @Test
    void schedule_comesBackAsItWas() throws Exception {
        ScheduleFile written = schedule(new RunOptions(
                PointsMode.ALL,
                TimeoutsMode.ANY,
                3,
                Spurious.AUTO,
                Failures.of("malloc:2,init:1").orElseThrow(),
                Set.of(),
                Set.of(MachineChange.KILL, MachineChange.MOUNT),
                SignalRequest.toStop(20)));
        assertEquals(written, writtenAndRead(written));
    }

    @Test
    void eachFlag_comesBackAlone() throws Exception {
        for (RunFlag flag : RunFlag.values()) {
            assertEquals(
                    Set.of(flag),
                    writtenAndRead(schedule(with(Set.of(flag)))).run().flags());
        }
    }

    @Test
    void allFlags_comeBack() throws Exception {
        Set<RunFlag> all = EnumSet.allOf(RunFlag.class);
        assertEquals(all, writtenAndRead(schedule(with(all))).run().flags());
    }

    @Test
    void flagWithAnotherValue_isRefusedWithItsLine() throws Exception {
        new ScheduleWriter().write(schedule(with(Set.of(RunFlag.HANDLERS_IN_CALLS))), file);
        Files.writeString(file, Files.readString(file).replace("handlers calls", "handlers everywhere"));
        UserError refused = assertThrows(UserError.class, () -> ScheduleReader.read(file));
        assertTrue(refused.getMessage().contains("should say 'handlers calls'"), refused.getMessage());
    }

    private ScheduleFile writtenAndRead(ScheduleFile schedule) throws Exception {
        new ScheduleWriter().write(schedule, file);
        return ScheduleReader.read(file);
    }

    private static RunOptions with(Set<RunFlag> flags) {
        RunOptions run = RunOptions.DEFAULT;
        return new RunOptions(
                run.points(),
                run.timeouts(),
                run.expiries(),
                run.spurious(),
                run.failures(),
                flags,
                run.allowed(),
                run.request());
    }

    private ScheduleFile schedule(RunOptions run) {
        return new ScheduleFile(
                new Recipe(
                        List.of(folder.resolve("base.c")),
                        true,
                        List.of("-g"),
                        List.of("-pthread"),
                        List.of("--fast"),
                        ProgramInput.NONE,
                        List.of("./peer"),
                        folder),
                new Around(Optional.of("cmp a b"), Optional.empty()),
                "7354e732",
                run,
                VisibleMemory.NONE,
                Kind.DEADLOCK.ruleId(),
                "cycle",
                "a6010bc99f5cdb1f",
                "a \"deadlock\"",
                List.of("logged = 0; T2 (work) wrote it last at log.c:31", "name = \"#\""),
                OptionalInt.of(1),
                List.of(
                        new ScheduleFile.Line(
                                new Step(1, Event.NO_ALTERNATIVE, OperationKind.THREAD_START, 1),
                                "T1",
                                "start",
                                "base.c:4"),
                        new ScheduleFile.Line(
                                new Step(1, 2, OperationKind.ATOMIC_LOAD, 0x1000),
                                "T1",
                                "load x = 0 (older)",
                                "base.c:5")));
    }
}
