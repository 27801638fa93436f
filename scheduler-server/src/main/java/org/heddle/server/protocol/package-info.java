/** The frames of {@code native-shim/src/base/wire.h} between byte buffers and what {@code message} and the exploration's model say. */
package org.heddle.server.protocol;
