package org.heddle.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import org.heddle.cli.base.Terminal;
import org.heddle.cli.base.UserError;
import org.heddle.cli.program.ProgramInput;

/** The standard input of this process, which a program under test may be given. */
public interface StandardInput {
    /** One without data. */
    StandardInput NONE = new StandardInput() {
        @Override
        public boolean mayHaveData() {
            return false;
        }

        @Override
        public ProgramInput read(PrintWriter err) {
            return ProgramInput.NONE;
        }
    };

    /** Whether it is a file or a pipe: a terminal is left to whoever types. */
    boolean mayHaveData();

    /**
     * All of it. To be called once.
     *
     * @param err is told if that may take long
     * @throws IOException if it cannot be read
     * @throws UserError if it is too long
     */
    ProgramInput read(PrintWriter err) throws IOException, UserError;

    /** That of this process. */
    static StandardInput ofThisProcess() {
        return new StandardInput() {
            @Override
            public boolean mayHaveData() {
                return Terminal.isStandardInputAFileOrPipe();
            }

            @Override
            public ProgramInput read(PrintWriter err) throws IOException, UserError {
                InputStream in = System.in;
                if (in.available() == 0) {
                    err.println("heddle: the program reads standard input: reading it to its end (--stdin=/dev/null"
                            + " gives the program none)");
                }
                return InputOptions.all(in, "standard input");
            }
        };
    }
}
