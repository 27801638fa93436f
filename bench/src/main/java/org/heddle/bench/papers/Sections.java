package org.heddle.bench.papers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.heddle.bench.report.BenchReport;
import org.heddle.bench.report.Result;
import org.heddle.cli.base.UserError;

/** The sections that there are. */
public final class Sections {
    private static final List<Section> ALL = List.of(
            new InspectSection(),
            new IcbSection(),
            new RaceHunterSection(),
            new RankSection(),
            new FirstSection(),
            new ClassesSection(),
            new SctbenchSection());

    private Sections() {}

    /** Their names. */
    public static List<String> names() {
        return ALL.stream().map(Section::name).toList();
    }

    /**
     * Makes the tables of the sections with these names.
     *
     * @throws UserError if a program cannot be compiled or checked
     * @throws IOException if files cannot be read or written
     * @throws InterruptedException if the thread is interrupted
     */
    public static BenchReport run(List<String> names, String command, Bench bench)
            throws UserError, IOException, InterruptedException {
        List<Result> results = new ArrayList<>();
        for (Section section : ALL) {
            if (names.contains(section.name())) {
                results.add(section.run(bench));
            }
        }
        return new BenchReport(command, Machine.describe(), List.copyOf(results));
    }
}
