package org.heddle.cli.init;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.heddle.cli.compiled.BuildFolders;

/** The tests of a Meson project, as Meson describes them in its build folder. */
final class MesonTests implements TestFinder {
    private static final String DESCRIPTION = "meson-info/intro-tests.json";

    @Override
    public Optional<FoundTests> find(Path project) throws IOException {
        for (Path build : BuildFolders.with(project, DESCRIPTION)) {
            Commands commands = new Commands();
            for (JsonNode test :
                    new ObjectMapper().readTree(build.resolve(DESCRIPTION).toFile())) {
                List<String> command = new ArrayList<>();
                test.path("cmd").forEach(word -> command.add(word.textValue()));
                commands.add(test.path("name").asText(), command, build);
            }
            return Optional.of(commands.found("Meson in " + project.relativize(build)));
        }
        return Optional.empty();
    }
}
