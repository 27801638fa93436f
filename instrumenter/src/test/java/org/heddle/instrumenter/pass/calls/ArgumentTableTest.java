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
    private static final Path TRIED = Path.of("../it/src/test/resources/arguments/interposed.txt");

    /** Tried by the example {@code execute.c}: a program that refers to these functions leaves names of queues to the machine. */
    private static final Set<String> EXECUTING =
            Set.of("execl 1", "execl 2", "execle 1", "execle 2", "execlp 1", "execlp 2");

    /** What scanf does, sscanf and fscanf do. */
    private static final Set<String> FROM_STANDARD_INPUT = Set.of("scanf 0", "scanf 1");

    private static final Path INTERPOSED = Path.of("../native-shim/include/interposed.txt");
    private static final Pattern PROTOTYPE = Pattern.compile("\\*/ (?:extern|static) (.*?)\\b(\\w+) \\((.*)\\);");
    private static final Pattern CALLBACK = Pattern.compile("\\(\\*\\) ?\\([^()]*\\)");

    /** What the library's own functions keep to themselves; nobody else reads it. */
    private static final Pattern HANDLE = Pattern.compile("(FILE|DIR|struct __dirstream) \\*");

    private static final Set<String> SAYS_OF_ALL = Set.of("runtime", "object", "address", "own", "unseen", "numbers");

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

    /** What a call does behind each pointer that it is given: there is no pointer of which nothing is said. */
    @Test
    void everyPointer_isCovered() throws IOException {
        Set<String> missing = new TreeSet<>();
        for (String name : known()) {
            List<String> parameters = PROTOTYPES.getOrDefault(name, List.of());
            for (int i = 0; i < parameters.size(); i++) {
                if (isPointer(parameters.get(i)) && !isCovered(name, i, parameters.get(i))) {
                    missing.add(name + ": " + i + " " + parameters.get(i));
                }
            }
        }
        assertEquals(Set.of(), missing);
    }

    /** A pointer that is not const is written, unless the row says otherwise; one that is const is not. */
    @Test
    void whatIsNotConstant_isWritten() throws IOException {
        Set<String> wrong = new TreeSet<>();
        for (String name : known()) {
            List<String> parameters = PROTOTYPES.getOrDefault(name, List.of());
            for (int i = 0; i < parameters.size(); i++) {
                int argument = i;
                String type = parameters.get(i);
                if (isPointer(type) && !type.equals("...") && isTold(name, i) && !saysOtherwise(name, i)) {
                    boolean isWritten = accesses(name, argument).anyMatch(access -> access.writes(argument));
                    if (isWritten == isConstant(type) && !HANDLE.matcher(type).matches()) {
                        wrong.add(name + ": " + i + " " + type);
                    }
                }
            }
        }
        assertEquals(Set.of(), wrong);
    }

    /** Of what the runtime announces there is a program with a race, and one without, that another test checks. */
    @Test
    void whatTheRuntimeAnnounces_isTried() throws IOException {
        Set<String> tried = Files.readAllLines(TRIED, StandardCharsets.UTF_8).stream()
                .map(line -> line.split(" +\\|", 2)[0].strip())
                .collect(Collectors.toSet());
        Set<String> missing = new TreeSet<>();
        for (String name : table.all()) {
            List<String> parameters = PROTOTYPES.getOrDefault(name, List.of());
            boolean isOfOther = name.startsWith("__") || parameters.contains("__va_list_tag *") || name.equals("clone");
            for (int i = 0; !isOfOther && i < parameters.size(); i++) {
                String type = parameters.get(i);
                if (isPointer(type) && !HANDLE.matcher(type).matches() && isOfRuntime(name, i)) {
                    missing.add(name + " " + i);
                }
            }
        }
        missing.removeAll(tried);
        missing.removeAll(FROM_STANDARD_INPUT);
        missing.removeAll(EXECUTING);
        assertEquals(Set.of(), missing);
    }

    private boolean isOfRuntime(String name, int argument) {
        boolean isOther = table.facts(name).stream()
                .anyMatch(fact -> fact.argument() == argument && !fact.how().equals("runtime"));
        return table.facts(name).stream()
                .filter(fact -> fact.how().equals("runtime"))
                .anyMatch(fact -> fact.argument() == argument || (fact.argument() < 0 && !isOther));
    }

    /** All functions of which the tables or the runtime know something. */
    private Set<String> known() throws IOException {
        Set<String> known = new TreeSet<>(new LibraryTable().all());
        known.addAll(table.all());
        known.addAll(Files.readAllLines(INTERPOSED, StandardCharsets.UTF_8));
        known.removeIf(name -> name.matches("mem(cpy|move|set|pcpy)"));
        return known;
    }

    private static boolean isPointer(String type) {
        return type.endsWith("*") || type.endsWith("]") || type.equals("...");
    }

    /** Whether what it points to is. */
    private static boolean isConstant(String type) {
        String pointee = type.replaceAll(" ?\\*$", "");
        return pointee.endsWith("const") || (pointee.startsWith("const ") && !pointee.contains("*"));
    }

    private Stream<LibraryFunction> accesses(String name, int argument) {
        return table.of(name).stream()
                .filter(access -> access.first() == argument
                        || (access.second() == argument && !access.isOfFile())
                        || access.size().argument() == argument);
    }

    private boolean isTold(String name, int argument) {
        return accesses(name, argument).findAny().isPresent();
    }

    private boolean saysOtherwise(String name, int argument) {
        return table.facts(name).stream()
                .anyMatch(fact -> fact.argument() == argument
                        && (fact.differs() || fact.how().matches("unseen|keeps|runtime|fopens|counted")));
    }

    private boolean isCovered(String name, int argument, String type) {
        boolean isFormat = FormatFunction.format(name) >= 0 && type.equals("...");
        return isFormat
                || isTold(name, argument)
                || table.of(name).stream().anyMatch(access -> access.second() == argument)
                || table.facts(name).stream()
                        .anyMatch(fact -> fact.argument() == argument
                                || (type.equals("...") && fact.argument() >= argument)
                                || (SAYS_OF_ALL.contains(fact.how()) && fact.argument() < 0));
    }

    @Test
    void everyArgumentThatIsNamed_isOfThatKind() {
        List<String> wrong = new ArrayList<>();
        for (String name : table.all()) {
            List<String> parameters = PROTOTYPES.get(name);
            for (ArgumentTable.Fact fact : parameters == null ? List.<ArgumentTable.Fact>of() : table.facts(name)) {
                fact.access()
                        .filter(access -> !fits(fact, access, parameters))
                        .ifPresent(access -> wrong.add(
                                name + parameters + ": " + fact.how() + " " + access.first() + " " + access.size()));
            }
        }
        assertEquals(List.of(), wrong);
    }

    private static boolean fits(ArgumentTable.Fact fact, LibraryFunction access, List<String> parameters) {
        boolean isVariadic = parameters.contains("...");
        if (access.arguments() > parameters.size() + (isVariadic ? 2 : 0)) {
            return false;
        }
        if (access.first() < 0 && access.second() < 0) { // standard input or output
            return !parameters.contains("FILE *");
        }
        int first = access.first() < 0 ? access.second() : access.first();
        String type = first < parameters.size() ? parameters.get(first) : "...";
        boolean isPointer = type.endsWith("*") || type.endsWith("]") || type.equals("...") || type.equals("regex_t");
        boolean isConstant = isConstant(type) == !fact.differs();
        boolean isNumber = access.size().argument() < 0
                || !parameters.get(access.size().argument()).contains("*");
        return isNumber
                && switch (fact.how()) {
                    case "string", "named", "fills-named", "cuts-named" -> type.equals("const char *")
                            || type.equals("char *");
                    case "writes", "changes" -> isPointer && !isConstant;
                    case "file", "fills", "puts", "takes", "looks", "cuts" -> type.matches("int|__off64_t");
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
                    if (type.endsWith("*")
                            && !type.matches(
                                    ".*\\b(void|char|sigset_t|FILE|DIR|__sigset_t|__pthread_unwind_buf_t) \\*")) {
                        count++;
                        program.append("_Static_assert(SIZE % sizeof(*(TYPE)0) == 0, NAME);\n"
                                .replace(
                                        "SIZE",
                                        Long.toString(access.get().size().constant()))
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
