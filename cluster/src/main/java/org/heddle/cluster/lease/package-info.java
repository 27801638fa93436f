/** Who executes which plan. */
package org.heddle.cluster.lease;
