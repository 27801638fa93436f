package org.heddle.instrumenter;

/** As what the driver was called: {@code heddle cc} or {@code heddle c++}. */
public enum Language {
    /** Sources are what their names say; C's libraries are linked. */
    C("heddle cc"),
    /** As {@code clang++}: C sources are C++ and C++'s library is linked. */
    CXX("heddle c++");

    private final String command;

    Language(String command) {
        this.command = command;
    }

    /** How the user calls it; the start of each message. */
    public String command() {
        return command;
    }
}
