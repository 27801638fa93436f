package org.heddle.it.fuzz;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.heddle.cli.Installation;
import org.heddle.cli.UserError;
import org.heddle.cli.program.CompileOptions;
import org.heddle.cli.program.Program;
import org.heddle.cli.program.ProgramBuilder;
import org.heddle.server.launch.LaunchException;
import org.heddle.server.protocol.TimeoutsMode;

/** Compiles random programs, compares, and leaves out of those that differ what the difference does not need. */
final class Fuzzer {
    private static final long PROGRAMS_OF_A_SEED = 1000;

    private final Installation installation;
    private final Path folder;
    private int compared;
    private int covered;

    /** A fuzzer that writes sources to this folder. */
    Fuzzer(Path folder) throws UserError {
        this.installation = Installation.ofThisProcess();
        this.folder = folder;
    }

    int compared() {
        return compared;
    }

    int covered() {
        return covered;
    }

    /** Programs of one source file, and how they differ: each with its smallest form. */
    Map<FuzzProgram, List<String>> batch(long seed, int count)
            throws IOException, UserError, InterruptedException, LaunchException {
        Set<Vocabulary> families = FuzzGenerator.families(seed);
        List<FuzzProgram> programs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            programs.add(new FuzzGenerator(seed * PROGRAMS_OF_A_SEED + i, families).program());
        }
        Map<FuzzProgram, List<String>> different = new TreeMap<>(java.util.Comparator.comparingLong(FuzzProgram::seed));
        try (Program program = build(programs)) {
            for (int i = 0; i < count; i++) {
                TimeoutsMode timeouts = timeouts(programs.get(i));
                Comparison comparison = new Comparison(
                        program.executable(), i, programs.get(i).mayGoOnForEver(), installation.shim(), timeouts);
                List<String> differences = comparison.differences();
                compared++;
                covered += comparison.isCovered() ? 1 : 0;
                if (!differences.isEmpty()) {
                    different.put(programs.get(i), differences);
                }
            }
        }
        Map<FuzzProgram, List<String>> small = new TreeMap<>(java.util.Comparator.comparingLong(FuzzProgram::seed));
        for (Map.Entry<FuzzProgram, List<String>> entry : different.entrySet()) {
            FuzzProgram shrunk = shrink(entry.getKey());
            small.put(shrunk, differences(shrunk));
        }
        return small;
    }

    private static TimeoutsMode timeouts(FuzzProgram program) {
        TimeoutsMode[] modes = {TimeoutsMode.LAST_RESORT, TimeoutsMode.LAST_RESORT, TimeoutsMode.ANY, TimeoutsMode.NEVER
        };
        return modes[(int) ((program.seed() / PROGRAMS_OF_A_SEED + program.seed()) % modes.length)];
    }

    private FuzzProgram shrink(FuzzProgram program)
            throws IOException, UserError, InterruptedException, LaunchException {
        FuzzProgram smallest = program;
        int statement = 0;
        while (statement < smallest.size()) {
            FuzzProgram smaller = smallest.without(statement);
            if (differences(smaller).isEmpty()) {
                statement++;
            } else {
                smallest = smaller;
            }
        }
        return smallest;
    }

    /** How one program differs. */
    List<String> differences(FuzzProgram program) throws IOException, UserError, InterruptedException, LaunchException {
        try (Program built = build(List.of(program))) {
            return new Comparison(
                            built.executable(), 0, program.mayGoOnForEver(), installation.shim(), timeouts(program))
                    .differences();
        }
    }

    private Program build(List<FuzzProgram> programs) throws IOException, UserError, InterruptedException {
        Path file = Files.writeString(folder.resolve("fuzz.c"), FuzzSource.of(programs));
        return new ProgramBuilder(installation)
                .build(ProgramBuilder.recipe(folder, List.of(file), new CompileOptions(), List.of()));
    }
}
