package org.heddle.cli.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The libraries that the loader gives a program, as {@code ld.so --list} tells them; it does not run the program. */
public final class LoadedLibraries {
    private static final Path LOADER = Path.of("/lib64/ld-linux-x86-64.so.2");
    private static final Pattern LINE = Pattern.compile("\\s*(\\S+)(?: => (\\S+))? \\(0x[0-9a-f]+\\)");

    private LoadedLibraries() {}

    /**
     * The files by the names that the program asks for, without the kernel's own; none if the loader refuses the program.
     *
     * @param environment of the loader, which says where it looks
     * @throws IOException if the loader is not there
     * @throws InterruptedException if the thread is interrupted
     */
    public static Map<String, Path> of(Path program, Map<String, String> environment)
            throws IOException, InterruptedException {
        CommandOutput list = CommandOutput.of(List.of(LOADER.toString(), "--list", program.toString()), builder -> {
            builder.environment().clear();
            builder.environment().putAll(environment);
        });
        Map<String, Path> libraries = new LinkedHashMap<>();
        if (list.succeeded()) {
            list.text().lines().map(LINE::matcher).filter(Matcher::matches).forEach(line -> {
                String name = line.group(1);
                Path file = Path.of(line.group(2) == null ? name : line.group(2));
                if (file.isAbsolute() && Files.isRegularFile(file)) {
                    libraries.put(name, file);
                }
            });
        }
        return libraries;
    }
}
