package org.heddle.cluster.program;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The libraries that the loader gives a program: the system's, which a worker has to have, and its own, which travel with it.
 *
 * @param system hash by path
 * @param own path by the name that the program asks for
 */
record Libraries(Map<String, String> system, Map<String, Path> own) {
    private static final List<String> SYSTEM = List.of("/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/");
    private static final Path LOADER = Path.of("/lib64/ld-linux-x86-64.so.2");
    private static final Pattern LINE = Pattern.compile("\\s*(\\S+)(?: => (\\S+))? \\(0x[0-9a-f]+\\)");

    /** Asks the loader, which does not run the program. */
    static Libraries of(Path program, Map<String, String> environment) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(LOADER.toString(), "--list", program.toString())
                .redirectInput(new File("/dev/null"))
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Map<String, String> system = new TreeMap<>();
        Map<String, Path> own = new TreeMap<>();
        if (process.waitFor() == 0) {
            for (String line : text.lines().toList()) {
                Matcher matcher = LINE.matcher(line);
                if (matcher.matches()) {
                    sort(matcher.group(1), matcher.group(2), system, own);
                }
            }
        }
        return new Libraries(system, own);
    }

    private static void sort(String name, String found, Map<String, String> system, Map<String, Path> own)
            throws IOException {
        Path path = Path.of(found == null ? name : found);
        if (!path.isAbsolute() || !Files.isRegularFile(path)) {
            return; // the kernel's own
        }
        if (SYSTEM.stream().anyMatch(path.toString()::startsWith)) {
            system.put(path.toString(), ContentHash.of(path));
        } else {
            own.put(Path.of(name).getFileName().toString(), path);
        }
    }
}
