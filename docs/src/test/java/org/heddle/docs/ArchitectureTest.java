package org.heddle.docs;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * What ARCHITECTURE.md says of arrows is so of the compiled classes of all modules: they run one way, between modules and between
 * packages, and each library is known to the one module that needs it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ArchitectureTest {
    private static final Path PAGE = Path.of("..").resolve("ARCHITECTURE.md");

    /** Each module of Java as the page names it, and its package. */
    private static final Map<String, String> PACKAGES = Map.of(
            "dpor", "org.heddle.dpor",
            "instrumenter", "org.heddle.instrumenter",
            "scheduler-server", "org.heddle.server",
            "cli", "org.heddle.cli",
            "cluster", "org.heddle.cluster",
            "bench", "org.heddle.bench");

    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z-]+)` \\| [^|]* \\| ([^|]*) \\|$");

    private JavaClasses classes;

    @BeforeAll
    void readClasses() {
        classes = new ClassFileImporter().importPackages("org.heddle");
        PACKAGES.forEach((module, name) -> assertTrue(in(name).size() > 10, "no classes of " + module));
    }

    private Set<JavaClass> in(String packageName) {
        return classes.stream()
                .filter(type -> isIn(type.getPackageName(), packageName))
                .collect(Collectors.toSet());
    }

    private static boolean isIn(String name, String packageName) {
        return name.equals(packageName) || name.startsWith(packageName + ".");
    }

    @Test
    void packages_formNoCircle() {
        slices().matching("org.heddle.(**)").should().beFreeOfCycles().check(classes);
    }

    @Test
    void modules_useWhatTheirRowNames() throws IOException {
        Map<String, Set<String>> allowed = rows();
        assertTrue(allowed.keySet().containsAll(PACKAGES.keySet()), "the page has a row for each of them: " + allowed);
        Set<String> wrong = new TreeSet<>();
        PACKAGES.forEach((module, name) -> {
            for (JavaClass type : in(name)) {
                type.getDirectDependenciesFromSelf().forEach(use -> {
                    String used = module(use.getTargetClass().getPackageName());
                    if (!used.isEmpty()
                            && !used.equals(module)
                            && !allowed.get(module).contains(used)) {
                        wrong.add(module + " → " + used + ": " + use.getDescription());
                    }
                });
            }
        });
        assertEquals(Set.of(), wrong);
    }

    private static String module(String packageName) {
        return PACKAGES.entrySet().stream()
                .filter(module -> isIn(packageName, module.getValue()))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("");
    }

    /** What each module depends on by the page's table, by way of others too. */
    private static Map<String, Set<String>> rows() throws IOException {
        String page = Files.readString(PAGE);
        int begin = page.indexOf("\n## Modules");
        Map<String, Set<String>> rows = new LinkedHashMap<>();
        Matcher row = ROW.matcher(page.substring(begin, page.indexOf("\n#", begin + 1)));
        while (row.find()) {
            Set<String> named = new LinkedHashSet<>();
            for (String before : rows.keySet()) {
                if (row.group(2).equals("all of these")
                        || Set.of(row.group(2).split(", ")).contains(before)) {
                    named.add(before);
                    named.addAll(rows.get(before));
                }
            }
            rows.put(row.group(1), named);
        }
        return rows;
    }

    @Test
    void exploration_isJavaAloneWithoutFiles() {
        noClasses()
                .that()
                .resideInAPackage("org.heddle.dpor..")
                .should()
                .dependOnClassesThat(DescribedPredicate.describe(
                        "are no part of the exploration, or of Java's language, utilities and character sets",
                        used -> !used.isPrimitive()
                                && !isIn(used.getPackageName(), "org.heddle.dpor")
                                && !isIn(used.getPackageName(), "java.lang")
                                && !isIn(used.getPackageName(), "java.nio.charset")
                                && !isIn(used.getPackageName(), "java.util")))
                .check(classes);
    }

    @Test
    void aLibrary_isKnownToOneModule() {
        known("org.heddle.cluster.net", "org.apache.pekko..", "scala..", "com.typesafe..");
        known("org.heddle.instrumenter", "org.bytedeco..");
        known("org.heddle.server", "jnr..");
        known("org.heddle.cli.check.dap", "org.eclipse.lsp4j..");
    }

    private void known(String to, String... libraries) {
        noClasses()
                .that()
                .resideOutsideOfPackage(to + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(libraries)
                .check(classes);
        assertTrue(
                in(to).stream()
                        .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                        .anyMatch(use -> isIn(use.getTargetClass().getPackageName(), libraries[0].replace("..", ""))),
                to + " uses " + libraries[0]);
    }
}
