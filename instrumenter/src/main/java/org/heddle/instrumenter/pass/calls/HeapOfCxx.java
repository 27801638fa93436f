package org.heddle.instrumenter.pass.calls;

import java.util.Map;
import java.util.Optional;

/**
 * The operators of C++ that allocate and free (Itanium C++ ABI, 5.1.3). Those of the standard library call {@code malloc} and
 * {@code free} and nothing else that is interposed. So {@code malloc} and {@code free} take the site that is announced before them.
 */
final class HeapOfCxx {
    private static final Map<String, String> OPERATORS = Map.of(
            "_Znw", "operator new",
            "_Zna", "operator new[]",
            "_ZdlPv", "operator delete",
            "_ZdaPv", "operator delete[]");

    private HeapOfCxx() {}

    /** The operator that the function of this name is, as C++ writes it; empty if it is none. */
    static Optional<String> operator(String name) {
        if (!name.startsWith("_Z")) {
            return Optional.empty();
        }
        return OPERATORS.entrySet().stream()
                .filter(operator -> name.startsWith(operator.getKey()))
                .map(Map.Entry::getValue)
                .findAny();
    }
}
