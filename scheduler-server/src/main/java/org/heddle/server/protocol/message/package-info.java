/** What the messages of the protocol say: options of a run, answers, reasons. How they are laid out is the codecs' alone. */
package org.heddle.server.protocol.message;
