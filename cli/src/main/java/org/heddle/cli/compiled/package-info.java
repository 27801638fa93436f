/** How the sources of a project are compiled, as its {@code compile_commands.json} say. */
package org.heddle.cli.compiled;
