package org.heddle.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.cli.Main;

/** The examples, compiled as {@code heddle check} compiles them. */
public final class Examples {
    private Examples() {}

    /** An example with these macros as a program in the folder. */
    public static Path compiled(Path folder, String example, String... macros) {
        Path source = Path.of(System.getProperty("heddle.examples")).resolve(example);
        Path program = folder.resolve(example.replaceAll("[^A-Za-z0-9]", "-") + String.join("", macros));
        List<String> words = new ArrayList<>(List.of("cc", "-g", "-O1", "-pthread", "-o", program.toString()));
        words.addAll(List.of(macros));
        words.add(source.toString());
        StringWriter said = new StringWriter();
        PrintWriter to = new PrintWriter(said, true);
        assertEquals(0, Main.run(words.toArray(new String[0]), to, to), () -> example + ": " + said);
        return program;
    }

    /** The runtime. */
    public static Path shim() {
        return Path.of(System.getProperty("heddle.native"))
                .resolve("libheddle.so")
                .toAbsolutePath();
    }
}
