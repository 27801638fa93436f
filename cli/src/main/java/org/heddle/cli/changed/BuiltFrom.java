package org.heddle.cli.changed;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.heddle.instrumenter.toolchain.LlvmToolchain;
import org.heddle.instrumenter.toolchain.ToolchainException;

/**
 * An executable or a library, and what its debug information names.
 *
 * @param binary the file
 * @param sources the sources and headers; none if there is no debug information
 */
record BuiltFrom(Path binary, Set<Path> sources) {
    private static final Path LOADER = Path.of("/lib64/ld-linux-x86-64.so.2");
    private static final Pattern LIBRARY = Pattern.compile("\\s*\\S+ => (/.*) \\(0x[0-9a-f]+\\)");

    /** The executable, and then the libraries that the loader gives it; the loader does not run it. */
    static List<BuiltFrom> all(Path executable) throws IOException, InterruptedException, ToolchainException {
        List<BuiltFrom> all = new ArrayList<>(List.of(read(executable)));
        for (String line : output(LOADER.toString(), "--list", executable.toString())) {
            Matcher matcher = LIBRARY.matcher(line);
            if (matcher.matches()) {
                all.add(read(Path.of(matcher.group(1))));
            }
        }
        return all;
    }

    /** Whether it was made before this file got its present content, or the file is gone. */
    boolean isOlderThan(Path source) throws IOException {
        return !Files.exists(source)
                || Files.getLastModifiedTime(binary).compareTo(Files.getLastModifiedTime(source)) < 0;
    }

    private static BuiltFrom read(Path binary) throws IOException, InterruptedException, ToolchainException {
        String dwarfdump = LlvmToolchain.locate().dwarfdump().toString();
        Set<Path> sources = new TreeSet<>();
        for (String line : output(dwarfdump, "--show-sources", binary.toString())) {
            if (line.startsWith("/")) {
                sources.add(Path.of(line));
            }
        }
        return new BuiltFrom(binary, sources);
    }

    /** The lines that a program prints; none if it fails. */
    private static List<String> output(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectInput(new File("/dev/null"))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? text.lines().toList() : List.of();
    }
}
