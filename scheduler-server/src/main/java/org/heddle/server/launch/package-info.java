/** Starting the program under test in a controlled way, and ending it for certain. */
package org.heddle.server.launch;
