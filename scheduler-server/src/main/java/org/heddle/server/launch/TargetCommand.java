package org.heddle.server.launch;

import java.nio.file.Path;
import java.util.List;

/**
 * One process to be started.
 *
 * @param program the executable
 * @param arguments all arguments, the program's own name first
 * @param environment all variables, as {@code NAME=value}
 * @param workingDirectory where it runs
 * @param standardInput the file that it reads from its standard input
 * @param messages the file that takes its standard output and error
 * @param core the only core it may use, or −1 for any
 * @param mark a text in its environment that no other process has; descendants are known by it
 */
public record TargetCommand(
        Path program,
        List<String> arguments,
        List<String> environment,
        Path workingDirectory,
        Path standardInput,
        Path messages,
        int core,
        String mark) {}
