package org.heddle.cli.report.names;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Asks llvm-symbolizer what code and data of ELF files is. It stays, as reading a large file's debug information takes it long. */
final class Symbolizer implements AutoCloseable {
    private final Supplier<Path> program;
    private ObjectMapper json;
    private Process process;
    private BufferedReader answers;

    /**
     * A question.
     *
     * @param isData whether the address is of a variable rather than of code
     * @param module path of the ELF file
     * @param offset in it, as the file has it
     */
    record Question(boolean isData, String module, long offset) {
        private String line() {
            return "%s \"%s\" 0x%x%n".formatted(isData ? "DATA" : "CODE", module, offset);
        }
    }

    Symbolizer(Supplier<Path> program) {
        this.program = program;
    }

    /** Loads the reader of the answers, a tenth of a second, before it is needed. */
    static void warmUp() {
        new ObjectMapper().createObjectNode();
    }

    /**
     * The answers in the order of the questions, each as llvm-symbolizer's JSON has it.
     *
     * @throws IOException if llvm-symbolizer cannot be run
     */
    List<JsonNode> ask(List<Question> questions) throws IOException {
        List<JsonNode> found = new ArrayList<>();
        if (questions.isEmpty()) {
            return found;
        }
        if (process == null) {
            start();
        }
        Thread writer = new Thread(() -> write(questions), "heddle-symbolizer");
        writer.start();
        for (int i = 0; i < questions.size(); i++) {
            String line = answers.readLine();
            if (line == null) {
                break;
            }
            found.add(json.readTree(line));
        }
        while (found.size() < questions.size()) {
            found.add(json.nullNode());
        }
        return found;
    }

    private void start() throws IOException {
        json = new ObjectMapper();
        process = new ProcessBuilder(program.get().toString(), "--output-style=JSON", "--inlines", "--demangle")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Apart from the reader, as neither pipe may hold all. */
    private void write(List<Question> questions) {
        StringBuilder lines = new StringBuilder();
        questions.forEach(question -> lines.append(question.line()));
        try {
            OutputStream to = process.getOutputStream();
            to.write(lines.toString().getBytes(StandardCharsets.UTF_8));
            to.flush();
        } catch (IOException ended) {
            throw new UncheckedIOException(ended);
        }
    }

    @Override
    public void close() {
        if (process != null) {
            process.destroy();
        }
    }
}
