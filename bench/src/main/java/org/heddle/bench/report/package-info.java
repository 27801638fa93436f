/** Tables, plots and comparisons, and their forms as Markdown and SVG. */
package org.heddle.bench.report;
