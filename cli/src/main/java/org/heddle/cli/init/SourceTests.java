package org.heddle.cli.init;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.heddle.cli.init.FoundTests.Test;
import org.heddle.cli.program.HeddleTests;

/** Sources that are programs of their own and use threads, where no build system tells of tests. */
final class SourceTests implements TestFinder {
    private static final int DEEPEST = 4;
    private static final Pattern SOURCE = Pattern.compile(".*\\.(c|cc|cpp|cxx)");

    @Override
    public Optional<FoundTests> find(Path project) throws IOException {
        List<Test> tests = new ArrayList<>();
        try (Stream<Path> files = Files.walk(project, DEEPEST)) {
            for (Path file : files.filter(SourceTests::isVisible).sorted().toList()) {
                SourceProgram program = isProgram(file) ? SourceProgram.of(file, ProjectSources.BESIDE) : null;
                if (program != null && (program.usesThreads() || hasTests(file))) {
                    tests.add(new Test(
                            project.relativize(file).toString(), program.sources(), List.of(), CompileFlags.NONE));
                }
            }
        }
        return tests.isEmpty()
                ? Optional.empty()
                : Optional.of(new FoundTests(
                        "sources with threads, and a main or HEDDLE_TEST", List.copyOf(tests), true, List.of()));
    }

    private static boolean isProgram(Path file) throws IOException {
        return SourceProgram.hasMain(file) || hasTests(file);
    }

    private static boolean hasTests(Path file) {
        return !HeddleTests.in(List.of(file)).isEmpty();
    }

    private static boolean isVisible(Path file) {
        for (Path part : file) {
            if (part.toString().startsWith(".") && part.toString().length() > 2) {
                return false;
            }
        }
        return SOURCE.matcher(file.getFileName().toString()).matches() && Files.isRegularFile(file);
    }
}
