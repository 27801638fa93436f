/** What knows Pekko: members of a cluster, how they find each other, and who is trusted. */
package org.heddle.cluster.net;
