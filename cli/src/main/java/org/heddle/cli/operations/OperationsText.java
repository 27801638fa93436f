package org.heddle.cli.operations;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.heddle.cli.base.UserError;

/**
 * The text of sources with {@code HEDDLE_OPERATION}. What is wrong is told in words of this header, before the compiler tells it in those
 * of what its macros are made of.
 */
public final class OperationsText {
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");
    private static final Pattern INCLUDED =
            Pattern.compile("(?m)^[ \t]*#[ \t]*include[ \t]*[<\"](?:[^>\"\n]*/)?heddle_operations\\.h[>\"]");
    private static final Pattern OWN_HEADER = Pattern.compile("(?m)^[ \t]*#[ \t]*include[ \t]*\"([^\"\n]+)\"");
    private static final Pattern OPERATION = Pattern.compile("(?m)^[ \t]*HEDDLE_OPERATION(?:_VOID)?[ \t]*\\(");
    private static final Pattern MAIN = Pattern.compile("\\bint\\s+main\\s*\\(");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern RANGE = Pattern.compile("(?s)HEDDLE_RANGE\\s*\\((.*)\\)");
    private static final int MOST_ARGUMENTS = 4;
    private static final int PARTS_OF_A_RANGE = 3;

    private final Path file;
    private final String text;

    private OperationsText(Path file) {
        this.file = file;
        text = withoutComments(read(file));
    }

    /** That there are none in a file of this name, and how to write some. */
    static String none(String shown) {
        return shown + " declares no operation: include <heddle_operations.h>, and declare some, as in"
                + " HEDDLE_OPERATION(take) { return take(&queue); }";
    }

    /**
     * That a program of these files has operations and no client of them that it runs.
     *
     * @throws UserError if it is so
     */
    public static void requireClient(List<Path> files) throws UserError {
        List<OperationsText> texts = files.stream().map(OperationsText::new).toList();
        if (texts.stream().anyMatch(OperationsText::declares)
                && texts.stream().noneMatch(each -> MAIN.matcher(each.text).find())) {
            throw new UserError(files.get(0).getFileName() + " declares operations, of which heddle operations draws"
                    + " clients; or name one behind --, the operations of each thread, as in -- 'put(1) take' take");
        }
    }

    /**
     * The source that declares the operations.
     *
     * @param files all sources of the program
     * @throws UserError if none does, or several do; if a declaration is not one, or the program has a {@code main}
     */
    static Path declaring(List<Path> files) throws UserError {
        List<OperationsText> texts = files.stream().map(OperationsText::new).toList();
        List<OperationsText> declaring =
                texts.stream().filter(OperationsText::declares).toList();
        if (declaring.isEmpty()) {
            throw new UserError(none(files.get(0).getFileName().toString()));
        }
        if (declaring.size() > 1) {
            throw new UserError(
                    declaring.get(0).shown() + " and " + declaring.get(1).shown()
                            + " both include heddle_operations.h: declare all operations in one file");
        }
        for (OperationsText each : texts) {
            each.requireNoMain();
        }
        declaring.get(0).requireDeclarations();
        return declaring.get(0).file;
    }

    /** Whether the source says of an operation that it may wait. */
    static boolean saysWhatMayWait(Path file) {
        return anyText(file, text -> text.contains("heddle_operation_waits"));
    }

    /** Whether the source has the header, be it by one of its own; where that is found by -I alone, whether it has an operation. */
    private boolean declares() {
        return OPERATION.matcher(text).find()
                || anyText(file, included -> INCLUDED.matcher(included).find());
    }

    /** Whether the text of a file is so, or that of a file that it includes from where it lies. */
    private static boolean anyText(Path file, Predicate<String> isSo) {
        Set<Path> seen = new HashSet<>();
        Deque<Path> left = new ArrayDeque<>(List.of(file));
        while (!left.isEmpty()) {
            Path next = left.remove();
            if (!seen.add(next.toAbsolutePath().normalize())) {
                continue;
            }
            String text = withoutComments(read(next));
            if (isSo.test(text)) {
                return true;
            }
            Matcher header = OWN_HEADER.matcher(text);
            while (header.find()) {
                left.add(next.resolveSibling(header.group(1)));
            }
        }
        return false;
    }

    private String shown() {
        return file.getFileName().toString();
    }

    private String where(int position) {
        return shown() + ":"
                + (1
                        + text.substring(0, position)
                                .chars()
                                .filter(c -> c == '\n')
                                .count());
    }

    private void requireNoMain() throws UserError {
        Matcher main = MAIN.matcher(text);
        if (main.find()) {
            throw new UserError(
                    where(main.start()) + ": there is a main, which would run instead of the clients: leave it"
                            + " out of this program, and say in HEDDLE_BEFORE what comes before the threads");
        }
    }

    private void requireDeclarations() throws UserError {
        Matcher operation = OPERATION.matcher(text);
        while (operation.find()) {
            List<String> words = words(operation.end());
            String where = where(operation.start());
            String name = words.get(0);
            if (!NAME.matcher(name).matches()) {
                throw new UserError(where + ": '" + name + "' is no name of an operation: give a name as in C");
            }
            if (words.size() > MOST_ARGUMENTS + 1) {
                throw new UserError(where + ": '" + name + "' has " + (words.size() - 1) + " arguments: "
                        + MOST_ARGUMENTS + " are the most");
            }
            for (String word : words.subList(1, words.size())) {
                requireRange(where, name, word);
            }
        }
    }

    private static void requireRange(String where, String operation, String word) throws UserError {
        Matcher range = RANGE.matcher(word);
        if (!range.matches()) {
            throw new UserError(where + ": '" + word + "' is no argument of '" + operation
                    + "': give each as HEDDLE_RANGE(name, first, last), an int");
        }
        List<String> parts = parts(range.group(1));
        if (parts.size() != PARTS_OF_A_RANGE || !NAME.matcher(parts.get(0)).matches()) {
            throw new UserError(
                    where + ": '" + word + "' is no argument of '" + operation
                            + "': it takes a name, which stands for an int and not for a pointer, and the first and the last value");
        }
    }

    /** What stands between this position and the bracket that closes. */
    private List<String> words(int position) {
        int depth = 1;
        int end = position;
        while (end < text.length() && depth > 0) {
            depth += depthOf(text.charAt(end++));
        }
        return parts(text.substring(position, Math.max(position, end - 1)));
    }

    /** What stands between commas that are in no brackets. */
    private static List<String> parts(String list) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int begin = 0;
        for (int i = 0; i < list.length(); i++) {
            depth += depthOf(list.charAt(i));
            if (list.charAt(i) == ',' && depth == 0) {
                parts.add(list.substring(begin, i).strip());
                begin = i + 1;
            }
        }
        parts.add(list.substring(begin).strip());
        return parts;
    }

    private static int depthOf(char c) {
        return c == '(' ? 1 : c == ')' ? -1 : 0;
    }

    /** The same with blanks in the place of comments, so that lines keep their numbers. */
    private static String withoutComments(String text) {
        return COMMENT.matcher(text).replaceAll(comment -> comment.group().replaceAll("[^\n]", " "));
    }

    private static String read(Path file) {
        try {
            return Files.isRegularFile(file) ? new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1) : "";
        } catch (IOException unreadable) {
            return "";
        }
    }
}
