package org.heddle.cli.init;

import java.nio.file.Path;
import java.util.List;

/**
 * The tests that a project's build system knows.
 *
 * @param origin who named them, in words: {@code CTest in build}
 * @param tests those that Heddle can check
 * @param areSources whether the programs are sources, which heddle test compiles itself
 * @param leftOut one line for each test that it cannot check, which says why
 */
public record FoundTests(String origin, List<Test> tests, boolean areSources, List<String> leftOut) {
    /**
     * A test.
     *
     * @param name as the build system has it
     * @param program its sources, or an executable
     * @param arguments of the executable
     * @param flags for the compiler, of sources
     */
    public record Test(String name, List<Path> program, List<String> arguments, CompileFlags flags) {}
}
