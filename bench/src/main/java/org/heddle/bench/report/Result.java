package org.heddle.bench.report;

import java.util.List;

/**
 * What a section came to.
 *
 * @param name of the section
 * @param paper which the section belongs to
 * @param tables in the order of the paper
 * @param plots likewise
 * @param comparisons the paper's main figures and ours
 * @param complaints which programs did not come out as expected
 */
public record Result(
        String name,
        String paper,
        List<Table> tables,
        List<Plot> plots,
        List<Comparison> comparisons,
        List<String> complaints) {}
