/** A check's work with one worker: the frames that go there and back, and both ends. */
package org.heddle.cluster.session;
