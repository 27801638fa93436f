package org.heddle.cli.command;

import picocli.CommandLine.Command;

/** The compiler commands as the help shows them; they are not run from here, since their options are clang's. */
final class CompilerHelp {
    private CompilerHelp() {}

    /** {@code heddle cc}. */
    @Command(name = "cc", description = "A drop-in C compiler that instruments; takes clang's options.")
    static final class Cc {}

    /** {@code heddle c++}. */
    @Command(name = "c++", description = "The same for C++.")
    static final class Cxx {}
}
