package org.heddle.it.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.heddle.cli.base.Installation;
import org.heddle.cli.base.UserError;
import org.heddle.cli.program.CompileOptions;
import org.heddle.cli.program.Program;
import org.heddle.cli.program.ProgramBuilder;
import org.heddle.server.launch.LaunchException;
import org.heddle.server.protocol.message.TimeoutsMode;

/** Compiles random programs, compares, and leaves out of those that differ what the difference does not need. */
final class Fuzzer {
    private static final long PROGRAMS_OF_A_SEED = 1000;

    private final Installation installation;
    private final Path folder;
    private int compared;
    private int covered;
    private final NativeComparison natively;

    /** A fuzzer that writes sources to this folder. */
    Fuzzer(Path folder) throws UserError, IOException, InterruptedException {
        this.installation = Installation.ofThisProcess();
        this.folder = folder;
        this.natively = new NativeComparison(folder);
    }

    /** Fails with the smallest forms of those programs, one for each of so many seeds, of which something is missed. */
    static void assertNothingIsMissed(Path folder, LongFunction<FuzzProgram> program, long seed, int count)
            throws UserError, IOException, InterruptedException, LaunchException {
        Fuzzer fuzzer = new Fuzzer(folder);
        assertEquals(
                Map.of(),
                fuzzer.compare(
                        LongStream.range(seed, seed + count).mapToObj(program).toList()));
        assertEquals(count, fuzzer.compared());
    }

    int compared() {
        return compared;
    }

    int covered() {
        return covered;
    }

    /** Programs of which native runs were compared. */
    int natively() {
        return natively.compared();
    }

    /** Programs of one source file, and how they differ: each with its smallest form. */
    Map<FuzzProgram, List<String>> batch(long seed, int count)
            throws IOException, UserError, InterruptedException, LaunchException {
        Set<Vocabulary> families = FuzzGenerator.families(seed);
        List<FuzzProgram> programs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            programs.add(new FuzzGenerator(seed * PROGRAMS_OF_A_SEED + i, families).program());
        }
        return compare(programs);
    }

    /** How programs of one source file differ: each with its smallest form. */
    Map<FuzzProgram, List<String>> compare(List<FuzzProgram> programs)
            throws IOException, UserError, InterruptedException, LaunchException {
        Map<FuzzProgram, List<String>> different = new TreeMap<>(java.util.Comparator.comparingLong(FuzzProgram::seed));
        try (Program program = build(programs)) {
            for (int i = 0; i < programs.size(); i++) {
                List<String> differences = differences(program, i, programs.get(i));
                compared++;
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
            return differences(built, 0, program);
        }
    }

    private List<String> differences(Program built, int number, FuzzProgram program)
            throws IOException, InterruptedException, LaunchException {
        TimeoutsMode timeouts = timeouts(program);
        Comparison comparison =
                new Comparison(built.executable(), number, program.mayGoOnForEver(), installation.shim(), timeouts);
        List<String> differences = new ArrayList<>(comparison.differences());
        covered += comparison.isCovered() ? 1 : 0;
        if (comparison.proved().isPresent()) {
            differences.addAll(natively.differences(
                    built.executable(), number, program, comparison.proved().get()));
        }
        return differences;
    }

    private Program build(List<FuzzProgram> programs) throws IOException, UserError, InterruptedException {
        Path file = Files.writeString(folder.resolve("fuzz.c"), FuzzSource.of(programs));
        return new ProgramBuilder(installation)
                .build(ProgramBuilder.recipe(folder, List.of(file), new CompileOptions(), List.of()));
    }
}
