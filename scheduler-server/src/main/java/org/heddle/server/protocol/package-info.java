/** The frames of {@code native-shim/src/base/wire.h} between byte buffers and the exploration's model. */
package org.heddle.server.protocol;
