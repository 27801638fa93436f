package org.heddle.server.launch;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * The processor time of a process's living children.
 *
 * @param parent the process
 */
record ChildrenCpu(int parent) {
    private static final Pattern SPACES = Pattern.compile("\\s+");
    private static final int USER_AND_SYSTEM_TIME = 12; // counted after the name, which may contain spaces

    long ticks() {
        return SPACES.splitAsStream(read(Path.of("/proc/" + parent + "/task/" + parent + "/children")))
                .filter(child -> !child.isEmpty())
                .mapToLong(ChildrenCpu::ticksOf)
                .sum();
    }

    private static long ticksOf(String child) {
        String stat = read(Path.of("/proc", child, "stat"));
        return SPACES.splitAsStream(stat.substring(stat.lastIndexOf(')') + 1))
                .skip(USER_AND_SYSTEM_TIME)
                .limit(2)
                .mapToLong(Long::parseLong)
                .sum();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException gone) {
            return "";
        }
    }
}
