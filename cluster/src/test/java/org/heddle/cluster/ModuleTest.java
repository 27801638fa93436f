package org.heddle.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Arrows run one way: Pekko is known to one package alone, the cluster to no other module, and packages form no circle. */
final class ModuleTest {
    private static final Path PROJECT = Path.of("..");
    private static final Pattern USE =
            Pattern.compile("(?<![\\w.])(org\\.apache\\.pekko|scala|org\\.heddle\\.[a-z]+)\\b[.\\w]*");
    private static final Pattern OWN = Pattern.compile("org\\.heddle\\.cluster\\.([a-z]+)\\b.*");

    /** What each file of a module names with its package. */
    private static Map<Path, Set<String>> names(String module) throws IOException {
        Map<Path, Set<String>> names = new TreeMap<>();
        Path sources = PROJECT.resolve(module).resolve("src/main/java");
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                Set<String> used = new TreeSet<>();
                Matcher matcher = USE.matcher(Files.readString(file));
                while (matcher.find()) {
                    used.add(matcher.group());
                }
                names.put(sources.relativize(file), used);
            }
        }
        assertTrue(names.size() > 10, "no module " + module);
        return names;
    }

    private static boolean isEngine(String name) {
        return name.startsWith("org.apache.pekko") || name.startsWith("scala");
    }

    @Test
    void pekko_isKnownToOnePackage() throws Exception {
        Set<String> knowing = new TreeSet<>();
        names("cluster").forEach((file, used) -> {
            if (used.stream().anyMatch(ModuleTest::isEngine)) {
                knowing.add(file.getParent().getFileName().toString());
            }
        });
        assertEquals(Set.of("net"), knowing);
    }

    @Test
    void noOtherModule_knowsTheCluster() throws Exception {
        for (String module : List.of("dpor", "instrumenter", "scheduler-server", "cli")) {
            names(module).forEach((file, used) -> {
                assertTrue(used.stream().noneMatch(ModuleTest::isEngine), file + " knows Pekko");
                assertTrue(used.stream().noneMatch(name -> name.startsWith("org.heddle.cluster")), file + " knows it");
            });
        }
    }

    @Test
    void packages_formNoCircle() throws Exception {
        Map<String, Set<String>> arrows = new TreeMap<>();
        names("cluster")
                .forEach((file, used) -> used.forEach(name -> {
                    Matcher own = OWN.matcher(name);
                    String from = file.getParent().getFileName().toString();
                    if (own.matches() && !own.group(1).equals(from)) {
                        arrows.computeIfAbsent(from, key -> new TreeSet<>()).add(own.group(1));
                    }
                }));
        assertTrue(arrows.size() > 2, arrows.toString());
        List<String> left = new ArrayList<>(arrows.keySet());
        while (left.removeIf(each -> arrows.get(each).stream().noneMatch(left::contains))) {
            // those that know nobody who is left
        }
        assertEquals(List.of(), left, "a circle: " + arrows);
    }
}
