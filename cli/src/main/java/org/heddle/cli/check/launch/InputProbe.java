package org.heddle.cli.check.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.heddle.cli.program.ProgramInput;
import org.heddle.dpor.explore.plan.Plan;
import org.heddle.server.WorkerPool;
import org.heddle.server.launch.LaunchException;
import org.heddle.server.launch.LaunchOptions;

/**
 * Finds out whether a program reads its standard input. Heddle's own is read only then: in a shell's {@code while read} loop it
 * belongs to the loop.
 *
 * <p>One execution runs with an input of one line. It reads standard input if that leaves the place in the file, which the
 * execution shares with its target's process, anywhere but at the beginning.
 */
public final class InputProbe {
    private static final ProgramInput ONE_LINE = ProgramInput.of(new byte[] {'\n'});
    private static final String PLACE = "pos:";

    private InputProbe() {}

    /**
     * Whether the program reads its standard input in the first execution.
     *
     * @param launch how it is run
     * @param limits of the execution
     * @throws LaunchException if the program cannot be run
     * @throws IOException if no file can be written
     * @throws InterruptedException if the thread is interrupted
     */
    public static boolean reads(LaunchOptions launch, Plan.Limits limits)
            throws LaunchException, IOException, InterruptedException {
        try (InputFile input = InputFile.of(ONE_LINE);
                WorkerPool pool =
                        WorkerPool.start(launch.withStandardInput(input.path()).withJobs(1))) {
            pool.submit(new Plan(List.of(), List.of(), limits, false));
            pool.take();
            return place(pool.hello().pid()) != 0;
        }
    }

    /** Where the target's process stands in its standard input. */
    private static long place(int pid) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + pid + "/fdinfo/0")).stream()
                .filter(line -> line.startsWith(PLACE))
                .mapToLong(line -> Long.parseLong(line.substring(PLACE.length()).trim()))
                .findFirst()
                .orElse(0);
    }
}
