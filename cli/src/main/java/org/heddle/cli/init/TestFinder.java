package org.heddle.cli.init;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.heddle.cli.base.UserError;

/** One way to find the tests of a project. */
@FunctionalInterface
public interface TestFinder {
    /** All ways, the surest first. */
    List<TestFinder> ALL = List.of(
            new CTests(),
            new MesonTests(),
            new AutomakeTests(),
            new MakeTests(),
            new CompiledTests(),
            new SourceTests());

    /**
     * Looks for tests.
     *
     * @return empty if the project is not of this sort, or has no tests
     * @throws UserError if the build system's answer cannot be had
     * @throws IOException if a file cannot be read
     * @throws InterruptedException if the thread is interrupted
     */
    Optional<FoundTests> find(Path project) throws UserError, IOException, InterruptedException;
}
