package org.heddle.instrumenter.driver;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What {@code clang -###} says it would do.
 *
 * @param header the lines that clang prints for {@code -v}
 * @param diagnostics the errors and warnings
 * @param jobs the commands, in order
 * @param exitCode clang's exit code
 */
public record JobPlan(List<String> header, List<String> diagnostics, List<Job> jobs, int exitCode) {
    private static final Pattern HEADER = Pattern.compile(
            "(clang version |Target: |Thread model: |InstalledDir: |Build config: |Configuration file: |"
                    + "(System|User) configuration file directory: |Found candidate |Selected |Candidate multilib: | \\().*");

    /** Takes the output apart. */
    public static JobPlan parse(String text, int exitCode) {
        List<String> header = new ArrayList<>();
        List<String> diagnostics = new ArrayList<>();
        List<Job> jobs = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            if (text.startsWith(" \"", at)) {
                List<String> words = new ArrayList<>();
                at = readCommand(text, at, words);
                jobs.add(new Job(words));
                continue;
            }
            int end = text.indexOf('\n', at);
            String line = text.substring(at, end < 0 ? text.length() : end);
            at = end < 0 ? text.length() : end + 1;
            (HEADER.matcher(line).matches() ? header : diagnostics).add(line);
        }
        return new JobPlan(List.copyOf(header), List.copyOf(diagnostics), List.copyOf(jobs), exitCode);
    }

    /** Reads quoted words up to the line's end; within quotes a backslash keeps the next character's own meaning. */
    private static int readCommand(String text, int start, List<String> words) {
        int at = start;
        while (at < text.length() && text.charAt(at) != '\n') {
            if (text.charAt(at) != '"') {
                at++;
                continue;
            }
            StringBuilder word = new StringBuilder();
            for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
                if (text.charAt(at) == '\\' && at + 1 < text.length()) {
                    at++;
                }
                word.append(text.charAt(at));
            }
            words.add(word.toString());
            at++;
        }
        return Math.min(at + 1, text.length());
    }

    /** The commands as clang prints them for {@code -v}. */
    public static String print(Job job) {
        StringBuilder line = new StringBuilder();
        for (String word : job.command()) {
            line.append(" \"");
            word.chars().forEach(c -> {
                if (c == '"' || c == '\\' || c == '$') {
                    line.append('\\');
                }
                line.append((char) c);
            });
            line.append('"');
        }
        return line.toString();
    }
}
