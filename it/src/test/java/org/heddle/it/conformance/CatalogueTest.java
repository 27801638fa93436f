package org.heddle.it.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.dpor.model.Event;
import org.heddle.dpor.model.OperationKind;
import org.heddle.server.WorkerPool;
import org.heddle.server.launch.LaunchOptions;
import org.heddle.server.protocol.message.PointsMode;
import org.heddle.server.protocol.message.RunFlag;
import org.heddle.server.protocol.message.RunOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nothing is in the catalogue of operations that the conformance programs leave out. */
@Timeout(900)
final class CatalogueTest {
    @TempDir
    private Path folder;

    @Test
    void everyKindOfOperation_isExecutedByAConformanceProgram() throws Exception {
        Set<OperationKind> missing = EnumSet.allOf(OperationKind.class);
        for (Path source : ConformanceTest.programs()) {
            Path program = ConformanceTest.compile(folder, source);
            missing.removeAll(kinds(program, Set.of()));
            if (source.getParent().endsWith("instrumented")) {
                missing.removeAll(kinds(program, Set.of(RunFlag.TSO)));
            }
        }
        assertEquals(Set.of(), missing, "no program of native-shim/conformance executes these");
    }

    private static Set<OperationKind> kinds(Path program, Set<RunFlag> flags) throws Exception {
        Set<OperationKind> kinds = EnumSet.noneOf(OperationKind.class);
        LaunchOptions options = LaunchOptions.of(program, ConformanceTest.shim())
                .withRun(RunOptions.DEFAULT.withFlags(flags).withPoints(PointsMode.ALL));
        try (WorkerPool pool = WorkerPool.start(options)) {
            pool.submit(new Plan(List.of(), List.of(), Plan.Limits.DEFAULT, false));
            for (Event event : pool.take().events()) {
                kinds.add(event.operation().kind());
            }
        }
        return kinds;
    }
}
