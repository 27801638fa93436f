package org.heddle.cli.check.dap;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import org.heddle.cli.base.UserError;

/**
 * What an editor launches.
 *
 * @param schedule the file
 * @param stopsOnEntry whether it stops before anything has been run
 * @param startAt the step before which it starts, or {@code end}: where the finding shows; empty: the first one
 */
record LaunchArguments(Path schedule, boolean stopsOnEntry, String startAt) {
    /**
     * Reads them.
     *
     * @throws UserError if one of them is missing or wrong
     */
    static LaunchArguments of(Map<String, Object> given) throws UserError {
        Map<String, Object> arguments = given == null ? Map.of() : given;
        Object schedule = arguments.get("schedule");
        if (!(schedule instanceof String name) || name.isBlank()) {
            throw new UserError(
                    "the launch names no schedule: give \"schedule\": \"FILE\", a file that heddle check wrote"
                            + " (*.heddle-schedule)");
        }
        Object directory = arguments.getOrDefault("cwd", "");
        Object stops = arguments.getOrDefault("stopOnEntry", true);
        if (!(stops instanceof Boolean isStopping) || !(directory instanceof String folder)) {
            throw new UserError("\"stopOnEntry\" is true or false, and \"cwd\" a folder");
        }
        Object start = arguments.getOrDefault("startAt", "");
        String startAt = start instanceof Number number ? Integer.toString(number.intValue()) : start.toString();
        try {
            return new LaunchArguments(Path.of(folder).resolve(name).toAbsolutePath(), isStopping, startAt);
        } catch (InvalidPathException notOfThisSystem) {
            throw new UserError("there can be no file with the name " + name);
        }
    }

    /**
     * The moment to start at, if it is not the first one.
     *
     * @param count how many steps there are
     * @param failing the moment at which the finding shows
     * @throws UserError if there is no such step
     */
    OptionalInt start(int count, int failing) throws UserError {
        if (startAt.isEmpty()) {
            return OptionalInt.empty();
        }
        if (startAt.equals("end")) {
            return OptionalInt.of(failing);
        }
        if (!startAt.matches("\\d{1,9}") || Integer.parseInt(startAt) > count) {
            throw new UserError("\"startAt\" is \"end\" or a step from 0 to " + count + ", not " + startAt);
        }
        return OptionalInt.of(Integer.parseInt(startAt));
    }
}
