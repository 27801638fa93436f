package org.heddle.cli.operations;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The C source of a client, with a {@code main} of its own. It includes the file that declares the operations, so that it tells of the object
 * as it is, also after a repair.
 *
 * @param declarations of the object
 * @param declaring the file that they are in; absolute
 * @param fails what was found, as {@code deadlock [lock-cycle]}
 * @param command that checks it again
 */
record ClientSource(Declarations declarations, Path declaring, String fails, String command) {
    /** What the first line begins with, by which an earlier one is known. */
    static final String MARK = "/* A client of the operations in ";

    /**
     * The source.
     *
     * @param file where it is to be; absolute
     */
    String of(Client client, Path file) {
        StringBuilder text = new StringBuilder();
        text.append(MARK)
                .append(declaring.getFileName())
                .append(", which fails: ")
                .append(fails)
                .append(".\n *\n *     ")
                .append(command.replace("*/", "* /"))
                .append(
                        "\n *\n * heddle operations wrote it. It includes that file, so it tells whether a repair mends it. */\n")
                .append("#define HEDDLE_OWN_MAIN\n")
                .append("#include \"")
                .append(file.getParent().relativize(declaring))
                .append("\"\n");
        for (int i = 0; i < client.threads().size(); i++) {
            appendThread(i + 1, client.threads().get(i), text);
        }
        appendMain(client.threads().size(), text);
        return text.toString();
    }

    private static void appendThread(int number, List<OperationCall> calls, StringBuilder text) {
        text.append("\nstatic void *thread_").append(number).append("(void *unused) {\n");
        text.append(calls.stream()
                .map(call -> "    heddle_do_" + call.name() + call.inBrackets() + ";\n")
                .collect(Collectors.joining()));
        text.append("    return unused;\n}\n");
    }

    private void appendMain(int threads, StringBuilder text) {
        text.append("\nint main(void) {\n    pthread_t threads[")
                .append(threads)
                .append("];\n");
        if (declarations.hasBefore()) {
            text.append("    heddle_before();\n");
        }
        for (int i = 0; i < threads; i++) {
            text.append("    pthread_create(&threads[%d], NULL, thread_%d, NULL);%n".formatted(i, i + 1));
        }
        for (int i = 0; i < threads; i++) {
            text.append("    pthread_join(threads[%d], NULL);%n".formatted(i));
        }
        if (declarations.hasAfter()) {
            text.append("    heddle_after();\n");
        }
        text.append("    return 0;\n}\n");
    }
}
