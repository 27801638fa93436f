package org.heddle.it.fuzz;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.heddle.cli.base.Installation;
import org.heddle.cli.program.CompileOptions;
import org.heddle.cli.program.Program;
import org.heddle.cli.program.ProgramBuilder;
import org.heddle.dpor.bound.SearchOptions;
import org.heddle.server.WorkerPool;
import org.heddle.server.launch.LaunchOptions;
import org.heddle.server.protocol.message.PointsMode;

/** Random programs in one executable, each of which is explored on its own. */
final class BuiltPrograms implements AutoCloseable {
    private final Installation installation = Installation.ofThisProcess();
    private final Program program;

    /**
     * Builds them.
     *
     * @param folder for the source
     * @param head what the source begins with
     */
    BuiltPrograms(Path folder, String head, List<FuzzProgram> programs) throws Exception {
        Path file = Files.writeString(folder.resolve("random.c"), head + FuzzSource.of(programs));
        program = new ProgramBuilder(installation)
                .build(ProgramBuilder.recipe(folder, List.of(file), new CompileOptions(), List.of()));
    }

    /** What is seen of the program with this number in at most so many executions. */
    Observed explored(int number, SearchOptions options, long most) throws Exception {
        LaunchOptions launch = LaunchOptions.of(program.executable(), installation.shim())
                .withPoints(PointsMode.AUTO)
                .withArguments(List.of(Integer.toString(number)))
                .withEnvironment(Map.of());
        try (WorkerPool pool = WorkerPool.start(launch)) {
            return Comparison.explored(pool, options, most);
        }
    }

    @Override
    public void close() {
        program.close();
    }
}
