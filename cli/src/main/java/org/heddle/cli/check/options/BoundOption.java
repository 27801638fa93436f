package org.heddle.cli.check.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.heddle.dpor.bound.RankBounds;
import org.heddle.dpor.bound.SearchOptions;
import org.heddle.dpor.bound.tree.Reduction;
import org.heddle.dpor.explore.frontier.Proved.Measure;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code --bound}. */
public final class BoundOption implements ITypeConverter<SearchOptions> {
    private static final String THREADS = "threads";
    private static final String VARIABLES = "variables";
    private static final String PREEMPTIONS = "preemptions";
    private static final int USUAL_PREEMPTIONS = 2;

    /** The forms of it. */
    public static final class Forms extends ArrayList<String> {
        /** All of them. */
        public Forms() {
            super(forms());
        }
    }

    private static List<String> forms() {
        List<String> forms = simpleForms();
        forms.add(THREADS + "=T," + VARIABLES + "=V," + PREEMPTIONS + "=K");
        return forms;
    }

    private static List<String> simpleForms() {
        List<String> forms = new ArrayList<>(List.of("auto", "none"));
        for (Measure measure : Measure.values()) {
            if (measure != Measure.NONE) {
                forms.add(word(measure) + "=K");
            }
        }
        return forms;
    }

    private static String word(Measure measure) {
        return measure.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public SearchOptions convert(String text) {
        if (text.equals("auto")) {
            return SearchOptions.DEFAULT;
        }
        if (text.equals("none")) {
            return new SearchOptions(false, Measure.NONE, 0, Reduction.OPTIMAL);
        }
        Map<String, Integer> limits = new TreeMap<>();
        for (String part : text.split(",", -1)) {
            if (!part.matches("[a-z]+=[0-9]{1,9}")
                    || limits.put(part.substring(0, part.indexOf('=')), number(part)) != null) {
                throw refusal(text);
            }
        }
        if (limits.containsKey(THREADS)) {
            return ranked(text, limits);
        }
        Map.Entry<String, Integer> only = limits.entrySet().iterator().next();
        Measure measure = measure(only.getKey());
        if (limits.size() > 1 || measure == Measure.NONE) {
            throw refusal(text);
        }
        return new SearchOptions(false, measure, only.getValue(), Reduction.OPTIMAL);
    }

    private static int number(String part) {
        return Integer.parseInt(part.substring(part.indexOf('=') + 1));
    }

    private static SearchOptions ranked(String text, Map<String, Integer> limits) {
        boolean known = Set.of(THREADS, VARIABLES, PREEMPTIONS).containsAll(limits.keySet());
        if (!known || limits.get(THREADS) < 2) {
            throw refusal(text);
        }
        int preemptions = limits.getOrDefault(PREEMPTIONS, USUAL_PREEMPTIONS);
        int variables = limits.getOrDefault(VARIABLES, preemptions);
        return SearchOptions.ranked(new RankBounds(limits.get(THREADS), variables, preemptions));
    }

    private static Measure measure(String word) {
        for (Measure measure : Measure.values()) {
            if (word(measure).equals(word)) {
                return measure;
            }
        }
        return Measure.NONE;
    }

    private static TypeConversionException refusal(String text) {
        return new TypeConversionException("'" + text + "' is no bound: give " + String.join(", ", simpleForms())
                + ", with K a number from 0 on; or threads=T with T from 2 on, perhaps followed by ,variables=V and"
                + " ,preemptions=K");
    }
}
