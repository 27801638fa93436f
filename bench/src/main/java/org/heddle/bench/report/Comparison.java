package org.heddle.bench.report;

/**
 * A figure of the paper and ours.
 *
 * @param what they measure
 * @param paper the paper's, in words
 * @param ours in words
 * @param isMet whether ours is at least as good
 * @param remark what is to be known about the difference; may be empty
 */
public record Comparison(String what, String paper, String ours, boolean isMet, String remark) {}
