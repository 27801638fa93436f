package org.heddle.cli.command;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.heddle.cli.base.Choices;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is wrong with a command line, in one line: what was given, what is near it, what to do, and where help is. */
public final class UsageMessage {
    private static final int FAR = 3;

    /** How picocli begins what a converter says. */
    private static final Pattern INVALID = Pattern.compile("Invalid value for [^:]*: (.*)");

    private final ParameterException wrong;
    private final CommandSpec command;

    public UsageMessage(ParameterException wrong) {
        this.wrong = wrong;
        this.command = wrong.getCommandLine().getCommandSpec();
    }

    /** The line. */
    public String line() {
        return text() + ". See '" + command.qualifiedName() + " --help'.";
    }

    /** The same without where help is. */
    String text() {
        ArgSpec argument = wrong.getArgSpec();
        String text = wrong.getMessage().replace('\n', ' ');
        if (wrong instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            return unknown(unmatched.getUnmatched().get(0));
        }
        if (wrong instanceof MissingParameterException missing
                && !missing.getMissing().isEmpty()) {
            return missing(missing.getMissing());
        }
        if (wrong instanceof OverwrittenOptionException twice) {
            return name(twice.getOverwritten()) + " is given more than once: leave it in once";
        }
        if (argument != null && wrong.getValue() != null && !choices(argument).isEmpty()) {
            return choice(argument, wrong.getValue());
        }
        if (argument != null && wrong.getValue() != null && isNumber(argument)) {
            return "'" + wrong.getValue() + "' is no number for " + name(argument) + ": give a whole one, up to "
                    + largest(argument);
        }
        if (text.startsWith("Unknown subcommand '")) {
            return unknown(text.substring(text.indexOf('\'') + 1, text.lastIndexOf('\'')));
        }
        Matcher invalid = INVALID.matcher(text);
        return argument != null && invalid.matches() ? name(argument) + ": " + invalid.group(1) : text;
    }

    /** What has to be given, and what it is. */
    private String missing(List<ArgSpec> missing) {
        boolean isValue = wrong.getMessage().startsWith("Missing required parameter for option");
        String needed = missing.stream()
                .map(argument -> isValue || !(argument instanceof OptionSpec)
                        ? argument.paramLabel()
                        : name(argument) + " " + argument.paramLabel())
                .collect(Collectors.joining(" and "));
        String who = isValue ? name(missing.get(0)) : command.qualifiedName();
        return who + " needs " + needed + ": " + firstSentence(missing.get(0));
    }

    /** What an argument is, without its full stop. */
    private static String firstSentence(ArgSpec argument) {
        String text = String.join(" ", argument.description());
        int end = text.indexOf(". ");
        String sentence = end < 0 ? text.replaceFirst("\\.$", "") : text.substring(0, end);
        boolean isWord =
                sentence.startsWith("A ") || (sentence.length() > 1 && Character.isLowerCase(sentence.charAt(1)));
        return isWord ? sentence.substring(0, 1).toLowerCase(Locale.ROOT) + sentence.substring(1) : sentence;
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

    /** The values of which one is to be given; none where others may be. */
    private static List<String> choices(ArgSpec argument) {
        if (argument.type().isEnum()) {
            return Arrays.stream(argument.type().getEnumConstants())
                    .map(Object::toString)
                    .toList();
        }
        return argument.completionCandidates() instanceof Choices choices ? List.copyOf(choices) : List.of();
    }

    private static String choice(ArgSpec argument, String given) {
        List<String> values = choices(argument);
        return "'" + given + "' is nothing for " + name(argument) + meant(given, values) + ": give one of "
                + String.join(", ", values);
    }

    private static String name(ArgSpec argument) {
        return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    }

    private static boolean isNumber(ArgSpec argument) {
        return largest(argument) > 0;
    }

    private static long largest(ArgSpec argument) {
        Class<?> type = argument.type();
        boolean isInt = type == int.class || type == Integer.class;
        return isInt ? Integer.MAX_VALUE : type == long.class || type == Long.class ? Long.MAX_VALUE : 0;
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
