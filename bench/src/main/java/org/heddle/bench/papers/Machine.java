package org.heddle.bench.papers;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.heddle.cli.base.HeddleVersion;

/** What the figures were measured with. */
final class Machine {
    private Machine() {}

    /** Names and values, ordered by name. */
    static Map<String, String> describe() {
        Map<String, String> words = new TreeMap<>();
        words.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
        words.put("heddle", HeddleVersion.number());
        words.put("java", Runtime.version().toString());
        words.put("memory", field("/proc/meminfo", "MemTotal"));
        words.put("processor", field("/proc/cpuinfo", "model name"));
        words.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        return words;
    }

    private static String field(String file, String name) {
        try {
            List<String> lines = Files.readAllLines(Path.of(file), StandardCharsets.UTF_8);
            return lines.stream()
                    .filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown");
        } catch (IOException unreadable) {
            return "unknown";
        }
    }
}
