package org.heddle.instrumenter.pass.calls;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.heddle.instrumenter.pass.calls.LibraryFunction.FileUse;
import org.heddle.instrumenter.pass.calls.LibraryFunction.Size;
import org.heddle.instrumenter.pass.calls.LibraryFunction.StreamUse;

/** What library functions do to the memory behind their arguments, as {@value #FILE} and {@link LibraryFunction} have it. */
final class ArgumentTable {
    private static final String FILE = "library-arguments.txt";
    private static final String UNSEEN = "unseen";
    private static final String KEEPS = "keeps";
    private static final String RUNTIME = "runtime";
    private static final String ONLY = "only";
    private static final String EVEN = "even";

    /**
     * One fact of a line.
     *
     * @param how its first word
     * @param access what is announced, if anything is
     * @param argument which argument it is about; -1 for all of which nothing else is said
     * @param differs whether it says otherwise than the prototype
     */
    record Fact(String how, Optional<LibraryFunction> access, int argument, boolean differs) {
        private static Fact of(String[] words) {
            boolean differs = words[0].equals(ONLY) || words[0].equals(EVEN);
            return differs ? of(Arrays.copyOfRange(words, 1, words.length), true) : of(words, false);
        }

        private static Fact of(String[] words, boolean differs) {
            boolean isOfOne = words.length > 1 && words[1].matches("\\d+");
            return new Fact(words[0], access(words), isOfOne ? argument(words) : -1, differs);
        }

        private static Optional<LibraryFunction> access(String[] words) {
            return switch (words[0]) {
                case "string" -> Optional.of(LibraryFunction.string(argument(words)));
                case "handle" -> Optional.of(LibraryFunction.handle(argument(words)));
                case "reads" -> Optional.of(LibraryFunction.reads(argument(words), size(words[2])));
                case "time" -> Optional.of(LibraryFunction.time(argument(words), size(words[2])));
                case "writes" -> Optional.of(LibraryFunction.writes(argument(words), size(words[2])));
                case "changes" -> Optional.of(LibraryFunction.changes(argument(words), size(words[2])));
                case "file" -> Optional.of(LibraryFunction.file(argument(words), FileUse.CHANGE));
                case "unlocked" -> Optional.of(
                        switch (words[1]) {
                            case "stdin" -> LibraryFunction.unlockedStandard(0);
                            case "stdout" -> LibraryFunction.unlockedStandard(1);
                            default -> LibraryFunction.unlocked(argument(words));
                        });
                case "fills" -> Optional.of(LibraryFunction.file(argument(words), FileUse.WRITE));
                case "puts" -> Optional.of(LibraryFunction.file(argument(words), FileUse.PUT));
                case "takes" -> Optional.of(LibraryFunction.file(argument(words), FileUse.READ));
                case "looks" -> Optional.of(LibraryFunction.file(argument(words), FileUse.LOOK));
                case "cuts" -> Optional.of(LibraryFunction.file(argument(words), FileUse.CUT));
                case "named" -> Optional.of(LibraryFunction.named(argument(words), folder(words, 2), FileUse.LOOK));
                case "fills-named" -> Optional.of(
                        LibraryFunction.named(argument(words), folder(words, 2), FileUse.WRITE));
                case "cuts-named" -> Optional.of(LibraryFunction.named(argument(words), folder(words, 2), FileUse.CUT));
                case "stream" -> Optional.of(
                        words[1].equals("stdin")
                                ? LibraryFunction.standardInput()
                                : LibraryFunction.stream(argument(words), StreamUse.USES));
                case "prints" -> Optional.of(LibraryFunction.stream(argument(words), StreamUse.WRITES));
                case "opens" -> Optional.of(LibraryFunction.opens(argument(words), folder(words, 3), size(words[2])));
                case "fopens" -> Optional.of(LibraryFunction.opensStream(argument(words), Integer.parseInt(words[2])));
                case "texts" -> Optional.of(LibraryFunction.texts(argument(words), size(words[2])));
                case "template" -> Optional.of(LibraryFunction.template(argument(words), size(words[2])));
                case "counted" -> Optional.of(LibraryFunction.counted(argument(words), Integer.parseInt(words[2])));
                case "nothing", "numbers", RUNTIME, "object", "address", "own", UNSEEN, KEEPS -> Optional.empty();
                default -> throw new IllegalStateException(FILE + " has " + words[0]);
            };
        }

        private static int argument(String[] words) {
            return Integer.parseInt(words[1]);
        }

        /** The argument with the descriptor of a folder, or −1 for the working directory. */
        private static int folder(String[] words, int place) {
            return words.length > place ? Integer.parseInt(words[place]) : -1;
        }

        private static Size size(String word) {
            if (!word.startsWith("a")) {
                return Size.always(Long.parseLong(word));
            }
            String[] factors = word.split("\\*", -1);
            int first = Integer.parseInt(factors[0].substring(1));
            if (factors.length == 1) {
                return Size.of(first);
            }
            return factors[1].startsWith("a")
                    ? new Size(first, Integer.parseInt(factors[1].substring(1)), -1)
                    : new Size(first, -1, Long.parseLong(factors[1]));
        }
    }

    private final FunctionLines<Fact> lines = new FunctionLines<>(FILE, Fact::of);

    /** Every function that has a line of its own. */
    Set<String> all() {
        return lines.all().keySet();
    }

    /** The facts of the function of this name; none if the file does not have it. */
    List<Fact> facts(String name) {
        return lines.of(name).orElse(List.of());
    }

    /** What a call of the function of this name does, in order. */
    List<LibraryFunction> of(String name) {
        return Stream.concat(
                        LibraryFunction.of(name).stream(), facts(name).stream().flatMap(fact -> fact.access().stream()))
                .collect(Collectors.toUnmodifiableList());
    }

    /** Whether it is not known what the function of this name, which is known otherwise, does to the memory behind some argument. */
    boolean isUnseen(String name) {
        return facts(name).stream().anyMatch(fact -> fact.how().equals(UNSEEN));
    }

    /** Whether this is such an argument. */
    boolean isUnseen(String name, int argument) {
        return says(UNSEEN, name, argument);
    }

    /** Whether the runtime announces what a call of the function of this name does behind this argument. */
    boolean isToldByRuntime(String name, int argument) {
        return says(RUNTIME, name, argument);
    }

    private boolean says(String how, String name, int argument) {
        return facts(name).stream()
                .anyMatch(fact -> fact.how().equals(how) && (fact.argument() < 0 || fact.argument() == argument));
    }

    /** Whether the function of this name goes on to use what is behind this argument after the call, in a way that is not known. */
    boolean keeps(String name, int argument) {
        return facts(name).stream().anyMatch(fact -> fact.how().equals(KEEPS) && fact.argument() == argument);
    }
}
