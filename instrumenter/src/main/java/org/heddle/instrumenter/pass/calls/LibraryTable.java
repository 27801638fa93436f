package org.heddle.instrumenter.pass.calls;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.heddle.instrumenter.pass.calls.CallEffect.Kind;

/** The effects of library functions, as {@value #FILE} has them. */
final class LibraryTable {
    private static final String FILE = "library-functions.txt";
    private static final Set<String> HARMLESS = Set.of("harmless", "pure");

    private final FunctionLines<Optional<CallEffect>> lines = new FunctionLines<>(FILE, LibraryTable::effect);

    private static Optional<CallEffect> effect(String[] words) {
        if (HARMLESS.contains(words[0])) {
            return Optional.empty();
        }
        LibraryState state =
                words.length == 1 ? LibraryState.NONE : LibraryState.valueOf(words[1].toUpperCase(Locale.ROOT));
        return Optional.of(new CallEffect(Kind.valueOf(words[0].toUpperCase(Locale.ROOT)), state));
    }

    /** Every function in the table that has a line of its own. */
    Set<String> all() {
        return lines.all().keySet();
    }

    /** What the function of this name does; empty if it is not in the table. */
    Optional<List<CallEffect>> of(String name) {
        return lines.of(name)
                .map(effects -> effects.stream().flatMap(Optional::stream).collect(Collectors.toUnmodifiableList()));
    }
}
