/** What is put in: calls of hooks, and the sites that they name. */
package org.heddle.instrumenter.pass.sites;
