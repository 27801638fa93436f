/** What an execution costs, beside what it costs without Heddle and under race detectors. */
package org.heddle.bench.cost;
