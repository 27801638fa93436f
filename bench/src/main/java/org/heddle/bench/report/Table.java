package org.heddle.bench.report;

import java.util.List;

/**
 * A table of results. A column of the paper's figures has a name that begins with "paper".
 *
 * @param title what it shows, and which table of the paper it stands for
 * @param columns their headings
 * @param rows as many cells as columns in each
 */
public record Table(String title, List<String> columns, List<List<String>> rows) {}
