/**
 * {@code heddle bench}: the tables of the papers that Heddle descends from, made again on programs written afresh. A {@link
 * org.heddle.bench.papers.Section} belongs to one paper; what the paper reports stands in resources beside this package.
 */
package org.heddle.bench.papers;
