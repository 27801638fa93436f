package org.heddle.cli.operations;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.heddle.cli.base.UserError;
import org.heddle.cli.operations.Declaration.Range;
import org.heddle.cli.program.CommandOutput;
import org.heddle.cli.program.Program;

/**
 * What a program with {@code heddle_operations.h} declares.
 *
 * @param operations in their order
 * @param hasBefore whether it has a {@code HEDDLE_BEFORE}
 * @param hasAfter whether it has a {@code HEDDLE_AFTER}
 */
public record Declarations(List<Declaration> operations, boolean hasBefore, boolean hasAfter) {
    private static final int FIELDS = 4;
    private static final int FIELDS_OF_A_RANGE = 3;

    /**
     * Asks the program, which runs on its own for that.
     *
     * @throws UserError if it declares no operation, or does not tell
     * @throws IOException if it cannot be started
     * @throws InterruptedException if the thread is interrupted
     */
    static Declarations of(Program program) throws UserError, IOException, InterruptedException {
        CommandOutput list = CommandOutput.of(
                program.recipe().directory(), List.of(program.executable().toString(), "--list"));
        String shown = program.recipe().shown();
        if (!list.succeeded()) {
            throw new UserError(shown + " does not list its operations: run on its own with --list it exits with "
                    + list.exitCode() + " (does it do more than that before main?)");
        }
        List<String> lines = list.text().lines().toList();
        List<Declaration> operations = new ArrayList<>();
        for (String line : lines) {
            String[] fields = line.split("\t", -1);
            if (fields.length >= FIELDS && fields[0].equals("operation")) {
                operations.add(declaration(fields));
            }
        }
        if (operations.isEmpty()) {
            throw new UserError(OperationsText.none(shown));
        }
        return new Declarations(List.copyOf(operations), lines.contains("before"), lines.contains("after"));
    }

    private static Declaration declaration(String[] fields) {
        List<Range> ranges = new ArrayList<>();
        for (int i = FIELDS; i + 2 < fields.length; i += FIELDS_OF_A_RANGE) {
            ranges.add(new Range(fields[i], Long.parseLong(fields[i + 1]), Long.parseLong(fields[i + 2])));
        }
        return new Declaration(fields[1], Path.of(fields[2]), Integer.parseInt(fields[3]), List.copyOf(ranges));
    }

    /**
     * All calls of the object.
     *
     * @throws UserError if a range is empty, or there are too many
     */
    List<OperationCall> calls() throws UserError {
        List<OperationCall> calls = new ArrayList<>();
        for (Declaration operation : operations) {
            calls.addAll(operation.calls());
        }
        return List.copyOf(calls);
    }
}
