package org.heddle.bench.papers;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * A program that others have published, with what they report of it.
 *
 * @param name of the suite and the program
 * @param sources which are all there
 * @param flags of the compiler that it needs; may be empty
 * @param arguments of the program
 * @param schedules of each peer in turn
 */
record OriginalProgram(
        String name, List<Path> sources, String flags, List<String> arguments, List<Published> schedules) {
    /** Where a clone of wcventure/PERIOD has them. */
    private static final String FOLDER = "evaluation";

    /** The programs of the paper whose sources are in this folder, or in the folder of a clone. */
    static List<OriginalProgram> in(Path folder, Paper paper) {
        List<OriginalProgram> programs = new ArrayList<>();
        for (JsonNode program : paper.at("/programs")) {
            of(folder.resolve(FOLDER), program).or(() -> of(folder, program)).ifPresent(programs::add);
        }
        return List.copyOf(programs);
    }

    private static Optional<OriginalProgram> of(Path folder, JsonNode program) {
        List<Path> sources =
                words(program.path("sources")).stream().map(folder::resolve).toList();
        return sources.stream().allMatch(Files::isRegularFile)
                ? Optional.of(new OriginalProgram(
                        program.path("name").textValue(),
                        sources,
                        program.path("flags").asText(""),
                        words(program.path("arguments")),
                        words(program.path("schedules")).stream()
                                .map(Published::of)
                                .toList()))
                : Optional.empty();
    }

    private static List<String> words(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::textValue)
                .toList();
    }

    /** A command line of {@code heddle check} for it. */
    List<String> command(List<String> options) {
        List<String> command = new ArrayList<>(options);
        if (!flags.isEmpty()) {
            command.add("--cflags=" + flags);
        }
        sources.forEach(source -> command.add(source.toString()));
        command.add("--");
        command.addAll(arguments);
        return List.copyOf(command);
    }
}
