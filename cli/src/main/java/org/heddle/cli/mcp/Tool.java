package org.heddle.cli.mcp;

import java.io.IOException;
import org.heddle.cli.base.UserError;

/** Something that an agent can have done. */
interface Tool {
    /**
     * What came of a call.
     *
     * @param text for the agent
     * @param isError whether it could not be done
     */
    record Result(String text, boolean isError) {}

    /** Its name. */
    String name();

    /** What it is good for, and when to use it. */
    String description();

    /** What it takes. */
    Schema schema();

    /**
     * Does it.
     *
     * @throws UserError if it cannot be done, and why
     * @throws RpcException if the arguments are wrong
     * @throws IOException if a file or program cannot be read or run
     * @throws InterruptedException if the thread is interrupted
     */
    Result call(ToolArguments arguments, Call call) throws UserError, RpcException, IOException, InterruptedException;
}
