package org.heddle.server.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.server.OperationsHeader;

/**
 * A C program that answers tests' questions with the very code of the runtime.
 *
 * @param program the executable
 */
record RuntimeOracle(Path program) {
    private static final Path RUNTIME = Path.of("..", "native-shim").toAbsolutePath();
    private static final Path SOURCES = Path.of("src", "test", "c");

    /**
     * Compiles a program with parts of the runtime.
     *
     * @param folder where the program and what it includes are written
     * @param source the file of the program's {@code main}, in the folder of the tests' C programs
     * @param parts files of the runtime, below its {@code src}
     */
    static RuntimeOracle compile(Path folder, String source, String... parts) throws IOException, InterruptedException {
        OperationsHeader.write(folder);
        Path program = folder.resolve("oracle");
        List<String> command = new ArrayList<>(List.of("cc", "-std=gnu11", "-O1"));
        for (Path headers : List.of(RUNTIME.resolve("include"), RUNTIME.resolve("src"), folder)) {
            command.add("-I" + headers);
        }
        command.add(SOURCES.resolve(source).toString());
        for (String part : parts) {
            command.add(RUNTIME.resolve("src").resolve(part).toString());
        }
        command.addAll(List.of("-o", program.toString()));
        answer(new ProcessBuilder(command));
        return new RuntimeOracle(program);
    }

    /** What the program answers to arguments. */
    String ask(String... arguments) throws IOException, InterruptedException {
        return answer(command(arguments));
    }

    /** What the program answers to the bytes of a file, a byte for each character. */
    String ask(Path questions) throws IOException, InterruptedException {
        return answer(command().redirectInput(questions.toFile()));
    }

    private ProcessBuilder command(String... arguments) {
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }

    private static String answer(ProcessBuilder command) throws IOException, InterruptedException {
        Process process = command.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        assertEquals(0, process.waitFor(), said);
        return said;
    }
}
