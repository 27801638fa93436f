package org.heddle.cli.init;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.heddle.cli.base.UserError;
import org.heddle.cli.compiled.BuildFolders;

/** The tests of a CMake project, as {@code ctest} lists them in its build folder. */
final class CTests implements TestFinder {
    @Override
    public Optional<FoundTests> find(Path project) throws UserError, IOException, InterruptedException {
        for (Path build : BuildFolders.with(project, "CTestTestfile.cmake")) {
            Commands commands = new Commands();
            String listed = Commands.output(build, "ctest", "--show-only=json-v1");
            for (JsonNode test : new ObjectMapper().readTree(listed).path("tests")) {
                List<String> command = new ArrayList<>();
                test.path("command").forEach(word -> command.add(word.textValue()));
                commands.add(test.path("name").asText(), command, build);
            }
            return Optional.of(commands.found("CTest in " + project.relativize(build)));
        }
        return Optional.empty();
    }
}
