package org.heddle.cli.compiled;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.heddle.cli.base.RealPath;
import org.heddle.cli.base.UserError;

/**
 * What the {@code compile_commands.json} of a project say: how each source is compiled
 * (https://clang.llvm.org/docs/JSONCompilationDatabase.html).
 *
 * @param bySource the commands by the source's real path; a source may be compiled in several ways
 */
public record CompileCommands(Map<Path, List<CompileCommand>> bySource) {
    static final String NAME = "compile_commands.json";

    /**
     * Reads those in the project's folder and in the folders in it.
     *
     * @throws UserError if one cannot be read
     * @throws IOException if a folder cannot be read
     */
    public static CompileCommands in(Path project) throws UserError, IOException {
        Map<Path, List<CompileCommand>> bySource = new HashMap<>();
        for (Path folder : BuildFolders.with(project, NAME)) {
            for (JsonNode entry : parse(folder.resolve(NAME))) {
                Path directory = folder.resolve(entry.path("directory").asText());
                String source = entry.path("file").asText();
                List<String> words = new ArrayList<>();
                entry.path("arguments").forEach(word -> words.add(word.asText()));
                CompileCommand command = CompileCommand.of(
                        directory,
                        words.isEmpty() ? ShellWords.of(entry.path("command").asText()) : words,
                        source);
                bySource.computeIfAbsent(RealPath.of(directory.resolve(source)), key -> new ArrayList<>())
                        .add(command);
            }
        }
        return new CompileCommands(bySource);
    }

    private static JsonNode parse(Path file) throws UserError {
        try {
            JsonNode root = new ObjectMapper().readTree(Files.readString(file));
            if (!root.isArray()) {
                throw new UserError(file + " is no list of compile commands: let the build system write it again");
            }
            return root;
        } catch (JsonProcessingException wrong) {
            throw new UserError(
                    file + " is not JSON (" + wrong.getOriginalMessage() + "): let the build system write it again");
        } catch (IOException unreadable) {
            throw new UserError(file + " cannot be read: " + unreadable.getMessage());
        }
    }
}
