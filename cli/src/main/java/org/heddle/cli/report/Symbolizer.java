package org.heddle.cli.report;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Asks llvm-symbolizer what code and data of ELF files is. */
final class Symbolizer {
    private final Supplier<Path> program;
    private final ObjectMapper json = new ObjectMapper();

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
        List<JsonNode> answers = new ArrayList<>();
        if (questions.isEmpty()) {
            return answers;
        }
        Process process = new ProcessBuilder(program.get().toString(), "--output-style=JSON", "--inlines", "--demangle")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            Thread writer = new Thread(() -> write(process, questions), "heddle-symbolizer");
            writer.start();
            for (int i = 0; i < questions.size(); i++) {
                String line = reader.readLine();
                if (line == null) {
                    break;
                }
                answers.add(json.readTree(line));
            }
        } finally {
            process.destroy();
        }
        while (answers.size() < questions.size()) {
            answers.add(json.nullNode());
        }
        return answers;
    }

    private static void write(Process process, List<Question> questions) {
        try (Writer writer = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8)) {
            for (Question question : questions) {
                writer.write(question.line());
            }
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }
}
