package org.heddle.bench.cost;

import java.nio.file.Path;

/**
 * One program, built in three ways.
 *
 * @param plain by the system's compiler
 * @param sanitized by the same, for ThreadSanitizer
 * @param instrumented by {@code heddle cc}
 */
record Built(Path plain, Path sanitized, Path instrumented) {}
