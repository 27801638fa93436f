package org.heddle.cli.format.parts;

import java.util.Comparator;

/** The order of threads by their labels: main, then T1, T1.1, T2, T10. */
public final class ThreadOrder {
    /** Creators before those that they create, and these in the order of creation. */
    public static final Comparator<String> BY_CREATION = ThreadOrder::compare;

    private ThreadOrder() {}

    private static int compare(String a, String b) {
        int[] left = path(a);
        int[] right = path(b);
        for (int k = 0; k < Math.min(left.length, right.length); k++) {
            if (left[k] != right[k]) {
                return Integer.compare(left[k], right[k]);
            }
        }
        return left.length == right.length ? a.compareTo(b) : Integer.compare(left.length, right.length);
    }

    private static int[] path(String label) {
        if (!label.matches("T\\d{1,9}(\\.\\d{1,9})*")) {
            return new int[0]; // main
        }
        String[] numbers = label.substring(1).split("\\.", -1);
        int[] path = new int[numbers.length];
        for (int k = 0; k < numbers.length; k++) {
            path[k] = Integer.parseInt(numbers[k]);
        }
        return path;
    }
}
