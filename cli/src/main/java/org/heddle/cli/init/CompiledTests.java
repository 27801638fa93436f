package org.heddle.cli.init;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.heddle.cli.base.RealPath;
import org.heddle.cli.base.UserError;
import org.heddle.cli.compiled.CompileCommand;
import org.heddle.cli.compiled.CompileCommands;
import org.heddle.cli.init.FoundTests.Test;
import org.heddle.cli.program.HeddleTests;

/** Sources that are programs of their own and use threads, among those that a {@code compile_commands.json} lists: with its options. */
final class CompiledTests implements TestFinder {
    @Override
    public Optional<FoundTests> find(Path project) throws UserError, IOException {
        Path root = RealPath.of(project);
        Map<Path, List<CompileCommand>> commands = CompileCommands.in(root).bySource();
        List<Path> sources = commands.keySet().stream()
                .filter(source -> source.startsWith(root) && source.toFile().isFile())
                .sorted()
                .toList();
        List<Test> tests = new ArrayList<>();
        for (Path source : sources) {
            boolean hasTests = !HeddleTests.in(List.of(source)).isEmpty();
            if (hasTests || SourceProgram.hasMain(source)) {
                CompileCommand command = commands.get(source).get(0);
                SourceProgram program =
                        SourceProgram.of(source, new ProjectSources(CompileFlags.folders(command, root), sources));
                if (hasTests || program.usesThreads()) {
                    tests.add(test(root, project, program, commands));
                }
            }
        }
        return tests.isEmpty()
                ? Optional.empty()
                : Optional.of(new FoundTests(
                        "compile_commands.json: sources with threads, and a main or HEDDLE_TEST",
                        List.copyOf(tests),
                        true,
                        List.of()));
    }

    private static Test test(Path root, Path project, SourceProgram program, Map<Path, List<CompileCommand>> commands) {
        List<CompileCommand> used = program.sources().stream()
                .flatMap(source ->
                        commands.getOrDefault(source, List.of()).stream().limit(1))
                .toList();
        List<Path> files = program.sources().stream()
                .map(source -> project.resolve(root.relativize(source)))
                .toList();
        return new Test(
                root.relativize(program.sources().get(0)).toString(), files, List.of(), CompileFlags.of(used, root));
    }
}
