package org.heddle.cli.command;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is wrong with a command line, in one line: what was given, what is near it, and where help is. */
public final class UsageMessage {
    private static final int FAR = 3;

    private final ParameterException wrong;
    private final CommandSpec command;

    public UsageMessage(ParameterException wrong) {
        this.wrong = wrong;
        this.command = wrong.getCommandLine().getCommandSpec();
    }

    /** The line. */
    public String line() {
        String text = wrong.getMessage().replace('\n', ' ');
        if (wrong instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            text = unknown(unmatched.getUnmatched().get(0));
        } else if (wrong.getArgSpec() != null && wrong.getValue() != null && isChoice(wrong.getArgSpec())) {
            text = choice(wrong.getArgSpec(), wrong.getValue());
        } else if (text.startsWith("Unknown subcommand '")) {
            text = unknown(text.substring(text.indexOf('\'') + 1, text.lastIndexOf('\'')));
        }
        return text + ". See '" + command.qualifiedName() + " --help'.";
    }

    private String unknown(String word) {
        if (word.startsWith("-")) {
            String option = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
            Stream<String> names = command.options().stream().flatMap(known -> Arrays.stream(known.names()));
            return command.qualifiedName() + " has no option '" + option + "'" + meant(option, names.toList());
        }
        CommandLine top = wrong.getCommandLine();
        while (top.getParent() != null) {
            top = top.getParent();
        }
        boolean isCommand = wrong.getCommandLine() == top || command.name().equals("help");
        return isCommand
                ? "there is no command '" + word + "'"
                        + meant(word, List.copyOf(top.getSubcommands().keySet()))
                : command.qualifiedName() + " has no use for '" + word + "'";
    }

    private static boolean isChoice(ArgSpec argument) {
        return argument.type().isEnum();
    }

    private static String choice(ArgSpec argument, String given) {
        List<String> values = Arrays.stream(argument.type().getEnumConstants())
                .map(value -> value.toString().toLowerCase(Locale.ROOT))
                .toList();
        String name = argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
        return "'" + given + "' is nothing for " + name + meant(given, values) + ": give one of "
                + values.stream().collect(Collectors.joining(", "));
    }

    private static String meant(String given, List<String> known) {
        Optional<String> nearest = known.stream()
                .filter(word -> distance(given, word) < Math.min(FAR, Math.max(given.length() - 1, 1)))
                .min((a, b) -> Integer.compare(distance(given, a), distance(given, b)));
        return nearest.map(word -> " (did you mean " + word + "?)").orElse("");
    }

    /** The fewest letters to be put in, left out, changed, or exchanged with their neighbour (Damerau 1964); case does not count. */
    private static int distance(String from, String to) {
        String a = from.toLowerCase(Locale.ROOT);
        String b = to.toLowerCase(Locale.ROOT);
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int same = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                cost[i][j] = Math.min(cost[i - 1][j - 1] + same, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
                }
            }
        }
        return cost[a.length()][b.length()];
    }
}
