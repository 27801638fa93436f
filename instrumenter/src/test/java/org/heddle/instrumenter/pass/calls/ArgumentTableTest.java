package org.heddle.instrumenter.pass.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The table of what is behind arguments, against the prototypes of this machine's libc, which its compiler lists. */
class ArgumentTableTest {
    private static final Path INTERPOSED = Path.of("../native-shim/include/interposed.txt");
    private static final Pattern PROTOTYPE = Pattern.compile("\\*/ (?:extern|static) (.*?)\\b(\\w+) \\((.*)\\);");
    private static final Pattern CALLBACK = Pattern.compile("\\(\\*\\) ?\\([^()]*\\)");

    private final ArgumentTable table = new ArgumentTable();

    /** The types of parameters. */
    private static final Map<String, List<String>> PROTOTYPES = new HashMap<>();

    @BeforeAll
    static void listPrototypes(@TempDir Path folder) throws Exception {
        Path source = folder.resolve("all.c");
        try (InputStream headers = ArgumentTableTest.class.getResourceAsStream("headers.c")) {
            Files.write(source, headers.readAllBytes());
        }
        Path listed = folder.resolve("listed");
        run("gcc", "-std=gnu11", "-w", "-aux-info", listed.toString(), "-fsyntax-only", source.toString());
        for (String line : Files.readAllLines(listed, StandardCharsets.ISO_8859_1)) {
            Matcher matcher = PROTOTYPE.matcher(line);
            if (matcher.find()) {
                String parameters = CALLBACK.matcher(matcher.group(3)).replaceAll("callback");
                PROTOTYPES.put(
                        matcher.group(2),
                        Stream.of(parameters.split(", ", -1))
                                .map(ArgumentTableTest::type)
                                .collect(Collectors.toUnmodifiableList()));
            }
        }
        assertTrue(PROTOTYPES.size() > 1500, "the headers were read");
    }

    /** Without the name of the parameter, and as the manual has it. */
    private static String type(String parameter) {
        return parameter
                .replaceAll("(\\*|\\w) ?__\\w+$", "$1")
                .replace("__FILE", "FILE")
                .replace("__CONST_SOCKADDR_ARG", "const struct sockaddr *")
                .replace("__SOCKADDR_ARG", "struct sockaddr *");
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
    }

    @Test
    void everyFunctionThatTakesAPointer_isInTheTable() throws IOException {
        Set<String> modelled = new HashSet<>(Files.readAllLines(INTERPOSED, StandardCharsets.UTF_8));
        Set<String> missing = new TreeSet<>();
        for (String name : new LibraryTable().all()) {
            boolean takesPointer =
                    PROTOTYPES.getOrDefault(name, List.of()).stream().anyMatch(type -> type.contains("*"));
            if (takesPointer && table.of(name).isEmpty() && table.facts(name).isEmpty() && !modelled.contains(name)) {
                missing.add(name);
            }
        }
        missing.removeIf(name -> name.matches("mem(cpy|move|set|pcpy)|(v?s(n?printf|scanf))"));
        assertEquals(Set.of(), missing);
    }

    @Test
    void everyArgumentThatIsNamed_isOfThatKind() {
        List<String> wrong = new ArrayList<>();
        for (String name : table.all()) {
            List<String> parameters = PROTOTYPES.get(name);
            for (ArgumentTable.Fact fact : parameters == null ? List.<ArgumentTable.Fact>of() : table.facts(name)) {
                fact.access()
                        .filter(access -> !fits(fact.how(), access, parameters))
                        .ifPresent(access -> wrong.add(
                                name + parameters + ": " + fact.how() + " " + access.first() + " " + access.size()));
            }
        }
        assertEquals(List.of(), wrong);
    }

    private static boolean fits(String how, LibraryFunction access, List<String> parameters) {
        boolean isVariadic = parameters.contains("...");
        if (access.arguments() > parameters.size() + (isVariadic ? 1 : 0)) {
            return false;
        }
        if (access.first() < 0 && access.second() < 0) { // standard input or output
            return !parameters.contains("FILE *");
        }
        String type = parameters.get(access.first() < 0 ? access.second() : access.first());
        boolean isPointer = type.endsWith("*") || type.endsWith("]") || type.equals("...") || type.equals("regex_t");
        boolean isConstant = type.startsWith("const ");
        boolean isNumber = access.size().argument() < 0
                || !parameters.get(access.size().argument()).contains("*");
        return isNumber
                && switch (how) {
                    case "string", "named", "cuts-named" -> type.equals("const char *") || type.equals("char *");
                    case "writes", "changes" -> isPointer && !isConstant;
                    case "file", "fills", "looks", "cuts" -> type.matches("int|__off64_t");
                    case "opens" -> type.equals("const char *") && parameters.size() > 1;
                    case "fopens" -> type.equals("const char *")
                            && parameters.get(access.second()).equals("const char *");
                    case "stream", "prints", "unlocked" -> type.equals("FILE *");
                    case "handle" -> type.equals("FILE *")
                            || type.equals("DIR *")
                            || type.equals("struct __dirstream *");
                    default -> isPointer;
                };
    }

    /** What is read or written of a structure or a number is no more than that has, and all of it where that is known. */
    @Test
    void sizes_areThoseOfTheTypes(@TempDir Path folder) throws Exception {
        StringBuilder program = new StringBuilder();
        try (InputStream headers = ArgumentTableTest.class.getResourceAsStream("headers.c")) {
            program.append(new String(headers.readAllBytes(), StandardCharsets.UTF_8));
        }
        int count = 0;
        for (String name : new TreeSet<>(table.all())) {
            List<String> parameters = PROTOTYPES.getOrDefault(name, List.of());
            for (ArgumentTable.Fact fact : parameters.isEmpty() ? List.<ArgumentTable.Fact>of() : table.facts(name)) {
                Optional<LibraryFunction> access = fact.access()
                        .filter(one -> !one.isOfFile() && one.size().constant() > 0);
                if (access.isPresent() && access.get().first() < parameters.size()) {
                    String type = parameters.get(access.get().first());
                    if (type.endsWith("*") && !type.matches(".*\\b(void|char|sigset_t|FILE|DIR|__sigset_t) \\*")) {
                        count++;
                        program.append(
                                "_Static_assert(SIZE % sizeof(*(TYPE)0) == 0 || (SIZE <= 8 && SIZE < sizeof(*(TYPE)0)), NAME);\n"
                                        .replace(
                                                "SIZE",
                                                Long.toString(
                                                        access.get().size().constant()))
                                        .replace("TYPE", type)
                                        .replace("NAME", '"' + name + '"'));
                    }
                }
            }
        }
        assertTrue(count > 150, count + " sizes");
        Path source = folder.resolve("sizes.c");
        Files.writeString(source, program);
        run("gcc", "-std=gnu11", "-w", "-fsyntax-only", source.toString());
    }
}
