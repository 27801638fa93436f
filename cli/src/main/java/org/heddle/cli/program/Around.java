package org.heddle.cli.program;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What Heddle does before and after each execution of the program.
 *
 * @param verify a shell command that is run after it, and has to succeed
 * @param sandbox the folder of which it finds a fresh copy to run in; absolute
 */
public record Around(Optional<String> verify, Optional<Path> sandbox) {}
