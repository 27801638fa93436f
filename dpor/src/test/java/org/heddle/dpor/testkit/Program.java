package org.heddle.dpor.testkit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A simulated program. Thread n runs the n-th code.
 *
 * @param style which events there are besides the operations that the code names
 */
public record Program(List<Code> threads, Style style) {
    /** What one thread does. */
    @FunctionalInterface
    public interface Body {
        void appendTo(Code code);
    }

    /** How threads begin and end. */
    public enum Style {
        /** All threads are there from the start and vanish without an event. */
        BARE,
        /** All threads are there from the start; each ends with an exit event. */
        EXITING,
        /** Thread 0 is there from the start and ends the process; others are created, start, and exit. */
        FULL
    }

    public static Program bare(Body... threads) {
        return of(Style.BARE, List.of(threads));
    }

    public static Program full(Body... threads) {
        return of(Style.FULL, List.of(threads));
    }

    public static Program of(Style style, List<Body> threads) {
        List<Code> codes = new ArrayList<>();
        for (Body thread : threads) {
            Code code = new Code();
            thread.appendTo(code);
            codes.add(code);
        }
        return new Program(List.copyOf(codes), style);
    }

    /** The same code in every one of {@code n} threads. */
    public static Program times(int n, Body thread) {
        Code code = new Code();
        thread.appendTo(code);
        return new Program(Collections.nCopies(n, code), Style.BARE);
    }
}
