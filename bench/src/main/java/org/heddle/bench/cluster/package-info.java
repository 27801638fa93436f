/** What more machines than one bring: measured with workers of this machine, and simulated for more. */
package org.heddle.bench.cluster;
